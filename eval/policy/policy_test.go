package policy_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/eval/policy"
	"example.org/centipawn/features"
	"example.org/centipawn/features/moves"
	"example.org/centipawn/weights"
)

// file returns a policy with weights by name, middlegame and endgame.
func file(terms map[string][2]float64) *weights.File {
	f := &weights.File{Kind: weights.Policy, Set: moves.Name, SetHash: moves.Hash(), Phase: moves.Phase.Name}
	for name, w := range terms {
		f.Terms = append(f.Terms, weights.Term{Name: name, Tapered: true, MG: weights.Weight{Value: w[0]}, EG: weights.Weight{Value: w[1]}})
	}
	return f
}

// TestLogit compares logits with sums over the rows that a fit sees.
func TestLogit(t *testing.T) {
	f := weights.BuiltinPolicy()
	y, err := policy.New(f)
	if err != nil {
		t.Fatal(err)
	}
	trace := moves.NewTrace()
	for i := range features.Positions()[:200] {
		p := &features.Positions()[i]
		y.Start(p)
		trace.Start(p)
		phi := moves.Phase.Of(p)
		for _, m := range p.LegalMoves(nil) {
			counts, want := trace.Count(m).Trace(), 0.0
			for _, w := range f.Terms {
				term, _ := moves.Term(w.Name)
				want += counts.Count(term) * (w.MG.Value*phi + w.EG.Value*(1-phi)) / weights.LogitUnits
			}
			if got := y.Logit(m); math.Abs(got-want) > 0.01 {
				t.Fatalf("%s %v: logit %g, want %g", p.FEN(), m, got, want)
			}
		}
	}
}

// TestPhase: the weights are blended by the phase of the position.
func TestPhase(t *testing.T) {
	y, err := policy.New(file(map[string][2]float64{"pst.king.e2": {100, -200}}))
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]float64{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":                              -2,
		"rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1": 1,
		"4k3/4q3/8/8/8/3PPP2/3B1B2/4K3 w - - 0 1":                    1*0.25 - 2*0.75,
	} {
		p := boardtest.Parse(t, fen)
		m, err := p.ParseUCI("e1e2")
		if err != nil {
			t.Fatal(err)
		}
		y.Start(&p)
		if got := y.Logit(m); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: logit %g, want %g", fen, got, want)
		}
	}
}

// TestRefused: what is not a policy of these terms is refused by name.
func TestRefused(t *testing.T) {
	change := func(what func(f *weights.File)) *weights.File {
		f := file(map[string][2]float64{"check.unsafe": {1, 2}})
		what(f)
		return f
	}
	for want, f := range map[string]*weights.File{
		"an evaluation, where a policy is wanted": weights.Builtin(),
		"fit it again":                         change(func(f *weights.File) { f.SetHash = "0" }),
		"has a term mate":                      change(func(f *weights.File) { f.Terms[0].Name = "mate" }),
		"whether term check.unsafe is tapered": change(func(f *weights.File) { f.Terms[0].Tapered = false }),
		"too large":                            change(func(f *weights.File) { f.Terms[0].EG.Value = -1e5 }),
	} {
		if _, err := policy.New(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestBuiltin: the built-in policy prefers what a chess player would.
func TestBuiltin(t *testing.T) {
	y, err := policy.New(weights.BuiltinPolicy())
	if err != nil {
		t.Fatal("weights/builtin/policy.json: fit it again, see docs/policy.md: ", err)
	}
	for _, tt := range []struct{ name, fen, better, worse string }{
		{"take the queen", "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", "e3d5", "e3g2"},
		{"do not lose the queen", "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d4", "d1d5"},
		{"save the rook", "4k3/8/8/8/8/2p5/1R6/4K3 w - - 0 1", "b2b8", "e1e2"},
		{"promote", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a7a8n"},
		{"develop", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "g1h3"},
	} {
		p := boardtest.Parse(t, tt.fen)
		y.Start(&p)
		var logits []float64
		for _, move := range []string{tt.better, tt.worse} {
			m, err := p.ParseUCI(move)
			if err != nil {
				t.Fatal(err)
			}
			logits = append(logits, y.Logit(m))
		}
		if slices.IsSorted(logits) {
			t.Errorf("%s: logit of %s %g, of %s %g", tt.name, tt.better, logits[0], tt.worse, logits[1])
		}
	}
}
