// Package lishex does the tuning of the Lishex paper again: the piece values, drawn
// at random, are learnt from games that the engine plays with itself (its table 1).
//
// The paper plays 10,000 games, draws ten positions of each, labels them with the
// result, balances the results 30/40/30, fits the values of the five kinds of pieces
// for middlegame and endgame to them, throws the positions away, and starts again; PeSTO's
// piece-square tables stay what they are. That is what package loop does, but for
// a window of several iterations and games that are broken off, see docs/loop.md. Beside
// it stands the paper's minimiser. What of the paper and its program is not done:
//
//   - Its formula of the expected score has a fourth of a pawn where the program has
//     K·s/400 of a centipawn; the program is right.
//   - What it calls stochastic gradient descent is Adam, with a first step of 10
//     centipawns and differences of one centipawn for derivatives; batches of 262,144
//     rows are more than an iteration has, so that nothing is stochastic.
//   - The values are integers, from which the program subtracts a step: of a positive
//     value 0.4 takes a whole centipawn, and −0.4 adds none. The search leans down.
//   - Its table is in pawns of each phase, and the middlegame's pawn is low
//     (59 centipawns, PeSTO has 82), for the tables hold a part of its value: that is
//     why its queen is worth 17.5 of them.
//   - No match is reported. Here the learnt values play those at which they began,
//     1-3-3-5-9, and PeSTO's.
//
// Source: the Lishex paper (2023) and its program (github.com/vladi-petroff/lishex-mcts).
package lishex

import (
	"fmt"
	"path/filepath"

	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/loop"
	"example.org/centipawn/match"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// Options configures [Run].
type Options struct {
	// Loop is how values are learnt. Its folder is DIR/loop; its set is
	// features.Lishex, and it begins with random values.
	Loop loop.Options

	// Steps is the number of steps that Adam and SGD make. Zero means the paper's 500.
	Steps int

	// Pairs of games are played against each opponent of the learnt values. Zero
	// means 200.
	Pairs int

	// Limit is what they may spend on a move. Zero means that of the loop.
	Limit play.Limit

	// Dir is the folder of all. A run that is there goes on, also with more
	// iterations; what it has done beyond them is left alone.
	Dir string

	// Report, if not nil, gets how the learning goes, Watch how the matches do.
	Report func(loop.Event)
	Watch  func(title string, p *match.Progress)
}

// withDefaults returns o with its zero fields set to their defaults.
func (o Options) withDefaults() Options {
	o.Loop.Dir, o.Loop.Set, o.Loop.Init = filepath.Join(o.Dir, "loop"), features.Lishex, "random"
	o.Loop = o.Loop.WithDefaults()
	if o.Steps == 0 {
		o.Steps = 500
	}
	if o.Pairs == 0 {
		o.Pairs = 200
	}
	if o.Limit == (play.Limit{}) {
		o.Limit = o.Loop.Limit
	}
	return o
}

// A Result is what [Run] found.
type Result struct {
	Start      []loop.Value    `json:"start"` // drawn at random
	Iterations []*loop.Metrics `json:"iterations"`
	Learnt     []loop.Value    `json:"learnt"` // by the last iteration

	Methods []Method        `json:"methods"` // on the positions that the last iteration was fitted to
	Matches []match.Pairing `json:"matches"` // of the learnt values

	Warnings []string `json:"warnings,omitempty"` // of the matches
}

// A run is an experiment under way.
type run struct {
	Options
	start, learnt *weights.File
	result        Result
}

// file names a file of an iteration.
func (x *run) file(number int, name string) string {
	return filepath.Join(x.Loop.Dir, iteration(number), name)
}

// iteration is what the folder of an iteration is called.
func iteration(number int) string { return fmt.Sprintf("%03d", number) }

// paperMethods are those that are compared: ours, what the paper's program does, and
// what the paper says that it does.
var paperMethods = []fit.Method{fit.LBFGS, fit.Adam, fit.SGD}
