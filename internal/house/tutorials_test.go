package house_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

// A step of a tutorial: a block of commands, and the block after it that shows what they
// print, if there is one.
type step struct{ commands, output string }

// TestTutorials runs the tutorials from beginning to end, as their reader does, and
// compares what is printed with what they show.
func TestTutorials(t *testing.T) {
	long.Skip(t, "builds and runs the commands")
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("needs sh")
	}
	t.Parallel()
	for _, tt := range []struct{ pages, needs string }{
		{"docs/tutorial_data.md", "grep"},
		{"docs/beginner.md", "cc"},
		{"docs/engine.md docs/engine_fit.md docs/engine_formula.md", "cc"},
		{"docs/extend.md", "go"},
	} {
		t.Run(filepath.Base(tt.pages), func(t *testing.T) {
			if _, err := exec.LookPath(tt.needs); err != nil {
				t.Skip("needs ", tt.needs)
			}
			t.Parallel()
			dir := t.TempDir()
			for page := range strings.FieldsSeq(tt.pages) {
				runTutorial(t, page, dir)
			}
		})
	}
}

// fence begins a block of output.
const fence = "```text\n"

// runTutorial runs a page in a folder, where the page that it continues has run, if there is one.
func runTutorial(t *testing.T, page, dir string) {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	text := string(read(t, page))
	same := readGolden(t)["rounding"] == rounding()
	if !same {
		t.Log("this processor rounds otherwise: the figures of the page are not compared")
	}
	for _, s := range stepsOf(text) {
		cmd := exec.Command("sh", "-e", "-c", s.commands)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "CENTIPAWN="+root, "PATH="+commands(t)+string(os.PathListSeparator)+os.Getenv("PATH"))
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s%v\n%s%s", s.commands, err, out, &stderr)
		}
		if s.output == "" || !same {
			continue
		}
		if *update {
			text = strings.Replace(text, fence+s.output, fence+string(out), 1)
		} else if string(out) != s.output {
			t.Errorf("%sprints\n%s%s shows\n%s", s.commands, out, page, s.output)
		}
	}
	if *update {
		if err := os.WriteFile(filepath.FromSlash(page), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// stepsOf returns the blocks marked sh, each with the block marked text after it.
func stepsOf(page string) []step {
	var steps []step
	var block *string
	for line := range strings.Lines(page) {
		switch strings.TrimSpace(line) {
		case "```sh":
			steps = append(steps, step{})
			block = &steps[len(steps)-1].commands
		case "```text":
			block = &steps[len(steps)-1].output
		case "```":
			block = nil
		default:
			if block != nil {
				*block += line
			}
		}
	}
	return steps
}
