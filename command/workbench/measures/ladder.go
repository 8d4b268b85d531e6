package measures

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/queue"
	"example.org/centipawn/datasets/doctor"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/extract"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
)

// A Switch is a filter that a page can switch on: a flag of extract with a value.
type Switch struct {
	Name    string   `json:"name"`    // of the flag; of -drop with its kind
	Value   string   `json:"value"`   // that it begins with; "": it has none
	Choices []string `json:"choices"` // of the value; null: a number or a range
	About   string   `json:"about"`   // what is kept
	Always  bool     `json:"always"`  // it cannot be switched off
}

// Switches are the filters of extract in the order in which they are asked.
var Switches = []Switch{
	{Name: "termination", Value: "believed", Choices: []string{"believed", "normal", "all"}, About: "games whose end is believed", Always: true},
	{Name: "drop book", About: "not from an opening book"},
	{Name: "plies", Value: "16..", About: "after so many half-moves"},
	{Name: "last-plies", Value: "10", About: "not the last half-moves of a game"},
	{Name: "drop check", About: "not in check"},
	{Name: "drop noisy", About: "the move takes or promotes nothing"},
	{Name: "quiet", Value: "filter", Choices: []string{"filter", "replace"}, About: "no capture pending, or replaced by the position after it"},
	{Name: "phase", Value: "0.1..1", About: "phase, 0 with bare kings"},
	{Name: "pieces", Value: "6..32", About: "pieces and pawns on the board"},
	{Name: "drop no-score", About: "with a score"},
	{Name: "drop no-result", About: "with a result"},
	{Name: "drop mates", About: "no mate as the score"},
	{Name: "scores", Value: "0..1000", About: "size of the score, centipawns"},
	{Name: "against", Value: "600", About: "the loser was never so far ahead"},
	{Name: "sample", Value: "5", About: "one position in so many"},
	{Name: "duplicates", Value: "first", Choices: []string{"first", "mean", "drop"}, About: "equal positions"},
	{Name: "per-game", Value: "20", About: "of a game at most so many"},
	{Name: "mirror", About: "with the mirror image of each"},
}

// reading are the flags of extract that say how a file is read, as doctor advises them.
var reading = []string{"format", "fen", "score", "result", "result-codes", "game", "ply", "pov", "result-pov", "unit", "castling", "depth", "trust"}

// A Ladder is what the filters of an extraction leave, step by step.
type Ladder struct {
	Lines int    `json:"lines"` // of the file
	Rungs []Rung `json:"rungs"` // in the order in which filters are asked
	Rows  int    `json:"rows"`  // left at the end
	Games bool   `json:"games"` // the file names its games
}

// A Rung is what one filter drops.
type Rung struct {
	Switch  string `json:"switch"`  // name of its [Switch]; "" of what is always dropped
	Name    string `json:"name"`    // as extract prints it
	Dropped int    `json:"dropped"` // below 0: added
	Left    int    `json:"left"`
}

// FilterOptions returns the options of an extraction with flags: each a name with its value, such as "-sample 5". Only
// flags of [Switches] and of the reading are taken: no request names a file or what it costs.
func FilterOptions(flags []string) (opt extract.Options, err error) {
	fs := flag.NewFlagSet("extract", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	f := extract.AddFlags(fs)
	for _, text := range flags {
		name, value, _ := strings.Cut(strings.TrimPrefix(text, "-"), " ")
		of := func(s Switch) bool { n, _, _ := strings.Cut(s.Name, " "); return n == name }
		if !slices.ContainsFunc(Switches, of) && !slices.Contains(reading, name) {
			return opt, fmt.Errorf("%q is not a filter of extract", text)
		}
		if value == "" {
			value = "true"
		}
		if err := fs.Set(name, value); err != nil {
			return opt, fmt.Errorf("-%s %s: %w", name, value, err)
		}
	}
	if opt, err = f.Options(); err != nil {
		return opt, err
	}
	return opt, opt.Filter.Check()
}

// FilterCommand is the extraction of a file, which is called by a name, with flags, for weights of a set.
func FilterCommand(set, name string, flags []string) string {
	words := []string{"-set " + cli.Quote(set)}
	for _, text := range flags {
		flag, value, has := strings.Cut(text, " ")
		if has {
			flag += " " + cli.Quote(value)
		}
		words = append(words, flag)
	}
	return doctor.Extraction(name, words)
}

// LadderOf counts what flags leave of a data file.
func LadderOf(ctx context.Context, item *items.Item, flags []string) (*Ladder, error) {
	opt, err := FilterOptions(flags)
	if err != nil {
		return nil, err
	}
	opt.Progress = reads(ctx, "filtering "+item.Label)
	rep, err := extract.Count(ctx, []string{item.Path}, opt)
	if err != nil {
		return nil, err
	}
	l := &Ladder{Lines: rep.Counts.Lines, Rows: rep.Rows, Games: rep.Sources[0].Columns.Game > 0}
	left := l.Lines
	add := func(of, name string, n int) {
		left -= n
		l.Rungs = append(l.Rungs, Rung{of, name, n, left})
	}
	for _, always := range []Rung{{Name: "blank", Dropped: rep.Counts.Blank}, {Name: "shallow", Dropped: rep.Counts.Shallow}, {Name: "bad", Dropped: rep.Counts.Bad}} {
		if always.Dropped > 0 {
			add("", always.Name, always.Dropped)
		}
	}
	names := switchesOf(flags)
	for _, drop := range rep.Funnel {
		add(names[drop.Filter], drop.Filter, int(drop.Rows))
	}
	return l, nil
}

// switchesOf returns the switches by the names that extract gives to the filters that flags turn on.
func switchesOf(flags []string) map[string]string {
	of := map[string]string{"mirrored copies": "mirror"}
	termination := filter.Termination(filter.EndsBelieved).Name
	for _, text := range append([]string{"-termination believed"}, flags...) {
		opt, err := FilterOptions([]string{text})
		at := slices.IndexFunc(Switches, func(s Switch) bool {
			return text == "-"+s.Name || s.Value != "" && strings.HasPrefix(text, "-"+s.Name+" ")
		})
		if err != nil || at < 0 {
			continue
		}
		for _, f := range opt.Filter.Stream() {
			if f.Name != termination || Switches[at].Name == termination {
				of[f.Name] = Switches[at].Name
			}
		}
		for _, name := range new(filter.Survey).Select(opt.Filter).Names() {
			of[name] = Switches[at].Name
		}
	}
	return of
}

// reads returns a function that says how far the reading of a file has come.
func reads(ctx context.Context, what string) func(stage string, read, size int64) {
	return func(stage string, read, size int64) {
		if stage != "counting" { // of two passes, which one
			stage = what + ", " + stage
		} else {
			stage = what
		}
		queue.Tell(ctx, stage, read, size, plaintext.Megabytes(size))
	}
}
