package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	if got, want := words("weights explain -fen '8/8 w - - 0 1' a.json"), []string{"weights", "explain", "-fen", "8/8 w - - 0 1", "a.json"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestDemo runs steps of the go command: the lines that are shown, the page, and a step that fails.
func TestDemo(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "picture.svg"), []byte("<svg/>"), 0o666); err != nil {
		t.Fatal(err)
	}
	good := step{"The <toolchain>", "go env GOOS GOARCH", "^" + runtime.GOOS + "$", []link{{"a/index.html", "A page"}}, []link{{"picture.svg", "A picture"}}}
	var out strings.Builder
	if err := demo(&out, dir, []step{good}); err != nil {
		t.Fatal(err)
	}
	if want := "\nThe <toolchain>\n  $ go env GOOS GOARCH\n  " + runtime.GOOS + "\n\nall of it, with pictures: " + filepath.Join(dir, "index.html") +
		"\nto play with it in a browser: bin/workbench " + dir + " " + sample + "\n"; out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
	page, err := os.ReadFile(filepath.Join(dir, "index.html"))
	for _, part := range []string{"The &lt;toolchain&gt;", `<a href="a/index.html">`, `<a href="1.txt">`, ">" + runtime.GOOS + "\n</pre>", `<img src="data:image/svg&#43;xml;base64,PHN2Zy8&#43;" alt="A picture">`, "bin/workbench " + dir, "color-scheme: light dark", `<main id="main"`, `<a href="#1">`, `id="1"`} {
		if err != nil || !strings.Contains(string(page), part) {
			t.Errorf("the page lacks %q: %v\n%s", part, err, page)
		}
	}
	if err := demo(&out, dir, []step{{Command: "go nothing"}}); err == nil || !strings.Contains(err.Error(), "go nothing: exit status 2") {
		t.Errorf("a step that fails: %v", err)
	}
}

// TestShown: lines are cut off at their width.
func TestShown(t *testing.T) {
	long := "train " + strings.Repeat("½", 200)
	got := shown([]byte("other\n"+long+"\n"), "^train")
	if len(got) != 1 || len([]rune(got[0])) != lineWidth || !strings.HasSuffix(got[0], "½…") {
		t.Errorf("%q", got)
	}
}

// TestSteps: the match's page is linked, and pictures stand in steps that write a page.
func TestSteps(t *testing.T) {
	pictures := 0
	for _, s := range steps {
		pictures += len(s.Shows)
		if strings.HasPrefix(s.Command, "bin/match") && !slices.Contains(s.Links, link{"match/index.html", "The match, with every game to play through"}) {
			t.Error("the match's page is not linked")
		}
		if len(s.Shows) > 0 && !strings.HasSuffix(s.Links[0].File, "index.html") {
			t.Errorf("%s: pictures without a page", s.Command)
		}
	}
	if pictures < 3 {
		t.Errorf("%d pictures", pictures)
	}
}
