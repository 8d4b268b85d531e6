package choice_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
)

// formulaSet is roots whose teacher values are what value says of counts and the middlegame factor.
func formulaSet(t *testing.T, formula string, noise float64, columns []matrix.Column, value func(phi float64, counts []int) float64) *matrix.Set {
	t.Helper()
	m := &moveRows{b: matrix.Block{Start: []int64{0}}, rng: rand.New(rand.NewPCG(21, 3))}
	for i := range 3000 {
		side, phase := uint8(m.rng.IntN(2)), uint8(m.rng.IntN(3))
		common := []int{m.rng.IntN(5) - 2, m.rng.IntN(7) - 3, m.rng.IntN(4), m.rng.IntN(4)}
		for range 2 + m.rng.IntN(10) {
			counts := append([]int(nil), common...)
			for range 3 {
				c := m.rng.IntN(4)
				if counts[c] += m.rng.IntN(3) - 1; c >= 2 {
					counts[c] = max(0, counts[c])
				}
			}
			m.add(uint32(i+1), i/30, side, phase, counts, 0, value([]float64{0, 0.5, 1}[phase], counts)+noise*m.rng.NormFloat64())
		}
		if i%9 == 0 {
			m.add(uint32(i+1), i/30, side, 0, []int{0, 0, 0, 0}, 20_000, 20_000)
		}
	}
	s := moveSchema()
	s.Columns = columns
	if formula != "" {
		var err error
		if s, err = s.WithFormula(formula); err != nil {
			t.Fatal(err)
		}
	}
	return m.setOf(t, s, 1000)
}

// TestMovesOfFormula: the weights of a square are found from the choice among moves, those that the formula
// reads by name, too, from a start where its derivatives are 0.
func TestMovesOfFormula(t *testing.T) {
	columns := []matrix.Column{{Name: "piece", Tapered: true}, {Name: "square"}, {Name: "white/danger"}, {Name: "black/danger"}}
	truth := map[string]float64{"piece.mg": 80, "piece.eg": 120, "square": -25, "danger": 45, "bonus": 15}
	set := formulaSet(t, matrix.BlockFormula+" + weight(bonus) * (min(1, white) - min(1, black))", 0, columns, func(phi float64, n []int) float64 {
		sq := func(n int) float64 { return math.Pow(45*float64(n), 2) }
		one := func(n int) float64 { return min(1, 45*float64(n)) }
		return (80*phi+120*(1-phi))*float64(n[0]) - 25*float64(n[1]) + (sq(n[2])-sq(n[3]))/100*phi + 15*(one(n[2])-one(n[3]))
	})
	for _, loss := range []fit.Loss{fit.MoveChoice, fit.MoveRegret} {
		r := fitMovesOf(t, set, func(o *fit.Options) {
			o.Loss, o.Texel.Tolerance = loss, 1e-12
			if loss == fit.MoveRegret {
				for name, v := range truth {
					o.Texel.Prior = append(o.Texel.Prior, fit.NamedWeight{Name: name, Value: v})
				}
				o.Texel.PriorRows = 300
			}
		})
		for _, w := range r.Weights {
			off := math.Abs(w.Value - truth[w.Name])
			if loss == fit.MoveChoice && (off > 0.01*math.Abs(truth[w.Name]) || !w.Identified) || w.Rows == 0 || w.StdErr <= 0 || !(off < 0.7*math.Abs(truth[w.Name])) {
				t.Errorf("%v: %+v, truth %g", loss, w, truth[w.Name])
			}
		}
		if r.Moves.OnTest.Accuracy.Value < 0.9 {
			t.Errorf("%v: accuracy %g", loss, r.Moves.OnTest.Accuracy.Value)
		}
	}
	r := fitMovesOf(t, set, func(o *fit.Options) { o.Texel.Starts, o.Texel.Seed = 5, 2 })
	if r.Minima == nil || r.Minima.Starts != 5 {
		t.Errorf("minima %v", r.Minima)
	}
	if _, err := fit.Fit(t.Context(), set, fit.Options{Loss: fit.MoveChoice, Method: fit.Newton}); err == nil || !strings.Contains(err.Error(), "newton") {
		t.Errorf("newton: %v", err)
	}
}

// TestMovesLinearForm: a linear evaluation that is a formula over the parts of its sum gives the weights of
// the linear one, and their errors but for the formula's rounding.
func TestMovesLinearForm(t *testing.T) {
	columns := []matrix.Column{{Name: "piece", Tapered: true}, {Name: "square"}, {Name: "pair"}, {Name: "rest"}}
	value := func(phi float64, n []int) float64 {
		return (80*phi+120*(1-phi))*float64(n[0]) - 25*float64(n[1]) + 40*float64(n[2]) - 30*float64(n[3])
	}
	want := fitMovesOf(t, formulaSet(t, "", 20, columns, value), func(o *fit.Options) { o.Texel.Tolerance = 1e-12 })
	got := fitMovesOf(t, formulaSet(t, "linear.mg * mg + linear.eg * eg", 20, columns, value), func(o *fit.Options) { o.Texel.Tolerance = 1e-12 })
	for j, w := range want.Weights {
		v := got.Weights[j]
		if math.Abs(v.Value-w.Value) > 1e-3 || math.Abs(v.StdErr-w.StdErr) > 1e-3*w.StdErr {
			t.Errorf("%+v, linear %+v", v, w)
		}
	}
	if math.Abs(got.Final-want.Final) > 1e-9*want.Final {
		t.Errorf("loss %.12g, linear %.12g", got.Final, want.Final)
	}
}

// TestMovesCommonSum: a count that all moves of a root have in common is told by them if its sum is not just added.
func TestMovesCommonSum(t *testing.T) {
	for formula, told := range map[string]bool{
		"if linear > 0 then max(0, linear - c) else min(0, linear + c)": true,
		"linear + square(c)": false,
		"linear - c / 2":     false,
	} {
		m := &moveRows{b: matrix.Block{Start: []int64{0}}, rng: rand.New(rand.NewPCG(2, 3))}
		for i := range 900 {
			for range 2 + m.rng.IntN(6) {
				counts := []int{m.rng.IntN(9) - 4, m.rng.IntN(9) - 4, 1}
				s := 40*float64(counts[0]) + 7*float64(counts[1])
				m.add(uint32(i+1), i/30, 0, 1, counts, 0, math.Copysign(max(0, math.Abs(s)-30), s))
			}
		}
		s := moveSchema()
		s.Columns = []matrix.Column{{Name: "piece"}, {Name: "square"}, {Name: "c/pull"}}
		s, err := s.WithFormula(formula)
		if err != nil {
			t.Fatal(err)
		}
		r := fitMovesOf(t, m.setOf(t, s, 1000), func(o *fit.Options) {
			o.Texel.Start = []fit.NamedWeight{{Name: "piece", Value: 30}, {Name: "square", Value: 5}, {Name: "pull", Value: 10}}
		})
		if w := r.Weights[2]; told != w.Identified || told && (math.Abs(w.Value-30) > 1 || w.Rows == 0) || !told && w.Value != 10 {
			t.Errorf("%s: %+v", formula, w)
		}
	}
}

// TestMovesFault: a move without a value at the start ends the fit and is named.
func TestMovesFault(t *testing.T) {
	columns := []matrix.Column{{Name: "piece", Tapered: true}, {Name: "square"}, {Name: "white/danger"}, {Name: "black/danger"}}
	set := formulaSet(t, "linear +\n  (white - black) / weight(slope)", 0, columns, func(float64, []int) float64 { return 0 })
	_, err := fit.Fit(t.Context(), set, fit.Options{Loss: fit.MoveChoice})
	if err == nil || !strings.Contains(err.Error(), "formula:2:") || !strings.Contains(err.Error(), "row 1 (game 0)") {
		t.Errorf("%v", err)
	}
}
