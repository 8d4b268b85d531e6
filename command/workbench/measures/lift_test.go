package measures

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/features"
	_ "example.org/centipawn/features/standard"
	"example.org/centipawn/weights"
)

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
	f, err := weights.Find("published:pesto", "")
	if err != nil {
		t.Fatal(err)
	}
	e, err := items.NewEvaluator(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range features.Positions()[:50] {
		l := newLift(set, e.Tally, &p)
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

// TestEqual: where terms cancel against the other side, every piece counts all the same, and kings in their tables.
func TestEqual(t *testing.T) {
	for _, set := range []string{"pesto", "standard", "lishex"} {
		f, err := weights.Find("published:"+set, "")
		if err != nil {
			t.Fatal(err)
		}
		of := &items.Item{Kind: items.Weights, File: f}
		for _, fen := range []string{
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
			"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1",
		} {
			p, err := board.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			x, err := Explain(of, &p)
			if err != nil {
				t.Fatal(err)
			}
			counted := make(map[string]float64)
			for _, line := range append(x.Terms, x.Equal...) {
				for square, n := range line.Pieces {
					counted[square] += n * line.Each
				}
				for square, n := range line.Parts {
					counted[square] += n * line.Each
				}
			}
			for occupied := p.Occupied(); occupied != 0; {
				sq := occupied.Pop()
				if worth, of := counted[sq.String()]; !of || worth == 0 && p.PieceAt(sq).Type() != board.King {
					t.Errorf("%s, %s: nothing is counted on %v", set, fen, sq)
				} else if white := p.PieceAt(sq).Color() == board.White; p.PieceAt(sq).Type() != board.King && white != (worth > 0) {
					t.Errorf("%s, %s: %v is worth %g", set, fen, sq, worth)
				}
			}
			for _, line := range x.Equal {
				if line.White != nil && *line.White+*line.Black != 0 {
					t.Errorf("%s, %s: %s is %g and %g", set, fen, line.Term, *line.White, *line.Black)
				}
			}
		}
	}
}
