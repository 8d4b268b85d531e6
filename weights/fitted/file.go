package fitted

import (
	"cmp"
	"slices"
	"strconv"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/audit"
)

// File makes the weights file of a fit. It holds nothing that depends on whether the
// rows came from a matrix or from a data file.
func File(res *fit.Result, data *matrix.Set, about About) *weights.File {
	f := &weights.File{
		Kind: about.Kind, Set: res.Set, SetHash: res.SetHash, Phase: data.Schema().Phase, EndgameScale: data.Schema().Scale,
		Provenance: about.provenance(res, data),
	}
	about.model(f, res, data.Schema())
	if about.Test != nil {
		f.Provenance.Split.Kind = "set"
		f.Provenance.TestSet = sources(about.Test.Provenance())
	}
	for _, w := range unsaid(f.Provenance.Warnings, slices.Clone(res.Warnings)) {
		f.Provenance.Warnings = append(f.Provenance.Warnings, note.Note{Code: w.Code, Text: w.Text})
	}
	if f.Kind == weights.Evaluation {
		f.Provenance.Warnings = append(f.Provenance.Warnings, unsaid(f.Provenance.Warnings, audit.Check(f))...)
	}
	return f
}

// unsaid returns the warnings of a code that has not been said yet: the fit
// knows more of a matter than an audit of its weights.
func unsaid(said, found note.List) note.List {
	return slices.DeleteFunc(found, func(w note.Note) bool { return said.Has(w.Code) })
}

// model adds formula, inputs and terms: the fitted and fixed weights, in the order of columns. A column that
// was left out of the fit has no term; where there is a formula it has one of value 0, as without its columns
// the sums would be others.
func (about About) model(f *weights.File, res *fit.Result, s matrix.Schema) {
	f.Formula = s.Formula
	values, at := about.values(res), map[string]int{}
	for _, c := range s.Columns {
		if c.Kind == matrix.Input {
			f.Inputs = append(f.Inputs, c.Name)
			continue
		}
		if i, again := at[c.Term()]; again {
			t := &f.Terms[i]
			if len(t.Sums) == 0 {
				t.Sums = []string{formula.Linear}
			}
			t.Sums = append(t.Sums, cmp.Or(c.Sum(), formula.Linear))
			continue
		}
		t, known := term(c, values)
		if !known && f.Formula == "" {
			continue
		}
		at[c.Term()] = len(f.Terms)
		f.Terms = append(f.Terms, t)
	}
}

// term returns a column's term, and whether the fit knows any of its weights.
func term(c matrix.Column, values map[string]weights.Weight) (t weights.Term, known bool) {
	t = weights.Term{Name: c.Term(), Parameter: c.Kind == matrix.Parameter, Tapered: c.Tapered}
	if sum := c.Sum(); sum != "" {
		t.Sums = []string{sum}
	}
	names := c.Weights()
	first, known := values[names[0]]
	if !c.Tapered {
		t.Value = first
		return t, known
	}
	second, also := values[names[1]]
	t.MG, t.EG = first, second
	return t, known || also
}

// values returns the fitted and fixed weights by name.
func (about About) values(res *fit.Result) map[string]weights.Weight {
	values := map[string]weights.Weight{}
	for _, w := range res.Fixed {
		values[w.Name] = weights.Weight{Value: w.Value}
		if about.Frozen[w.Name] {
			values[w.Name] = weights.Weight{Value: w.Value, Bound: weights.BoundFrozen}
		}
	}
	for _, w := range res.Weights {
		values[w.Name] = weights.Weight{Value: w.Value, StdErr: w.StdErr, DF: freedom(w), Bound: w.Bound}
	}
	return values
}

// manyGames is where Student's t is the normal distribution to 0.2 %.
const manyGames = 1000

// freedom returns the degrees of freedom of a weight's error to three figures, 0 for many.
func freedom(w fit.Weight) float64 {
	if w.DF >= manyGames {
		return 0
	}
	three, _ := strconv.ParseFloat(strconv.FormatFloat(w.DF, 'g', 3, 64), 64)
	return three
}

// provenance says where the weights come from.
func (about About) provenance(res *fit.Result, data *matrix.Set) weights.Provenance {
	from := data.Provenance()
	p := weights.Provenance{
		Tool: about.Tool, Sources: sources(from),
		Rows: res.Funnel.Train + res.Funnel.Test, Games: res.Games,
		Constraints: about.Constraints,
		Split:       weights.Split{Kind: splitKind(res, from.Clusters), Share: res.Share, Seed: res.Seed},
		Loss:        res.Loss.String(), Huber: res.Delta, Method: res.Method.String(),
		Ridge: res.Ridge, Condition: res.Condition,
		Train: metrics(res.Train), Test: metrics(res.Test),
	}
	p.Settings = slices.Clone(from.Settings)
	for _, d := range from.Funnel {
		if d.Rows < 0 { // mirrored copies: added, not dropped
			p.Settings = append(p.Settings, weights.Setting{Name: d.Filter, Value: strconv.FormatInt(-d.Rows, 10)})
			continue
		}
		p.Funnel = append(p.Funnel, d)
	}
	if res.Loss.Expected() {
		about.expected(&p, res, data)
	} else {
		p.Clip, p.Mates = res.Clip, res.Mates.String()
	}
	if res.Moves != nil {
		about.moves(&p, res)
	}
	if !res.Loss.Expected() || res.ScoreShare > 0 {
		p.Funnel = append(p.Funnel,
			weights.Drop{Filter: "no score", Rows: int64(res.Funnel.NoScore)},
			weights.Drop{Filter: "mates", Rows: int64(res.Funnel.Mates)})
	}
	if res.Funnel.Sealed > 0 {
		p.Funnel = append(p.Funnel, weights.Drop{Filter: "sealed", Rows: int64(res.Funnel.Sealed)})
	}
	p.Sealed = metrics(res.Sealed)
	if w := res.Within; w != nil {
		p.Groups = &weights.Groups{By: w.By, Groups: w.Groups, Silent: w.SilentShare(), Train: metrics(w.Train), Test: metrics(w.Test)}
	}
	for _, a := range res.Intercepts {
		p.Intercepts = append(p.Intercepts, weights.Intercept{Source: from.Sources[a.Source].Name, Value: a.Value, StdErr: a.StdErr})
	}
	for _, text := range from.Warnings {
		p.Warnings = append(p.Warnings, note.Parse(text))
	}
	return p
}

// sources lists the files that rows came from.
func sources(from matrix.Provenance) []weights.Source {
	var list []weights.Source
	for _, s := range from.Sources {
		list = append(list, weights.Source{Name: s.Name, SHA256: s.SHA256, Rows: int(s.Lines - s.Bad)})
	}
	return list
}

// splitKind says what the split kept together: a game, or what stood for it.
func splitKind(res *fit.Result, clusters matrix.Clusters) string {
	if res.Split == fit.SplitGame && clusters == matrix.BySkeleton {
		return string(clusters)
	}
	return res.Split.String()
}
