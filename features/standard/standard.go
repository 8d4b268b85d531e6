// Package standard counts the terms of a full hand-crafted evaluation, a file for each family. A
// program that imports it knows its sets by name.
package standard

import (
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// Set is the evaluation: piece-square tables with material
// inside and the families of [Families], all tapered, and a scale for
// endgames in which more material does not win.
var Set = features.MustRegister(features.NewScaledSet("standard", &tapered.PeSTO, &EndgameScale, Families()...))

// Safety is [Set] with the danger to the kings, squared.
var Safety = features.MustRegister(features.NewFormulaSet("standard_safety", &tapered.PeSTO, &EndgameScale,
	features.Formula{Text: features.QuadraticBlock}, append(Families(), dangerFamily)...))

// Families returns the families of [Set], for sets that add to it.
func Families() []features.Family {
	return []features.Family{
		features.PSTFamily(false), tempoFamily,
		imbalanceFamily, mobilityTables, piecesFamily,
		pawnStructureFamily, passedFamily, candidateFamily, spaceFamily,
		kingAssault, kingGuards, kingShelter,
		threatsFamily,
	}
}

// tempoFamily is the side to move with a weight by phase.
var tempoFamily = features.Family{
	Name: "tempo",
	Terms: []features.Definition{{
		Name:    "tempo",
		Unit:    "moves",
		Formula: "1 for the side to move: +1 if White, −1 if Black",
		Source:  "chessprogramming.org, Tempo",
		Taper:   features.Tapered,
	}},
	Count: func(c *features.Context, t *features.Tally, first features.Term) {
		t.AddFor(first, c.Pos.SideToMove(), 1)
	},
}
