// Package directions makes directions: fits that begin with an engine's old weights, hold on to them, and differ
// in what they are fitted to and in what they may move. How far to go in each is found by play.
package directions

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/fit/session"
	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/blend"
	"example.org/centipawn/weights/paired"
)

// Make makes the directions, writes each with the list into the folder of the options, and returns the list with
// its weights. What is there from the same inputs is not made again, so that a run that was interrupted goes on
// to the same bytes. Progress, and what becomes of each recipe, goes to std.Err; nothing to std.Out.
//
// A recipe whose fit fails is skipped with its error; none at all is an error.
func Make(ctx context.Context, opt Options, std cli.Streams) (*List, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(opt.Dir, 0o777); err != nil {
		return nil, fmt.Errorf("-o: %w", err)
	}
	m := &maker{Options: opt, std: std}
	base, err := parse(slices.Concat(opt.args(), []string{"-loss", "sigmoid"}, positions(opt.Positions)), opt.Inputs, std)
	if err != nil {
		return nil, err
	}
	if err := m.checkFiles(&base); err != nil {
		return nil, err
	}
	if m.rows, err = session.Open(ctx, base, std); err != nil {
		return nil, err
	}
	defer m.rows.Close()
	schema := m.rows.Set().Schema()
	if m.old, err = weights.FindFor(opt.Start, schema.Set, schema.SetHash); err != nil {
		return nil, fmt.Errorf("-start: %w", err)
	}
	if err := m.checkOld(); err != nil {
		return nil, err
	}
	return m.make(ctx)
}

// A maker makes directions.
type maker struct {
	Options
	std    cli.Streams
	rows   *session.Rows
	old    *weights.File
	traits *traits

	list  *List
	known *List // of an earlier run, nil without
}

// checkFiles refuses files that the recipes cannot read, before the rows are read.
func (m *maker) checkFiles(base *settings.Options) error {
	if base.Test != "" {
		return fmt.Errorf("-test %s: want none or a share of the games, such as 25%%: directions share their rows", base.Test)
	}
	for _, r := range m.further() {
		if len(r.Files) == 0 || r.Positions != "" {
			continue
		}
		if kind, err := base.Kind(r.Files); err == nil && kind == settings.Traces {
			return fmt.Errorf("-%s: the rows of a trace do not say of which tree they are: pass the file that match %s wrote by -%s-positions", r.flag, r.flag, r.flag)
		}
	}
	return m.checkLabels(base)
}

// checkLabels refuses other labels where rows do not name them by their number.
func (m *maker) checkLabels(base *settings.Options) error {
	if len(m.Labels) == 0 {
		return nil
	}
	kind, err := base.Kind(m.Inputs)
	if err != nil || kind == settings.Traces {
		return err
	}
	return errors.New("-labels: the n-th row of a trace is of the n-th position of the file, and the rows are of no trace: pass one, or make directions of the labelled file")
}

// checkOld refuses old weights that lack a term of the rows: a blend moves terms that both have.
func (m *maker) checkOld() error {
	for _, c := range m.rows.Set().Schema().Columns {
		if _, ok := m.old.Term(c.Term()); !ok && c.Kind != matrix.Input {
			return fmt.Errorf("-start %s: it has no term %s, which the rows count: name every term, a new one with 0", m.Start, c.Term())
		}
	}
	return nil
}

// make goes through the recipes.
func (m *maker) make(ctx context.Context) (*List, error) {
	var err error
	if m.traits, err = m.traitsOf(ctx, m.rows.Set(), m.old); err != nil {
		return nil, err
	}
	recipes, err := m.chosen(m.recipes(m.traits))
	if err != nil {
		return nil, err
	}
	if err := m.begin(); err != nil {
		return nil, err
	}
	for _, r := range recipes {
		if err := m.add(ctx, r); err != nil {
			return nil, err
		}
	}
	if len(m.list.Directions) == 0 {
		return nil, m.nothing()
	}
	if err := m.compare(ctx); err != nil {
		return nil, err
	}
	return m.list, m.list.write(m.Dir)
}

// nothing says why there is no direction.
func (m *maker) nothing() error {
	var why []string
	for _, s := range m.list.Skipped {
		why = append(why, s.Name+": "+s.Why)
	}
	return fmt.Errorf("no direction could be made: %s", strings.Join(why, "; "))
}

// begin starts the list, and reads the one of an earlier run from the same inputs.
func (m *maker) begin() error {
	sum, err := input.HashFile(m.Start)
	if err != nil {
		return fmt.Errorf("-start: %w", err)
	}
	set := m.rows.Set()
	m.list = &List{
		Format: Format, Tool: tool, Old: filepath.Base(m.Start), Set: set.Schema().Set, Rows: set.Rows(),
		Inputs: m.inputs(sum), Directions: []Direction{}, Skipped: []Skipped{}, Warnings: slices.Clone(m.rows.Warnings()),
	}
	m.known, err = readList(m.Dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && m.known.Inputs != m.list.Inputs {
		m.known, err = nil, nil
	}
	return err
}

// add makes the direction of a recipe, or finds it in the folder, and writes the list.
func (m *maker) add(ctx context.Context, r recipe) error {
	if r.missing != "" {
		m.skip(r, r.missing)
		return nil
	}
	if !r.free {
		for _, pattern := range m.traits.tempo {
			if !slices.Contains(r.args, pattern) {
				r.args = append(r.args, "-freeze", pattern)
			}
		}
	}
	d := Direction{Name: r.name, Why: r.why, Command: m.command(r), File: r.name + ".json"}
	var err error
	if d.Key, err = m.key(r); err != nil {
		return err
	}
	if old := m.earlier(&d); old != nil {
		m.list.Directions = append(m.list.Directions, *old)
		m.say(r.name, "made by an earlier run")
		return nil
	}
	switch err := m.fit(ctx, r, &d); {
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted: the same command goes on from %s: %w", m.Dir, context.Cause(ctx))
	case errors.As(err, new(*rowsError)):
		return fmt.Errorf("%s: %w", r.name, err)
	case err != nil:
		m.skip(r, "the fit failed: "+err.Error())
		return nil
	}
	m.list.Directions = append(m.list.Directions, d)
	m.say(r.name, d.errorText())
	return m.keep(d)
}

// keep writes the direction's weights and then the list so far, with those of an earlier run that may come.
func (m *maker) keep(d Direction) error {
	partial := *m.list
	partial.Directions = slices.Clone(partial.Directions)
	if m.known != nil {
		for _, old := range m.known.Directions {
			if !slices.ContainsFunc(partial.Directions, func(d Direction) bool { return d.Name == old.Name }) {
				partial.Directions = append(partial.Directions, old)
			}
		}
	}
	return partial.write(m.Dir)
}

// skip notes that a recipe is not followed.
func (m *maker) skip(r recipe, why string) {
	m.list.Skipped = append(m.list.Skipped, Skipped{r.name, why})
	m.say(r.name, "skipped: "+why)
}

func (m *maker) say(name, text string) { cli.Printf(m.std.Err, "%s: %s\n", name, text) }

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
	if i := slices.Index(m.Flags, "-names"); i >= 0 {
		files = append(files, m.Flags[i+1])
	}
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
