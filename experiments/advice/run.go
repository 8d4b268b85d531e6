package advice

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/advice"
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

// whole is the name of the evaluation with all families.
const whole = "whole"

// file is where the weights of an evaluation are.
func (x *run) file(name string) string {
	return filepath.Join(x.opt.Dir, "weights", strings.ReplaceAll(name, " ", "_")+".json")
}
