package measures

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/extract"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// A Scope says which rows of a data file are surveyed.
type Scope struct {
	Kind  string   // one of Scopes
	Flags []string // of ScopeFilters: see [FilterOptions]
}

// The kinds of a scope.
const (
	ScopeAll     = ""        // of the file
	ScopeFirst   = "first"   // as many as are read at once
	ScopeFilters = "filters" // that filters leave
	ScopeTrain   = "train"   // that the weights were fitted to
	ScopeTest    = "test"    // that the fit held out
)

// Scopes are the kinds of a scope.
var Scopes = []string{ScopeAll, ScopeFirst, ScopeFilters, ScopeTrain, ScopeTest}

// options returns the options of the reading: the filters, and of the rows of a fit the part.
func (s Scope) options(f *weights.File, path string) (opt extract.Options, err error) {
	switch s.Kind {
	case ScopeFirst:
		opt.Limit = mostScanned
	case ScopeFilters:
		if opt, err = FilterOptions(s.Flags); err != nil {
			return opt, err
		}
	case ScopeTrain, ScopeTest:
		if err := divided(f, path, s.Kind == ScopeTest); err != nil {
			return opt, err
		}
		opt.Filter.Own = []filter.Filter{partOf(f, s.Kind == ScopeTest)}
		opt.Filter.Ends = filter.EndsAll
	}
	opt.Trusted, opt.Bad = true, math.MaxInt // doctor says what is doubtful about the labels
	return opt, nil
}

// divided says why it is not known which rows of a file a fit took.
func divided(f *weights.File, path string, test bool) error {
	p := &f.Provenance
	switch {
	case !fittedTo(f, path):
		return fmt.Errorf("these weights were not fitted to %s", filepath.Base(path))
	case p.Sealed != nil:
		return errors.New("the fit sealed a part of the rows, and the weights do not say which")
	case test && (!p.HeldOut() || p.Split.Kind == "set"):
		return errors.New("the fit held no rows of this file out")
	}
	return nil
}

// fittedTo reports whether weights name a file as one that they were fitted to.
func fittedTo(f *weights.File, path string) bool {
	return slices.ContainsFunc(f.Provenance.Sources, func(s weights.Source) bool { return s.Name == filepath.Base(path) })
}

// partOf keeps the rows of a part of a fit's split.
func partOf(f *weights.File, test bool) filter.Filter {
	p := &f.Provenance
	split := rows.Split{Share: p.Split.Share, Seed: p.Split.Seed}
	switch {
	case !p.HeldOut() || p.Split.Kind == "set":
		split.By = rows.SplitNone
	case p.Split.Kind == rows.SplitPosition.String():
		split.By = rows.SplitPosition
	}
	want, divider := rows.Train, rows.NewDivider(split.WithDefaults())
	if test {
		want = rows.Test
	}
	return filter.Filter{Name: "the other part of the fit", Judge: func(s *datasets.Sample) filter.Verdict {
		if divider.Part(s.Game, s.Position.CanonicalKey()) != want {
			return filter.Drop
		}
		return filter.Keep
	}}
}

// SurveyOf reads the positions of a data file that a scope takes, judged by weights.
func SurveyOf(ctx context.Context, item, judge *items.Item, scope Scope) (*Survey, error) {
	e, err := judge.Take()
	if err != nil {
		return nil, err
	}
	judge.Put(e)
	opt, err := scope.options(judge.File, item.Path)
	if err != nil {
		return nil, err
	}
	search, err := quiet.Load("")
	if err != nil {
		return nil, err
	}
	v := newSurvey(item, judge)
	games := map[uint32]bool{}
	opt.Progress = reads(ctx, "judging "+item.Label)
	rep, err := extract.Visit(ctx, []string{item.Path}, opt, extract.Visitor[Worst]{
		All: scope.Kind == ScopeAll || scope.Kind == ScopeFirst,
		Judge: func(s *datasets.Sample) Worst {
			e, err := judge.Take() // it could be taken before
			if err != nil {
				return Worst{}
			}
			defer judge.Put(e)
			return v.judge(s, e)
		},
		Take: func(s *datasets.Sample, w Worst, name func() string) {
			games[s.Game] = true
			v.add(s, &w)
			v.put(s, &w, search, name)
		},
	})
	if err != nil {
		return nil, err
	}
	v.Bad, v.Games, v.Named = rep.Counts.Bad, len(games), rep.Sources[0].Columns.Game > 0
	v.say(scope, judge.File, rep)
	return v, nil
}

// newSurvey returns an empty survey.
func newSurvey(item, judge *items.Item) *Survey {
	v := &Survey{Summary{
		Label: item.Label, Weights: judge.Label, K: defaultKData, Fitted: fittedTo(judge.File, item.Path),
		Phases: make([]int, phaseBins), Scores: make([]int, scoreBins), Material: make([]int, 2*materialEnd+1),
	}, map[group]*groupOf{}}
	if k := judge.File.Provenance.ResultK(); k != nil {
		v.K, v.KKnown = k.Value, true
	}
	return v
}

// say says in words which rows were surveyed.
func (v *Survey) say(scope Scope, f *weights.File, rep *extract.Report) {
	n := plaintext.Thousands(v.Rows)
	switch scope.Kind {
	case ScopeAll:
		v.Scope = "all " + n + " positions"
	case ScopeFirst:
		v.Limited = rep.Counts.Lines >= mostScanned
		if v.Scope = "all " + n + " positions"; v.Limited {
			v.Scope = "the first " + n + " positions"
		}
	case ScopeFilters:
		v.Scope = n + " positions that the filters leave"
	case ScopeTrain, ScopeTest:
		v.Scope = n + " training positions of " + v.Weights
		if scope.Kind == ScopeTest {
			v.Scope = n + " test positions of " + v.Weights
		}
		v.Note = fitNote(f, rep.Sources[0])
	}
}

// fitNote says what else decided which rows a fit took.
func fitNote(f *weights.File, read datasets.Source) string {
	var notes []string
	for _, s := range f.Provenance.Sources {
		if s.Name == read.Name && s.SHA256 != "" && s.SHA256 != read.SHA256 {
			notes = append(notes, "The file was changed since the fit.")
		}
	}
	for _, d := range f.Provenance.Funnel {
		if d.Rows > 0 {
			notes = append(notes, fmt.Sprintf("The fit also left out %s: %s.", plaintext.Count(int(d.Rows), "row"), d.Filter))
		}
	}
	return strings.Join(notes, " ")
}

// judge looks at a position: several goroutines do so at once.
func (v *Survey) judge(s *datasets.Sample, e *items.Evaluator) Worst {
	w := Worst{
		Line: s.Line, game: s.Game, Result: s.Result.String(), Phase: tapered.PeSTO.Of(&s.Position),
		Material: datasets.Material(&s.Position), Label: s.Points(),
	}
	if math.IsNaN(w.Label) && s.Score != winprob.NoScore {
		w.Label = winprob.Expected(v.K, float64(s.Score))
	}
	if w.labeled = !math.IsNaN(w.Label); w.labeled {
		w.Eval = e.Evaluate(&s.Position)
		w.Predicted = winprob.Expected(v.K, w.Eval)
		w.Error = w.Label - w.Predicted
	}
	return w
}

// put puts a position into its group if it has a label.
func (v *Survey) put(s *datasets.Sample, w *Worst, search *quiet.Search, name func() string) {
	if !w.labeled {
		return
	}
	c := v.groups[w.group()]
	if c == nil {
		c = new(groupOf)
		v.groups[w.group()] = c
	}
	c.fits++
	c.squared += w.Error * w.Error
	worst, calm := c.worst.lacks(w), c.quiet.lacks(w)
	if !worst && !calm {
		return
	}
	w.Quiet = search.Gap(&s.Position) <= quiet.Bound
	w.FEN, w.Game = s.Position.FEN(), weights.OneLine(name())
	if worst {
		c.worst.keep(*w)
	}
	if calm && w.Quiet {
		c.quiet.keep(*w)
	}
}
