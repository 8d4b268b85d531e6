package pgn

import (
	"strings"
	"testing"

	"example.org/centipawn/datasets"
)

// TestPGNUnread: what is not understood is counted, and the first has its place.
func TestPGNUnread(t *testing.T) {
	in := tags("1-0") + "1. e4 {+0.31/12 1s}\n{x} e5 ↯ {+0.3\nsomething}\n2. Nf3 {57%} 1-0\n\n" + tags("1-0") + "1. d4 {-0.2} d5 $999 1-0\n\n" + tags("1-0") + "1. Ke2 {+0.3} 1-0\n"
	var c datasets.Chunk
	var p datasets.Parsed
	if err := datasets.NewReader("t.pgn", strings.NewReader(in), datasets.Options{}).Next(&c); err != nil {
		t.Fatal(err)
	}
	c.Parse(&p)
	n := p.Counts
	first, skipped := datasets.Spot{File: "t.pgn", Line: 5, Text: "{+0.3 something}"}, datasets.Spot{File: "t.pgn", Line: 5, Text: "↯"}
	if n.Comments != 5 || n.Unread != 3 || n.Skipped != 2 || n.FirstUnread != first || n.FirstSkipped != skipped || n.Bad != 1 {
		t.Errorf("%+v", n)
	}
	var sum datasets.Counts
	sum.Add(datasets.Counts{Unread: 1, FirstUnread: datasets.Spot{File: "t.pgn", Line: 9}})
	sum.Add(n)
	sum.Add(datasets.Counts{Unread: 1, FirstUnread: datasets.Spot{File: "u.pgn", Line: 1}})
	if sum.Unread != 5 || sum.FirstUnread != first {
		t.Errorf("%+v", sum)
	}
}
