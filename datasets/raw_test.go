package datasets_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/inspect"
)

// TestBrokenOff: what stands before the place where an input breaks off is read
// first, then the fault comes; an inspection passes over it.
func TestBrokenOff(t *testing.T) {
	row := strings.Join(strings.Fields(boardtest.Kiwipete)[:4], " ") + ` c9 "1-0";`
	game := "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"
	tests := []struct {
		name    string
		text    string
		samples int
	}{
		{"lines", row + "\n" + row + "\n" + row[:20], 2},
		{"many lines", strings.Repeat(row+"\n", 3*datasets.ChunkLines) + row[:20], 3 * datasets.ChunkLines},
		{"games", game + game + game[:20], 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			broken := io.MultiReader(strings.NewReader(tt.text), iotest.ErrReader(io.ErrUnexpectedEOF))
			r := datasets.NewReader("t", broken, datasets.Options{})
			if _, err := inspect.Inputs(r, 1); err != nil {
				t.Fatal(err)
			}
			n := 0
			var failed error
			for _, err := range r.All() {
				if failed = err; err == nil {
					n++
				}
			}
			if n != tt.samples || !errors.Is(failed, datasets.ErrTruncated) {
				t.Errorf("%d samples and %v, want %d", n, failed, tt.samples)
			}
		})
	}
}

// TestRawLines: the lines of a chunk are those of the file, with their numbers.
func TestRawLines(t *testing.T) {
	const head = "\ufeff\nfen,score\r\n"
	lines := []string{"a,1\r", "", boardtest.Kiwipete + ",+30", "x,2"}
	for _, end := range []string{"\n", ""} {
		r := datasets.NewReader("t.csv", strings.NewReader(head+strings.Join(lines, "\n")+end), datasets.Options{})
		var c datasets.Chunk
		if err := r.Next(&c); err != nil {
			t.Fatal(err)
		}
		var got []string
		var numbers []int
		for n, line := range c.RawLines() {
			got, numbers = append(got, string(line)), append(numbers, n)
		}
		if !slices.Equal(got, lines) || !slices.Equal(numbers, []int{3, 4, 5, 6}) {
			t.Errorf("%q at %d", got, numbers)
		}
		if !bytes.Equal(c.RawHead(), []byte(head)) || c.RawOpen() != (end == "") {
			t.Errorf("head %q, open %t", c.RawHead(), c.RawOpen())
		}
	}
	r := datasets.NewReader("t.pgn", strings.NewReader("1. e4 e5 1-0"), datasets.Options{})
	var c datasets.Chunk
	if err := r.Next(&c); err != nil {
		t.Fatal(err)
	}
	for range c.RawLines() {
		t.Error("games are not lines")
	}
	if c.RawOpen() || len(c.RawHead()) > 0 {
		t.Error("games have neither head nor last line")
	}
}
