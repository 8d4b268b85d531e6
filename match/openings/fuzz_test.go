package openings

import (
	"bytes"
	"strings"
	"testing"

	"example.org/centipawn/board"
)

// checkBook fails unless every opening of a text that can be read is one to play on
// from, of a line of the text, and different from the others.
func checkBook(t *testing.T, name string, text []byte) {
	b, err := read(name, name, bytes.NewReader(text), BookOptions{})
	if err != nil {
		if !strings.HasPrefix(err.Error(), name+":") {
			t.Errorf("error %q does not begin with the file", err)
		}
		return
	}
	ends := map[uint64]bool{}
	for i := range b.Len() {
		o, err := b.Opening(i)
		if err != nil {
			t.Fatal(err)
		}
		end := o.End()
		if s := end.Status(); s != board.Ongoing || end.Validate() != nil {
			t.Errorf("%s: %v: %s", o.Name, s, end.FEN())
		}
		if ends[end.Key()] {
			t.Errorf("%s is there twice", o.Name)
		}
		ends[end.Key()] = true
	}
	if lines := bytes.Count(text, []byte("\n")) + 1; name == "f.epd" && b.Len()+b.Duplicates() > lines {
		t.Errorf("%d openings and %d duplicates of %d lines", b.Len(), b.Duplicates(), lines)
	}
}

func FuzzEPD(f *testing.F) {
	f.Add([]byte(board.StartFEN + "\n"))
	f.Add([]byte("4k3/8/8/3pP3/8/8/8/4K3 w - d6 hmvc 0; fmvn 9;\r\n# a\n"))
	f.Add([]byte("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - id \"x\";"))
	f.Fuzz(func(t *testing.T, text []byte) { checkBook(t, "f.epd", text) })
}

func FuzzPGN(f *testing.F) {
	f.Add([]byte("[Event \"a\"]\n\n1. e4 e5 {x} 2. Nf3 *\n\n1. d4 *"))
	f.Add([]byte("[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n1. exd6 1-0"))
	f.Add([]byte("1. f3 e5 2. g4 Qh4# 0-1"))
	f.Fuzz(func(t *testing.T, text []byte) { checkBook(t, "f.pgn", text) })
}
