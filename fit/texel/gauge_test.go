package texel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/texel"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// smallBoard is a league of two kinds of pieces on three by four squares, with a table
// for each and the number of pieces beside it: the tables and the numbers depend on each
// other. Pawns have squares of the first rank in their table, on which none stands.
func smallBoard(seed uint64) (columns []matrix.Column, rows []fittest.Row) {
	kinds := []string{"pawn", "rook"}
	for _, kind := range kinds {
		for file := range 3 {
			for rank := 1; rank <= 4; rank++ {
				columns = append(columns, matrix.Column{Name: fmt.Sprintf("pst.%s.%c%d", kind, 'a'+file, rank)})
			}
		}
	}
	for _, kind := range kinds {
		columns = append(columns, matrix.Column{Name: "material." + kind})
	}
	rng := rand.New(rand.NewPCG(seed, 5))
	for g := range 600 {
		luck := rng.Float64()
		for range 4 {
			r := fittest.Row{Counts: make([]float32, len(columns)), Weight: 1, Game: uint32(g + 1), Hash: rng.Uint64()}
			s := 0.0
			for kind, value := range []float64{100, 400} {
				for range 1 + rng.IntN(3) {
					sign := float32(1 - 2*rng.IntN(2))
					square := rng.IntN(12)
					if kind == 0 && square%4 == 0 {
						square++
					}
					r.Counts[kind*12+square] += sign
					r.Counts[24+kind] += sign
					s += float64(sign) * (value + 8*float64(square%4))
				}
			}
			r.Score = int16(s)
			r.Result = fittest.Result(winprob.Expected(1, s), luck)
			rows = append(rows, r)
		}
	}
	return columns, rows
}

// TestGauge: what is common to a table goes to the single weight beside it, whose
// value then means something; no evaluation changes.
func TestGauge(t *testing.T) {
	columns, rows := smallBoard(1)
	set := fittest.NewSet(t, columns, 100, rows)
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		opt := fit.Options{Loss: loss, Bootstrap: fit.Bootstrap{Resamples: 10}, Texel: fit.Texel{K: 1, Search: fit.Search{Tolerance: 1e-15}, Scaling: fit.Scaling{Scale: fit.ScaleNone}}}
		var start []fit.NamedWeight // somewhere along the null space
		for j, c := range columns {
			start = append(start, fit.NamedWeight{Name: c.Name, Value: float64(37 * (j % 11))})
		}
		opt.Texel.Start = start
		r := fittest.MustFit(t, set, opt)
		opt.Texel.Quick = true // no gauge
		raw := fittest.MustFit(t, set, opt)
		if r.Gauge != texel.GaugeRule || raw.Gauge != "" {
			t.Errorf("gauge %q, without %q", r.Gauge, raw.Gauge)
		}
		sameEvaluations(t, set, r, raw, 1e-6)
		if len(r.Dependences) != 2 || !r.Warnings.Has(note.F05) {
			t.Errorf("%v: dependences %v", loss, r.Dependences)
		}
		for kind, want := range []float64{110, 412} {
			mean, n := 0.0, 0.0
			for j := 12 * kind; j < 12*kind+12; j++ {
				mean += float64(r.Weights[j].Rows) * r.Weights[j].Value
				n += float64(r.Weights[j].Rows)
			}
			w := r.Weights[24+kind]
			if math.Abs(mean/n) > 1e-3 || math.Abs(w.Value-want) > 3*w.StdErr || w.StdErr <= 0 || w.StdErr > 30 {
				t.Errorf("%v: %s = %.1f ± %.1f, want about %g; its table's mean is %g", loss, w.Name, w.Value, w.StdErr, want, mean/n)
			}
		}
		for _, w := range r.Weights[:12] {
			if strings.HasSuffix(w.Name, "1") && (w.Value != 0 || w.Rows != 0) {
				t.Errorf("%s = %g in %d rows", w.Name, w.Value, w.Rows)
			}
		}
		i := slices.IndexFunc(r.Warnings, func(w note.Note) bool { return w.Code == note.F12 })
		if i < 0 || !slices.Equal(r.Warnings[i].Columns, []string{"pst.pawn.a1", "pst.pawn.b1", "pst.pawn.c1"}) || r.Warnings.Has(note.F03) {
			t.Errorf("warnings %v", r.Warnings)
		}
	}
}

// sameEvaluations compares two fits row by row, intercepts included, relative to 1
// centipawn.
func sameEvaluations(t *testing.T, set *matrix.Set, a, b *fit.Result, tolerance float64) {
	t.Helper()
	evaluations := func(r *fit.Result) (list []float64) {
		m := r.Model("")
		m.K = 0
		for p, err := range fit.Predict(t.Context(), set, m, fit.PredictOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, p.Predicted)
		}
		return list
	}
	want := evaluations(b)
	worst := 0.0
	for i, v := range evaluations(a) {
		worst = max(worst, math.Abs(v-want[i]))
	}
	if worst > tolerance {
		t.Errorf("evaluations differ by up to %g centipawns", worst)
	}
}

// TestGaugeWithIntercept: where columns add up to a number in every row, what they have
// in common goes to the intercepts.
func TestGaugeWithIntercept(t *testing.T) {
	l := fittest.Usual(1)
	l.Columns = append(l.Columns, matrix.Column{Name: "open"}, matrix.Column{Name: "closed"})
	l.Truth = append(l.Truth, 30, -10)
	rows := l.Rows()
	for i := range rows {
		rows[i].Counts[6] = float32(i % 3)
		rows[i].Counts[7] = 2 - float32(i%3)
	}
	set := fittest.NewSet(t, l.Columns, 100, rows)
	opt := l.Options(fit.Sigmoid)
	opt.Texel.Scale, opt.Texel.Start = fit.ScaleNone, []fit.NamedWeight{{Name: "open", Value: 80}, {Name: "closed", Value: 80}}
	r := fittest.MustFit(t, set, opt)
	opt.Texel.Quick = true
	raw := fittest.MustFit(t, set, opt)
	sameEvaluations(t, set, r, raw, 1e-6)
	open, closed := byName(t, r, "open"), byName(t, r, "closed")
	if r.Gauge == "" || math.Abs(open.Value+closed.Value) > 1e-6 || math.Abs(open.Value-byName(t, raw, "open").Value) < 10 {
		t.Errorf("open %g, closed %g; without a gauge %g", open.Value, closed.Value, byName(t, raw, "open").Value)
	}
}

// TestNoGauge: a bound or a ridge chooses among equal evaluations, and nothing is moved
// after it.
func TestNoGauge(t *testing.T) {
	columns, rows := smallBoard(2)
	set := fittest.NewSet(t, columns, 100, rows)
	opt := fit.Options{Loss: fit.Sigmoid, Texel: fit.Texel{K: 1, Search: fit.Search{Bounds: []fit.Bound{{Pattern: "material.rook", Low: 500, High: 500}}}}}
	r := fittest.MustFit(t, set, opt)
	if w := byName(t, r, "material.rook"); w.Value != 500 || w.Bound != "frozen" {
		t.Errorf("%+v", w)
	}
	opt.Texel.Bounds, opt.Ridge = nil, 5
	if r := fittest.MustFit(t, set, opt); r.Gauge != "" || !r.Warnings.Has(note.F05) {
		t.Errorf("with a ridge: gauge %q, warnings %v", r.Gauge, r.Warnings)
	}
	opt = fit.Options{Loss: fit.Sigmoid, Columns: []string{"pst.*"}, Texel: fit.Texel{K: 1}}
	if r := fittest.MustFit(t, set, opt); r.Gauge != "" || r.Warnings.Has(note.F05) || math.Abs(byName(t, r, "pst.rook.b2").Value-408) > 60 {
		t.Errorf("tables alone: gauge %q, rook on b2 %g, warnings %v", r.Gauge, byName(t, r, "pst.rook.b2").Value, r.Warnings)
	}
}

// TestPawnStart: whatever the start says of a pawn on the first rank, it is 0.
func TestPawnStart(t *testing.T) {
	columns, rows := smallBoard(3)
	opt := fit.Options{Loss: fit.Sigmoid, Texel: fit.Texel{Search: fit.Search{Start: []fit.NamedWeight{{Name: "pst.pawn.a1", Value: 77}, {Name: "material.pawn", Value: 100}, {Name: "material.rook", Value: 400}}}}}
	r := fittest.MustFit(t, fittest.NewSet(t, columns, 100, rows), opt)
	if w := byName(t, r, "pst.pawn.a1"); w.Value != 0 || *w.Old != 77 {
		t.Errorf("%+v", w)
	}
}

// TestTables is the table of names and what they are elements of.
// TestGroups compares what a group is worth with a fit without it.
func TestGroups(t *testing.T) {
	l := fittest.Usual(11)
	l.Games = 1000
	set := l.Set(t)
	opt := l.Options(fit.CrossEntropy)
	r := fittest.MustFit(t, set, opt)
	seen := make(map[string]float64)
	for i, g := range r.Groups {
		seen[g.Name] = g.Loss
		if i > 0 && g.Loss > r.Groups[i-1].Loss || math.Abs(g.Share-g.Loss/r.Final) > 1e-12 {
			t.Errorf("groups %+v", r.Groups)
		}
	}
	for name, weights := range map[string]int{"x1": 2, "x2": 1, "x5": 1} {
		opt.Fixed = []fit.Fixed{{Pattern: name, Value: 0}}
		without := fittest.MustFit(t, set, opt)
		if want := without.Final - r.Final; math.Abs(seen[name]-want) > 0.15*want || len(without.Weights) != 8-weights {
			t.Errorf("%s is worth %.3g, a fit without it loses %.3g", name, seen[name], want)
		}
	}
}

// TestBlockMoves: weights of the block are no centipawns, and how far they move is
// not measured in them.
func TestBlockMoves(t *testing.T) {
	l := dangers(15)
	l.Games = 6 // errors are wide
	opt := l.options(fit.Sigmoid)
	opt.Texel.Start = []fit.NamedWeight{{Name: "x0", Value: 120}, {Name: "d.a", Value: 70}, {Name: "d.b", Value: 70}, {Name: "d.c", Value: -45}} // 20 to 2 errors from the minimum: x0, d.c
	r := fittest.MustFit(t, l.set(t), opt)
	i := slices.IndexFunc(r.Warnings, func(w note.Note) bool { return w.Code == note.M06 })
	if i < 0 || slices.ContainsFunc(r.Warnings[i].Columns, func(name string) bool { return strings.HasPrefix(name, "d.") }) {
		t.Errorf("warnings %v, want M06 of x alone", r.Warnings)
	}
}
