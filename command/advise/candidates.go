package advise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/features"
	"example.org/centipawn/features/candidates"
	"example.org/centipawn/fit/advice"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// fineBelow is the gain that a family does not have, with 97.5 %, of which the evaluation is said to lack nothing.
const fineBelow = 0.01

// shownPositions is how many positions show a candidate.
const shownPositions = 5

// rule is what makes a candidate a recommendation.
const rule = "recommended is what gains on games that were not used to find it, with 95 % certainty that nothing is recommended in vain: p-values by game, adjusted by Holm's rule for all that were tried; intervals allow for all by Bonferroni's rule, which is wider and two-sided, so that a few may reach below 0"

// noSets is what -sets says for a trace's own columns alone.
const noSets = "none"

// ours are the sets of this module, of which some count the same as others, or the same in a formula.
var ours = []string{"standard", "alphaone", "pesto", "pesto_mirrored", "lishex", "standard_safety", "standard_nonlinear"}

// candidateSets returns the sets whose terms are asked: those of this module, and those that a program
// has registered beside them.
func (c *call) candidateSets() (list []*features.Set, err error) {
	if c.sets == nil {
		list = candidates.Sets()
		for _, set := range features.Registered() {
			if !slices.Contains(ours, set.Name()) {
				list = append(list, set)
			}
		}
		return list, nil
	}
	if len(c.sets) == 1 && c.sets[0] == noSets {
		return nil, nil
	}
	for _, name := range c.sets {
		set, err := features.Lookup(name)
		if err != nil {
			return nil, fmt.Errorf("-sets: %w", err)
		}
		list = append(list, set)
	}
	return list, nil
}

// An adviser asks candidates about the rows of a session.
type adviser struct {
	*session
	counter *candidates.Counter // nil: own columns alone
	counted *candidates.Columns
	list    []candidates.Candidate
	asked   []advice.Candidate
	study   *advice.Study
}

// advise counts the candidates, asks them, and writes what they say into the report.
func (s *session) advise(ctx context.Context) error {
	a := &adviser{session: s}
	if err := a.count(ctx); err != nil {
		return err
	}
	opt := advice.Options{Seed: s.seed, Threads: s.opt.Threads, Keep: max(advice.DefaultKeep, s.top),
		Progress: a.asking()}
	var err error
	a.study, err = advice.NewStudy(a.rows(), opt)
	if errors.Is(err, advice.ErrFew) {
		return fmt.Errorf("%s: %w; %s", s.call.files[0], err, s.moreGames())
	}
	if err != nil {
		return fmt.Errorf("%s: %w; %s", s.call.files[0], err, s.remedy())
	}
	ranking, err := a.study.Rank(ctx, a.asked)
	if err != nil {
		return err
	}
	a.tell(ranking)
	return a.further(ctx, ranking)
}

// asking returns what shows how far a ranking has come, and the next after it.
func (a *adviser) asking() func(done, all int) {
	stage, last, step := "asking candidates", 0, 1
	return func(done, all int) {
		if done < last {
			step++
			stage = fmt.Sprintf("asking again after step %d", step-1)
		}
		last = done
		a.stages.At(stage, int64(done), int64(all), "")
	}
}

// count counts the candidates in the rows.
func (a *adviser) count(ctx context.Context) error {
	sets, err := a.candidateSets()
	if err != nil {
		return err
	}
	switch {
	case a.bare || len(sets) == 0:
		if len(a.columns) == 0 {
			return fmt.Errorf("-sets %s: no candidate is left: pass the names of sets", noSets)
		}
		a.counted = candidates.NewColumns(len(a.samples))
	default:
		a.stages.At("counting candidates", 0, int64(len(a.samples)), "")
		if a.counter, err = candidates.New(sets...); err != nil {
			return err
		}
		if a.counted, err = a.counter.Collect(ctx, len(a.samples), a.position, a.opt.Threads); err != nil {
			return err
		}
	}
	if len(a.columns) > 0 {
		if err := a.counted.AddOwn(a.columns, a.net); err != nil {
			return err
		}
	}
	a.list = a.counted.List()
	for i := range a.list {
		x := &a.list[i]
		a.asked = append(a.asked, advice.Candidate{Name: x.Name, Kind: string(x.Kind), Columns: func() []advice.Column { return a.build(x) }})
	}
	return nil
}

// build makes the columns of a candidate.
func (a *adviser) build(x *candidates.Candidate) []advice.Column {
	columns := a.counted.Build(x)
	list := make([]advice.Column, len(columns))
	for i, c := range columns {
		list[i] = advice.Column(c)
	}
	if len(list) == 0 { // it counts nowhere, in too few games like others
		list = []advice.Column{{Name: x.Name}}
	}
	return list
}

// rows returns what the study is told of the rows.
func (a *adviser) rows() *advice.Rows {
	r := &advice.Rows{Eval: a.eval, Label: a.label, Phase: a.phase, Game: make([]uint32, len(a.samples))}
	for i := range r.Game {
		r.Game[i] = a.samples[i].Game
	}
	return r
}

// tell writes a ranking into the report.
func (a *adviser) tell(ranking *advice.Ranking) {
	r := &a.report
	r.Tried, r.Rule = ranking.Tried, rule
	for _, i := range ranking.Large {
		x := &a.list[i]
		a.warn("%s is not asked as a whole: it has %d columns, and %d is the most; tables of it are asked if the names say so, as in pst.knight.12", x.Name, len(x.Columns), advice.MostColumns)
	}
	for _, f := range a.distinct(ranking.Surest()) {
		x := a.advice(f)
		x.Positions = a.positionsOf(f)
		r.Recommended = append(r.Recommended, x)
	}
	for i := range ranking.Findings {
		f := &ranking.Findings[i]
		switch {
		case f.Recommended:
			r.Found++
		case f.Gain > 0 && len(r.Others) < a.top:
			r.Others = append(r.Others, a.advice(f))
		}
		if !f.Recommended && f.High < fineBelow && a.list[f.Index].Kind == candidates.Family {
			r.Fine = append(r.Fine, Fine{Name: f.Name, High: max(0, f.High)})
		}
	}
	slices.SortStableFunc(r.Fine, func(x, y Fine) int { return cmp.Compare(x.High, y.High) })
}

// The share of overlap at which a candidate says mostly what a better one says, and the share of the better one's
// gain at which a simpler one is listed in its place.
const (
	sameShare   = 0.5
	simplerGain = 0.8
)

// distinct returns the best recommended findings, without those that say mostly what one before says, or are made of a
// term that another is made of: after the first is written, the next question answers the rest. Of two of these a
// term, table or family is listed rather than a product, a square or a part of a term, if it gains nearly as much.
func (a *adviser) distinct(order []*advice.Finding) (list []*advice.Finding) {
	for _, f := range order {
		if !f.Recommended || f.Delta == nil {
			continue
		}
		same := a.sayingSame(f, list)
		switch {
		case same == nil:
			if len(list) < a.top {
				list = append(list, f)
			}
		case a.simpler(f, same) && f.Gain >= simplerGain*same.Gain:
			list[slices.Index(list, same)] = f
		}
	}
	slices.SortStableFunc(list, advice.Surer)
	return list
}

// sayingSame returns the listed finding that says mostly what f says, or shares a term with it; nil: none. What
// counts for the side to move shares the move. A family and what is made of its terms are listed beside one another.
func (a *adviser) sayingSame(f *advice.Finding, list []*advice.Finding) *advice.Finding {
	x := &a.list[f.Index]
	for _, l := range list {
		y := &a.list[l.Index]
		shared := slices.ContainsFunc(x.Columns, func(column int) bool { return slices.Contains(y.Columns, column) })
		shared = shared || x.Kind == candidates.Mover && y.Kind == candidates.Mover
		if f.Overlap(l) >= sameShare || shared && x.Kind != candidates.Family && y.Kind != candidates.Family {
			return l
		}
	}
	return nil
}

// simpler reports whether f is of terms as they stand, and g is not, or of more.
func (a *adviser) simpler(f, g *advice.Finding) bool {
	return a.plain(f) && (!a.plain(g) || len(a.list[f.Index].Columns) < len(a.list[g.Index].Columns))
}

// plain reports whether a finding is of terms as they stand.
func (a *adviser) plain(f *advice.Finding) bool {
	switch a.list[f.Index].Kind {
	case candidates.Family, candidates.Table, candidates.Term:
		return true
	}
	return false
}

// advice writes a finding as the report has it.
func (a *adviser) advice(f *advice.Finding) Advice {
	x := &a.list[f.Index]
	out := Advice{Name: f.Name, Kind: string(x.Kind), Formula: x.Formula, Unit: x.Unit, Source: x.Source, Gain: f.Gain, Low: f.Low, High: f.High, LowAll: f.LowAll, HighAll: f.HighAll,
		Adjusted: f.Adjusted, Recommended: f.Recommended, Rows: f.Rows, Games: f.Games, Weights: []Weight{}}
	for _, w := range f.Weights {
		out.Weights = append(out.Weights, Weight(w))
	}
	for _, o := range f.Overlaps {
		out.Overlaps = append(out.Overlaps, Overlap(o))
	}
	out.terms = a.termsOf(x)
	out.Has = x.Kind != candidates.Product && x.Kind != candidates.Square && a.hasAll(out.terms)
	base := a.counted.Base()[x.Columns[0]]
	if a.counter != nil && !base.Own {
		out.Cost = a.counter.Cost(x)
	}
	if f.Recommended {
		out.Picture = a.picture(x)
		out.Elo = worthOf(f.Gain)
	}
	return out
}

// picture returns the picture of a candidate, nil if it has none.
func (a *adviser) picture(x *candidates.Candidate) *Picture {
	if a.counter == nil {
		return nil
	}
	e, found := a.counter.Example(x)
	if !found {
		return nil
	}
	return &Picture{Shows: e.Column, FEN: e.Position.FEN(), Count: e.Count}
}

// termsOf names the terms of a candidate.
func (a *adviser) termsOf(x *candidates.Candidate) (names []string) {
	base := a.counted.Base()
	own := len(base) - len(a.columns) // of which on the columns are the engine's
	for _, i := range x.Columns {
		name := base[i].Name
		if i >= own {
			name = a.columns[i-own].Name // as the trace has it
		}
		names = append(names, name)
	}
	return names
}

// hasAll reports whether the evaluation is known to have terms: those of a weights file with a weight, or
// those of a trace.
func (a *adviser) hasAll(terms []string) bool {
	for _, name := range terms {
		own := slices.ContainsFunc(a.columns, func(c candidates.Column) bool { return c.Name == name })
		if !own && (a.file == nil || !slices.ContainsFunc(a.file.Terms, func(t weights.Term) bool {
			return t.Name == name && (t.Value.Value != 0 || t.MG.Value != 0 || t.EG.Value != 0)
		})) {
			return false
		}
	}
	return true
}

// positionsOf returns positions of different games in which a candidate would take away most of the error.
func (a *adviser) positionsOf(f *advice.Finding) (list []Position) {
	if f.Delta == nil || a.bare {
		return nil
	}
	type row struct {
		i    int
		less float64 // of the squared error
	}
	var rows []row
	for i, d := range f.Delta {
		if d == 0 {
			continue
		}
		before, after := float64(a.label[i])-a.expected[i], float64(a.label[i])-winprob.Expected(a.report.K, float64(a.eval[i]+d))
		if less := before*before - after*after; less > 0 {
			rows = append(rows, row{i, less})
		}
	}
	slices.SortFunc(rows, func(x, y row) int { return cmp.Or(cmp.Compare(y.less, x.less), x.i-y.i) })
	columns := a.build(&a.list[f.Index])
	seen := map[uint32]bool{}
	for _, r := range rows {
		x := &a.samples[r.i]
		if seen[x.Game] {
			continue
		}
		seen[x.Game] = true
		white, black := a.counts(columns, f.Weights, uint32(r.i))
		list = append(list, Position{FEN: x.Position.FEN(), Game: x.Game, File: a.files[x.Source], Line: x.Line, Eval: round(a.eval[r.i]),
			With: round(a.eval[r.i] + f.Delta[r.i]), Label: float64(a.label[r.i]), White: white, Black: black})
		if len(list) == shownPositions {
			break
		}
	}
	return list
}

// round writes centipawns as they are shown.
func round(v float32) float64 { return math.Round(10*float64(v)) / 10 }

// counts returns what columns count for the sides in a row: of one column its counts, of several the
// centipawns of the sides.
func (a *adviser) counts(columns []advice.Column, weights []advice.Weight, row uint32) (white, black float64) {
	for k, c := range columns {
		at, found := slices.BinarySearch(c.Rows, row)
		if !found {
			continue
		}
		if len(columns) == 1 {
			return float64(c.White[at]), float64(c.Black[at])
		}
		phi := float64(a.phase[row])
		worth := weights[k].MG*phi + weights[k].EG*(1-phi)
		white, black = white+worth*float64(c.White[at]), black+worth*float64(c.Black[at])
	}
	return round(float32(white)), round(float32(black))
}

// further finds what can go, and adds the surest candidate and asks again as often as the flags say.
func (a *adviser) further(ctx context.Context, ranking *advice.Ranking) error {
	if err := a.simplify(ctx); err != nil {
		return err
	}
	if a.steps == 0 {
		return nil
	}
	before := a.study.Loss()
	path, err := a.study.Select(ctx, a.asked, ranking, a.steps)
	if err != nil {
		return err
	}
	for i := range path {
		step := Step{Advice: a.advice(&path[i].Finding), Loss: path[i].Loss / before}
		a.report.Steps = append(a.report.Steps, step)
	}
	return nil
}
