// Package cli is what the commands have in common: how they are called, how
// they end, and what Ctrl-C does.
//
// A command is a function of its arguments and streams that never exits, so
// that tests call it. Results go to stdout, progress and diagnostics to stderr.
// The package imports nothing of this module.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Version is that of the commands. It stands in the files that they write.
const Version = "0.1.0"

// A Command is the work of a program or of one of its verbs.
type Command func(ctx context.Context, args []string, std Streams) error

// Streams are a command's standard streams.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// The exit statuses of all commands.
const (
	StatusDone        = 0
	StatusFailed      = 1
	StatusUsage       = 2
	StatusRejected    = 3   // the work is done, and what was asked is found not to be so
	StatusUndecided   = 4   // the work is done, and what was asked is left open
	StatusInterrupted = 130 // as shells report Ctrl-C; also after the other signals of [Main]
)

// Answers that a command gives by its exit status; what they mean it has printed.
var (
	ErrRejected  = errors.New("rejected")
	ErrUndecided = errors.New("undecided")
)

// ErrUsage is the error of a command that was called wrongly and has said so.
var ErrUsage = errors.New("usage")

// Report prints the error of a command that has not been printed.
func Report(w io.Writer, name string, err error) {
	if status := Status(err); status == StatusFailed || status == StatusInterrupted {
		// A package of the command's name need not be named again, nor what ended the context.
		text := signalled.ReplaceAllString(strings.TrimPrefix(err.Error(), name+": "), context.Canceled.Error())
		if what, cut := strings.CutSuffix(text, context.Canceled.Error()); cut {
			if text = strings.TrimSuffix(what, ": "); !saysInterrupted.MatchString(text) {
				text = what + "interrupted"
			}
		}
		Printf(w, "%s: %s\n", name, text)
	}
}

// saysInterrupted finds what says in words that the work has ended early.
var saysInterrupted = regexp.MustCompile(`stopped|interrupted|goes on|is lost`)

// signalled is how a context of [signal.NotifyContext] names what ended it, after an error's text.
var signalled = regexp.MustCompile(`(interrupt|terminated|hangup) signal received$`)

// Status returns the exit status of a command's error.
func Status(err error) int {
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return StatusDone
	case errors.Is(err, ErrUsage):
		return StatusUsage
	case errors.Is(err, context.Canceled):
		return StatusInterrupted
	case errors.Is(err, ErrRejected):
		return StatusRejected
	case errors.Is(err, ErrUndecided):
		return StatusUndecided
	}
	return StatusFailed
}

// NewFlags returns the flag set of a command. The synopsis is the line after
// "usage: "; text may add some lines. Flags in groups are shown after the others.
func NewFlags(synopsis, text string, std Streams, groups ...Group) *flag.FlagSet {
	fs := flag.NewFlagSet(synopsis, flag.ContinueOnError)
	fs.SetOutput(std.Err)
	fs.Usage = func() {
		fmt.Fprintf(fs.Output(), "usage: %s\n", synopsis)
		if text != "" {
			fmt.Fprintf(fs.Output(), "\n%s\n", text)
		}
		fmt.Fprintln(fs.Output())
		printFlags(fs, groups)
	}
	if c, ok := std.Out.(*catalog); ok {
		c.forms = append(c.forms, &Form{Synopsis: synopsis, About: text, Flags: fs, Groups: groups})
	}
	return fs
}

// Parse parses a command's arguments, flags before, between and after the
// others, which it returns. After "--" nothing is a flag. The error is
// [ErrUsage] or flag.ErrHelp, and it has been printed.
func Parse(fs *flag.FlagSet, args []string, std Streams) ([]string, error) {
	var rest []string
	for {
		if err := parse(fs, args, std); err != nil {
			return nil, err
		}
		n := fs.NArg()
		if n == 0 {
			return rest, nil
		}
		if used := len(args) - n; used > 0 && args[used-1] == "--" {
			return append(rest, fs.Args()...), nil
		}
		rest, args = append(rest, fs.Arg(0)), fs.Args()[1:]
	}
}

// parse parses up to the first argument that is not a flag. Help that was asked
// for is a result and goes to stdout.
func parse(fs *flag.FlagSet, args []string, std Streams) error {
	usage := fs.Usage
	fs.Usage = func() {} // a wrong flag gets two lines, not a page
	fs.SetOutput(io.Discard)
	err := fs.Parse(args)
	fs.Usage = usage
	fs.SetOutput(std.Err)
	switch {
	case errors.Is(err, flag.ErrHelp):
		if c, ok := std.Out.(*catalog); ok {
			c.flags = fs
			return err
		}
		fs.SetOutput(std.Out)
		fs.Usage()
		return err
	case err != nil:
		Printf(std.Err, "%s%v\n%ssee -h for the flags\n", commandOf(fs), err, meantFlag(fs, err))
		return ErrUsage
	}
	return nil
}

// commandOf is the command of a flag set and its verbs, as messages begin: the words at the
// beginning of its synopsis, "match regret: "; "" without any.
func commandOf(fs *flag.FlagSet) string {
	words := strings.Fields(fs.Name())
	n := 0
	for n < len(words) && strings.Trim(words[n], "abcdefghijklmnopqrstuvwxyz") == "" {
		n++
	}
	if n == 0 {
		return ""
	}
	return strings.Join(words[:n], " ") + ": "
}

// meantFlag asks whether another flag was meant than one that there is not.
func meantFlag(fs *flag.FlagSet, err error) string {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return ""
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return Meant(name, "-", names)
}

// Usagef prints what is wrong with the call, and what to pass, and
// returns [ErrUsage].
func Usagef(std Streams, format string, args ...any) error {
	Printf(std.Err, format+"\n", args...)
	return ErrUsage
}

// CheckOutputs refuses an output that is one of the inputs, or another output.
// Empty names do not count.
func CheckOutputs(std Streams, inputs []string, outputs ...string) error {
	taken := slices.Clone(inputs)
	for _, out := range outputs {
		if out == "" {
			continue
		}
		for _, name := range taken {
			if sameFile(name, out) {
				return Usagef(std, "%s is named twice: it would be overwritten", out)
			}
		}
		taken = append(taken, out)
	}
	return nil
}

// sameFile reports whether two names are of one file, whether it exists or not.
func sameFile(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(first, second)
}

// A Verb is one of the verbs of a command, as in "weights show".
type Verb struct {
	Name, Summary string
	Run           Command
}

// Verbs returns the command that runs the verb named by its first argument.
func Verbs(name string, verbs ...Verb) Command {
	return VerbsOr(name, "", nil, verbs...)
}

// VerbsOr is [Verbs] for a command that works without a verb, too: about says what it does then.
func VerbsOr(name, about string, without Command, verbs ...Verb) Command {
	return func(ctx context.Context, args []string, std Streams) error {
		switch {
		case len(args) > 0 && isHelp(args[0]):
			return helpVerbs(ctx, name, about, without, verbs, std)
		case without != nil && (len(args) == 0 || strings.HasPrefix(args[0], "-")):
			return without(ctx, args, std)
		case len(args) == 0:
			listVerbs(std.Err, name, verbs)
			return ErrUsage
		}
		var names []string
		for _, v := range verbs {
			if v.Name == args[0] {
				return v.Run(ctx, args[1:], std)
			}
			names = append(names, v.Name)
		}
		Printf(std.Err, "%s: unknown verb %q: %ssee %s -h\n", name, args[0], Meant(args[0], "", names), name)
		return ErrUsage
	}
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// helpVerbs lists the verbs, and prints the help of the command without one.
func helpVerbs(ctx context.Context, name, about string, without Command, verbs []Verb, std Streams) error {
	if c, ok := std.Out.(*catalog); ok {
		c.verbs = verbs
	}
	listVerbs(std.Out, name, verbs)
	if without == nil {
		return flag.ErrHelp
	}
	fmt.Fprintf(std.Out, "\n%s\n\n", about)
	return without(ctx, []string{"-h"}, std)
}

func listVerbs(w io.Writer, name string, verbs []Verb) {
	fmt.Fprintf(w, "usage: %s VERB ...; each verb has a -h\n\n", name)
	for _, v := range verbs {
		fmt.Fprintf(w, "  %-10s %s\n", v.Name, v.Summary)
	}
}

// A catalog stands for standard output in a call for help. Instead of printing, the command puts
// in what it knows: its flags, its verbs.
type catalog struct {
	flags *flag.FlagSet
	verbs []Verb
	forms []*Form // of all flag sets that were made; one of them is of flags
}
