package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Write takes what else a command prints.
func (c *catalog) Write(p []byte) (int, error) { return len(p), nil }

// A place is a command or one of its verbs, and what may come next.
type place struct {
	verbs []string // that lead to it
	next  []Verb
	flags []*flag.Flag
}

// places returns those of a command, the deeper ones first.
func places(ctx context.Context, run Command, verbs ...string) (all []place) {
	var c catalog
	_ = run(ctx, []string{"-h"}, Streams{Out: &c, Err: io.Discard}) // the answer is in c
	for _, v := range c.verbs {
		all = append(all, places(ctx, v.Run, append(slices.Clone(verbs), v.Name)...)...)
	}
	here := place{verbs: verbs, next: c.verbs}
	if c.flags != nil {
		c.flags.VisitAll(func(f *flag.Flag) { here.flags = append(here.flags, f) })
	}
	return append(all, here)
}

// shells are the writers of completion scripts.
var shells = map[string]func(w io.Writer, name string, all []place){"bash": completeBash, "zsh": completeZsh, "fish": completeFish}

// complete prints the completion script of a program for a shell.
func complete(ctx context.Context, name string, run Command, args []string, std Streams) error {
	if len(args) != 1 || shells[args[0]] == nil {
		return Usagef(std, "usage: %s completion bash|zsh|fish", name)
	}
	shells[args[0]](std.Out, name, places(ctx, run))
	return nil
}

// pattern matches the words after the command's name, of a shell's case.
func (p place) pattern() string {
	if len(p.verbs) == 0 {
		return "*"
	}
	return fmt.Sprintf("%q*", " "+strings.Join(p.verbs, " ")+" ")
}

func completeBash(w io.Writer, name string, all []place) {
	fmt.Fprintf(w, "# %s completion bash: source it, or put it into /etc/bash_completion.d\n_%s() {\n\tlocal next\n", name, name)
	fmt.Fprint(w, "\tcase \" ${COMP_WORDS[*]:1:COMP_CWORD-1} \" in\n")
	for _, p := range all {
		var next []string
		for _, v := range p.next {
			next = append(next, v.Name)
		}
		for _, f := range p.flags {
			next = append(next, "-"+f.Name)
		}
		fmt.Fprintf(w, "\t%s) next=%q ;;\n", p.pattern(), strings.Join(next, " "))
	}
	fmt.Fprintf(w, "\tesac\n\tCOMPREPLY=($(compgen -W \"$next\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\ncomplete -o default -F _%s %s\n", name, name)
}

func completeZsh(w io.Writer, name string, all []place) {
	fmt.Fprintf(w, "#compdef %s\n# %s completion zsh > _%s in a folder of $fpath\nlocal -a verbs flags\n", name, name, name)
	fmt.Fprint(w, "case \" ${words[2,CURRENT-1]} \" in\n")
	for _, p := range all {
		fmt.Fprintf(w, "%s)\n", p.pattern())
		for _, v := range p.next {
			fmt.Fprintf(w, "\tverbs+=(%s)\n", Quote(v.Name+":"+v.Summary))
		}
		for _, f := range p.flags {
			fmt.Fprintf(w, "\tflags+=(%s)\n", Quote("-"+f.Name+":"+brief(f)))
		}
		fmt.Fprint(w, "\t;;\n")
	}
	fmt.Fprint(w, "esac\n_describe verb verbs\n[[ $PREFIX == -* ]] && _describe -o flag flags\n_files\n")
}

func completeFish(w io.Writer, name string, all []place) {
	fmt.Fprintf(w, "# %s completion fish > ~/.config/fish/completions/%s.fish\n", name, name)
	for _, p := range all {
		when := "__fish_use_subcommand"
		if len(p.verbs) > 0 {
			when = "__fish_seen_subcommand_from " + strings.Join(p.verbs, "; and __fish_seen_subcommand_from ")
		}
		for _, v := range p.next {
			fmt.Fprintf(w, "complete -c %s -n %s -a %s -d %s\n", name, Quote(when), v.Name, Quote(v.Summary))
		}
		if len(p.next) == 0 && len(p.verbs) == 0 {
			when = "true"
		}
		for _, f := range p.flags {
			takes := " -r"
			if IsBool(f) {
				takes = ""
			}
			fmt.Fprintf(w, "complete -c %s -n %s -o %s%s -d %s\n", name, Quote(when), f.Name, takes, Quote(brief(f)))
		}
	}
}

// brief is the beginning of a flag's description.
func brief(f *flag.Flag) string {
	_, usage := flag.UnquoteUsage(f)
	usage, _, _ = strings.Cut(usage, "\n")
	usage, _, _ = strings.Cut(usage, "; ")
	return usage
}
