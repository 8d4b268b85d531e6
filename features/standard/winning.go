package standard

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// What changes the worth of an endgame lead: percent of the endgame half, beside the fixed
// [EndgameScale]. Some of its rules come again, so that a fit can correct them.
var (
	// wingFamily and winningFamily count what matters whoever is ahead: for both.
	wingFamily = features.Family{
		Name:    "winning chances by pawns",
		Terms:   []features.Definition{scaleTerm("one_wing", "positions", "1 if there are pawns, all on the files a to d or on the files e to h", scaling)},
		Sums:    scaleSums,
		Depends: features.OnPawnsAndKings,
		Count: func(c *features.Context, t *features.Tally, first features.Term) {
			pawns := c.Pos.ByType(board.Pawn)
			if pawns != 0 && (pawns&queenSide == 0 || pawns&^queenSide == 0) {
				addBoth(t, first, 1)
			}
		},
	}
	winningFamily = features.Family{
		Name:    "winning chances",
		Terms:   winningDefinitions(),
		Sums:    scaleSums,
		Depends: features.OnNumbers,
		Count:   countWinning,
	}

	// leadFamily counts what a side has; it matters of the side that is ahead.
	leadFamily = features.Family{
		Name:    "winning chances by side",
		Terms:   leadDefinitions(),
		Sums:    scaleSums,
		Depends: features.OnNumbers,
		Count: func(c *features.Context, t *features.Tally, first features.Term) {
			countLead(c.Pos, t, first, board.White)
			countLead(c.Pos, t, first, board.Black)
		},
	}
)

// scaleSums are the percent if White is ahead in the endgame, and if Black is.
var scaleSums = []string{"scale_white", "scale_black"}

// addBoth adds to the counts of both sides.
func addBoth(t *features.Tally, term features.Term, n int) {
	t.AddSide(term, board.White, n)
	t.AddSide(term, board.Black, n)
}

const scaling = "Stockfish 11, endgame.cpp and evaluate.cpp, scale factors (2020)"

// scaleTerm defines a term of a scale.
func scaleTerm(name, unit, formula, source string) features.Definition {
	return features.Definition{Name: "scale." + name, Unit: unit, Formula: formula, Source: source, Taper: features.Plain}
}

// The terms whoever is ahead, as offsets.
const (
	winningOppositeAlone features.Term = iota
	winningOppositeEqual
	winningOppositeUnequal
	winningNoPawns
	winningRooksAlone
	winningNoPieces
)

// winningDefinitions defines the terms in the order of their offsets.
func winningDefinitions() []features.Definition {
	return []features.Definition{
		scaleTerm("opposite_alone", "positions", "1 if each side has one bishop, on squares of different colours, and no other piece", scaling),
		scaleTerm("opposite_equal", "positions", "1 if each side has one bishop, on squares of different colours, and the same other pieces", scaling),
		scaleTerm("opposite_unequal", "positions", "1 if each side has one bishop, on squares of different colours, and not the same other pieces", scaling),
		scaleTerm("no_pawns", "positions", "1 if there is no pawn", scaling),
		scaleTerm("rooks_alone", "positions", "1 if each side has one rook and no other piece", scaling),
		scaleTerm("no_pieces", "positions", "1 if there are kings and pawns alone", scaling),
	}
}

// fewPawns is the number of pawns from which on their number does not count.
const fewPawns = 6

// The terms by side after the table of pawns, as offsets.
const (
	leadLoneQueen features.Term = fewPawns + iota
	leadManyPawns
)

// leadDefinitions defines the terms by side in the order of their offsets.
func leadDefinitions() (terms []features.Definition) {
	const ethereal = "A. Grant, Ethereal, evaluate.c, scale factors (2024)"
	for n := range fewPawns {
		terms = append(terms, scaleTerm(fmt.Sprintf("pawns.%d", n), "sides", fmt.Sprintf("1 with %d own pawns, against six or more", n), scaling))
	}
	return append(terms,
		scaleTerm("lone_queen", "sides", "1 if the own pieces are one queen, and the enemy's are two or more without a queen", ethereal),
		scaleTerm("more_pawns", "sides", "1 with three own pawns or more beyond the enemy's, at most one piece on each side, and no queen", ethereal),
	)
}

// countWinning adds what is there, whoever is ahead.
func countWinning(c *features.Context, t *features.Tally, first features.Term) {
	p := c.Pos
	all := pieces(p)
	rooks, others := p.ByType(board.Rook), all&^p.ByType(board.Rook)
	if oppositeBishops(p) {
		switch {
		case !samePieces(p):
			addBoth(t, first+winningOppositeUnequal, 1)
		case all == p.ByType(board.Bishop):
			addBoth(t, first+winningOppositeAlone, 1)
		default:
			addBoth(t, first+winningOppositeEqual, 1)
		}
	}
	if p.ByType(board.Pawn) == 0 {
		addBoth(t, first+winningNoPawns, 1)
	}
	switch {
	case all == 0:
		addBoth(t, first+winningNoPieces, 1)
	case others == 0 && rooks.Count() == 2 && (rooks&p.ByColor(board.White)).Count() == 1:
		addBoth(t, first+winningRooksAlone, 1)
	}
}

// samePieces reports whether both sides have the same numbers of each kind of pieces but pawns.
func samePieces(p *board.Position) bool {
	for pt := board.Knight; pt <= board.Queen; pt++ {
		if p.Pieces(board.White, pt).Count() != p.Pieces(board.Black, pt).Count() {
			return false
		}
	}
	return true
}

// countLead adds what counts if this side is ahead.
func countLead(p *board.Position, t *features.Tally, first features.Term, color board.Color) {
	enemy := color.Other()
	pawns, others := p.Pieces(color, board.Pawn).Count(), p.Pieces(enemy, board.Pawn).Count()
	if pawns < fewPawns {
		t.AddSide(first+features.Term(pawns), color, 1)
	}
	own, theirs, queens := pieces(p)&p.ByColor(color), pieces(p)&p.ByColor(enemy), p.ByType(board.Queen)
	if own != 0 && own == queens && !own.Several() && theirs.Several() {
		t.AddSide(first+leadLoneQueen, color, 1)
	}
	if !own.Several() && !theirs.Several() && queens == 0 && pawns-others > 2 {
		t.AddSide(first+leadManyPawns, color, 1)
	}
}
