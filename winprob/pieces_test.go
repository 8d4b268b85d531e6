package winprob_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"example.org/centipawn/internal/shards/shardstest"
	"example.org/centipawn/winprob"
)

// TestPieces: points that are gathered in pieces are calibrated as those that were gathered at once.
func TestPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const pieces = 7
	var points [pieces]winprob.Points
	for i := range points {
		p := &points[i]
		for range 200 + 10*i {
			score := 200 * random.NormFloat64()
			target := float32(0)
			if random.Float64() < winprob.Expected(1, score) {
				target = 1
			}
			p.Score, p.Expected = append(p.Score, float32(score)), append(p.Expected, target)
			p.Phase, p.Cluster = append(p.Phase, random.Float32()), append(p.Cluster, uint32(random.IntN(300)))
		}
	}
	of := func(numbers ...int) *winprob.Pieces {
		p := new(winprob.Pieces)
		for _, n := range numbers {
			if err := p.Add(n, &points[n]); err != nil {
				t.Fatal(err)
			}
		}
		return p
	}
	whole := of(0, 1, 2, 3, 4, 5, 6)
	parts := func() []*winprob.Pieces { return []*winprob.Pieces{of(0, 5), of(3), of(), of(6, 1, 4), of(2)} }
	shardstest.Laws(t, func() *winprob.Pieces { return new(winprob.Pieces) }, parts, whole)

	at := &winprob.Points{}
	for i := range points {
		at.Append(&points[i])
	}
	want, err := winprob.Reliability(at, 1, []float64{0, 0.5, 1}, 10)
	if err != nil {
		t.Fatal(err)
	}
	merged := of(6, 2)
	for _, p := range []*winprob.Pieces{of(4, 0), of(1, 3, 5)} {
		if err := merged.Merge(p); err != nil {
			t.Fatal(err)
		}
	}
	got, err := winprob.Reliability(merged.Points(), 1, []float64{0, 0.5, 1}, 10)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("calibration %+v, %v; want %+v", got, err, want)
	}
	if err := merged.Merge(of(3)); err == nil {
		t.Error("a piece was added twice")
	}
}
