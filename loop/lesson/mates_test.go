package lesson

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestWriteMates: every position has the mate that stands beside it and counts as won for its mover, none
// comes twice, and a seed gives the same bytes.
func TestWriteMates(t *testing.T) {
	var text, again bytes.Buffer
	for _, b := range []*bytes.Buffer{&text, &again} {
		if err := WriteMates(b, 50, 3); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(text.Bytes(), again.Bytes()) {
		t.Error("the same seed gives other positions")
	}
	path := filepath.Join(t.TempDir(), "mates.csv")
	if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	list, _, err := Read(t.Context(), []string{path}, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]bool{}
	for i := range list {
		l := &list[i]
		if seen[l.Position.Key()] || l.Value != 1 {
			t.Errorf("%s: twice, or of value %g", l.Position.FEN(), l.Value)
		}
		seen[l.Position.Key()] = true
		for _, s := range l.Moves {
			if !Mates(&l.Position, s.Move) {
				t.Errorf("%s: %v is not mate", l.Position.FEN(), s.Move)
			}
		}
	}
	if len(seen) != 50 {
		t.Errorf("%d positions", len(seen))
	}
}
