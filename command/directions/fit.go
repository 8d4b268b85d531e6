package directions

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/fit/session"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights/blend"
	"example.org/centipawn/weights/paired"
)

// A rowsError is one of files that were asked for, which ends the run.
type rowsError struct{ error }

func (e *rowsError) Unwrap() error { return e.error }

// fit makes the direction of a recipe and writes its weights.
func (m *maker) fit(ctx context.Context, r recipe, d *Direction) error {
	inputs := m.inputsOf(r)
	opt, err := parse(m.argsOf(r), inputs, m.std)
	if err != nil {
		return &rowsError{err}
	}
	of, err := m.rowsOf(ctx, r)
	if err != nil {
		return &rowsError{err}
	}
	if of != m.rows {
		defer of.Close()
	}
	f, err := of.Fit(ctx, opt)
	if err != nil {
		return err
	}
	if f.Interrupted() {
		return errors.Join(ctx.Err(), errors.New("the search was interrupted"))
	}
	d.Weights, d.Target, d.Warnings = f.File, f.File.Provenance.Target, slices.Clone(f.Result.Warnings)
	if _, err := blend.New(m.old, []blend.Direction{{Name: d.Name, Fit: d.Weights}}); err != nil {
		return errors.New("it moves no weight")
	}
	if err := m.measure(ctx, f, of.Set(), d); err != nil {
		return err
	}
	path := filepath.Join(m.Dir, d.File)
	if err := f.File.Write(path); err != nil {
		return &rowsError{err}
	}
	if d.SHA256, err = input.HashFile(path); err != nil {
		return &rowsError{err}
	}
	return nil
}

// inputsOf are the files of the rows of a recipe.
func (m *maker) inputsOf(r recipe) []string {
	if len(r.other.Files) > 0 {
		return r.other.Files
	}
	return m.Inputs
}

// argsOf are the flags of fit that make the direction of a recipe alone, but for its output.
func (m *maker) argsOf(r recipe) []string {
	file := m.Positions
	switch {
	case r.labels != nil:
		file = r.labels.File
	case len(r.other.Files) > 0:
		file = r.other.Positions
	}
	return slices.Concat(m.args(), r.args, positions(file))
}

// rowsOf returns the rows of a recipe.
func (m *maker) rowsOf(ctx context.Context, r recipe) (*session.Rows, error) {
	switch {
	case r.labels != nil:
		return m.rows.Relabel(r.labels.File)
	case len(r.other.Files) == 0:
		return m.rows, nil
	}
	opt, err := parse(m.argsOf(r), r.other.Files, m.std)
	if err != nil {
		return nil, err
	}
	return session.Open(ctx, opt, m.std)
}

// measure finds the errors of a fit and of the old weights on the labels of the fit.
func (m *maker) measure(ctx context.Context, f *finding.Finding, set *matrix.Set, d *Direction) error {
	if f.Result.K == nil {
		return nil
	}
	s, err := paired.Select(ctx, f.File, set)
	if err != nil {
		return err
	}
	d.K = s.K
	models := []fit.Model{paired.ModelOf(m.old, set, s.K), paired.ModelOf(f.File, set, s.K)}
	for i := range models {
		models[i].Intercepts = nil // as an engine plays
	}
	if d.Train, err = m.errorsOn(ctx, set, fit.Train, &s, models); err != nil || f.Result.Test == nil {
		return err
	}
	d.Test, err = m.errorsOn(ctx, set, fit.Test, &s, models)
	return err
}

// errorsOn measures two models on a part of the rows.
func (m *maker) errorsOn(ctx context.Context, set *matrix.Set, part fit.Part, s *paired.Selection, models []fit.Model) (*Errors, error) {
	found, err := fit.Evaluate(ctx, set, part, models, fit.EvalOptions{Target: s.Target, Split: s.Split, Threads: m.Threads})
	if err != nil || found[0].Rows == 0 {
		return nil, err
	}
	c, err := fit.Compare(found[0], found[1], fit.Bootstrap{})
	if err != nil {
		return nil, err
	}
	return &Errors{Rows: c.N, Old: found[0].Bare().MSE, New: found[1].Bare().MSE, Change: c.MSE.Value, Interval: c.MSE.Interval}, nil
}

// command is the call of fit that makes the direction alone, in the folder of the files.
func (m *maker) command(r recipe) string {
	alone := *m
	alone.Threads = 0
	inputs := m.inputsOf(r)
	files := slices.Concat(inputs, []string{m.Start, m.Positions, r.other.Positions})
	if r.labels != nil {
		files = append(files, r.labels.File)
	}
	words := []string{"fit"}
	for _, word := range slices.Concat(alone.argsOf(r), []string{"-o", r.name + ".json"}, inputs) {
		if slices.Contains(files, word) {
			word = filepath.Base(word)
		}
		words = append(words, cli.Quote(word))
	}
	return strings.Join(words, " ")
}

// inputs is a hash of all that every direction depends on.
func (m *maker) inputs(start string) string {
	set := m.rows.Set()
	s, p := set.Schema(), set.Provenance()
	facts, err := json.Marshal([]any{tool, start, s.Set, s.SetHash, s.Columns, s.Formula, set.Rows(), p.Sources, p.Settings})
	if err != nil {
		panic("directions: " + err.Error()) // of plain data
	}
	return hash(string(facts))
}

// key is a hash of what a direction depends on beside that.
func (m *maker) key(r recipe) (string, error) {
	words := []string{m.command(r)}
	files := slices.Clone(r.other.Files)
	if r.other.Positions != "" {
		files = append(files, r.other.Positions)
	}
	if r.labels != nil {
		files = append(files, r.labels.File)
	}
	for _, name := range files {
		sum, err := hashOf(name)
		if err != nil {
			return "", fmt.Errorf("%s: %w", r.name, err)
		}
		words = append(words, sum)
	}
	return hash(words...), nil
}

// hashOf returns the hash of a file, or that of the manifest of a matrix.
func hashOf(name string) (string, error) {
	if sum, err := input.HashFile(filepath.Join(name, "manifest.json")); err == nil {
		return sum, nil
	}
	return input.HashFile(name)
}

func hash(words ...string) string {
	k := resume.KeyOf(words...)
	return hex.EncodeToString(k[:])
}

// earlier returns the direction of an earlier run if it is the same and its file is there, with its weights.
func (m *maker) earlier(d *Direction) *Direction {
	if m.known == nil {
		return nil
	}
	for _, old := range m.known.Directions {
		if old.Name == d.Name && old.Key == d.Key && old.File == d.File && old.read(m.Dir) == nil {
			return &old
		}
	}
	return nil
}
