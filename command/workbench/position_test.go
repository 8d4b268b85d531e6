package workbench

import (
	"math"
	"net/url"
	"testing"

	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	_ "example.org/centipawn/features/standard"
	"example.org/centipawn/weights"
)

// TestExplain: on 500 positions, with -short on 80, the contributions that a page has add up to what weights explain prints.
func TestExplain(t *testing.T) {
	server, _ := newTest(t, "published:pesto")
	every := 2
	if testing.Short() {
		every = 12
	}
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
			if i%every != 0 {
				continue
			}
			x := ask[measures.Explained](t, server, "/api/explain", url.Values{"fen": {p.FEN()}, "weights": {name}})
			want := e.Explain(&p)
			sum, terms := x.Rest, map[string]bool{}
			for _, line := range want.Lines {
				terms[line.Term] = true
			}
			for _, line := range x.Terms {
				sum += line.Product
				if line.WhiteCP != nil && math.Abs(*line.WhiteCP+*line.BlackCP+line.Base-line.Product) > 1e-9 {
					t.Fatalf("%s: %s: White %g and Black %g, want %g", p.FEN(), line.Term, *line.WhiteCP, *line.BlackCP, line.Product-line.Base)
				}
				if !line.Plain && line.In == "" && math.Abs(line.MG+line.EG-line.Product) > 1e-9 {
					t.Fatalf("%s: %s: %g in the middlegame and %g in the endgame, want %g", p.FEN(), line.Term, line.MG, line.EG, line.Product)
				}
			}
			if x.Sum != want.Sum || math.Abs(sum-want.Sum) > 1e-9 || len(x.Terms) != len(terms) {
				t.Fatalf("%s: %g in %d terms, their sum %g; want %g in %d", p.FEN(), x.Sum, len(x.Terms), sum, want.Sum, len(terms))
			}
		}
	}
}

// TestPieceValues: tables that hold the value of their piece are split into it and what squares add.
func TestPieceValues(t *testing.T) {
	server, _ := newTest(t, "published:pesto")
	const fen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"
	x := ask[measures.Explained](t, server, "/api/explain", url.Values{"fen": {fen}, "weights": {"published:pesto"}})
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

func must(t *testing.T, name string) *weights.File {
	t.Helper()
	f, err := weights.Find(name, "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}
