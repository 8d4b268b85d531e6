package paired

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// A File is weights that are measured.
type File struct {
	*weights.File
	Name  string      // in messages
	Start string      // by which a fit that begins with it names it: published:pesto, or a file's base name
	Rows  *matrix.Set // the positions, counted by its set
}

// Errors are the errors of files on the same rows.
type Errors struct {
	Part       string     `json:"part"`                 // which rows they are
	Note       string     `json:"note,omitempty"`       // what is doubtful about them
	Expected   bool       `json:"expected"`             // labels and errors are expected scores; else centipawns
	Plays      []Measured `json:"plays"`                // by file: as an engine plays, without intercepts
	Intercepts []Measured `json:"intercepts,omitempty"` // with an intercept each; absent where the fit has none
}

// A Measured file is its errors, and what they are less than those of the first.
type Measured struct {
	K       float64             `json:"k,omitempty"` // that turns its centipawns into expected scores
	Metrics *measure.Metrics    `json:"metrics"`
	Change  *measure.Comparison `json:"change,omitempty"` // with intervals from the same games; absent for the first
}

// Options say how files are measured. The zero value is ready to use.
type Options struct {
	Threads  int                 // 0: one a processor
	Progress func(rows.Progress) // nil, or called after every block, also from several goroutines at once
}

// Measure measures two files or more on the same rows. If one was fitted to these rows, they are those of its
// fit's test, labels and K are its own, and the others have the K and the intercepts that its training rows
// give them; this is what fit does with the weights that it begins with. Of several, a file after the first goes
// before the first. If none was, all have the K and the intercepts of the rows on which they are measured.
func Measure(ctx context.Context, files []File, opt Options) (*Errors, error) {
	for _, f := range files {
		if err := cmp.Or(hasLoss(f.File), f.Reads(f.Rows.Schema())); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	m, err := newMeasuring(ctx, files, opt)
	if err != nil {
		return nil, err
	}
	out, err := m.errors(ctx)
	if errors.Is(err, ErrNoRows) && m.OnlyResults() {
		out, err = m.errors(ctx)
	}
	return out, err
}

// measuring is what Measure has found out.
type measuring struct {
	Options
	Selection
	files []File
	judge int // the file whose labels are taken; its fit was to the rows if the selection is exact
}

// newMeasuring chooses the file whose fit says what the rows and labels are.
func newMeasuring(ctx context.Context, files []File, opt Options) (*measuring, error) {
	m := &measuring{Options: opt, files: files, judge: -1}
	var refused error
	for _, i := range order(len(files)) {
		s, err := Select(ctx, files[i].File, files[i].Rows)
		if err != nil {
			refused = errors.Join(refused, fmt.Errorf("%s: %w", files[i].Name, err))
			continue
		}
		fit := files[i].Provenance.Loss != ""
		if m.judge < 0 || s.Exact && !m.Exact || fit && !m.Exact && files[m.judge].Provenance.Loss == "" {
			m.judge, m.Selection = i, s
		}
	}
	if m.judge < 0 {
		return nil, refused
	}
	if files[m.judge].Provenance.Loss == "" {
		m.Note = ""
	}
	m.warn()
	return m, nil
}

// order returns the numbers of n files, the first one last.
func order(n int) (list []int) {
	for i := 1; i < n; i++ {
		list = append(list, i)
	}
	return append(list, 0)
}

// warn says which other files were fitted to some of the rows.
func (m *measuring) warn() {
	p := &m.files[m.judge].Provenance
	for i, f := range m.files {
		o := &f.Provenance
		if i == m.judge || !within(f.Rows, o.Sources) || m.Exact && o.HeldOut() && o.Split == p.Split {
			continue
		}
		if m.Note != "" {
			m.Note += " "
		}
		m.Note += fmt.Sprintf("%s was fitted to some of these rows: its error is smaller here than on others.", weights.OneLine(f.Name))
	}
}

// errors measures the files.
func (m *measuring) errors(ctx context.Context) (*Errors, error) {
	out := &Errors{Part: m.Part, Note: m.Note, Expected: m.Target.Expected}
	plays, biased := make([]rows.Model, len(m.files)), make([]rows.Model, len(m.files))
	for i, f := range m.files {
		k, intercepts, err := m.scaleOf(ctx, i)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		plays[i] = ModelOf(f.File, f.Rows, k)
		plays[i].Intercepts = nil
		biased[i] = plays[i]
		biased[i].Intercepts = intercepts
	}
	with := m.withIntercepts()
	all, err := m.evaluate(ctx, plays, biased, with)
	if err != nil {
		return nil, err
	}
	if out.Plays, err = compared(plays, all[:len(plays)]); err == nil && with {
		out.Intercepts, err = compared(biased, all[len(plays):])
	}
	return out, err
}

// withIntercepts reports whether intercepts of all files are known: where a fit had some, and its training rows are at
// hand.
func (m *measuring) withIntercepts() bool {
	f := m.files[m.judge]
	return !m.Exact || m.Want == rows.Test && !sealed(f.File) && len(interceptsOf(f.File, f.Rows)) > 0
}

// sealed reports whether a fit kept rows from training and test: the file does not say which.
func sealed(f *weights.File) bool {
	return slices.ContainsFunc(f.Provenance.Funnel, func(d weights.Drop) bool { return d.Filter == "sealed" && d.Rows > 0 })
}

// evaluate measures the models: as an engine plays, and with intercepts if they are asked for.
func (m *measuring) evaluate(ctx context.Context, plays, biased []rows.Model, with bool) ([]*measure.Evaluation, error) {
	all := make([]*measure.Evaluation, 2*len(plays))
	for i, f := range m.files {
		if all[i] != nil {
			continue
		}
		var models []rows.Model
		var places []int
		for j := i; j < len(m.files); j++ { // those of the same rows in one pass
			if m.files[j].Rows != f.Rows {
				continue
			}
			models, places = append(models, plays[j]), append(places, j)
			if with {
				models, places = append(models, biased[j]), append(places, len(plays)+j)
			}
		}
		found, err := measure.Evaluate(ctx, f.Rows, m.Want, models, measure.EvalOptions{Target: m.Target, Split: m.Split, Threads: m.Threads, Progress: m.Progress})
		if err != nil {
			return nil, err
		}
		if found[0].Rows == 0 {
			return nil, ErrNoRows
		}
		for k, at := range places {
			all[at] = found[k]
		}
	}
	return all, nil
}

// compared returns the errors of models, each less those of the first.
func compared(models []rows.Model, found []*measure.Evaluation) (list []Measured, err error) {
	for i, e := range found {
		one := Measured{K: models[i].K, Metrics: e.Metrics(measure.Bootstrap{})}
		if i > 0 {
			if one.Change, err = measure.Compare(found[0], e, measure.Bootstrap{}); err != nil {
				return nil, err
			}
		}
		list = append(list, one)
	}
	return list, nil
}
