package openings_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/match/openings"
)

// bookFolder holds the books that are in common use.
const bookFolder = "../../../shared/data/books"

// openKnown opens one of them.
func openKnown(t testing.TB, name string, opt openings.BookOptions) *openings.Book {
	t.Helper()
	path := filepath.Join(bookFolder, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no book %s", path)
	}
	b, err := openings.Open(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestKnownBooks(t *testing.T) {
	tests := []struct {
		name     string
		len      int // distinct lines or games, counted with sort -u
		first    string
		chess960 bool
	}{
		{"2moves_v1.epd.zip", 40457, "2moves_v1.epd:1", false},
		{"8moves_v3.epd.zip", 34700, "8moves_v3.epd:1", false},
		{"8moves_v3.pgn.zip", 34700, "8moves_v3.pgn:1", false},
		{"noob_3moves.epd.zip", 150932, "noob_3moves.epd:1", false},
		{"FRC_openings.epd.zip", 960, "FRC_openings.epd:1", true},
		{"UHO_4060_v4.epd.zip", 241670, "UHO_4060_v4.epd:1", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := heap()
			b := openKnown(t, tt.name, openings.BookOptions{Sequential: true})
			if size, most := heap()-before, int64(100*b.Len()+1<<16); size > most {
				t.Errorf("%d bytes, want at most %d", size, most)
			}
			o, err := b.Opening(0)
			if err != nil || o.Name != tt.first {
				t.Errorf("first opening %q, %v, want %q", o.Name, err, tt.first)
			}
			if b.Len() != tt.len || b.Duplicates() != 0 || b.Chess960() != tt.chess960 {
				t.Errorf("%d openings, %d duplicates, Chess960 %v; want %d, 0, %v", b.Len(), b.Duplicates(), b.Chess960(), tt.len, tt.chess960)
			}
		})
	}
}

// heap returns the bytes in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// The two files of 8moves_v3 are one book: what the games lead to are the positions.
func TestBooksAgree(t *testing.T) {
	positions := openKnown(t, "8moves_v3.epd.zip", openings.BookOptions{Sequential: true})
	games := openKnown(t, "8moves_v3.pgn.zip", openings.BookOptions{Sequential: true})
	ends := map[uint64]bool{}
	for i := range positions.Len() {
		o, err := positions.Opening(i)
		if err != nil {
			t.Fatal(err)
		}
		ends[o.Start.Key()] = true
	}
	for i := range games.Len() {
		o, err := games.Opening(i)
		if err != nil {
			t.Fatal(err)
		}
		if end := o.End(); len(o.Moves) != 16 || o.Start != board.Start() || !ends[end.Key()] {
			t.Fatalf("%s: %d half-moves lead to %s, which is not in the EPD", o.Name, len(o.Moves), end.FEN())
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	for range b.N {
		openKnown(b, "UHO_4060_v4.epd.zip", openings.BookOptions{})
	}
}

func BenchmarkBookOpening(b *testing.B) {
	book := openKnown(b, "8moves_v3.epd.zip", openings.BookOptions{})
	for i := range b.N {
		if _, err := book.Opening(i); err != nil {
			b.Fatal(err)
		}
	}
}
