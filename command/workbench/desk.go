package workbench

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
)

// jobOptions are what flags say of jobs.
type jobOptions struct {
	remote   bool
	atOnce   int
	programs []string
}

func addJobFlags(fs *flag.FlagSet) *jobOptions {
	o := new(jobOptions)
	fs.BoolVar(&o.remote, "jobs", false, "start jobs from the pages although other machines can reach them (-listen): a user who has the printed address can then start commands here")
	fs.IntVar(&o.atOnce, "at-once", 1, "run `n` jobs at once, the others wait; each takes all processors unless its own flags say otherwise")
	fs.Func("program", "let jobs run this other program, as a player or to write a trace: its `COMMAND` as after cmd:, such as stockfish; may be repeated; without it jobs run commands of this project alone", func(text string) error {
		o.programs = append(o.programs, text)
		return nil
	})
	return o
}

// A desk takes orders for jobs.
type desk struct {
	queue     *jobs.Queue // nil: jobs are off
	off       string      // why
	remote    bool        // other machines can start them
	diagnoses *cache.Cache[string, *diagnosis]
}

// keptRepairs is how many files' findings are kept for forms.
const keptRepairs = 8

// openDesk opens the desk of what is open. Args are the arguments of this program, names those that are not flags.
func openDesk(o *jobOptions, open *items.Project, names, args []string, at net.Addr) (*desk, error) {
	d := &desk{diagnoses: cache.New[string, *diagnosis](keptRepairs)}
	host, _, err := net.SplitHostPort(at.String())
	if err != nil {
		return nil, err
	}
	ip := net.ParseIP(host)
	local := ip != nil && ip.IsLoopback()
	dir := projectOf(open, names)
	switch {
	case !jobs.Supported():
		d.off = "this system has no signal that stops a command in order"
	case !local && !o.remote:
		d.off = "other machines can reach these pages; pass -jobs to start jobs all the same"
	case dir == "":
		d.off = "no folder of a project is open; pass one: workbench FOLDER"
	}
	if d.off != "" {
		return d, nil
	}
	project, err := jobs.NewProject(dir, o.programs...)
	if err != nil {
		return nil, err
	}
	d.remote = !local
	d.queue, err = jobs.Open(project, o.atOnce, jobs.Self(args))
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

// begin keeps the queue going; the returned function waits until it has ended with the context.
func (d *desk) begin(ctx context.Context) (wait func()) {
	if d.queue == nil {
		return func() {}
	}
	ctx, end := context.WithCancel(ctx)
	ended := make(chan bool)
	go func() {
		d.queue.Run(ctx)
		close(ended)
	}()
	return func() {
		end()
		<-ended
	}
}
