package linear_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/linear"
	"example.org/centipawn/matrix"
)

// derived returns rows whose counts are f of three random ones.
func derived(seed uint64, f func(a, b, c float32) []float32) []fittest.Row {
	s := fittest.Simulation{Columns: fittest.PlainColumns(3), Truth: []float64{50, -20, 10}, Games: 80, PerGame: 10, Sources: 2, Density: 0.8, Noise: 30, Seed: seed}
	rows := s.Rows()
	for i, r := range rows {
		rows[i].Counts = f(r.Counts[0], r.Counts[1], r.Counts[2])
	}
	return rows
}

// dependences are sets with an exact null space, and what is to be said of it.
var dependences = []struct {
	name       string
	counts     func(a, b, c float32) []float32
	want       []string // the columns of each relation
	identified string   // a letter for each weight
}{
	{"none", func(a, b, c float32) []float32 { return []float32{a, b, c} }, nil, "yyy"},
	{"a column twice", func(a, b, c float32) []float32 { return []float32{a, b, a, c} }, []string{"x0 x2"}, "nyny"},
	{"twice as much", func(a, b, _ float32) []float32 { return []float32{a, b, 2 * a} }, []string{"x0 x2"}, "nyn"},
	{"a sum", func(a, b, c float32) []float32 { return []float32{a, b, c, a + b - 2*c} }, []string{"x0 x1 x2 x3"}, "nnnn"},
	{"one part of two", func(a, b, c float32) []float32 { return []float32{a, c, 1 - a, b} }, []string{"intercept x0 x2"}, "nyny"},
	{"constant", func(a, b, _ float32) []float32 { return []float32{a, 3, b} }, []string{"intercept x1"}, "yny"},
	{"two", func(a, b, _ float32) []float32 { return []float32{a, a, b, b} }, []string{"x0 x1", "x2 x3"}, "nnnn"},
	{"never active", func(a, _, c float32) []float32 { return []float32{a, 0, c} }, nil, "yny"},
}

func TestDependences(t *testing.T) {
	for i, tt := range dependences {
		rows := derived(uint64(i), tt.counts)
		set := fittest.NewSet(t, fittest.PlainColumns(len(rows[0].Counts)), 100, rows)
		for _, m := range []fit.Method{fit.GramMatrix} {
			t.Run(fmt.Sprintf("%s/%v", tt.name, m), func(t *testing.T) {
				r := fittest.MustFit(t, set, fit.Options{Method: m})
				// Which of dependent columns counts as made of the others is free;
				// TestDependencesHold looks at the coefficients.
				var got []string
				for _, d := range r.Dependences {
					names := []string{d.Weight}
					for _, of := range d.Of {
						names = append(names, of.Name)
					}
					slices.Sort(names)
					got = append(got, strings.Join(names, " "))
				}
				slices.Sort(got)
				if !slices.Equal(got, tt.want) {
					t.Errorf("dependences %q, want %q", got, tt.want)
				}
				for j, w := range r.Weights {
					if w.Identified != (tt.identified[j] == 'y') {
						t.Errorf("%s: identified = %t", w.Name, w.Identified)
					}
					if (w.VIF >= 1) != w.Identified {
						t.Errorf("%s: VIF %g, identified = %t", w.Name, w.VIF, w.Identified)
					}
				}
			})
		}
	}
}

// TestDependencesHold checks that the relations are true of the rows.
func TestDependencesHold(t *testing.T) {
	for i, tt := range dependences {
		rows := derived(uint64(i), tt.counts)
		r := fittest.MustFit(t, fittest.NewSet(t, fittest.PlainColumns(len(rows[0].Counts)), 100, rows), fit.Options{Split: fit.Split{By: fit.SplitNone}})
		for _, d := range r.Dependences {
			for _, row := range rows {
				value := func(name string) float64 {
					if name == linear.InterceptName {
						return 1
					}
					var j int
					if _, err := fmt.Sscanf(name, "x%d", &j); err != nil {
						t.Fatal(err)
					}
					return float64(row.Counts[j])
				}
				sum := 0.0
				for _, of := range d.Of {
					sum += of.Value * value(of.Name)
				}
				if math.Abs(sum-value(d.Weight)) > 1e-6 {
					t.Fatalf("%s: %v: %g against %g", tt.name, d, value(d.Weight), sum)
				}
			}
		}
	}
}

// TestMinimumNorm checks that dependent weights are those of the limit of small
// ridges, and that standard errors are those of that estimate. A ridge itself says, in its
// bars, that the data do not determine such weights.
func TestMinimumNorm(t *testing.T) {
	for i, tt := range dependences {
		rows := derived(uint64(i), tt.counts)
		set := fittest.NewSet(t, fittest.PlainColumns(len(rows[0].Counts)), 100, rows)
		for _, m := range []fit.Method{fit.GramMatrix} {
			t.Run(fmt.Sprintf("%s/%v", tt.name, m), func(t *testing.T) {
				got, gotErrs := fittest.Fitted(fittest.MustFit(t, set, fit.Options{Method: m}))
				const ridge = 0.03
				limit := fittest.MustFit(t, set, fit.Options{Method: m, Ridge: ridge})
				point, limitErrs := fittest.Fitted(limit)
				fittest.Compare(t, "weights", got, point, 1e-3)
				tw := fittest.NewTwin(t, set, fit.Options{})
				r := tw.Residuals(got)
				fittest.Compare(t, "standard errors", gotErrs, tw.Jackknife(r, slices.Repeat([]float64{1}, len(r)), ridge), 1e-3)
				for j, w := range limit.Weights {
					if loose := limitErrs[j] == 0 || limitErrs[j] > 5*gotErrs[j]; loose == w.Identified && w.Rows > 0 {
						t.Errorf("%s, identified %v: ± %g with a ridge, %g without", w.Name, w.Identified, limitErrs[j], gotErrs[j])
					}
				}
			})
		}
	}
}

// TestRidgeLimits: a ridge of nothing is least squares, a large one leaves the
// intercepts, and no weight grows with it.
func TestRidgeLimits(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 100, fittest.Typical(3).Rows())
	free, large := fittest.MustFit(t, set, fit.Options{}), fittest.MustFit(t, set, fit.Options{Ridge: 1e12})
	fittest.Compare(t, "weights", fittest.Values(fittest.MustFit(t, set, fit.Options{Ridge: 1e-9})), fittest.Values(free), 1e-9)
	norm := math.Inf(1)
	for _, ridge := range []float64{0, 1, 100, 1e4, 1e6} {
		sum := 0.0
		for _, v := range fittest.Values(fittest.MustFit(t, set, fit.Options{Ridge: ridge})) {
			sum += v * v
		}
		if sum >= norm {
			t.Errorf("ridge %g: sum of squares %g, not less than %g", ridge, sum, norm)
		}
		norm = sum
	}
	for _, w := range large.Weights {
		if math.Abs(w.Value) > 1e-5 {
			t.Errorf("%s = %g", w.Name, w.Value)
		}
	}
	if math.Abs(large.Intercepts[0].Value) < 5 {
		t.Errorf("the intercept was pulled to %g", large.Intercepts[0].Value)
	}
}

// TestRidgeUnit checks what the option promises: Ridge is a number of rows.
func TestRidgeUnit(t *testing.T) {
	var rows, more []fittest.Row
	for i := range 40 {
		rows = append(rows, fittest.Row{Counts: []float32{1}, Score: 100, Weight: 1, Game: uint32(i)})
		more = append(more, rows[i], fittest.Row{Counts: []float32{1}, Weight: 1, Game: uint32(i)})
	}
	opt := fit.Options{Intercept: fit.NoIntercept, Split: fit.Split{By: fit.SplitNone}}
	want := fittest.Values(fittest.MustFit(t, fittest.NewSet(t, fittest.PlainColumns(1), 10, more), opt))
	opt.Ridge = 40
	fittest.Compare(t, "weight", fittest.Values(fittest.MustFit(t, fittest.NewSet(t, fittest.PlainColumns(1), 10, rows), opt)), want, 1e-12)
	fittest.Compare(t, "half", want, []float64{50}, 1e-12)
}

// TestCollinearity compares VIF with its definition, 1/(1 − R²) of a column on
// the others.
func TestCollinearity(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	rows := derived(5, func(a, b, c float32) []float32 { return []float32{a, b, a + 2*b + float32(rng.IntN(3)), c} })
	set := fittest.NewSet(t, fittest.PlainColumns(4), 100, rows)
	r := fittest.MustFit(t, set, fit.Options{})
	tw := fittest.NewTwin(t, set, fit.Options{})
	for j, w := range r.Weights {
		other := *tw
		other.Y = make([]float64, len(tw.Y))
		n, k := tw.X.Dims()
		other.X = fittest.NewTwin(t, set, fit.Options{}).X
		var squares float64
		mean := make(map[int]float64)
		count := make(map[int]float64)
		for i := range n {
			other.Y[i] = tw.X.At(i, j)
			other.X.Set(i, j, 0)
			for s := tw.Weights; s < k; s++ {
				mean[s] += tw.X.At(i, s) * tw.X.At(i, j)
				count[s] += tw.X.At(i, s)
			}
		}
		for i := range n {
			m := 0.0
			for s := tw.Weights; s < k; s++ {
				m += tw.X.At(i, s) * mean[s] / count[s]
			}
			squares += (tw.X.At(i, j) - m) * (tw.X.At(i, j) - m)
		}
		var left float64
		for _, v := range other.Residuals(other.Solve(tw.W, 1e-12)) {
			left += v * v
		}
		if want := squares / left; math.Abs(w.VIF-want) > 1e-6*want {
			t.Errorf("VIF of %s = %g, want %g", w.Name, w.VIF, want)
		}
	}
	if one := fittest.MustFit(t, set, fit.Options{Columns: []string{"x0"}}); math.Abs(one.Condition-1) > 1e-12 {
		t.Errorf("condition of one column = %g", one.Condition)
	}
	if r.Condition < 10 {
		t.Errorf("condition = %g", r.Condition)
	}
}

// TestTaperedDependence: a tapered column and a plain one that counts the same are
// dependent, because the factors add up to 1.
func TestTaperedDependence(t *testing.T) {
	columns := []matrix.Column{{Name: "pawn", Tapered: true}, {Name: "pawns"}}
	s := fittest.Simulation{Columns: columns, Truth: []float64{100, 0}, Games: 60, PerGame: 10, Density: 1, Noise: 10, Seed: 1}
	rows := s.Rows()
	for i := range rows {
		rows[i].Counts[1] = rows[i].Counts[0]
	}
	r := fittest.MustFit(t, fittest.NewSet(t, columns, 100, rows), fit.Options{})
	if len(r.Dependences) != 1 || len(r.Dependences[0].Of) != 2 {
		t.Fatalf("dependences %v", r.Dependences)
	}
	names := strings.Join(r.Dependences[0].Names(), " ")
	for _, want := range []string{"pawn.mg", "pawn.eg", "pawns"} {
		if !strings.Contains(names+" ", want+" ") {
			t.Errorf("%q is not in %v", want, r.Dependences[0])
		}
	}
}
