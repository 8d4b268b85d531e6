package sparse

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse/packed"
)

// wholeProblem is a problem with one long sum, of columns of every kind, of which rows share derivatives or do not.
func wholeProblem(counts func(*rand.Rand) float32, rows int, everything bool) *Problem {
	f := &formSpec{text: whole.text, sums: whole.sums, inputs: whole.inputs}
	f.columns = append(f.columns, whole.columns...) // weights 0 to 11
	for i := range int32(20) {
		c := entry(0, taperedColumn(12+2*i, 13+2*i))
		switch i % 7 {
		case 1: // tied to the one before
			c.Weights = taperedColumn(10+2*i, 13+2*i)
		case 2: // to a plain one of another sum, and without an endgame weight
			c.Weights = taperedColumn(4, -1)
		case 3:
			c = entryFixed(0, PlainColumn(-1), 20, 0, 0)
		case 4:
			c.Weights = PlainColumn(12 + 2*i)
		}
		f.columns = append(f.columns, c)
	}
	p := &Problem{Scale: TestScale / 3, counts: counts}
	p.Spec = f.with(Spec{Loss: CrossEntropy, Spec: packed.Spec{MG: mgTable, EG: egTable, Threads: 2}})
	p.Spec.Weights = 53
	p.Spec.Columns = append(p.Spec.Columns, PlainColumn(52), taperedColumn(-1, -1)) // of fill
	p.fill(4, rows, everything)
	for i := range p.Source.Rows { // the input of most
		if r := &p.Source.Rows[i]; i%7 > 0 {
			for k, c := range r.Columns {
				if c == 4 {
					r.Counts[k] = 0.5
				}
			}
		}
	}
	return p
}

// TestClasses: second derivatives of a long sum are those of dense rows.
func TestClasses(t *testing.T) {
	for name, counts := range map[string]func(*rand.Rand) float32{"whole numbers": smallCounts, "float32": realCounts} {
		for _, everything := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " ", everything), func(t *testing.T) {
				p := wholeProblem(counts, 5000, everything)
				d, w, slow := p.Design(t), p.Weights(), p.twin()
				if d.Main != 0 || len(d.Wide) < 20 {
					t.Fatalf("the main sum is %d, of %d columns", d.Main, len(d.Wide))
				}
				h := mat.NewSymDense(d.Weights, nil)
				for _, kind := range []Curvature{GaussNewton, Exact} {
					if err := d.Curvature(t.Context(), w, kind, 1, h); err != nil {
						t.Fatal(err)
					}
					_, _, want := slow.dense(w, kind == Exact)
					Compare(t, fmt.Sprint("curvature ", kind), Full(h), Full(want), 1e-11)
				}
				diagonal, want := make([]float64, d.Weights), make([]float64, d.Weights)
				_, _, dense := slow.dense(w, false)
				for j := range want {
					want[j] = dense.At(j, j)
				}
				if err := d.Diagonal(t.Context(), w, 1, diagonal); err != nil {
					t.Fatal(err)
				}
				Compare(t, "diagonal", diagonal, want, 1e-11)
			})
		}
	}
}

// TestRoughClasses: a matrix of a sample, which takes derivatives that are near for equal, is about that of all rows.
func TestRoughClasses(t *testing.T) {
	p := wholeProblem(smallCounts, 20000, true)
	d, w := p.Design(t), p.Weights()
	rough, all := mat.NewSymDense(d.Weights, nil), mat.NewSymDense(d.Weights, nil)
	if err := errors.Join(d.Curvature(t.Context(), w, GaussNewton, 2, rough), d.Curvature(t.Context(), w, GaussNewton, 1, all)); err != nil {
		t.Fatal(err)
	}
	var apart mat.Dense
	apart.Sub(rough, all)
	if share := mat.Norm(&apart, 2) / mat.Norm(all, 2); !(share < 0.1) {
		t.Errorf("the rough matrix of half of the rows is off by %.3g of that of all", share)
	}
}
