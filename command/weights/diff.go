package weights

import (
	"context"
	"fmt"
	"path"

	"example.org/centipawn/command/fit/session"
	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/guard"
	"example.org/centipawn/weights/paired"
	"example.org/centipawn/weights/show"
)

const diffAbout = `Diff prints the weights that differ. With positions, which are matrices that
extract wrote, data files or traces, it also says how far the new evaluation is
from the old one on them, and what to expect of a match: docs/guard.md. If either
file was fitted to these positions, errors are those of the rows that its fit has
tested, as fit prints them; else of all, at most 200,000.`

func runDiff(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights diff [-json] [-names NAMES] OLD NEW [POSITIONS...]", diffAbout, std)
	asJSON := fs.Bool("json", false, "print one JSON object")
	names := fs.String("names", "", "`file` that names the columns of a trace")
	files, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(files) < 2 {
		return cli.Usagef(std, "pass two weights files, the old one first: there are %d arguments", len(files))
	}
	before, after, err := findBoth(files[0], files[1])
	if err != nil {
		return err
	}
	old, fresh := paired.File{File: before, Name: files[0], Start: path.Base(files[0])}, paired.File{File: after, Name: files[1], Start: path.Base(files[1])}
	far, errs, err := onPositions(ctx, old, fresh, files[2:], *names, std)
	if err != nil {
		return err
	}
	d := weights.Compare(before, after)
	if *asJSON {
		all := shownDiff(d)
		all.Guard, all.Errors = far, errs
		return cli.WriteJSON(std.Out, all)
	}
	if err := show.Diff(std.Out, d); err != nil || far == nil {
		return err
	}
	fmt.Fprintln(std.Out)
	if errs != nil {
		if err := errs.Write(std.Out); err != nil {
			return err
		}
		fmt.Fprintln(std.Out)
	}
	return far.Write(std.Out)
}

// findBoth finds two weights; published without a set is of the other's.
func findBoth(old, new string) (before, after *weights.File, err error) {
	if after, err = weights.Find(new, ""); err == nil {
		before, err = weights.Find(old, after.Set)
	}
	return before, after, err
}

// onPositions compares the evaluations on the positions of files, nil of none. Without labels there are no errors.
func onPositions(ctx context.Context, before, after paired.File, files []string, names string, std cli.Streams) (*guard.Report, *paired.Errors, error) {
	if len(files) == 0 {
		return nil, nil, nil
	}
	opt := settings.Options{Inputs: files, Set: after.Set, Trace: settings.Trace{Names: names}}
	opt.Read.Trusted = true // a diff is not refused for its labels
	rows, done, err := session.Load(ctx, opt, std)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	for _, f := range []*weights.File{before.File, after.File} {
		if err := counted(f, rows.Schema()); err != nil {
			return nil, nil, err
		}
	}
	before.Rows, after.Rows = rows, rows
	far, errs, lacking, err := paired.Judge(ctx, before, after, paired.Options{})
	if err == nil && lacking != nil {
		cli.Printf(std.Err, "no errors on these rows: %v\n", lacking)
	}
	return far, errs, err
}

// counted refuses weights of a set that the rows count otherwise.
func counted(f *weights.File, s matrix.Schema) error {
	if f.Set == s.Set && f.SetHash != "" && f.SetHash != s.SetHash {
		return note.Refuse(note.F11, "weights of set %s (hash %s), and positions with the counts of hash %s: names or counts differ; extract the positions again",
			f.Set, f.SetHash, s.SetHash)
	}
	return nil
}
