// Package desk takes orders for jobs from the page Jobs: it makes forms, checks what they order, and shows how the jobs of
// package jobs go on.
package desk

import (
	"context"
	"flag"
	"net"
	"os"
	"path/filepath"
	"slices"

	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/jobs"
	"example.org/centipawn/command/workbench/measures"
)

// Options are what flags say of jobs.
type Options struct {
	Remote   bool
	AtOnce   int
	Programs []string
}

// AddFlags adds the flags that say which jobs may start.
func AddFlags(fs *flag.FlagSet) *Options {
	o := new(Options)
	fs.BoolVar(&o.Remote, "jobs", false, "start jobs from the pages although other machines can reach them (-listen): a user who has the printed address can then start commands here")
	fs.IntVar(&o.AtOnce, "at-once", 1, "run `n` jobs at once, the others wait; each takes all processors unless its own flags say otherwise")
	fs.Func("program", "let jobs run this other program, as a player or to write a trace: its `COMMAND` as after cmd:, such as stockfish; may be repeated; without it jobs run commands of this project alone", func(text string) error {
		o.Programs = append(o.Programs, text)
		return nil
	})
	return o
}

// A Desk takes orders for jobs.
type Desk struct {
	Queue     *jobs.Queue // nil: jobs are off
	Off       string      // why
	Remote    bool        // other machines can start them
	diagnoses *cache.Cache[string, *measures.Diagnosis]
	progress  *cache.Cache[string, jobs.Progress] // of jobs that have ended
}

// keptRepairs is how many files' findings are kept for forms.
const keptRepairs = 8

// keptProgress is how many ended jobs have their last lines kept.
const keptProgress = 1000

// Open opens the desk of what is open. Args are the arguments of this program, names those that are not flags.
func Open(o *Options, open *items.Project, names, args []string, at net.Addr) (*Desk, error) {
	d := &Desk{diagnoses: cache.New[string, *measures.Diagnosis](keptRepairs), progress: cache.New[string, jobs.Progress](keptProgress)}
	host, _, err := net.SplitHostPort(at.String())
	if err != nil {
		return nil, err
	}
	ip := net.ParseIP(host)
	local := ip != nil && ip.IsLoopback()
	dir := projectOf(open, names)
	switch {
	case !jobs.Supported():
		d.Off = "this system has no signal that stops a command in order"
	case !local && !o.Remote:
		d.Off = "other machines can reach these pages; pass -jobs to start jobs all the same"
	case dir == "":
		d.Off = "no folder of a project is open; pass one: workbench FOLDER"
	}
	if d.Off != "" {
		return d, nil
	}
	project, err := jobs.NewProject(dir, o.Programs...)
	if err != nil {
		return nil, err
	}
	d.Remote = !local
	d.Queue, err = jobs.Open(project, o.AtOnce, jobs.Self(args))
	return d, err
}

// projectOf returns the folder of jobs: the first folder of the arguments that is none of a run; "": there is none.
func projectOf(open *items.Project, names []string) string {
	for _, name := range names {
		info, err := os.Stat(name)
		isItem := slices.ContainsFunc(open.Now().Items, func(i *items.Item) bool { return i.Path == filepath.Clean(name) })
		if err == nil && info.IsDir() && !isItem {
			return name
		}
	}
	return ""
}

// Begin keeps the queue going; the returned function waits until it has ended with the context.
func (d *Desk) Begin(ctx context.Context) (wait func()) {
	if d.Queue == nil {
		return func() {}
	}
	ctx, end := context.WithCancel(ctx)
	ended := make(chan bool)
	go func() {
		d.Queue.Run(ctx)
		close(ended)
	}()
	return func() {
		end()
		<-ended
	}
}
