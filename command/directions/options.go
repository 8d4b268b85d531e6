package directions

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
)

// ListName is the file of the list in the folder of the directions.
const ListName = "directions.json"

// Options say from what directions are made.
type Options struct {
	// Inputs are the rows: traces, matrices or data files, as the command fit takes them.
	Inputs []string

	// Start is the file of the old weights.
	Start string

	// Dir is the folder of the weights files and their list. It is made if it is not there; directions in it
	// that are of the same inputs are not made again.
	Dir string

	// Tempo are patterns of the weights that all directions hold but the one that frees them. Nil means those
	// called tempo, empty none. A pattern that matches nothing is an error.
	Tempo []string

	// Labels are other labels of the rows of traces.
	Labels []Labels

	// Positions is the file of the positions of the rows of a trace, as fit -positions; empty: none.
	Positions string

	// Leaves are rows of search trees (match leaves), Choices those of choices among moves (match choices).
	// Without files these directions are skipped.
	Leaves, Choices Rows

	// Only names the directions that are made. Nil means all that apply.
	Only []string

	// Flags are further flags of the command fit for all directions, such as "-parity", "2" or "-seed", "2".
	Flags []string

	Threads int // 0: one for each processor

	// Slow computes the standard errors of weights, too, which takes several times as long.
	Slow bool
}

// Labels are labels of the rows by a file: the n-th row is of the n-th position, as with fit -positions.
type Labels struct{ Name, File string }

// Rows are further traces or data files, of which a trace has positions.
type Rows struct {
	Files     []string
	Positions string // of traces; empty: none
}

// positions are the flags that name positions.
func positions(file string) []string {
	if file == "" {
		return nil
	}
	return []string{"-positions", file}
}

// labelName is a name that can be a part of a file's.
var labelName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,60}$`)

// check refuses options that mean nothing.
func (o *Options) check() error {
	switch {
	case len(o.Inputs) == 0:
		return errors.New("no rows: pass a trace, a matrix or a data file")
	case o.Start == "":
		return errors.New("-start: pass the old weights, which weights import makes of an engine's source")
	case !weights.IsFile(o.Start):
		return fmt.Errorf("-start %s: directions begin at an engine's own weights: pass a weights file", o.Start)
	case o.Dir == "":
		return errors.New("-o: pass the folder for the directions")
	}
	for i, l := range o.Labels {
		if !labelName.MatchString(l.Name) {
			return fmt.Errorf("-labels %s=%s: want a name of letters, digits, dots and dashes before =, such as 1500=labelled.epd", l.Name, l.File)
		}
		if slices.ContainsFunc(o.Labels[:i], func(other Labels) bool { return other.Name == l.Name }) {
			return fmt.Errorf("-labels %s: given twice", l.Name)
		}
	}
	for _, r := range o.further() {
		if len(r.Files) == 0 && r.Positions != "" {
			return fmt.Errorf("-%s-positions %s: pass the rows of these positions, too, by -%s", r.flag, r.Positions, r.flag)
		}
	}
	return nil
}

// further are the rows beside the inputs, with their flags.
func (o *Options) further() []flagged { return []flagged{{o.Leaves, "leaves"}, {o.Choices, "choices"}} }

// flagged are rows of a flag.
type flagged struct {
	Rows
	flag string
}

// args are the flags of fit that all directions share, before those of a recipe.
func (o *Options) args() []string {
	args := []string{"-start", o.Start, "-prior", o.Start}
	if !o.Slow {
		args = append(args, "-quick")
	}
	if o.Threads > 0 {
		args = append(args, "-threads", strconv.Itoa(o.Threads))
	}
	return append(args, o.Flags...)
}

// parse returns the options of fit for some arguments and inputs.
func parse(args, inputs []string, std cli.Streams) (settings.Options, error) {
	fs := cli.NewFlags("fit", "", std)
	return settings.Parse(fs, append(append(slices.Clone(args), "--"), inputs...), std)
}
