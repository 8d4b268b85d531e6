package datasets_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
)

// TestIndex: by an index the wanted chunks are those of the whole reading, and so is what is said of the file.
func TestIndex(t *testing.T) {
	var b strings.Builder
	b.WriteString("\n\nfen,score\n")
	for i := range 3*datasets.ChunkLines + 7 {
		fmt.Fprintf(&b, "8/8/8/8/8/k7/8/K6Q w - - 0 1,%d\n", i)
	}
	name := filepath.Join(t.TempDir(), "x.csv")
	for _, text := range []string{b.String(), strings.TrimSuffix(b.String(), "\n")} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		index, err := datasets.MakeIndex(name, datasets.Options{})
		if err != nil || index == nil || len(index.Places) != 5 {
			t.Fatalf("index %+v, %v", index, err)
		}
		wanted := func(chunk int) bool { return chunk == 1 || chunk == 3 }
		whole, some := readChunks(t, name, nil, wanted), readChunks(t, name, index, wanted)
		if whole != some {
			t.Errorf("by the index:\n%.300s\nby reading all:\n%.300s", some, whole)
		}
	}
	index, _ := datasets.MakeIndex(name, datasets.Options{})
	if err := os.WriteFile(name, []byte("fen,score\n8/8/8/8/8/k7/8/K6Q w - - 0 1,3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	every := func(int) bool { return true }
	if got, want := readChunks(t, name, index, every), readChunks(t, name, nil, every); got != want {
		t.Errorf("a file that has changed: %s, want %s", got, want)
	}
}

// readChunks returns the lines of wanted chunks, and what is said of the file.
func readChunks(t *testing.T, name string, index *datasets.Index, wanted func(int) bool) string {
	t.Helper()
	r, err := datasets.Open([]string{name}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.UseIndex(0, index, wanted)
	var b strings.Builder
	var c datasets.Chunk
	for {
		err := r.Next(&c)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, c.Number, c.Line, c.Lines)
		if wanted(c.Number) {
			b.Write(c.Text)
		}
	}
	sources, err := r.Sources()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "%+v", sources)
	return b.String()
}

// TestNoIndex: what is not cut into lines of a plain file has none.
func TestNoIndex(t *testing.T) {
	long := "fen,score\n" + strings.Repeat("x", 400<<10) + "\n8/8/8/8/8/k7/8/K6Q w - - 0 1,3\n"
	for name, text := range map[string]string{"x.csv": long, "x.pgn": "[Result \"1-0\"]\n\n1. e4 1-0\n"} {
		name := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if index, err := datasets.MakeIndex(name, datasets.Options{}); index != nil || err != nil {
			t.Errorf("%s: %+v, %v", name, index, err)
		}
	}
}
