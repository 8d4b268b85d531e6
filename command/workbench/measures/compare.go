package measures

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/guard"
)

// A Comparison is the differences of two files, except their weights.
type Comparison struct {
	Inputs  []inputChange `json:"inputs"` // settings in which the files differ
	Command string        `json:"command"`
	Matches []Played      `json:"matches"` // open matches between the two
	Guard   *guard.Report `json:"guard"`   // as weights diff prints it; null: no rows
	Errors  *pairedErrors `json:"errors"`  // null: no rows
	Lacking string        `json:"lacking"` // why there are no errors
}

// An inputChange is a setting in which two files differ.
type inputChange struct {
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// A Played is a match between two weights files, as far as it was played.
type Played struct {
	Label string `json:"label"`
	Games int    `json:"games"`
	Elo   string `json:"elo"` // of the new file against the old one
}

// pairedErrors are the errors of two files on the same rows.
type pairedErrors struct {
	Part   string              `json:"part"`
	Note   string              `json:"note"`
	OldK   float64             `json:"old_k"` // 0: errors are in centipawns
	NewK   float64             `json:"new_k"`
	Old    *measure.Metrics    `json:"old"`
	New    *measure.Metrics    `json:"new"`
	Change *measure.Comparison `json:"change"` // new less old, with intervals from the same games
}

// Compare compares two files, on the rows of an item unless that is nil.
func Compare(ctx context.Context, old, fresh, on *items.Item) (*Comparison, error) {
	before, after := old.File, fresh.File
	c := &Comparison{Inputs: []inputChange{}}
	for _, in := range weights.Compare(before, after).Inputs {
		c.Inputs = append(c.Inputs, inputChange(in))
	}
	if on == nil {
		return c, nil
	}
	set, err := on.Rows(ctx, after.Set)
	if err != nil {
		return nil, err
	}
	if c.Guard, err = guard.Compare(ctx, set, before, after); err != nil && before.Set != after.Set {
		return nil, fmt.Errorf("rows are counted by the new file's set %s, the old file is of %s: %w", weights.OneLine(after.Set), weights.OneLine(before.Set), err)
	} else if err != nil {
		return nil, err
	}
	if c.Errors, err = errorsOf(ctx, before, after, set.Set, c.Guard); err != nil {
		c.Lacking = err.Error()
	}
	return c, nil
}

// errNoK is the error of files whose centipawns cannot become expected scores.
var errNoK = errors.New("neither the old file nor the labels say how much one of its centipawns is worth")

// errorsOf measures two files on the rows and labels of the new file's selection. The old file's K is its own or,
// without one, the guard's.
func errorsOf(ctx context.Context, before, after *weights.File, set *matrix.Set, found *guard.Report) (*pairedErrors, error) {
	if err := hasLoss(before); err != nil {
		return nil, err
	}
	s, err := selectionOf(after, set)
	if err != nil {
		return nil, err
	}
	e := &pairedErrors{Part: s.Part, NewK: s.K}
	if s.target.Expected {
		if e.OldK = kOf(before, found.K); e.OldK == 0 {
			return nil, errNoK
		}
	}
	metrics, changes, err := s.measure(ctx, set, modelOf(before, set, e.OldK), modelOf(after, set, e.NewK))
	if err != nil {
		return nil, err
	}
	e.Note, e.Old, e.New, e.Change = s.Note, metrics[0], metrics[1], changes[1]
	return e, nil
}

// kOf returns the K of a file that predicts expected scores, else another.
func kOf(f *weights.File, other float64) float64 {
	if p := &f.Provenance; p.Probabilistic() && p.K != nil {
		return p.K.Value
	}
	return other
}

// measure returns the errors of models on the selected rows, and their changes against the first's; its own is nil.
func (s *selection) measure(ctx context.Context, set *matrix.Set, models ...rows.Model) (metrics []*measure.Metrics, changes []*measure.Comparison, err error) {
	evaluations, err := measure.Evaluate(ctx, set, s.want, models, measure.EvalOptions{Target: s.target, Split: s.split})
	if err == nil && evaluations[0].Rows == 0 && s.onlyResults() {
		evaluations, err = measure.Evaluate(ctx, set, s.want, models, measure.EvalOptions{Target: s.target, Split: s.split})
	}
	if err == nil && evaluations[0].Rows == 0 {
		err = errNoRows
	}
	for i := 0; i < len(models) && err == nil; i++ {
		var change *measure.Comparison
		if i > 0 {
			change, err = measure.Compare(evaluations[0], evaluations[i], measure.Bootstrap{})
		}
		metrics, changes = append(metrics, evaluations[i].Metrics(measure.Bootstrap{})), append(changes, change)
	}
	return metrics, changes, err
}

// FileErrors are the errors of several files on the same rows, each compared with the first.
type FileErrors struct {
	Part  string      `json:"part"`
	Note  string      `json:"note"`
	Files []fileError `json:"files"`
}

// A fileError is the errors of one of several files.
type fileError struct {
	Label   string              `json:"label"`
	K       float64             `json:"k"` // 0: errors are in centipawns
	Metrics *measure.Metrics    `json:"metrics"`
	Change  *measure.Comparison `json:"change"` // less the first, with intervals from the same games; null: it is the first
}

// ErrorsOf measures files on the same rows, with the rows and labels of the first file's selection. The K of a file
// without one is the first's.
func ErrorsOf(ctx context.Context, files []*items.Item, on *items.Item) (*FileErrors, error) {
	first := files[0].File
	data, err := on.Rows(ctx, first.Set)
	if err != nil {
		return nil, err
	}
	set := data.Set
	for _, item := range files {
		if err := hasLoss(item.File); err != nil {
			return nil, fmt.Errorf("%s: %w", item.Label, err)
		}
		if item.File.Set != first.Set {
			return nil, fmt.Errorf("%s: weights of set %s, where the first file's are of %s", item.Label, weights.OneLine(item.File.Set), weights.OneLine(first.Set))
		}
	}
	s, err := selectionOf(first, set)
	if err != nil {
		return nil, err
	}
	out := &FileErrors{Part: s.Part}
	var models []rows.Model
	for _, item := range files {
		k := s.K
		if s.target.Expected {
			k = kOf(item.File, k)
		}
		models = append(models, modelOf(item.File, set, k))
		out.Files = append(out.Files, fileError{Label: item.Label, K: k})
	}
	metrics, changes, err := s.measure(ctx, set, models...)
	if err != nil {
		return nil, err
	}
	for i := range out.Files {
		out.Files[i].Metrics, out.Files[i].Change = metrics[i], changes[i]
	}
	out.Note = s.Note
	return out, nil
}
