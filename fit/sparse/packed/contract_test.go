package packed

import (
	"context"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/internal/shards/shardstest"
)

// A drawnSource is rows of which each block is drawn by its number.
type drawnSource struct {
	blocks            int
	weighted, offsets bool
	counts            func(*rand.Rand) float32
}

// Blocks implements Source.
func (s drawnSource) Blocks() int { return s.blocks }

// Block implements Source. Every third block is empty.
func (s drawnSource) Block(b int, into *Rows) error {
	*into = Rows{}
	if s.weighted {
		into.Weight = []float32{}
	}
	if s.offsets {
		into.Offset = []float32{}
	}
	rng := rand.New(rand.NewPCG(uint64(b), 1))
	for range 40 * min(1, b%3) {
		into.Low = append(into.Low, int64(len(into.Columns)))
		for c := range uint16(6) {
			if rng.IntN(2) == 0 {
				into.Columns, into.Counts = append(into.Columns, c), append(into.Counts, s.counts(rng))
			}
		}
		into.High = append(into.High, int64(len(into.Columns)))
		phase := uint8(rng.IntN(3))
		into.MG, into.EG = append(into.MG, phase), append(into.EG, phase)
		into.Target, into.Cluster = append(into.Target, float32(rng.IntN(3))/2), append(into.Cluster, uint32(b))
		if s.weighted {
			into.Weight = append(into.Weight, rng.Float32())
		}
		if s.offsets {
			into.Offset = append(into.Offset, rng.Float32())
		}
	}
	return nil
}

// compile returns the program of a formula over plain sums.
func compile(t *testing.T, text string, sums ...string) *formula.Program {
	t.Helper()
	f, err := formula.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var scope formula.Scope
	for _, name := range sums {
		scope.Sums = append(scope.Sums, formula.Sum{Name: name})
	}
	p, err := f.Compile(scope)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestContract: the census of rows keeps the contract of package shards.
func TestContract(t *testing.T) {
	before := shards.SegmentBlocks
	shards.SegmentBlocks = 1
	t.Cleanup(func() { shards.SegmentBlocks = before })
	small := func(rng *rand.Rand) float32 { return float32(rng.IntN(5) - 2) }
	real := func(rng *rand.Rand) float32 { return float32(rng.NormFloat64()) }
	columns := []Column{{0, -1, -1}, {-1, 1, 2}, {-1, 3, -1}, {4, 1, -1}, {-1, -1, -1}, {-1, -1, -1}}
	of := FormColumn{Sum: 0, Input: -1, Weights: Column{5, -1, -1}}
	other := of
	other.Sum = 1
	form := &Form{Sums: 2, Columns: []FormColumn{Linear, Linear, Linear, Linear, of, other}, Leaves: []FormLeaf{{Index: 0}, {Index: 1}}}
	form.Program = compile(t, "white * black", "white", "black")
	for _, c := range []struct {
		source drawnSource
		form   *Form
	}{
		{drawnSource{counts: small}, nil}, {drawnSource{counts: small, weighted: true}, nil}, {drawnSource{counts: real, offsets: true}, nil},
		{drawnSource{counts: small, offsets: true}, form}, {drawnSource{counts: small, weighted: true, offsets: true}, form},
	} {
		c.source.blocks = 7
		of, err := newCoding(Spec{Columns: columns, Form: c.form, MG: []float64{1, 0.5, 0}, EG: []float64{0, 0.5, 1}, Weights: 6, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		part := func(low, high int) *censusPart {
			p := newCensusPart(&of)
			for i := low; i < high; i++ {
				if _, err := p.take(context.Background(), c.source, i); err != nil {
					t.Fatal(err)
				}
			}
			return p
		}
		shardstest.Laws(t, func() *censusPart { return newCensusPart(&of) }, func() []*censusPart {
			return []*censusPart{part(0, 2), part(2, 2), part(2, 3), part(3, 7)}
		}, part(0, 7))
	}
}
