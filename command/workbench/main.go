package workbench

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"runtime/debug"

	"example.org/centipawn/command/workbench/desk"
	"example.org/centipawn/command/workbench/follow"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/jobs"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/cli"
)

// garbage is the growth of the heap between two collections, percent: most of the heap is rows, which stay.
const garbage = 15

// usualAddress is the default of -listen: links to pages outlive the server.
const (
	usualHost    = "127.0.0.1"
	usualAddress = usualHost + ":8764"
)

// listenAt listens at an address. If another program has the usual port, it takes a free one and prints that to
// messages.
func listenAt(ctx context.Context, address string, messages io.Writer) (net.Listener, error) {
	var c net.ListenConfig
	l, err := c.Listen(ctx, "tcp", address)
	if err == nil || address != usualAddress {
		return l, err
	}
	cli.Printf(messages, "%v: using a free port. Links to these pages will not work after this run; pass -listen %s:PORT to choose a permanent one\n", err, usualHost)
	return c.Listen(ctx, "tcp", usualHost+":0")
}

// Main is the command: it opens the arguments and serves the pages until it is stopped.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("workbench [-listen ADDRESS] [flags] [FILE|DIR...]",
		"Shows weights files, data files, matrices, advice, and the folders of fits, matches, tournaments\n"+
			"and runs on pages in a browser, until Ctrl-C. Any other folder is searched for them, without\n"+
			"arguments the one it is in, and watched: what is new, changes or is removed shows by itself.\n"+
			"The default weights are there as builtin.", std)
	listen := fs.String("listen", usualAddress, "`address` and port; port 0 takes a free one, as the default does if its port is taken. With another address than this machine's own, others on the network can see the pages")
	opt := desk.AddFlags(fs)
	names, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		names = []string{"."}
	}
	project, err := items.Watch(names, std.Err)
	if err != nil {
		return err
	}
	l, err := listenAt(ctx, *listen, std.Err)
	if err != nil {
		return fmt.Errorf("-listen: %w", err)
	}
	a, err := web.NewAccess(*listen, l.Addr())
	if err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	for _, item := range project.Now().Items {
		cli.Printf(std.Err, "%-10s %s\n", item.Kind, item.Label)
	}
	s := newServer(project, a)
	if s.jobs, err = desk.Open(opt, project, names, args, l.Addr()); err != nil {
		return err
	}
	defer s.jobs.Begin(ctx)()
	if s.jobs.Off != "" {
		cli.Printf(std.Err, "jobs are off: %s\n", s.jobs.Off)
	} else if s.jobs.Remote {
		cli.Printf(std.Err, "warning: -jobs: a user in the network who has the address below can start commands in %s\n", s.jobs.Queue.Project.Dir)
	}
	fmt.Fprintf(std.Out, "http://%s/?token=%s\n", l.Addr(), a.Token)
	for _, at := range follow.At(l.Addr()) {
		cli.Printf(std.Err, "pupils follow at %s\n", at)
	}
	fmt.Fprintln(std.Err, "open this address in a browser; Ctrl-C ends")
	return s.serve(ctx, l)
}

// Program is what a main function runs: the workbench or, called by the name of one of the commands that jobs run, that.
func Program() (name string, run cli.Command) {
	if name, ok := jobs.Called(); ok {
		run, _ := jobs.Command(name)
		return name, run
	}
	return "workbench", Main
}
