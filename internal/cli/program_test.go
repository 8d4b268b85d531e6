package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// program is one with a verb that has a verb, and flags without.
func program() Command {
	show := func(ctx context.Context, args []string, std Streams) error {
		fs := NewFlags("prog show [flags] FILE", "", std)
		fs.Bool("brief", false, "print one line; the rest is omitted")
		rest, err := Parse(fs, args, std)
		fmt.Fprint(std.Out, rest)
		return err
	}
	play := func(ctx context.Context, args []string, std Streams) error {
		fs := NewFlags("prog [-loss loss]", "", std)
		fs.String("loss", "", "the `loss`: it's squared if not given")
		rest, err := Parse(fs, args, std)
		fmt.Fprint(std.Out, rest)
		return err
	}
	return Program("prog", VerbsOr("prog", "Without a verb it plays:", play,
		Verb{"show", "print a file", show}, Verb{"run", "run one", Verbs("prog run", Verb{"texel", "the tables", show})}))
}

func TestProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("help", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	const usage = "usage: prog show [flags] FILE\n"
	for _, tt := range []struct {
		args      string
		err       error
		out, diag string
	}{
		{"-version", nil, "prog " + Version, ""},
		{"version", nil, "prog " + Version, ""},
		{"show version", nil, "[version]", ""},
		{"show -h", flag.ErrHelp, usage, ""},
		{"-h", flag.ErrHelp, "usage: prog VERB ...; each verb has a -h\n\n  show       print a file\n  run        run one\n\nWithout a verb it plays:\n\nusage: prog [-loss loss]", ""},
		{"-loss squared", nil, "[]", ""},
		{"-los squared", ErrUsage, "", "did you mean -loss? see -h"},
		{"run texel -brif", ErrUsage, "", "prog show: flag provided but not defined: -brif\ndid you mean -brief? see -h"},
		{"-lsso squared", ErrUsage, "", "not defined: -lsso\nsee -h"},
		{"shwo", ErrUsage, "", "prog: unknown verb \"shwo\": did you mean show? see prog -h\n"},
		{"sing", ErrUsage, "", "prog: unknown verb \"sing\": see prog -h\n"},
		{"help", ErrUsage, "", "prog: unknown verb \"help\""}, // it is a file here
		{"run", ErrUsage, "", "usage: prog run VERB"},
		{"completion", ErrUsage, "", "usage: prog completion bash|zsh|fish"},
		{"completion csh", ErrUsage, "", "usage: prog completion bash|zsh|fish"},
	} {
		std, out, diag := streams()
		err := program()(t.Context(), strings.Fields(tt.args), std)
		if !errors.Is(err, tt.err) || !strings.HasPrefix(out.String(), tt.out) || !strings.Contains(diag.String(), tt.diag) {
			t.Errorf("%s: %v, stdout %q, stderr %q", tt.args, err, out, diag)
		}
	}
	t.Chdir(t.TempDir())
	std, out, _ := streams()
	if err := program()(t.Context(), []string{"help", "show"}, std); !errors.Is(err, flag.ErrHelp) || !strings.HasPrefix(out.String(), usage) {
		t.Errorf("help show: %v, %q", err, out)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"loss", "limit", "prior", "prior-rows", "o"}
	for typed, want := range map[string]string{"los": "loss", "lsos": "loss", "pior": "prior", "priro-row": "prior-rows", "x": "", "score": "", "": ""} {
		if got := Nearest(typed, names); got != want {
			t.Errorf("%s: %q, want %q", typed, got, want)
		}
	}
}

// script returns the completion for a shell.
func script(t *testing.T, shell string) string {
	t.Helper()
	std, out, _ := streams()
	if err := program()(t.Context(), []string{"completion", shell}, std); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestCompletionScripts(t *testing.T) {
	for shell, want := range map[string][]string{
		"bash": {`" run texel "*) next="-brief" ;;`, `*) next="show run -loss" ;;`, "complete -o default -F _prog prog\n"},
		"zsh":  {"#compdef prog\n", "verbs+=('show:print a file')", `flags+=('-loss:the loss: it'\''s squared if not given')`},
		"fish": {
			"complete -c prog -n __fish_use_subcommand -a show -d 'print a file'\n",
			"complete -c prog -n '__fish_seen_subcommand_from run; and __fish_seen_subcommand_from texel' -o brief -d 'print one line'\n",
			"-o loss -r -d ",
		},
	} {
		for _, part := range want {
			if text := script(t, shell); !strings.Contains(text, part) {
				t.Errorf("%s lacks %q:\n%s", shell, part, text)
			}
		}
	}
}

// TestCompletionInBash runs the script in the shell.
func TestCompletionInBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash")
	}
	file := filepath.Join(t.TempDir(), "prog.bash")
	if err := os.WriteFile(file, []byte(script(t, "bash")), 0o666); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"prog s": "show", "prog -l": "-loss", "prog show -": "-brief", "prog run t": "texel", "prog run texel -b": "-brief", "prog show -l": "",
	} {
		words := strings.Fields(line)
		run := fmt.Sprintf(`source %q; COMP_WORDS=(%s); COMP_CWORD=%d; _prog; echo "${COMPREPLY[*]}"`, file, line, len(words)-1)
		out, err := exec.Command(bash, "-c", run).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", line, got, want, err)
		}
	}
}

func TestReportInterrupted(t *testing.T) {
	for want, err := range map[string]error{
		"fit: interrupted\n":                    context.Canceled,
		"fit: stopped; the same goes on in t\n": fmt.Errorf("stopped; the same goes on in t: %w", context.Canceled),
		"fit: engine a: interrupted\n":          fmt.Errorf("engine a: %w", context.Canceled),
		"fit: no such file\n":                   errors.New("fit: no such file"),
		"":                                      ErrUsage,
	} {
		_, _, diag := streams()
		if Report(diag, "fit", err); diag.String() != want {
			t.Errorf("%v: %q, want %q", err, diag, want)
		}
	}
}

// TestManual: a manual page has the help and the flags of every verb, and no line of it is a request by
// accident.
func TestManual(t *testing.T) {
	std, out, _ := streams()
	if err := program()(t.Context(), []string{"man"}, std); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{".TH PROG 1 ", "\n.SH PROG RUN TEXEL\n", "\n.TP\n.B \\-brief \nprint one line; the rest", "\n.B \\-loss "} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in\n%s", part, out)
		}
	}
	if got, want := roff(".x\n'y -z\\"), "\\&.x\n\\&'y \\-z\\e"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	threads := flag.NewFlagSet("", flag.ContinueOnError)
	threads.Int("threads", runtime.GOMAXPROCS(0), "")
	if got := defaultOf(threads.Lookup("threads")); got != " (default: one for each processor)" {
		t.Errorf("the number of processors is in the page: %q", got)
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("needs groff to see whether the page is sound")
	}
	cmd := exec.Command(groff, "-man", "-Kutf8", "-Tutf8", "-wall", "-z")
	cmd.Stdin = strings.NewReader(out.String())
	if warnings, err := cmd.CombinedOutput(); err != nil || len(warnings) > 0 {
		t.Errorf("groff: %v\n%s", err, warnings)
	}
}
