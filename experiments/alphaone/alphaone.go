// Package alphaone does the regression of the AlphaOne paper again, on any CSV
// of positions and evaluations, with its errors corrected (its tables 1 and 2), rates
// its players by games ([Games], table 3) and has them solve its mates in two
// ([Puzzles], table 4). docs/measured/alphaone_engine.md has the results of the last two.
//
// The paper fits PeSTO's tapered evaluation and six terms to Stockfish's
// evaluations, and reports that the terms lower the mean squared error by 7 %
// and leave the mean absolute error as it was. Its table compares a raw
// evaluation with a regression, so that part of the gain is a scale and an
// intercept; its split is by position, so that neighbours of one game fall on
// both sides; its pawn shield is broken for Black; and it omits the side to
// move. Here are seven rows where the paper has two:
//
//	raw tapered          as published: weight 1, nothing fitted
//	fitted tapered       scale and intercept by least squares: the fair baseline
//	six features         the paper's regression, terms as its text means them
//	with side to move    one term more
//
// and, beside the six features, the same with the pawn shield as published; all six as the paper's program counts
// them, so that its regression is repeated to the letter; and all six as its text defines them.
//
// Source: "AlphaOne", the paper and its program (github.com/josephxu1234/AlphaOne).
package alphaone

import (
	"context"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
)

// A model is one row of table 1.
type model struct {
	name    string
	columns []string // that are fitted
	fixed   []fit.Fixed
	free    fit.Intercept
}

var sixAndTapered = []string{"tapered", "mobility", "king_attack", "pawn_shield", "passed_pawns", "doubled_pawns", "pawn_islands"}

// The rows of table 1, in order, as indices into models.
const (
	rawTapered = iota
	fittedTapered
	withSix
	withMove
	withPublishedShield
	asProgram
	asText
)

var models = [...]model{
	rawTapered:    {name: "raw tapered", fixed: []fit.Fixed{{Pattern: "tapered", Value: 1}, {Pattern: "*", Value: 0}}, free: fit.NoIntercept},
	fittedTapered: {name: "fitted tapered", columns: []string{"tapered"}},
	withSix:       {name: "six features", columns: sixAndTapered},
	withMove:      {name: "with side to move", columns: append(sixAndTapered[:len(sixAndTapered):len(sixAndTapered)], "side_to_move")},
	withPublishedShield: {name: "six, published shield", columns: []string{
		"tapered", "mobility", "king_attack", "published_shield", "passed_pawns", "doubled_pawns", "pawn_islands"}},
	asProgram: {name: "six, as the program", columns: []string{
		"tapered", "published_mobility", "king_attack", "published_shield", "passed_pawns", "doubled_pawns", "pawn_islands"}},
	asText: {name: "six, as the text", columns: []string{
		"tapered", "published_mobility", "king_attackers", "pawn_shield", "passed_pawns", "doubled_pawns", "pawn_islands"}},
}

// pairs are the models that are compared: the second against the first.
var pairs = [...][2]int{
	{rawTapered, fittedTapered}, {fittedTapered, withSix}, {withSix, withMove}, {withPublishedShield, withSix}, {asText, withSix},
}

// A Result is what [Run] found.
type Result struct {
	Sources  []string
	Clusters matrix.Clusters
	Rows     int

	ByGame     Tables // split by game, or by what stands for it
	ByPosition Tables // split by position, as the paper's: for comparison

	// ShieldFault is the law that the published pawn shield breaks on the start
	// position.
	ShieldFault error
}

// Tables are the models under one split, by the order of the rows.
type Tables struct {
	Fits        []*fit.Result
	Comparisons []*fit.Comparison // on the test part, by pairs
}

// Run reads the files and fits the models. Columns, fixed weights and intercept are the models' own.
func Run(ctx context.Context, files []string, opt onfiles.Options) (*Result, *matrix.Set, error) {
	set, err := newSet()
	if err != nil {
		return nil, nil, err
	}
	opt.Read.Set = set
	data, _, err := extract.Memory(ctx, files, opt.Read)
	if err != nil {
		return nil, nil, err
	}
	start := board.Start()
	r := &Result{Clusters: data.Provenance().Clusters, Rows: data.Rows(), ShieldFault: features.CheckLaws(set, &start)}
	for _, s := range data.Provenance().Sources {
		r.Sources = append(r.Sources, s.Name)
	}
	opt.Fit.Split.By = fit.SplitGame
	if r.ByGame, err = fitModels(ctx, data, opt.Fit); err != nil {
		return nil, nil, err
	}
	opt.Fit.Split.By = fit.SplitPosition
	if r.ByPosition, err = fitModels(ctx, data, opt.Fit); err != nil {
		return nil, nil, err
	}
	return r, data, nil
}

// fitModels fits every model and compares them on the test part.
func fitModels(ctx context.Context, data *matrix.Set, opt fit.Options) (t Tables, err error) {
	var fitted []fit.Model
	for _, m := range models {
		opt.Columns, opt.Fixed, opt.Intercept = m.columns, m.fixed, m.free
		res, err := fit.Fit(ctx, data, opt)
		if err != nil {
			return t, fmt.Errorf("%s: %w", m.name, err)
		}
		t.Fits = append(t.Fits, res)
		fitted = append(fitted, res.Model(m.name))
	}
	found, err := fit.Evaluate(ctx, data, fit.Test, fitted, fit.EvalOptions{
		Target: opt.Target, Split: opt.Split, Threads: opt.Threads, Null: t.Fits[0].Mean,
	})
	if err != nil {
		return t, err
	}
	for _, p := range pairs {
		c, err := fit.Compare(found[p[0]], found[p[1]], opt.Bootstrap)
		if err != nil {
			return t, err
		}
		t.Comparisons = append(t.Comparisons, c)
	}
	return t, nil
}
