package house_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/centipawn/internal/long"
)

const commandsPage = "docs/commands.md"

const commandsIntro = `# Commands

What every command prints with ` + "`-h`" + `. Every command also knows ` + "`version`, `help [VERB]`" + `,
` + "`completion bash|zsh|fish`" + `, which prints a script for the shell
(` + "`source <(fit completion bash)`" + `), and ` + "`man`" + `, which prints a manual page (` + "`fit man | man -l -`" + `). This page is made from the commands themselves:
` + "`go test ./internal/house -run TestCommandsPage -update`" + `.

`

// processors stands for the number of processors in defaults.
const processors = "211"

// TestCommandsPage: docs/commands.md holds what the commands say of their flags.
func TestCommandsPage(t *testing.T) {
	long.Skip(t, "builds the commands")
	dirs, err := filepath.Glob("cmd/*")
	if err != nil || len(dirs) == 0 {
		t.Fatal(dirs, err)
	}
	var contents, body strings.Builder
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			continue // a module of its own
		}
		helpOf(t, &contents, &body, filepath.Base(dir))
	}
	golden(t, commandsPage, commandsIntro+contents.String()+body.String())
}

// golden compares a generated page with the file, or writes it with -update.
func golden(t *testing.T, name, page string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(name); err != nil || string(old) != page {
		t.Errorf("%s differs from what its source says: go test ./internal/house -run %s -update (%v)", name, t.Name(), err)
	}
}

// helpOf appends the help of a command and then of its verbs.
func helpOf(t *testing.T, contents, body *strings.Builder, words ...string) {
	t.Helper()
	help := exec.Command(filepath.Join(commands(t), words[0]), append(words[1:], "-h")...)
	help.Env = append(os.Environ(), "GOMAXPROCS="+processors)
	out, err := help.Output()
	if err != nil || !strings.HasPrefix(string(out), "usage: ") {
		t.Fatalf("%v -h: %v\n%s", words, err, out)
	}
	name := strings.Join(words, " ")
	fmt.Fprintf(contents, "%s- [%s](#%s)\n", strings.Repeat("  ", len(words)-1), name, strings.ReplaceAll(name, " ", "-"))
	text := strings.ReplaceAll(string(out), "(default "+processors+")", "(default: one for each processor)")
	fmt.Fprintf(body, "\n## %s\n\n```\n%s```\n", name, wrap(text))
	if first, _, _ := strings.Cut(text, "\n"); strings.Contains(first, " VERB ") {
		for _, verb := range verbs.FindAllStringSubmatch(text, -1) {
			helpOf(t, contents, body, append(words[:len(words):len(words)], verb[1])...)
		}
	}
}

// verbs are the lines that name them.
var verbs = regexp.MustCompile(`(?m)^  ([a-z]\S*) +\S`)

// wrap joins the lines of paragraphs, and breaks all lines at 100 columns with the indent of
// their beginning.
func wrap(text string) string {
	var b strings.Builder
	text = joins.ReplaceAllString(strings.ReplaceAll(text, "\t", "    "), "$1 $2")
	for line := range strings.Lines(text) {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		line = strings.TrimRight(line, "\n")
		for utf8.RuneCountInString(line) > 100 {
			at := strings.LastIndex(string([]rune(line)[:101]), " ")
			if at <= len(indent) {
				break
			}
			b.WriteString(line[:at] + "\n")
			line = indent + line[at+1:]
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// joins are the ends of lines within paragraphs that begin at the left.
var joins = regexp.MustCompile(`(?m)^(\S.*)\n(\S)`)
