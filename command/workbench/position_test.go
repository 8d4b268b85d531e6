package workbench

import (
	"math"
	"net/url"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	_ "example.org/centipawn/features/standard"
	"example.org/centipawn/weights"
)

// TestExplain: on 500 positions the contributions that a page has add up to what weights explain prints.
func TestExplain(t *testing.T) {
	server, _ := newTest(t, "published:pesto")
	for _, name := range []string{"builtin", "published:pesto"} {
		f, err := weights.Find(name, "")
		if err != nil {
			t.Fatal(err)
		}
		e, err := eval.New(f)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range features.Positions() {
			if i%2 == 1 {
				continue
			}
			x := ask[explained](t, server, "/api/explain", url.Values{"fen": {p.FEN()}, "weights": {name}})
			want := e.Explain(&p)
			sum := 0.0
			for _, line := range x.Terms {
				sum += line.Product
				if line.WhiteCP != nil && math.Abs(*line.WhiteCP+*line.BlackCP+line.Base-line.Product) > 1e-9 {
					t.Fatalf("%s: %s: White %g and Black %g, want %g", p.FEN(), line.Term, *line.WhiteCP, *line.BlackCP, line.Product-line.Base)
				}
				if !line.Plain && math.Abs(line.MG+line.EG-line.Product) > 1e-9 {
					t.Fatalf("%s: %s: %g in the middlegame and %g in the endgame, want %g", p.FEN(), line.Term, line.MG, line.EG, line.Product)
				}
			}
			if x.Block != nil {
				sum += x.Block.Value
			}
			if x.Sum != want.Sum || math.Abs(sum-want.Sum) > 1e-9 || len(x.Terms) != len(want.Lines) {
				t.Fatalf("%s: %g in %d terms, their sum %g; want %g in %d", p.FEN(), x.Sum, len(x.Terms), sum, want.Sum, len(want.Lines))
			}
		}
	}
}

// TestPieceValues: tables that hold the value of their piece are split into it and what squares add.
func TestPieceValues(t *testing.T) {
	server, _ := newTest(t, "published:pesto")
	const fen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"
	x := ask[explained](t, server, "/api/explain", url.Values{"fen": {fen}, "weights": {"published:pesto"}})
	base := 0.0
	for _, line := range x.Terms {
		if line.Term == "pst.queen.d1" && (line.Base < 850 || math.Abs(line.Product-line.Base) > 100) {
			t.Errorf("the queen is worth %g, of it %g wherever she stands", line.Product, line.Base)
		}
		base += line.Base
	}
	if base < 850 || base > 1100 {
		t.Errorf("pieces are worth %g, want a queen", base)
	}
}

// TestLift: what pieces add to counts, on a position where each is known.
func TestLift(t *testing.T) {
	set, err := features.Lookup("standard")
	if err != nil {
		t.Fatal(err)
	}
	const fen = "4k3/8/8/3P4/8/8/3R4/4K3 w - - 0 1" // a passed pawn with a rook behind it
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	l := newLift(set, set.NewTrace(), &p)
	pieces := func(name string) map[string]float64 {
		term, ok := set.Term(name)
		if !ok {
			t.Fatalf("no term %s", name)
		}
		return l.Pieces[term]
	}
	for name, want := range map[string]map[string]float64{
		"pst.rook.d2":   {"d2": 1},
		"pst.pawn.d5":   {"d5": 1},
		"pst.king.e1":   nil, // no piece is lifted: the king stands elsewhere
		"pst.knight.a1": nil,
	} {
		got := pieces(name)
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		for square, n := range want {
			if got[square] != n {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
		}
	}
	if len(l.Left) != 0 {
		t.Errorf("not lifted: %v", l.Left)
	}
}

// TestLiftPinned: a piece whose lifting would leave a king to be taken is lifted with the other side to
// move; where either king would be, it is left out.
func TestLiftPinned(t *testing.T) {
	set, err := features.Lookup("pesto")
	if err != nil {
		t.Fatal(err)
	}
	for fen, left := range map[string]int{
		"4k3/4n3/8/8/8/8/8/K3R3 w - - 0 1":                         0, // Black's knight is pinned, White is to move
		"4k3/4n3/8/8/8/8/r7/K3R3 w - - 0 1":                        1, // and in check: with Black to move White's king could be taken
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": 0,
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if l := newLift(set, set.NewTrace(), &p); len(l.Left) != left {
			t.Errorf("%s: not lifted: %v, want %d", fen, l.Left, left)
		}
	}
}

// TestSides: what the pieces of both sides add is the count, on positions from games.
func TestSides(t *testing.T) {
	set, err := features.Lookup("pesto")
	if err != nil {
		t.Fatal(err)
	}
	e, err := newEvaluator(must(t, "published:pesto"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range features.Positions()[:50] {
		l := newLift(set, e.trace, &p)
		if len(l.Left) > 0 {
			continue
		}
		for _, line := range e.Explain(&p).Lines {
			term, _ := set.Term(line.Term)
			white, black, whole := l.sides(&p, term, line.Count)
			if !whole || white+black != line.Count || white < 0 || black > 0 {
				t.Errorf("%s: %s: White %g, Black %g, want %g", p.FEN(), line.Term, white, black, line.Count)
			}
		}
	}
}

func must(t *testing.T, name string) *weights.File {
	t.Helper()
	f, err := weights.Find(name, "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}
