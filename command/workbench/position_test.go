package workbench

import (
	"math"
	"net/url"
	"path/filepath"
	"testing"

	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	_ "example.org/centipawn/features/standard"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/weights"
)

// TestExplain: on 500 positions, with -short on 80, the contributions that a page has add up to what weights explain prints.
func TestExplain(t *testing.T) {
	nonlinear := nonlinearFile(t)
	server, _ := newTest(t, "published:pesto", nonlinear)
	every := 2
	if long.Short(t) {
		every = 12
	}
	for name, path := range map[string]string{"builtin": "builtin", "published:pesto": "published:pesto", filepath.Base(nonlinear): nonlinear} {
		f, err := weights.Find(path, "")
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
			if (x.Formula == "") != (f.Formula == "") || len(x.Sums) != len(want.Sums) {
				t.Fatalf("%s: formula %q with the sums %v", p.FEN(), x.Formula, x.Sums)
			}
			if x.Sum != want.Sum || math.Abs(sum-want.Sum) > 1e-9 || len(x.Terms) != len(terms) {
				t.Fatalf("%s: %g in %d terms, their sum %g; want %g in %d", p.FEN(), x.Sum, len(x.Terms), sum, want.Sum, len(terms))
			}
		}
	}
}

// nonlinearFile writes weights of the set standard_nonlinear.
func nonlinearFile(t *testing.T) string {
	t.Helper()
	set, err := features.Lookup("standard_nonlinear")
	if err != nil {
		t.Fatal(err)
	}
	f := *must(t, "published:standard_nonlinear")
	f.SetHash, f.Formula = set.Hash(), set.Formula()
	value := func(i int) weights.Weight { return weights.Weight{Value: float64(i%9) * 2} }
	for i, def := range set.Terms() {
		if _, known := f.Term(def.Name); known {
			continue
		}
		term := weights.Term{Name: def.Name, Sums: set.SumsOf(features.Term(i)), Tapered: def.Taper == features.Tapered}
		if term.Tapered {
			term.MG, term.EG = value(i), value(i+1)
		} else {
			term.Value = value(i)
		}
		f.Terms = append(f.Terms, term)
	}
	path := filepath.Join(t.TempDir(), "nonlinear.json")
	if err := f.Write(path); err != nil {
		t.Fatal(err)
	}
	return path
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

// TestReadGames: games come from a text, also from one that was cut off; FENs may lack fields.
func TestReadGames(t *testing.T) {
	server, _ := newTest(t)
	games := ask[[]readGame](t, server, "/api/position/games", url.Values{"text": {"[White \"A\"]\n[Event \"E\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 d5 2. N"}})
	if len(games) == 0 || games[0] != (readGame{"A – ?, E", "1-0", after(t), "e2e4 e7e5"}) {
		t.Errorf("%+v", games)
	}
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/8/4K2R":       "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
		"4k3/8/8/8/8/8/8/4K2R b":     "4k3/8/8/8/8/8/8/4K2R b - - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w K":   "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w K -": "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
	} {
		if got := ask[shownPosition](t, server, "/api/position", url.Values{"fen": {fen}}); got.FEN != want {
			t.Errorf("%s: %s, want %s", fen, got.FEN, want)
		}
	}
}

// TestLibrary: in each position of the library its term counts as often as it says.
func TestLibrary(t *testing.T) {
	server, _ := newTest(t, "published:pesto")
	list := ask[[]measures.Example](t, server, "/api/library", url.Values{"weights": {"published:pesto"}})
	if len(list) < 6 {
		t.Fatalf("%d positions", len(list))
	}
	for _, x := range list {
		e := ask[measures.Explained](t, server, "/api/explain", url.Values{"fen": {x.FEN}, "weights": {"published:pesto"}})
		found := false
		for _, line := range e.Terms {
			found = found || line.Term == x.Term && line.Count == x.Count
		}
		if !found {
			t.Errorf("%s does not count %g on %s", x.Term, x.Count, x.FEN)
		}
	}
}
