package eval

import (
	"math"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights"
)

// TestExplainAddsUp: parts, and nothing else, are the evaluation; the parts of a sum are its product.
func TestExplainAddsUp(t *testing.T) {
	for _, name := range []string{"standard", "standard_safety", "standard_nonlinear", curved.Name()} {
		e, err := New(randomFile(name))
		if err != nil {
			t.Fatal(err)
		}
		for i := range features.Positions() {
			p := &features.Positions()[i]
			x := e.Explain(p)
			parts, bySum := x.Rest, map[string]float64{}
			for _, line := range x.Lines {
				parts += line.Product
				bySum[nameOf(line.In)] += line.Product
			}
			size := max(1, math.Abs(x.Sum))
			if x.Rest != 0 || math.Abs(parts-e.Evaluate(p)) > 1e-9*size || math.Abs(x.Sum-e.Evaluate(p)) > 1e-9*size {
				t.Fatalf("%s: the parts sum to %v with the rest %v, explained as %v, evaluation %v, on %s", name, parts, x.Rest, x.Sum, e.Evaluate(p), p.FEN())
			}
			for _, s := range x.Sums {
				if math.Abs(s.Product-bySum[s.Name]) > 1e-9*size {
					t.Fatalf("%s: parts of %s %v, its product %v, on %s", name, s.Name, bySum[s.Name], s.Product, p.FEN())
				}
			}
		}
	}
}

// TestExplainSquare: a squared sum's price is the sum itself, a hundredth of it: half of the slope at the
// end, as the slope grows along the way; and linear terms stay count × weight.
func TestExplainSquare(t *testing.T) {
	e, err := New(safetyFile())
	if err != nil {
		t.Fatal(err)
	}
	for i := range features.Positions() {
		x := e.Explain(&features.Positions()[i])
		for k, sign := range []float64{1, -1} {
			s := x.Sums[1+k]
			if want := sign * max(0, s.Value.MG) / 100 * x.Phase; math.Abs(s.Price.MG-want) > 1e-9*max(1, math.Abs(want)) || !s.Plain {
				t.Fatalf("price of %s %v, want %v", s.Name, s.Price.MG, want)
			}
		}
		for _, line := range x.Lines {
			if want := line.Count * (line.Weight.MG*x.Phase + line.Weight.EG*(1-x.Phase)*x.Scale); line.In == "" && math.Abs(line.Product-want) > 1e-6*max(1, math.Abs(x.Sum)) {
				t.Fatalf("%s: %v, want %v", line.Term, line.Product, want)
			}
		}
	}
}

// The jumping set has a jump, rounding, and a value where nothing counts.
var jumping = features.MustRegister(features.NewFormulaSet("jumping", &tapered.PeSTO, nil, features.Formula{
	Text: "linear + round(pieces / 7) + (if pieces > 5 then 40 else 0) + 3"},
	features.Family{Name: "tempo", Terms: []features.Definition{{Name: "move"}}, Count: func(c *features.Context, t *features.Tally, first features.Term) {
		t.Add(first, 1-2*int(c.Pos.SideToMove()))
	}},
	features.Family{Name: "pieces", Terms: []features.Definition{{Name: "men"}}, Sums: []string{"pieces"}, Symmetric: true, Count: func(c *features.Context, t *features.Tally, first features.Term) {
		t.Add(first, c.Pos.Occupied().Count())
	}}))

// TestExplainRest: what no term has a part in is said.
func TestExplainRest(t *testing.T) {
	f := &weights.File{Set: jumping.Name(), SetHash: jumping.Hash(), Phase: "pesto", Formula: jumping.Formula(), Terms: []weights.Term{
		{Name: "move", Value: weights.Weight{Value: 10}}, {Name: "men", Sums: []string{"pieces"}, Value: weights.Weight{Value: 1}}}}
	e, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	p := boardtest.Parse(t, board.StartFEN)
	x := e.Explain(&p)
	// 10 of the move; 32/7 of the men, rounded up to 5; a jump of 40, and 3
	if x.Sum != 58 || len(x.Lines) != 2 || math.Abs(x.Lines[1].Product-32.0/7) > 1e-6 || math.Abs(x.Rest-(43+5-32.0/7)) > 1e-6 {
		t.Errorf("%+v", x)
	}
}

// The bent set has two sums that a position may have alike, and a kink and a curve by each.
var bent = features.MustRegister(features.NewFormulaSet("bent", &tapered.PeSTO, nil, features.Formula{
	Text: `white = max(0, white_men - 10); black = max(0, black_men - 10);
linear + white - black + 100 * (sigmoid(white_men / 2 - 4) - sigmoid(black_men / 2 - 4))`},
	features.Family{Name: "tempo", Terms: []features.Definition{{Name: "move"}}, Count: func(c *features.Context, t *features.Tally, first features.Term) {
		t.Add(first, 1-2*int(c.Pos.SideToMove()))
	}},
	features.Family{Name: "men", Terms: []features.Definition{{Name: "man"}}, Sums: []string{"white_men", "black_men"}, Count: func(c *features.Context, t *features.Tally, first features.Term) {
		for _, color := range []board.Color{board.White, board.Black} {
			t.AddSide(first, color, c.Pos.ByColor(color).Count())
		}
	}}))

// TestExplainAlike: where both sides have the same counts, what one adds is what it is worth alone, though a
// mistake of the one side's part would be made up by the other's.
func TestExplainAlike(t *testing.T) {
	e, err := New(&weights.File{Set: bent.Name(), SetHash: bent.Hash(), Phase: "pesto", Formula: bent.Formula(), Terms: []weights.Term{
		{Name: "move", Value: weights.Weight{Value: 10}}, {Name: "man", Sums: []string{"white_men", "black_men"}, Value: weights.Weight{Value: 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	for fen, n := range map[string]float64{board.StartFEN: 16, "4k3/pppppppp/1n6/8/8/1N6/PPPPPPPP/4K3 w - - 0 1": 10, "r3k3/pppppppp/1n6/8/8/1N6/PPPPPPPP/R3K3 w - - 0 1": 11} {
		p := boardtest.Parse(t, fen)
		x := e.Explain(&p)
		curve := func(n float64) float64 { return 100 / (1 + math.Exp(4-n/2)) }
		want := max(0, n-10) + curve(n) - curve(0)
		for i, sign := range []float64{1, -1} {
			if got := x.Lines[1+i].Product; math.Abs(got-sign*want) > 1e-6 {
				t.Errorf("%s: %s %v, want %v", fen, x.Lines[1+i].In, got, sign*want)
			}
		}
	}
}
