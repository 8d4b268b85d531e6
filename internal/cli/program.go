package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/term"
)

// Main runs a program and exits with its status. Ctrl-C ends the context, and so
// do SIGTERM, as of kill and of systems that go down, and SIGHUP, as of a terminal
// that is closed; a second signal kills, and so does the first where nothing reads the
// output for a second.
func Main(name string, run Command) {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	ended := os.Getenv(EndedVariable)
	_ = os.Unsetenv(EndedVariable) // the programs that this one starts are not meant
	out := &pipe{Writer: os.Stdout}
	context.AfterFunc(ctx, func() {
		stop()
		out.waitForStuck(time.Second)
		noteEnd(ended, StatusInterrupted)
		os.Exit(StatusInterrupted)
	})
	std := Streams{os.Stdin, out, &screen{file: os.Stderr}}
	if term.IsTerminal(int(os.Stdout.Fd())) { // elsewhere results are for programs
		std.Out = &screen{file: os.Stdout}
	}
	err := Program(name, run)(ctx, os.Args[1:], std)
	Report(std.Err, name, err)
	noteEnd(ended, Status(err))
	os.Exit(Status(err))
}

// EndedVariable names the variable of the environment with the file into which a program writes its exit status at its
// end: who started it may not be there any more to be told. A program that was killed writes nothing.
const EndedVariable = "CENTIPAWN_ENDED"

func noteEnd(path string, status int) {
	if path != "" {
		_ = os.WriteFile(path, []byte(strconv.Itoa(status)), 0o600) // without it the program counts as killed
	}
}

// endings are the signals that end a command in order. SIGHUP does not if the command
// was started to outlive its terminal, as nohup does.
func endings() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// Program returns the command of a whole program: run, and what every program answers to as its
// first word: -version or version, help [VERB], completion SHELL, man. A file of such a name is an
// argument like any other.
func Program(name string, run Command) Command {
	return func(ctx context.Context, args []string, std Streams) error {
		if len(args) == 0 || isFile(args[0]) {
			return run(ctx, args, std)
		}
		switch args[0] {
		case "-version", "--version", "version":
			printVersion(std.Out, name)
			return nil
		case "help":
			return run(ctx, append(args[1:len(args):len(args)], "-h"), std)
		case "completion":
			return complete(ctx, name, run, args[1:], std)
		case "man":
			return manual(ctx, name, run, std)
		}
		return run(ctx, args, std)
	}
}

func isFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// printVersion prints the version, of what commit the program is if the build says so, and of
// what compiler.
func printVersion(w io.Writer, name string) {
	commit := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = " " + s.Value[:min(len(s.Value), 12)]
			}
		}
	}
	fmt.Fprintf(w, "%s %s%s (%s %s/%s)\n", name, Version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
