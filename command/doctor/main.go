// Package doctor is the command of that name: it examines a data file before anything is made of it.
package doctor

import (
	"context"
	"fmt"
	"strings"

	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/datasets/doctor"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/extract"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/progress"
)

const synopsis = "doctor [flags] FILE|- [FILE2]"

const about = `Doctor examines a data file: its format, whose view and what unit its labels take, what
is wrong with it and in which lines; and it names the flags of extract and fit that bring it in order.
With FILE2 it says what positions and games both have. Flags of reading say what the file is claimed to be.

Exit status: 0 no error among the findings, 1 at least one (with -strict: or a warning) or the file cannot
be read, 2 wrong call.`

// Main is the command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags(synopsis, about, std)
	opt := doctor.Options{}.WithDefaults()
	extract.AddInputFlags(fs, &opt.Read)
	fs.IntVar(&opt.Rows, "rows", 0, "`number` of rows that the file is said to have")
	fs.IntVar(&opt.Bad, "bad", opt.Bad, "more than `n` bad lines are an error")
	fs.IntVar(&opt.Lines, "lines", opt.Lines, "name `n` lines of each kind of suspicious rows")
	fs.IntVar(&opt.Threads, "threads", opt.Threads, "work on `n` chunks at a time; the diagnosis does not depend on it")
	asJSON := fs.Bool("json", false, "print one JSON object on standard output")
	strict := fs.Bool("strict", false, "let warnings count as errors for the exit status")
	files, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if err := checkCall(std, files, opt); err != nil {
		return err
	}
	search, err := quiet.Load("")
	if err != nil {
		return err
	}
	opt.Gap, opt.Bound = search.Gap, quiet.Bound
	if opt.Bad == 0 {
		opt.Bad = budget.Off
	}
	d, err := examine(ctx, files, opt, std)
	if err != nil {
		return err
	}
	if *asJSON {
		err = cli.WriteJSON(std.Out, d)
	} else {
		text := new(strings.Builder)
		err = d.Write(text)
		if err == nil {
			_, err = cli.Printf(std.Out, "%v", text)
		}
	}
	if err != nil {
		return err
	}
	return status(d, *strict)
}

// checkCall refuses a call that lacks its file or has too many.
func checkCall(std cli.Streams, files []string, opt doctor.Options) error {
	switch {
	case len(files) == 0:
		return cli.Usagef(std, "no input: pass a data file, or - for standard input")
	case len(files) > 2:
		return cli.Usagef(std, "%d files: pass one, or two to see what they have in common", len(files))
	case len(files) == 2 && files[0] == "-" && files[1] == "-":
		return cli.Usagef(std, "the standard input can be read only once")
	case opt.Rows < 0 || opt.Bad < 0 || opt.Lines < 1 || opt.Threads < 1:
		return cli.Usagef(std, "-rows and -bad: want at least 0; -lines and -threads: want at least 1")
	}
	return nil
}

// examine examines the files and shows how far it is.
func examine(ctx context.Context, files []string, opt doctor.Options, std cli.Streams) (*doctor.Diagnosis, error) {
	stages := &progress.Stages{W: std.Err}
	defer stages.Done()
	opt.Progress = func(read, size int64) { stages.At("examining", read, size, "") }
	opt.Read.Stdin = std.In
	second := ""
	if len(files) == 2 {
		second = files[1]
	}
	return doctor.Examine(ctx, files[0], second, opt)
}

// status returns an error if a finding is one, or with strict a warning.
func status(d *doctor.Diagnosis, strict bool) error {
	errors, warnings := d.Count(note.Error), d.Count(note.Warning)
	if errors > 0 || strict && warnings > 0 {
		return fmt.Errorf("%s: %s", d.File, d.Verdict)
	}
	return nil
}
