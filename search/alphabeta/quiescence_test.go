package alphabeta_test

import (
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// TestQuiesce on positions whose resolution is known.
func TestQuiesce(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		score     int
		line      []string
	}{
		{"quiet", board.StartFEN, 0, nil},
		{"a hanging piece", "6k1/5ppp/8/3n4/4P3/8/5PPP/6K1 w - - 0 1", 100, []string{"e4d5"}},
		{"seen by Black", "6k1/5ppp/8/3n4/4P3/8/5PPP/6K1 b - - 0 1", -200, nil},
		{"guarded by a pawn", "6k1/5ppp/2p5/3p4/8/2N5/5PPP/6K1 w - - 0 1", 100, nil},
		{"an exchange to its end", "6k1/5ppp/2p5/3n4/2P5/1P6/5PPP/6K1 w - - 0 1", 0, []string{"c4d5", "c6d5"}},
		{"promotion", "8/P5k1/8/8/8/8/6K1/8 w - - 0 1", 900, []string{"a7a8q"}},
		{"checkmated", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", int(search.Mate), nil},
		{"out of check", "k7/8/8/8/8/8/1r6/K7 w - - 0 1", 0, []string{"a1b2"}},
	} {
		p := boardtest.Parse(t, tt.fen)
		score, line := alphabeta.New(newMaterial, alphabeta.Options{}).Quiesce(&p)
		var got []string
		for _, m := range line {
			got = append(got, p.UCI(m))
			p.Make(m)
		}
		if score != tt.score || !slices.Equal(got, tt.line) {
			t.Errorf("%s: %d by %v, want %d by %v", tt.name, score, got, tt.score, tt.line)
		}
	}
}

// TestQuiesceLeaf: the line is legal, the score is the evaluation of its end, and
// nothing of it depends on earlier calls.
func TestQuiesceLeaf(t *testing.T) {
	e := newStandard(t)
	used := alphabeta.New(e, alphabeta.Options{})
	slow := e()
	n, positions := 0, 3000
	if long.Short(t) {
		positions = 800
	}
	for p := range boardtest.RandomPositions(9, positions) {
		if n++; n%10 != 0 {
			continue
		}
		score, line := used.Quiesce(&p)
		freshScore, freshLine := alphabeta.New(e, alphabeta.Options{}).Quiesce(&p)
		if score != freshScore || !slices.Equal(line, freshLine) {
			t.Fatalf("%s: %d by %v after other calls, %d by %v alone", p.FEN(), score, line, freshScore, freshLine)
		}
		leaf := p
		for _, m := range line {
			if !leaf.IsLegal(m) {
				t.Fatalf("%s: %v in %v is illegal", p.FEN(), m, line)
			}
			leaf.Make(m)
		}
		if search.Score(score).IsMate() {
			continue
		}
		slow.Reset(&leaf)
		if want := slow.Evaluate(&leaf); score != want {
			t.Errorf("%s: %d, the leaf after %v is evaluated %d", p.FEN(), score, line, want)
		}
	}
}
