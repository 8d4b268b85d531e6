package eval

import (
	"math"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights"
)

// alphaOneFile returns a weights file of the set alphaone with plausible values.
func alphaOneFile() *weights.File {
	f := &weights.File{Set: "alphaone", SetHash: features.AlphaOne.Hash(), Phase: "alphaone"}
	for i, def := range features.AlphaOne.Terms() {
		f.Terms = append(f.Terms, weights.Term{Name: def.Name, Value: weights.Weight{Value: 0.7 + float64(i*i)}})
	}
	return f
}

// TestEvaluate compares the evaluation with the sum that a person would make.
func TestEvaluate(t *testing.T) {
	e, err := New(alphaOneFile())
	if err != nil {
		t.Fatal(err)
	}
	tally := features.AlphaOne.NewTrace()
	for i := range features.Positions() {
		p := &features.Positions()[i]
		tally.Reset()
		features.AlphaOne.Count(p, tally)
		want := 0.0
		for term := range features.AlphaOne.Terms() {
			want += (0.7 + float64(term*term)) * tally.Trace().Count(features.Term(term))
		}
		if got := e.Evaluate(p); math.Abs(got-want) > 1e-3 {
			t.Fatalf("Evaluate = %g, want %g, on %s", got, want, p.FEN())
		}
		x := e.Explain(p)
		sum := 0.0
		for _, line := range x.Lines {
			sum += line.Product
		}
		if math.Abs(x.Sum-want) > 1e-3 || math.Abs(sum-x.Sum) > 1e-9 {
			t.Fatalf("Explain: sum %g of products %g, want %g, on %s", x.Sum, sum, want, p.FEN())
		}
	}
}

// TestTapered: a tapered term has its middlegame weight with all pieces on the
// board and its endgame weight with none.
func TestTapered(t *testing.T) {
	pawns := features.Family{
		Name:  "material",
		Terms: []features.Definition{{Name: "pawn", Unit: "pawns", Taper: features.Tapered}},
		Count: func(c *features.Context, t *features.Tally, first features.Term) {
			t.Add(first, c.Pos.Pieces(board.White, board.Pawn).Count()-c.Pos.Pieces(board.Black, board.Pawn).Count())
		},
	}
	set, err := features.NewSet("evaltest", &tapered.PeSTO, pawns)
	if err != nil {
		t.Fatal(err)
	}
	features.Register(set)
	e, err := New(&weights.File{Set: "evaltest", SetHash: set.Hash(), Terms: []weights.Term{
		{Name: "pawn", Tapered: true, MG: weights.Weight{Value: 82}, EG: weights.Weight{Value: 94}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]float64{
		"rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": 82,
		"4k3/8/8/8/8/8/PP6/4K3 b - - 0 1":                          2 * 94,
		"4k3/pp6/8/8/8/8/8/R3K2R w - - 0 1":                        -2 * (82*4 + 94*20) / 24.0,
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Evaluate(&p); math.Abs(got-want) > 1e-9 {
			t.Errorf("Evaluate = %g, want %g, on %s", got, want, fen)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	tests := []struct {
		name   string
		change func(*weights.File)
		want   string
	}{
		{"an unknown set", func(f *weights.File) { f.Set = "unknown" }, `unknown set of terms "unknown"`},
		{"another hash", func(f *weights.File) { f.SetHash = "0123456789abcdef" },
			"the weights are for set alphaone (hash 0123456789abcdef), this program counts alphaone (hash " + features.AlphaOne.Hash()},
		{"a term too many", func(f *weights.File) { f.Terms[0].Name = "unknown" },
			"the weights file has a term unknown, set alphaone has not"},
		{"tapered here only", func(f *weights.File) { f.Terms[0].Tapered = true },
			"weights file and set alphaone disagree on whether term tapered is tapered"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := alphaOneFile()
			tt.change(f)
			if _, err := New(f); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q in it", err, tt.want)
			}
		})
	}
}

func BenchmarkEvaluate(b *testing.B) {
	e, err := New(alphaOneFile())
	if err != nil {
		b.Fatal(err)
	}
	positions := features.Positions()
	b.ReportAllocs() // must stay 0
	for i := 0; b.Loop(); i++ {
		e.Evaluate(&positions[i%len(positions)])
	}
}
