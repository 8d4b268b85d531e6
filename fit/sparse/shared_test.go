package sparse

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/shards"
)

// passResults is what all passes that are shared return, at some weights.
type passResults struct {
	Loss      float64
	Gradient  []float64
	Curvature [2][]float64
	Diagonal  []float64
	Points    any
	Scores    *Scores
	Counts    *Scores
	Single    [2][]sandwich.Game // all, and those of a weight
	Rows      int
	Total     float64
	Mean      float64
}

// obey does what the process that leads asks for.
func obey(ctx context.Context, d *Design) error {
	for {
		o, err := NextOrder(ctx, d.Exchange)
		if err != nil || o.Pass == PassEnd {
			return err
		}
		if err := d.Obey(ctx, o); err != nil {
			return err
		}
	}
}

func allPasses(ctx context.Context, source packed.Source, spec Spec) (e passResults, err error) {
	d, err := New(ctx, source, spec)
	if err != nil {
		return e, err
	}
	if x := spec.Exchange; x != nil {
		if !x.Leads() {
			return e, obey(ctx, d)
		}
		defer func() { err = errors.Join(err, (&Order{Pass: PassEnd}).Tell(ctx, x)) }()
	}
	d.Scale = 0.005
	w, g := make([]float64, spec.Weights), make([]float64, spec.Weights)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range w {
		w[i] = 100 * random.Float64()
	}
	e.Rows, e.Total, e.Mean = d.Rows(), d.TotalWeight(), d.MeanTarget()
	e.Loss, err = d.Gradient(ctx, w, g)
	e.Gradient = g
	for i, kind := range []Curvature{GaussNewton, Exact} {
		h := mat.NewSymDense(spec.Weights, nil)
		err = errors.Join(err, d.Curvature(ctx, w, kind, 1, h))
		e.Curvature[i] = h.RawSymmetric().Data
	}
	e.Diagonal = make([]float64, spec.Weights)
	err = errors.Join(err, d.Diagonal(ctx, w, 1, e.Diagonal))
	points, err1 := d.Points(ctx, w, 500, true)
	e.Points = points
	var err2, err3 error
	e.Scores, err2 = d.Scores(ctx, w, 64)
	e.Counts, err3 = d.Counts(ctx, w, 64)
	wanted := make([]bool, spec.Weights)
	wanted[0] = true
	var err4, err5 error
	e.Single[0], err4 = d.Single(ctx, w, Exact, nil)
	e.Single[1], err5 = d.Single(ctx, w, GaussNewton, wanted)
	return e, errors.Join(err, err1, err2, err3, err4, err5)
}

// TestShared: of processes that share the segments the one that leads finds what one finds, bit by bit, whatever
// their number.
func TestShared(t *testing.T) {
	short := long.Short(t)
	for i, p := range Problems(300) {
		if i%3 != 0 || short && i%9 != 0 { // each pass waits for its files to reach the disk
			continue
		}
		cut := []struct{ blocks, processes int }{{2, 3}, {1, 8}, {1000, 2}, {2, 1}}[i/3%4] // blocks of a segment
		Segments(t, cut.blocks)
		want, err := allPasses(t.Context(), p.Source, p.Spec)
		if err != nil {
			t.Fatal(err)
		}
		p.share(t, cut.processes, want)
	}
}

// share lets processes share a problem, and again from what they left.
func (p *Problem) share(t *testing.T, n int, want passResults) {
	t.Helper()
	dir := t.TempDir()
	for range 2 { // the second reads what the first has left
		got, errs := make([]passResults, n), make([]error, n)
		var wait sync.WaitGroup
		for i := range n {
			own := p.Spec
			own.Exchange = &shards.Folder{Dir: dir, Of: shards.Shard{Index: i, Of: n}}
			wait.Go(func() { got[i], errs[i] = allPasses(t.Context(), p.Source, own) })
		}
		wait.Wait()
		for i := range n {
			if errs[i] != nil || i == 0 && !reflect.DeepEqual(got[i], want) {
				t.Errorf("%s: process %d of %d: %v, or other sums: %+v, want %+v", p.Name, i, n, errs[i], got[i], want)
			}
		}
	}
}
