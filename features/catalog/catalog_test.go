package catalog

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
)

var update = flag.Bool("update", false, "regenerate docs/terms.md and its pictures")

const (
	page     = "../../docs/terms.md"
	pictures = "../../docs/terms"
	marker   = "<!-- generated from here on: go test ./features/catalog -update -->\n"
)

// TestPage: docs/terms.md is what the definitions say, and every picture is the
// example's. What stands above the marker is written by hand.
func TestPage(t *testing.T) {
	entries := Entries(standard.Safety)
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, generated, ok := strings.Cut(string(text), marker)
	if !ok {
		t.Fatalf("%s has no line %q", page, marker)
	}
	var want bytes.Buffer
	if err := Write(&want, entries, filepath.Base(pictures)); err != nil {
		t.Fatal(err)
	}
	if *update {
		rewrite(t, head+marker+want.String(), entries)
		return
	}
	if generated != want.String() {
		t.Errorf("%s is not what the definitions say: go test ./features/catalog -update", page)
	}
	for _, e := range entries {
		comparePicture(t, &e)
	}
}

func rewrite(t *testing.T, text string, entries []Entry) {
	if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(pictures); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(pictures, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Example != nil {
			if err := os.WriteFile(filepath.Join(pictures, e.File()), draw(t, &e), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func draw(t *testing.T, e *Entry) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := e.Draw(&b); err != nil {
		t.Fatalf("%s: %v", e.Name, err)
	}
	return b.Bytes()
}

func comparePicture(t *testing.T, e *Entry) {
	if e.Example == nil {
		return
	}
	got, err := os.ReadFile(filepath.Join(pictures, e.File()))
	if err != nil {
		t.Error(err)
	} else if !bytes.Equal(got, draw(t, e)) {
		t.Errorf("the picture of %s is another: go test ./features/catalog -update", e.Name)
	}
}

// TestExamples: the term counts on its example what is said, and no piece can be
// taken away.
func TestExamples(t *testing.T) {
	set := features.AlphaOne
	l := newLooker(set, features.Probes())
	for term, def := range set.Terms() {
		x, ok := l.example(features.Term(term))
		if !ok {
			t.Errorf("%s has no example", def.Name)
			continue
		}
		l.tally.Reset()
		set.Count(&x.Position, l.tally)
		if n := l.tally.Trace().Count(features.Term(term)); n != x.Count || n <= 0 {
			t.Errorf("%s counts %g on %s, want %g", def.Name, n, x.Position.FEN(), x.Count)
		}
		if again := l.reduce(x, features.Term(term)); again != x.Position {
			t.Errorf("%s counts the same on %s with a piece less", def.Name, x.Position.FEN())
		}
	}
}
