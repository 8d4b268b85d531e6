package house_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

// A block is one of a page's that says what it is: sh, commands; diff FILE, lines that come and go, between
// lines that stay; a language and FILE, a new file.
type block struct {
	kind, file, text string
	line             int
}

// TestRecipes follows the recipes of docs/extend_*.md as a stranger does, each page in a copy of the module: it
// writes the files that they show and runs their commands. A chapter is a subtest; later ones find what
// earlier ones of its page have left.
func TestRecipes(t *testing.T) {
	long.Skip(t, "takes seconds")
	for _, needs := range []string{"sh", "go"} {
		if _, err := exec.LookPath(needs); err != nil {
			t.Skip("needs ", needs)
		}
	}
	t.Parallel()
	pages, err := filepath.Glob("docs/extend_*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("no recipes: ", err)
	}
	for _, page := range pages {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			copyModule(t, dir)
			for title, blocks := range chapters(t, page) {
				t.Run(title, func(t *testing.T) {
					for _, b := range blocks {
						b.follow(t, page, dir)
					}
				})
			}
		})
	}
}

// copyModule copies what a clone has, but for history.
func copyModule(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (path == ".git" || path == "bin" || path == "dist"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, path), 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, path), text, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// chapters gives the chapters of a page that have blocks.
func chapters(t *testing.T, page string) func(yield func(string, []block) bool) {
	return func(yield func(string, []block) bool) {
		for i, text := range strings.Split("\n"+string(read(t, page)), "\n## ") {
			title, _, _ := strings.Cut(text, "\n")
			if blocks := blocksOf(text); i > 0 && len(blocks) > 0 && !yield(title, blocks) {
				return
			}
		}
	}
}

// blocksOf returns the blocks of a text that say what they are.
func blocksOf(text string) (list []block) {
	open, number := false, 0
	for line := range strings.Lines(text) {
		number++
		info, fence := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case fence && open:
			open = false
		case fence:
			kind, file, _ := strings.Cut(info, " ")
			list, open = append(list, block{kind: kind, file: file, line: number}), true
		case open:
			list[len(list)-1].text += line
		}
	}
	return list
}

// follow does what a block says.
func (b block) follow(t *testing.T, page, dir string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(b.file))
	switch {
	case b.kind == "diff" && b.file != "":
		b.edit(t, page, file)
	case b.kind != "" && b.file != "":
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(b.text), 0o666); err != nil {
			t.Fatal(err)
		}
	case b.kind == "sh":
		cmd := exec.Command("sh", "-e", "-c", b.text)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath -pgo=off -vet=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %s%v\n%s", page, b.text, err, out)
		}
	default:
		t.Fatalf("%s: a block of %q %q, line %d of its chapter: want sh, diff FILE, or a language and FILE", page, b.kind, b.file, b.line)
	}
}

// edit changes a file where the lines that stay, and those that go, stand in it, once. A line @@ begins
// another place.
func (b block) edit(t *testing.T, page, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for hunk := range strings.SplitSeq(b.text, "@@\n") {
		if lines, err = b.replace(lines, strings.SplitAfter(hunk, "\n")); err != nil {
			t.Fatalf("%s: %s: %v:\n%s", page, b.file, err, hunk)
		}
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "")), 0o666); err != nil {
		t.Fatal(err)
	}
}

// replace returns lines with a change. A line that ends in … stands for all that begin so.
func (b block) replace(lines, change []string) ([]string, error) {
	same := func(have, want string) bool {
		head, some := strings.CutSuffix(want, "…\n")
		return have == want || some && strings.HasPrefix(have, head)
	}
	var old []string
	for _, c := range change {
		if c != "" && c[0] != '+' {
			old = append(old, c[1:])
		}
	}
	at := -1
	for i := range len(lines) - len(old) + 1 {
		if !slices.EqualFunc(lines[i:i+len(old)], old, same) {
			continue
		}
		if at >= 0 {
			return nil, errors.New("stands there more than once")
		}
		at = i
	}
	if at < 0 {
		return nil, errors.New("does not stand there")
	}
	var new []string
	next := at
	for _, c := range change {
		switch {
		case c == "":
		case c[0] == '+':
			new = append(new, c[1:])
		default:
			if c[0] == ' ' {
				new = append(new, lines[next])
			}
			next++
		}
	}
	return slices.Concat(lines[:at], new, lines[next:]), nil
}
