// Package guard says before a match how far a new evaluation is from an old one on real positions,
// and whether retunes like it have lost. docs/measured/guard.md has the cases that its thresholds come from.
//
// The new evaluation is divided by its slope on the old one: a common scale plays as well, once
// the search margins are scaled, too. What is judged are ratios and expected scores, 0 to 1, which
// the size of an engine's centipawn does not change. Centipawns, for the reader, are the old
// evaluation's.
package guard

import (
	"context"
	"errors"
	"math"
	"runtime"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/weights"
)

// A Report is how far the new evaluation is from the old one.
type Report struct {
	Scale  float64 `json:"scale"`  // slope of the new on the old evaluation; the new one is divided by it
	K      float64 `json:"k"`      // of the old evaluation; 0: not known
	KFrom  string  `json:"k_from"` // one of the KFrom constants; empty: not known
	Phases []Phase `json:"phases"` // opening, middlegame and endgame, where the rows have phases; all rows last
	Pieces []Piece `json:"pieces"` // empty if the names of the weights do not say what is a piece

	Labels *Labels `json:"labels,omitempty"` // nil: none that judge

	Weights     int    `json:"weights"`     // of both evaluations, without those of a block
	Supported   int    `json:"supported"`   // moved farther than their 95 % interval
	Unsupported []Move `json:"unsupported"` // moved far on few rows or games, the farthest first

	// Added are the families that the old evaluation does not have, boards without difference
	// between their squares included, and AddedRMS what they are worth on the common scale, in
	// centipawns of the old evaluation.
	Added    []string `json:"added,omitempty"`
	AddedRMS float64  `json:"added_rms,omitempty"`

	Verdict Verdict  `json:"verdict"`
	Reasons []Reason `json:"reasons"`
}

// A Phase is the difference of the two evaluations on the positions of a phase.
type Phase struct {
	Name        string  `json:"name"`
	Rows        int     `json:"rows"`
	RMS         float64 `json:"rms"`         // of new less old, centipawns
	OldRMS      float64 `json:"old_rms"`     // of the old evaluation, centipawns
	Correlation float64 `json:"correlation"` // of the two
	Expected    float64 `json:"expected"`    // mean absolute difference of expected scores at K; 0 without a K
	OtherSign   float64 `json:"other_sign"`  // share of the rows that the old evaluation holds for decided in which the sign is another
}

// ErrNoPosition is the error where there is nothing to compare with.
var ErrNoPosition = errors.New("guard: no position on which the old evaluation is other than 0: pass other positions")

// Compare compares two files of weights on rows of a set that has the weights of both, of other
// games than the new one was fitted to: their labels judge it, too.
func Compare(ctx context.Context, data rows.Data, before, after *weights.File) (*Report, error) {
	m, err := measure(ctx, data, before, after, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	return m.report(m.sample.compare())
}

// CompareFit is [Compare] on the rows of the fit itself. What labels say is known of the test
// rows, nil if there are none. The report does not depend on the threads; fewer than one are one.
func CompareFit(ctx context.Context, data rows.Data, before, after *weights.File, test *Labels, threads int) (*Report, error) {
	m, err := measure(ctx, data, before, after, threads)
	if err != nil {
		return nil, err
	}
	m.fitted = true
	return m.report(test)
}

func measure(ctx context.Context, data rows.Data, before, after *weights.File, threads int) (*meter, error) {
	m, err := newMeter(data.Schema(), before, after)
	if err != nil {
		return nil, err
	}
	return m, m.measure(ctx, data, threads)
}

func (m *meter) report(judge *Labels) (*Report, error) {
	all := m.all()
	if all.n == 0 || all.old == 0 {
		return nil, ErrNoPosition
	}
	r := &Report{Scale: all.slope(), Added: m.added, Labels: judge}
	r.AddedRMS = all.addedRMS() / math.Abs(r.Scale)
	r.K, r.KFrom = m.oldK(r.Scale)
	r.Phases = m.phases(r.K, r.Scale)
	r.Pieces = m.pieces(r.Scale)
	m.moves(r)
	r.judge()
	return r, nil
}
