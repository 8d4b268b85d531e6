package search

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/penalty"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/matrix"
)

// flatRows have the loss 1 + w²/2, and a Gauss–Newton matrix that says ten thousand times the curvature.
type flatRows struct{ passes *int }

func (flatRows) Rows() int            { return 1 }
func (flatRows) TotalWeight() float64 { return 1 }

func (r flatRows) Gradient(_ context.Context, w, g []float64) (float64, error) {
	*r.passes++
	g[0] = w[0]
	return 1 + w[0]*w[0]/2, nil
}

func (flatRows) Curvature(_ context.Context, _ []float64, _ sparse.Curvature, _ int, h *mat.SymDense) error {
	h.SetSym(0, 0, 1e4)
	return nil
}

func (flatRows) Diagonal(_ context.Context, _ []float64, _ int, d []float64) error {
	d[0] = 1e4
	return nil
}

func (flatRows) Product(context.Context, []float64) (sparse.Product, error) { return nil, nil }

func (flatRows) Single(context.Context, []float64, sparse.Curvature, []bool) ([]sandwich.Game, error) {
	return nil, nil
}

// TestGuardedSearch: where the method of the guard creeps, the search goes on with its own, within the limit of passes.
func TestGuardedSearch(t *testing.T) {
	for limit, want := range map[int]descent.Reason{0: descent.Tolerance, guardedPasses + 1: descent.PassLimit} {
		passes := 0
		p := &Problem{Job: &Job{Job: &rows.Job{Design: &rows.Design{Names: []string{"w"}}, Meter: &rows.Meter{}}}}
		f := &Objective{Rows: flatRows{&passes}, N: 1, Parts: 1, Penalty: &penalty.Penalty{Weights: 1}}
		g := &guarded{Objective: f, weights: []int{0}, before: []float64{1e4}, now: make([]float64, 1)}
		found, err := p.guardedSearch(t.Context(), g, []float64{100}, descent.Options{Passes: limit})
		if err != nil || found.Reason != want || passes > 2*guardedPasses || limit > 0 && passes > limit {
			t.Errorf("limit %d: %+v after %d passes, %v", limit, found, passes, err)
		}
	}
}

// lostRows tell something of the weight above 0 alone.
type lostRows struct{ flatRows }

func (lostRows) Diagonal(_ context.Context, w []float64, _ int, d []float64) error {
	d[0] = 0
	if w[0] > 0 {
		d[0] = 1e4
	}
	return nil
}

// TestRegainWithin: a search that lost a weight begins again, but not where it had used up its passes.
func TestRegainWithin(t *testing.T) {
	design, err := rows.NewDesign(matrix.Schema{Columns: []matrix.Column{{Name: "a/w", Kind: matrix.Term}}, Formula: "square(max(0, a))"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for reason, again := range map[descent.Reason]bool{descent.Tolerance: true, descent.PassLimit: false, descent.Interrupted: false} {
		passes := 0
		p := &Problem{Job: &Job{Job: &rows.Job{Design: design, Meter: &rows.Meter{}}}}
		f := &Objective{Rows: lostRows{flatRows{&passes}}, N: 1, Parts: 1, Penalty: &penalty.Penalty{Weights: 1}}
		lost := &descent.Result{Weights: []float64{-1}, F: 2, Reason: reason}
		if _, err := p.regain(t.Context(), f, []float64{100}, lost, descent.Options{}); err != nil || (passes > 0) != again {
			t.Errorf("after %s: %d passes, %v", reason, passes, err)
		}
	}
}
