// Package advice asks how well package fit/advice predicts Elo.
//
// It fits the set standard to labelled positions, whole and, for each of its families, without that family.
// Then it asks each of these evaluations what it lacks, by its values alone, on games that it was not fitted
// to: the family that was left out should come first, and its gain should be large where the whole wins many
// games against the part.
//
// The family of piece-square tables is left out by tying each piece's table to one value: what the pieces are
// worth stays.
//
// Source: package fit/advice for the score test; a family's worth is that of an ablation study.
package advice

import (
	"context"
	"fmt"

	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/advice"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// Options configures [Run].
type Options struct {
	onfiles.Options
	Match     pool.Options
	Limit     play.Limit
	PriorRows float64  // of the fits
	Lambda    float64  // share of the result in the labels of advice, the rest is the score's
	Only      []string // families to leave out; none: all
	Dir       string   // gets the weights and the games
}

// A Result is what [Run] found.
type Result struct {
	Train  string  `json:"train"`
	Asked  string  `json:"asked"` // the data that advice is of
	Rows   int     `json:"rows"`  // of these
	Games  int     `json:"games"`
	Lambda float64 `json:"lambda"`  // share of the result in the labels of advice
	K      float64 `json:"k"`       // of the built-in weights, in all fits
	LabelK float64 `json:"label_k"` // of the scores in the labels
	Limit  string  `json:"limit"`   // of the matches

	Whole []advice.Finding `json:"whole"` // what the whole lacks
	Parts []*Part          `json:"parts"`

	Correlation *Correlation `json:"correlation,omitempty"` // nil where too few matches were played
	Warnings    []string     `json:"warnings,omitempty"`
}

// A Part is an evaluation without a family.
type Part struct {
	Family string           `json:"family"`
	Place  int              `json:"place"` // of the family among those that advice ranks, from 1
	Own    advice.Finding   `json:"own"`   // of the family
	Best   []advice.Finding `json:"best"`  // the first three
	Match  *pool.Outcome    `json:"match,omitempty"`
}

// Elo returns by how much the whole is stronger; ok is false where no game was played.
func (p *Part) Elo() (i elo.Interval, ok bool) {
	if p.Match == nil || p.Match.Games() == 0 {
		return i, false
	}
	return p.Match.Estimate.Elo, true
}

// Run fits, asks and plays. If it is stopped in a match, the result holds what was found before.
func Run(ctx context.Context, files []string, opt Options) (*Result, error) {
	trial, err := onfiles.NewTrial(files, opt.Options)
	if err != nil {
		return nil, fmt.Errorf("advice: %w", err)
	}
	x := &run{Trial: trial, opt: opt, result: &Result{Limit: opt.Limit.String(), Lambda: opt.Lambda}}
	if err := x.read(ctx); err != nil {
		return nil, err
	}
	if err := x.fitAll(ctx); err != nil {
		return nil, err
	}
	err = x.play(ctx)
	x.result.Correlation = correlate(x.result.Parts)
	return x.result, err
}

// A run is an experiment under way.
type run struct {
	*onfiles.Trial
	opt    Options
	train  *Data
	asked  *Data
	target fit.Target // of the rows that are asked about
	result *Result
}

// read counts the files. Without a second one, half of the first one's games are asked about.
func (x *run) read(ctx context.Context) (err error) {
	opt := x.Read
	opt.Set = standard.Set
	count := func(name string) (*Data, string, error) {
		rows, report, err := extract.Memory(ctx, []string{name}, opt)
		if err != nil {
			return nil, "", err
		}
		return &Data{Set: rows}, report.Sources[0].Name, nil
	}
	if x.train, x.result.Train, err = count(x.Files[0]); err != nil {
		return err
	}
	x.asked, x.result.Asked = x.train, "test part of "+x.result.Train
	if len(x.Files) > 1 {
		x.asked, x.result.Asked, err = count(x.Files[1])
	}
	if err != nil {
		return err
	}
	if x.result.LabelK, err = x.train.LabelK(); err != nil {
		return err
	}
	x.target = Label(x.opt.Lambda, x.result.LabelK)
	return nil
}

// names returns the families that are left out.
func (x *run) names() []string {
	if len(x.opt.Only) > 0 {
		return x.opt.Only
	}
	var list []string
	for _, f := range standard.Set.Families() {
		list = append(list, f.Name)
	}
	return list
}

// ask ranks the families by what weights lack.
func (x *run) ask(ctx context.Context, f *weights.File, list []advice.Candidate) (*advice.Ranking, error) {
	rows, err := x.asked.Rows(ctx, f, x.target, x.Fit.Split, x.part())
	if err != nil {
		return nil, err
	}
	s, err := advice.NewStudy(rows, advice.Options{Seed: x.Fit.Split.Seed, Threads: x.Fit.Threads, Keep: 3})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", x.result.Asked, err)
	}
	x.result.Rows, x.result.Games = len(rows.Eval), s.Games()
	return s.Rank(ctx, list)
}

// part is that of the rows that are asked about.
func (x *run) part() fit.Part {
	if x.asked == x.train {
		return fit.Test
	}
	return fit.AllRows
}

// family returns a family of the set by its name.
func family(name string) (features.Family, error) {
	for _, f := range standard.Set.Families() {
		if f.Name == name {
			return f, nil
		}
	}
	return features.Family{}, fmt.Errorf("%s: not a family of %s", name, standard.Set.Name())
}
