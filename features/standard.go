package features

import "centipawn/tapered"

// Standard is a full hand-crafted evaluation: piece-square tables with material
// inside and the families of [StandardFamilies], all tapered, and a scale for
// endgames in which more material does not win.
var Standard = mustSet(NewScaledSet("standard", &tapered.PeSTO, &EndgameScale, StandardFamilies()...))

// StandardSafety is [Standard] with a quadratic block for the safety of the kings.
var StandardSafety = mustSet(NewScaledSet("standard_safety", &tapered.PeSTO, &EndgameScale, append(StandardFamilies(), dangerFamily)...))

// StandardFamilies returns the families of [Standard], for sets that add to it.
func StandardFamilies() []Family {
	return []Family{
		PSTFamily(false), tempoFamily,
		imbalanceFamily, mobilityTables, piecesFamily,
		pawnStructureFamily, passedFamily, candidateFamily, spaceFamily,
		kingAssault, kingGuards, kingShelter,
		threatsFamily,
	}
}

// tempoFamily is the side to move with a weight by phase.
var tempoFamily = Family{
	Name: "tempo",
	Terms: []Definition{{
		Name:    "tempo",
		Unit:    "moves",
		Formula: "1 if the side is to move",
		Source:  "chessprogramming.org, Tempo",
		Taper:   Tapered,
	}},
	Count: sideToMoveFamily.Count,
}
