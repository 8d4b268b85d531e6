package texel_test

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// written is the mean loss of weights, by the formula written out.
func written(l fittest.FormulaLeague, rows []fittest.Row, loss fit.Loss, w map[string]float64) float64 {
	sum := 0.0
	for _, r := range rows {
		e := winprob.Expected(l.K, l.Evaluation(r, w))
		y := map[uint8]float64{matrix.ResultWhite: 1, matrix.ResultDraw: 0.5, matrix.ResultBlack: 0}[r.Result]
		if loss == fit.Sigmoid {
			sum += (e - y) * (e - y)
		} else {
			sum += measure.Entropy(y, e)
		}
	}
	return sum / float64(len(rows))
}

// fittedByName returns the weights of a result.
func fittedByName(r *fit.Result) map[string]float64 {
	w := make(map[string]float64)
	for _, x := range r.Model("").Weights {
		w[x.Name] = x.Value
	}
	return w
}

// TestFormulas: with each method the loss is that of the formula written out, its derivatives there are
// 0, and the truth is within the errors.
func TestFormulas(t *testing.T) {
	for _, league := range fittest.FormulaLeagues {
		l := league(1)
		set, rows := l.Set(t), l.Rows()
		for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
			for _, method := range []fit.Method{fit.LBFGS, fit.LevenbergMarquardt, fit.Newton} {
				opt := l.Options(loss)
				opt.Method, opt.Texel.Tolerance = method, 1e-14
				r := fittest.MustFit(t, set, opt)
				w := fittedByName(r)
				if got, want := r.Final, written(l, rows, loss, w); math.Abs(got-want) > 1e-7*want {
					t.Errorf("%s %v %v: loss %.12g, written out %.12g", l.Name, loss, method, got, want)
				}
				for i, x := range r.Weights {
					at := maps.Clone(w)
					f := func(step float64) float64 {
						at[x.Name] = w[x.Name] + step
						return written(l, rows, loss, at)
					}
					const h = 1e-3
					if g := (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h); math.Abs(g) > 2e-7 && l.Name != "complexity" { // whose kinks are many
						t.Errorf("%s %v %v: the derivative by %s is %g", l.Name, loss, method, x.Name, g)
					}
					if truth := l.TruthOf(r)[i]; math.Abs(x.Value-truth) > 4*x.StdErr || x.StdErr <= 0 || !x.Identified {
						t.Errorf("%s %v %v: %+v, truth %g", l.Name, loss, method, x, truth)
					}
				}
			}
		}
	}
}

// TestLinearFormula: a formula that is the sum linear gives the bytes of none.
func TestLinearFormula(t *testing.T) {
	l := fittest.Usual(3)
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.Squared} {
		opt := l.Options(loss)
		if loss == fit.Squared {
			opt.Texel = fit.Texel{}
		}
		want := jsonOf(t, l.Set(t), opt)
		for _, formula := range []string{"linear", "x = linear; x"} {
			got := jsonOf(t, fittest.SetOf(t, fittest.FormulaSchema(t, formula, l.Columns), 100, l.Rows()), opt)
			if !bytes.Equal(got, want) {
				t.Errorf("%v, formula %s: other bytes", loss, formula)
			}
		}
	}
}

// TestLinearAsForm: a linear evaluation that is a formula over the parts of the sum has the loss of the
// linear one, and the fit its weights and errors.
func TestLinearAsForm(t *testing.T) {
	l := fittest.Usual(4)
	set := fittest.SetOf(t, fittest.FormulaSchema(t, "linear.mg * mg + linear.eg * eg", l.Columns), 100, l.Rows())
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		opt := l.Options(loss)
		opt.Texel.Start, opt.Texel.Scale = l.Start(0.3), fit.ScaleKeep
		want, got := fittest.MustFit(t, l.Set(t), opt), fittest.MustFit(t, set, opt)
		if math.Abs(got.Final-want.Final) > 1e-12*want.Final {
			t.Errorf("%v: loss %.16g, of the linear one %.16g", loss, got.Final, want.Final)
		}
		for j, w := range want.Weights {
			v := got.Weights[j]
			if v.Name != w.Name || math.Abs(v.Value-w.Value) > 1e-5 || math.Abs(v.StdErr-w.StdErr) > 1e-4*w.StdErr || v.Rows != w.Rows {
				t.Errorf("%v: %+v, linear %+v", loss, v, w)
			}
		}
		if math.Abs(got.Scale.Factor-want.Scale.Factor) > 1e-9 {
			t.Errorf("%v: factor %v, linear %v", loss, got.Scale, want.Scale)
		}
		_, a := fittest.ScaledOf(t, l.Set(t), fittest.ExpectedOf(opt))
		_, b := fittest.ScaledOf(t, set, fittest.ExpectedOf(opt))
		at, g := fittest.Values(want), make([]float64, a.Size())
		at = append(at, make([]float64, a.Size()-len(at))...)
		f, err := a.Gradient(t.Context(), at, g)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := b.Gradient(t.Context(), at, g); err != nil || math.Abs(v-f) > 1e-12*f {
			t.Errorf("%v: loss %.16g at the same weights, linear %.16g, %v", loss, v, f, err)
		}
	}
}

// TestFormulaScale: weights of a formula that scales are scaled, those of another stay, and the result
// says why.
func TestFormulaScale(t *testing.T) {
	for _, tt := range []struct {
		league  func(uint64) fittest.FormulaLeague
		formula string // in place of the league's
		fixed   string
	}{
		{league: fittest.Squares}, {league: fittest.Complexities},
		{fittest.Sigmoids, "", ""}, // by its height
		{fittest.Squares, "linear + max(0, white - 50) * mg - max(0, black - 50) * mg", "formula"},
	} {
		l := tt.league(5)
		rows := l.Rows()
		if tt.formula != "" {
			l.Formula = tt.formula
		}
		opt := l.Options(fit.CrossEntropy)
		opt.Texel.Start = []fit.NamedWeight{{Name: "x0", Value: 30}, {Name: "x1.mg", Value: -30}, {Name: "x1.eg", Value: 20}}
		for name, v := range l.Start {
			opt.Texel.Start = append(opt.Texel.Start, fit.NamedWeight{Name: name, Value: v})
		}
		opt.Texel.Scale = fit.ScaleNone
		plain := fittest.MustFit(t, fittest.SetOf(t, l.Schema(t), 100, rows), opt)
		opt.Texel.Scale = fit.ScaleKeep
		kept := fittest.MustFit(t, fittest.SetOf(t, l.Schema(t), 100, rows), opt)
		if kept.Scale.FixedBy != tt.fixed {
			t.Errorf("%s: %+v, want %q", l.Formula, kept.Scale, tt.fixed)
		}
		if tt.fixed == "" && math.Abs(kept.Scale.Factor-1) < 0.05 {
			t.Errorf("%s: factor %g", l.Formula, kept.Scale.Factor)
		}
		if math.Abs(kept.Final-plain.Final) > 1e-11 || math.Abs(kept.Train.MSE-plain.Train.MSE) > 1e-9 {
			t.Errorf("%s: loss %.12g, unscaled %.12g", l.Formula, kept.Final, plain.Final)
		}
		opt.Texel.Scale, opt.Texel.PawnExpected = fit.ScaleExpected, 0.7
		if _, err := fit.Fit(t.Context(), fittest.SetOf(t, l.Schema(t), 100, rows), opt); (err != nil) != (tt.fixed != "") || err != nil && !strings.Contains(err.Error(), "its formula has numbers of its own") {
			t.Errorf("%s: scaled to an expected score: %v", l.Formula, err)
		}
	}
}

// TestFault: a row without a value at the start is an error that names the row and the place in the
// formula; so is one of the test part that the search did not see.
func TestFault(t *testing.T) {
	l := fittest.Squares(6)
	rows := l.Rows()
	l.Formula = "linear +\n (white - black) / weight(slope) * mg"
	opt := l.Options(fit.Sigmoid)
	_, err := fit.Fit(t.Context(), fittest.SetOf(t, l.Schema(t), 100, rows), opt)
	if err == nil || !strings.Contains(err.Error(), "formula:2:") || !strings.Contains(err.Error(), "row ") || !strings.Contains(err.Error(), "start weights") {
		t.Errorf("a division by a weight that is 0: %v", err)
	}
	opt.Texel.Start = []fit.NamedWeight{{Name: "slope", Value: 10}, {Name: "d.a", Value: 3}}
	opt.Texel.Prior, opt.Texel.PriorRows = opt.Texel.Start, 10 // only a ratio is known
	if _, err := fit.Fit(t.Context(), fittest.SetOf(t, l.Schema(t), 100, rows), opt); err != nil {
		t.Errorf("with a start: %v", err)
	}
	opt.Fixed = []fit.Fixed{{Pattern: "d.*", Value: 1}, {Pattern: "slope", Value: 0}}
	_, err = fit.Fit(t.Context(), fittest.SetOf(t, l.Schema(t), 100, rows), opt)
	if err == nil || !strings.Contains(err.Error(), "formula:2:") || !strings.Contains(err.Error(), "row ") {
		t.Errorf("all of the formula fixed: %v", err)
	}
}

// TestStarts: of a loss with two minima several starts find both, the lowest is kept and said to be one
// of two; the same bytes at any number of threads. Of one minimum there is no warning.
func TestStarts(t *testing.T) {
	l := fittest.Squares(7)
	l.Formula = "linear + weight(a) * white / 4 + square(weight(a)) * black * mg"
	l.Truth = map[string]float64{"x0": 80, "x1.mg": -40, "x1.eg": 25, "a": 6}
	l.Written = func(x func(string) float64, phi float64, w map[string]float64) float64 {
		white, black := x("white/d.a")+x("white/d.b")+x("white/d.c"), x("black/d.a")+x("black/d.b")+x("black/d.c")
		return w["x0"]*x("x0") + (w["x1.mg"]*phi+w["x1.eg"]*(1-phi))*x("x1") + w["a"]*white/4 + w["a"]*w["a"]*black*phi
	}
	set := l.Set(t)
	opt := l.Options(fit.CrossEntropy)
	opt.Fixed = []fit.Fixed{{Pattern: "d.*", Value: 1}}
	opt.Texel.Start = []fit.NamedWeight{{Name: "a", Value: -5}}
	one := fittest.MustFit(t, set, opt)
	opt.Texel.Starts, opt.Texel.Seed = 10, 3
	r := fittest.MustFit(t, set, opt)
	m := r.Minima
	if m == nil || m.Starts != 10 || len(m.Found) < 2 || !r.Warnings.Has(note.M20) || m.Found[0].Loss >= m.Found[1].Loss || m.Found[1].Evaluations < 1 || m.Found[1].Weights < 3 {
		t.Fatalf("minima %v, warnings %v", m, r.Warnings)
	}
	if !(r.Final < one.Final-1e-4) {
		t.Errorf("loss %g of ten starts, %g of one", r.Final, one.Final)
	}
	opt.Threads = 1
	want := jsonOf(t, set, opt)
	opt.Threads = 3
	if !bytes.Equal(jsonOf(t, set, opt), want) {
		t.Error("other bytes with other threads")
	}
	l = fittest.Squares(7)
	rows := l.Rows()
	l.Formula = "linear + (white - black) * mg"
	opt = l.Options(fit.CrossEntropy)
	opt.Texel.Starts, opt.Texel.Quick = 4, true
	if r := fittest.MustFit(t, fittest.SetOf(t, l.Schema(t), 100, rows), opt); r.Minima == nil || len(r.Minima.Found) != 1 || r.Minima.Found[0].Starts != 4 || r.Warnings.Has(note.M20) {
		t.Errorf("minima %v, warnings %v", r.Minima, r.Warnings)
	}
	opt.Fixed = []fit.Fixed{{Pattern: "d.*", Value: 20}}
	if _, err := fit.Fit(t.Context(), l.Set(t), opt); err == nil || !strings.Contains(err.Error(), "4 starts") {
		t.Errorf("starts without a formula to fit: %v", err)
	}
}

// TestTwinWeights: weights whose sign no evaluation shows are found with either, and said to be.
func TestTwinWeights(t *testing.T) {
	l := fittest.Squares(8)
	rows := l.Rows()
	l.Formula = "linear + (square(white) - square(black)) / 100 * mg"
	opt := l.Options(fit.CrossEntropy)
	opt.Texel.Starts, opt.Texel.Seed = 12, 1
	r := fittest.MustFit(t, fittest.SetOf(t, l.Schema(t), 100, rows), opt)
	if !r.Minima.Twins() || !r.Warnings.Has(note.M20) {
		t.Errorf("minima %v, warnings %v", r.Minima, r.Warnings)
	}
}

// TestNoSaddle: where the start is as far from one minimum as from another the search goes to one of
// them, for the Gauss–Newton matrix has no curvature at the saddle between them.
func TestNoSaddle(t *testing.T) {
	l := fittest.Squares(9)
	rows := l.Rows()
	l.Formula = "linear + (1 + weight(a) * weight(b)) * (white - black) * mg"
	set := fittest.SetOf(t, l.Schema(t), 100, rows)
	opt := l.Options(fit.CrossEntropy)
	opt.Fixed = []fit.Fixed{{Pattern: "d.*", Value: 10}}
	opt.Texel.Start = []fit.NamedWeight{{Name: "a", Value: 1}, {Name: "b", Value: -1}}
	r := fittest.MustFit(t, set, opt)
	w := fittedByName(r)
	if r.Warnings.Has(note.M21) || w["a"]*w["b"] < 1 {
		t.Fatalf("%v, warnings %v", r.Weights, r.Warnings)
	}
}

// TestFormulaConstraints: columns, bounds, ties, orders, priors and fixed weights know a formula's by
// name, those that it reads by name, too.
func TestFormulaConstraints(t *testing.T) {
	l := fittest.Sigmoids(10)
	set := l.Set(t)
	value := func(r *fit.Result, name string) fit.Weight {
		return r.Weights[slices.IndexFunc(r.Weights, func(w fit.Weight) bool { return w.Name == name })]
	}
	opt := l.Options(fit.Sigmoid)
	opt.Texel.Bounds = []fit.Bound{{Pattern: "danger.height", Low: 0, High: 150}}
	if w := value(fittest.MustFit(t, set, opt), "danger.height"); w.Value != 150 || w.Bound != "high" {
		t.Errorf("bounded: %+v", w)
	}
	opt = l.Options(fit.Sigmoid)
	opt.Texel.Ties = []fit.Tie{{Patterns: []string{"d.a", "d.b"}}}
	if r := fittest.MustFit(t, set, opt); value(r, "d.a").Value != value(r, "d.b").Value || value(r, "d.b").Bound != "tied" {
		t.Errorf("tied: %+v", r.Weights)
	}
	opt = l.Options(fit.Sigmoid)
	opt.Texel.Orders = []fit.Order{{Pattern: "d.*", Falling: true}}
	if r := fittest.MustFit(t, set, opt); value(r, "d.a").Value < value(r, "d.b").Value {
		t.Errorf("falling: %+v", r.Weights)
	}
	opt = l.Options(fit.Sigmoid)
	opt.Texel.Prior, opt.Texel.PriorRows = []fit.NamedWeight{{Name: "danger.centre", Value: 7}, {Name: "danger.height", Value: 80}, {Name: "d.a", Value: 4}, {Name: "d.b", Value: 5}}, 1e9
	if r := fittest.MustFit(t, set, opt); math.Abs(value(r, "danger.centre").Value-7) > 0.01 || value(r, "danger.centre").Bound != fit.BoundPrior {
		t.Errorf("prior: %+v", r.Weights)
	}
	opt = l.Options(fit.Sigmoid)
	opt.Fixed = []fit.Fixed{{Pattern: "danger.*", Value: 100}, {Pattern: "x0", Value: 80}}
	r := fittest.MustFit(t, set, opt)
	w := fittedByName(r)
	if want := written(l, l.Rows(), fit.Sigmoid, w); len(r.Weights) != 4 || w["danger.centre"] != 100 || math.Abs(r.Final-want) > 1e-7*want {
		t.Errorf("fixed: %v, loss %g, written out %g", w, r.Final, want)
	}
	opt.Fixed = []fit.Fixed{{Pattern: "d*.*", Value: 20}}
	r = fittest.MustFit(t, set, opt)
	if want := written(l, l.Rows(), fit.Sigmoid, fittedByName(r)); len(r.Weights) != 3 || math.Abs(r.Final-want) > 1e-6*want {
		t.Errorf("all fixed: %v, loss %g, written out %g", r.Weights, r.Final, want)
	}
	opt = l.Options(fit.Sigmoid)
	opt.Columns = []string{"x*", "white/*"}
	if r := fittest.MustFit(t, set, opt); len(r.Weights) != 5 {
		t.Errorf("of a part of the columns: %+v", r.Weights)
	}
}

// TestFormulaOfAll: intercepts by source and group, balance, watching, folds, smoothness and the win/draw/loss
// model take a formula as they take a linear evaluation.
func TestFormulaOfAll(t *testing.T) {
	l := fittest.Sigmoids(11)
	rows := l.Rows()
	for i := range rows {
		rows[i].Source = uint8(i / 60 % 2)
		rows[i].Score = int16(math.Round(l.Evaluation(rows[i], l.Truth)))
	}
	set := fittest.SetOf(t, l.Schema(t), 100, rows)
	for name, change := range map[string]func(*fit.Options){
		"intercepts": func(o *fit.Options) { o.Intercept = fit.WithIntercept },
		"by game": func(o *fit.Options) {
			o.Intercept, o.Target = fit.ByGame, fit.Target{ScoreShare: 1, LabelK: []float64{1.2}}
		},
		"wdl":   func(o *fit.Options) { o.Loss = "wdl" },
		"watch": func(o *fit.Options) { o.Texel.Watch = 0.25 },
		"folds": func(o *fit.Options) {
			o.Texel.Prior, o.Texel.Choose.Prior = o.Texel.Start, true
		},
		"memory": func(o *fit.Options) { o.Texel.Memory = 1 },
		"scores": func(o *fit.Options) { o.Target = fit.Target{ScoreShare: 0.5, LabelK: []float64{1.2}} },
		"adam":   func(o *fit.Options) { o.Method, o.Texel.Tolerance = fit.Adam, 1e-4 },
		"sgd":    func(o *fit.Options) { o.Method, o.Texel.Tolerance, o.Texel.Passes = fit.SGD, 1e-3, 50 },
	} {
		t.Run(name, func(t *testing.T) {
			opt := l.Options(fit.CrossEntropy)
			opt.Texel.Tolerance = 1e-9
			change(&opt)
			r := fittest.MustFit(t, set, opt)
			for j, truth := range l.TruthOf(r) {
				if w := r.Weights[j]; math.Abs(w.Value-truth) > 5*w.StdErr+0.02*math.Abs(truth) && name != "sgd" && name != "folds" && name != "wdl" {
					t.Errorf("%+v, truth %g", w, truth)
				}
			}
		})
	}
}

// TestFormulaGauge: weights that no evaluation tells apart are made unique in a formula over the parts of
// the sum linear, too, and only there.
func TestFormulaGauge(t *testing.T) {
	l := fittest.Complexities(12)
	l.Columns = append(l.Columns, matrix.Column{Name: "x2"}) // a copy of x0
	rows := l.Rows()
	for i := range rows {
		rows[i].Counts[4] = rows[i].Counts[0]
	}
	r := fittest.MustFit(t, fittest.SetOf(t, l.Schema(t), 100, rows), l.Options(fit.CrossEntropy))
	w := fittedByName(r)
	if len(r.Dependences) != 1 || r.Gauge == "" || math.Abs(w["x0"]-w["x2"]) > 1e-6 {
		t.Errorf("dependences %v, gauge %q, weights %v", r.Dependences, r.Gauge, w)
	}
	w["x0"] += w["x2"] // the formula written out has one of them
	if want := written(l, rows, fit.CrossEntropy, w); math.Abs(r.Final-want) > 1e-7 {
		t.Errorf("loss %g, written out %g", r.Final, want)
	}
}

// TestUnreadHalf: a half that the formula does not read stays as the start has it, and 0 without one.
func TestUnreadHalf(t *testing.T) {
	l := fittest.Usual(5)
	columns := slices.Clone(l.Columns)
	for i, c := range columns {
		if c.Tapered {
			columns[i].Name = "half/" + c.Name
		}
	}
	set := fittest.SetOf(t, fittest.FormulaSchema(t, "linear + half.mg * mg", columns), 100, l.Rows())
	for _, start := range []float64{0, 7} {
		opt := l.Options(fit.Sigmoid)
		opt.Texel.Scale = fit.ScaleNone
		for _, c := range l.Columns {
			if c.Tapered {
				opt.Texel.Start = append(opt.Texel.Start, fit.NamedWeight{Name: c.Name + ".mg", Value: 50}, fit.NamedWeight{Name: c.Name + ".eg", Value: start})
			}
		}
		unread := 0
		for name, v := range fittedByName(fittest.MustFit(t, set, opt)) {
			if strings.HasSuffix(name, ".eg") {
				unread++
				if v != start || math.Signbit(v) {
					t.Errorf("%s %v, which started at %v", name, v, start)
				}
			}
		}
		if unread == 0 {
			t.Error("no tapered columns")
		}
	}
}
