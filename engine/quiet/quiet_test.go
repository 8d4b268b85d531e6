package quiet

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/weights"
)

func parse(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// published returns the search with PeSTO's values.
func published(t testing.TB) *Search {
	t.Helper()
	f, _ := weights.Published("pesto")
	f.SetHash = features.PeSTO.Hash()
	s, err := New("published", f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestQuiesce(t *testing.T) {
	s := published(t)
	for _, tt := range []struct {
		name, fen, leaf string
	}{
		{"the start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
		{"a queen hangs", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"},
		{"a queen hangs, and takes first", "4k3/8/8/3q4/4P3/8/8/6K1 b - - 0 1", "4k3/8/8/8/4q3/8/8/6K1 w - - 0 2"},
		{"out of check after the capture", "4k3/8/8/3q4/4P3/8/8/4K3 b - - 0 1", "4k3/8/8/8/4q3/8/3K4/8 b - - 1 2"},
		{"a pawn is defended", "4k3/8/2p5/3p4/8/8/3R4/3K4 w - - 0 1", ""},
		{"a pawn falls, and Black does not exchange rooks", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "3rk3/8/8/3R4/8/8/8/3RK3 b - - 0 1"},
		{"a pawn promotes", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "Q7/4k3/8/8/8/8/8/4K3 b - - 0 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, tt.fen)
			value, leaf := s.Quiesce(&p)
			if want := parse(t, cmp.Or(tt.leaf, tt.fen)); leaf != want {
				t.Errorf("leaf %s, want %s", leaf.FEN(), want.FEN())
			}
			if got := s.Static(&leaf); got != value {
				t.Errorf("value %d, but the leaf's static evaluation is %d", value, got)
			}
			gap := value - s.Static(&p)
			if got := s.Gap(&p); got != max(gap, -gap) {
				t.Errorf("gap %d, want the size of %d", got, gap)
			}
		})
	}
}

// TestGoroutines: many goroutines get what one does.
func TestGoroutines(t *testing.T) {
	s := published(t)
	positions := features.Positions()[:200]
	values, leaves := make([]int, len(positions)), make([]board.Position, len(positions))
	for i := range positions {
		values[i], leaves[i] = s.Quiesce(&positions[i])
	}
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for k := range positions {
				i := (k*7 + g*25) % len(positions)
				if value, leaf := s.Quiesce(&positions[i]); value != values[i] || leaf != leaves[i] {
					t.Errorf("goroutine %d: %d and %s, want %d and %s", g, value, leaf.FEN(), values[i], leaves[i].FEN())
				}
			}
		})
	}
	all.Wait()
	if n := len(s.idle); n < 1 || n > 8 {
		t.Errorf("%d workers were made", n)
	}
}

func TestLoad(t *testing.T) {
	s, err := Load("")
	if err != nil {
		t.Fatal(err)
	}
	if name := s.String(); !strings.HasPrefix(name, "built-in ") || len(name) != len("built-in ")+12 {
		t.Errorf("named %q", name)
	}
	path := filepath.Join(t.TempDir(), "w.json")
	if err := s.file.Write(path); err != nil {
		t.Fatal(err)
	}
	same, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := same.String(), strings.Replace(s.String(), "built-in", "w.json", 1); got != want {
		t.Errorf("named %q, want %q", got, want)
	}
	if err := os.WriteFile(path, []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "no format: not a weights file") {
		t.Errorf("error %v", err)
	}
	f := *s.file
	f.SetHash = "another"
	if err := f.Write(path); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("error %v", err)
	}
}

func BenchmarkQuiesce(b *testing.B) {
	s, err := Load("")
	if err != nil {
		b.Fatal(err)
	}
	positions := features.Positions()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Quiesce(&positions[i%len(positions)])
	}
}
