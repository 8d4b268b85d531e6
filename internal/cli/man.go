package cli

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// manual prints the manual page of a program in the macros of man(7): the help of the command and
// of each verb, with the flags as a list.
func manual(ctx context.Context, name string, run Command, std Streams) error {
	page := new(bytes.Buffer)
	fmt.Fprintf(page, ".TH %s 1 \"\" \"centipawn %s\"\n.SH NAME\n%s \\- a command of centipawn, which tunes chess evaluations\n", strings.ToUpper(name), Version, name)
	all := places(ctx, run)
	slices.SortFunc(all, func(a, b place) int { return slices.Compare(a.verbs, b.verbs) })
	for _, p := range all {
		title := strings.Join(append([]string{name}, p.verbs...), " ")
		fmt.Fprintf(page, ".SH %s\n.nf\n%s.fi\n", strings.ToUpper(title), roff(p.about(ctx, run)))
		for _, f := range p.flags {
			value, usage := flag.UnquoteUsage(f)
			fmt.Fprintf(page, ".TP\n.B \\-%s %s\n%s", roff(f.Name), roff(value), roff(usage+defaultOf(f)+"\n"))
		}
	}
	_, err := std.Out.Write(page.Bytes())
	return err
}

// about is what the help of a place says before its flags.
func (p place) about(ctx context.Context, run Command) string {
	help := new(bytes.Buffer)
	_ = run(ctx, append(slices.Clone(p.verbs), "-h"), Streams{Out: help, Err: io.Discard}) // flag.ErrHelp
	text, _, _ := strings.Cut(help.String(), "\n  -")
	return strings.TrimSpace(text) + "\n"
}

// defaultOf names a flag's default. A page says the same on every machine.
func defaultOf(f *flag.Flag) string {
	switch f.DefValue {
	case "", "0", "false":
		return ""
	case strconv.Itoa(runtime.GOMAXPROCS(0)):
		if f.Name == "threads" {
			return " (default: one for each processor)"
		}
	}
	return fmt.Sprintf(" (default %s)", f.DefValue)
}

// roff writes a text so that no character of it is a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	return strings.ReplaceAll(strings.ReplaceAll("\n"+text, "\n.", "\n\\&."), "\n'", "\n\\&'")[1:]
}
