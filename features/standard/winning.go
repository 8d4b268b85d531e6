package standard

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// winningFamily counts what changes the worth of an endgame lead, whoever has it: percent
// of the endgame half, beside the fixed [EndgameScale]. Its rules come again, so that a
// fit can correct them.
var winningFamily = features.Family{
	Name:      "winning chances",
	Terms:     winningDefinitions(),
	Sums:      []string{"scale_both"},
	Symmetric: true,
	Count:     countWinning,
}

// leadFamily counts what changes the worth of an endgame lead by what the side has that
// is ahead.
var leadFamily = features.Family{
	Name:  "winning chances by side",
	Terms: leadDefinitions(),
	Sums:  []string{"scale_white", "scale_black"},
	Count: func(c *features.Context, t *features.Tally, first features.Term) {
		white, black := c.Sides()
		opposite := oppositeBishops(c.Pos) && onlyBishops(white) && onlyBishops(black)
		countLead(t, first, board.White, white, black, opposite)
		countLead(t, first, board.Black, black, white, opposite)
	},
}

const scaling = "Stockfish 11, endgame.cpp and evaluate.cpp, scale factors (2020)"

// scaleTerm defines a term of a scale.
func scaleTerm(name, unit, formula, source string) features.Definition {
	return features.Definition{Name: "scale." + name, Unit: unit, Formula: formula, Source: source, Taper: features.Plain}
}

// winningDefinitions defines the terms in the order in which they are counted.
func winningDefinitions() []features.Definition {
	return []features.Definition{
		scaleTerm("opposite_alone", "positions", "1 if each side has one bishop, on squares of different colours, and no other piece", scaling),
		scaleTerm("opposite_equal", "positions", "1 if each side has one bishop, on squares of different colours, and the same other pieces", scaling),
		scaleTerm("opposite_unequal", "positions", "1 if each side has one bishop, on squares of different colours, and not the same other pieces", scaling),
		scaleTerm("one_wing", "positions", "1 if there are pawns, all on the files a to d or on the files e to h", scaling),
		scaleTerm("no_pawns", "positions", "1 if there is no pawn", scaling),
		scaleTerm("rooks_alone", "positions", "1 if each side has one rook and no other piece", scaling),
		scaleTerm("no_pieces", "positions", "1 if there are kings and pawns alone", scaling),
	}
}

// fewPawns is the number of pawns from which on their number does not count.
const fewPawns = 6

// The terms by side after the table of pawns, as offsets.
const (
	leadOppositePassed features.Term = fewPawns + iota
	leadLoneQueen
	leadManyPawns
)

// leadDefinitions defines the terms by side in the order of their offsets.
func leadDefinitions() (terms []features.Definition) {
	const ethereal = "A. Grant, Ethereal, evaluate.c, scale factors (2024)"
	for n := range fewPawns {
		terms = append(terms, scaleTerm(fmt.Sprintf("pawns.%d", n), "sides", fmt.Sprintf("1 with %d own pawns, against six or more", n), scaling))
	}
	return append(terms,
		scaleTerm("opposite_passed", "pawns", "own passed pawns if each side has one bishop, on squares of different colours, and no other piece", scaling),
		scaleTerm("lone_queen", "sides", "1 if the own pieces are one queen, and the enemy's are two or more without a queen", ethereal),
		scaleTerm("more_pawns", "sides", "1 with three own pawns or more beyond the enemy's, at most one piece on each side, and no queen", ethereal),
	)
}

// onlyBishops reports whether a side's pieces are bishops, or none.
func onlyBishops(s *features.Side) bool { return s.Numbers.Pieces()&^0xff00 == 0 }

// countWinning adds what is there, whoever is ahead.
func countWinning(c *features.Context, t *features.Tally, first features.Term) {
	white, black := c.Sides()
	w, b := white.Numbers.Pieces(), black.Numbers.Pieces()
	if oppositeBishops(c.Pos) {
		switch {
		case w != b:
			t.Add(first+2, 1)
		case onlyBishops(white):
			t.Add(first, 1)
		default:
			t.Add(first+1, 1)
		}
	}
	switch pawns := white.Pawns | black.Pawns; {
	case pawns == 0:
		t.Add(first+4, 1)
	case pawns&queenSide == 0 || pawns&^queenSide == 0:
		t.Add(first+3, 1)
	}
	const oneRook = 1 << 16
	switch {
	case w|b == 0:
		t.Add(first+6, 1)
	case w == oneRook && b == oneRook:
		t.Add(first+5, 1)
	}
}

// countLead adds what counts if this side is ahead.
func countLead(t *features.Tally, first features.Term, color board.Color, own, enemy *features.Side, opposite bool) {
	pawns := own.Numbers.Of(board.Pawn)
	if pawns < fewPawns {
		t.AddSide(first+features.Term(pawns), color, 1)
	}
	if opposite {
		t.AddSide(first+leadOppositePassed, color, own.Passed.Count())
	}
	const oneQueen = 1 << 24
	w, b := own.Numbers.Pieces(), enemy.Numbers.Pieces()
	if w == oneQueen && b < oneQueen && len(enemy.Pieces) >= 2 {
		t.AddSide(first+leadLoneQueen, color, 1)
	}
	if len(own.Pieces) <= 1 && len(enemy.Pieces) <= 1 && max(w, b) < oneQueen && pawns-enemy.Numbers.Of(board.Pawn) > 2 {
		t.AddSide(first+leadManyPawns, color, 1)
	}
}
