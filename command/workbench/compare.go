package workbench

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	weightsguard "example.org/centipawn/weights/guard"
)

// comparePage is two weights files beside each other. What moved, the tables and the evaluation of a
// position are those of the pages Weights and Position.
var comparePage = page{
	Name: "compare", Title: "Compare", About: "What has changed from one evaluation to another, and is it better?",
	Routes: func(s *Server) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{"GET /api/compare": answer(s.compare), "GET /api/metrics": answer(s.metrics)}
	},
}

// mostCompared is how many comparisons are kept.
const mostCompared = 16

// A compareKey is an old and a new file, and the item whose rows they are compared on; nil: none.
type compareKey struct{ old, new, rows *Item }

// A comparison is what is said of two files beside their weights.
type comparison struct {
	Inputs  []inputChange        `json:"inputs"` // settings in which the files differ
	Command string               `json:"command"`
	Matches []matchOf            `json:"matches"` // that are open, between the two
	Guard   *weightsguard.Report `json:"guard"`   // as weights diff prints it; null: no rows
	Errors  *pairedErrors        `json:"errors"`  // null: no rows
	Lacking string               `json:"lacking"`
}

// An inputChange is a setting in which two files differ.
type inputChange struct {
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// pairedErrors are the errors of two files on the same rows.
type pairedErrors struct {
	Part   string              `json:"part"`
	Note   string              `json:"note"`
	OldK   float64             `json:"old_k"` // 0: errors are of centipawns
	NewK   float64             `json:"new_k"`
	Old    *measure.Metrics    `json:"old"`
	New    *measure.Metrics    `json:"new"`
	Change *measure.Comparison `json:"change"` // new less old, with intervals from the same games
}

// compare answers with a comparison of two files.
func (s *Server) compare(r *http.Request) (any, error) {
	key, err := s.compareKeyOf(r)
	if err != nil {
		return nil, err
	}
	found, err := s.compared.get(key, func() (*comparison, error) { return compareFiles(context.WithoutCancel(r.Context()), key) })
	if err != nil {
		return nil, err
	}
	out := *found
	out.Command = matchCommand(key, s.guard.hasToken(r))
	out.Matches = s.matchesOf(key)
	return out, nil
}

func (s *Server) compareKeyOf(r *http.Request) (key compareKey, err error) {
	if key.old, err = s.item(r, "old", Weights); err != nil {
		return key, err
	}
	if key.new, err = s.item(r, "weights", Weights); err != nil {
		return key, err
	}
	if r.URL.Query().Get("rows") != "" {
		key.rows, err = s.rowsItem(r)
	}
	return key, err
}

func compareFiles(ctx context.Context, key compareKey) (*comparison, error) {
	before, after := key.old.File, key.new.File
	c := &comparison{Inputs: []inputChange{}}
	for _, in := range weights.Compare(before, after).Inputs {
		c.Inputs = append(c.Inputs, inputChange(in))
	}
	if key.rows == nil {
		return c, nil
	}
	set, err := key.rows.rowsOf(ctx, after.Set)
	if err != nil {
		return nil, bad(err)
	}
	if c.Guard, err = weightsguard.Compare(ctx, set, before, after); err != nil {
		return nil, bad(err)
	}
	if c.Errors, err = errorsOf(ctx, before, after, set.Set, c.Guard); err != nil {
		c.Lacking = err.Error()
	}
	return c, nil
}

// errNoK is the error of files whose centipawns nobody can turn into expected scores.
var errNoK = errors.New("neither the old file nor the labels say how much a centipawn of it is worth")

// errorsOf measures two files on the same rows, with the labels of the new file's fit: the rows of its
// test where there are any of them. The old file's K is its own or, where it says none, the guard's.
func errorsOf(ctx context.Context, before, after *weights.File, set *matrix.Set, found *weightsguard.Report) (*pairedErrors, error) {
	for _, f := range []*weights.File{before, after} {
		if err := hasLoss(f); err != nil {
			return nil, err
		}
	}
	t := &testRows{}
	target, err := t.target(after, set)
	if err != nil {
		return nil, err
	}
	split := t.split(after, set)
	e := &pairedErrors{Part: t.Part, Note: t.Note, NewK: t.K}
	if target.Expected {
		if e.OldK = found.K; before.Provenance.Probabilistic() && before.Provenance.K != nil {
			e.OldK = before.Provenance.K.Value
		}
		if e.OldK == 0 {
			return nil, errNoK
		}
	}
	evaluations, err := t.evaluate(ctx, set, []rows.Model{modelOf(before, set, e.OldK), modelOf(after, set, e.NewK)}, target, split)
	if err != nil {
		return nil, err
	}
	e.Note = t.Note
	if e.Change, err = measure.Compare(evaluations[0], evaluations[1], measure.Bootstrap{}); err != nil {
		return nil, err
	}
	e.Old, e.New = evaluations[0].Metrics(measure.Bootstrap{}), evaluations[1].Metrics(measure.Bootstrap{})
	return e, nil
}

// evaluate evaluates models on the rows that a target and a split say.
func (t *testRows) evaluate(ctx context.Context, set *matrix.Set, models []rows.Model, target rows.Target, split rows.Split) ([]*measure.Evaluation, error) {
	evaluations, err := measure.Evaluate(ctx, set, t.want, models, measure.EvalOptions{Target: target, Split: split})
	if err == nil && evaluations[0].Rows == 0 && target.ScoreShare > 0 { // as in newTestRows
		target.ScoreShare, t.Note = 0, noteOtherLabels
		evaluations, err = measure.Evaluate(ctx, set, t.want, models, measure.EvalOptions{Target: target, Split: split})
	}
	return evaluations, err
}

// modelOf is a file as a model of rows.
func modelOf(f *weights.File, set *matrix.Set, k float64) rows.Model {
	m := rows.Model{K: k, Intercepts: interceptsOf(f, set)}
	for _, w := range f.Weights() {
		m.Weights = append(m.Weights, rows.NamedWeight{Name: w.Name, Value: w.Value})
	}
	return m
}

// matchCommand is the command of the match that would decide. Names are those of the command line if
// who asks has the token; others do not learn paths.
func matchCommand(key compareKey, paths bool) string {
	name := func(item *Item) string {
		if paths {
			return quoteForShell(item.path)
		}
		return quoteForShell(item.Label)
	}
	return "match -a " + name(key.new) + " -b " + name(key.old) + " -sprt 0,5 -o run"
}

// plainName are the characters that a shell takes as they are.
const plainName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+-"

// quoteForShell writes a word so that a shell takes it for this word and nothing else.
func quoteForShell(word string) string {
	if word != "" && strings.Trim(word, plainName) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
