package fit_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/choice"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/winprob"
)

// TestLosses checks what each name stands for, and that names survive their text.
func TestLosses(t *testing.T) {
	scores := map[fit.Loss]*sparse.Loss{fit.Sigmoid: sparse.Sigmoid, fit.CrossEntropy: sparse.CrossEntropy, fit.WDL: sparse.Outcomes}
	moves := map[fit.Loss]choice.Loss{fit.MoveChoice: choice.CrossEntropy, fit.MoveRegret: choice.Regret}
	for _, name := range []fit.Loss{"", fit.Squared, fit.Huber, fit.Sigmoid, fit.CrossEntropy, fit.WDL, fit.MoveChoice, fit.MoveRegret} {
		gotScores, gotMoves := name.Entry()
		if l, yes := moves[name]; gotScores != scores[name] || yes != name.Moves() || yes && *gotMoves != l || name.Expected() != (scores[name] != nil) || name.Starts() != (yes || name.Expected()) {
			t.Errorf("%v is %+v, %v", name, gotScores, gotMoves)
		}
		var got fit.Loss
		if err := got.UnmarshalText([]byte(name.String())); err != nil || got.String() != name.String() || !got.Known() {
			t.Errorf("%v read as %v, %v", name, got, err)
		}
	}
	for _, l := range sparse.Losses {
		if got, _ := fit.Loss(l.Name).Entry(); got != l {
			t.Errorf("%s is %+v", l.Name, got)
		}
	}
	if text, err := json.Marshal(struct{ A, B fit.Loss }{"", fit.MoveRegret}); err != nil || string(text) != `{"A":"squared","B":"regret"}` {
		t.Errorf("%s, %v", text, err)
	}
}

// TestUnknownLoss: the error lists what there is.
func TestUnknownLoss(t *testing.T) {
	const want = `"sigmoit" is neither squared, huber, sigmoid, `
	l := fit.Huber
	if err := l.UnmarshalText([]byte("sigmoit")); err == nil || !strings.Contains(err.Error(), want) || l != fit.Huber {
		t.Errorf("%v, %v", l, err)
	}
	if l = "sigmoit"; l.Expected() || l.Moves() || l.Starts() {
		t.Error("an unknown loss is one of scores or moves")
	}
	if _, err := fit.Fit(t.Context(), fittest.Usual(1).Set(t), fit.Options{Loss: l}); err == nil || !strings.Contains(err.Error(), want) {
		t.Error(err)
	}
}

// steep returns |e−t|^2.5, as a program of a user may have it.
func steep(name string) *sparse.Loss {
	slope := func(e, d, target float64) float64 {
		r := e - target
		return math.Copysign(math.Pow(math.Abs(r), 1.5), r) * d
	}
	return &sparse.Loss{
		Name: name, Drawn: 1. / 16, Unit: 2.5,
		Add: func(total float64, z []float64, target, weight []float32) float64 {
			winprob.ExpectedBatch(z)
			for i, e := range z {
				w, t := 1.0, float64(target[i])
				if weight != nil {
					w = float64(weight[i])
				}
				total += w * math.Pow(math.Abs(e-t), 2.5)
				z[i] = w * slope(e, e-e*e, t)
			}
			return total
		},
		Slope: slope,
		Curvature: func(kind sparse.Curvature, e, d, target float64) float64 {
			gauss := 1.5 * math.Sqrt(math.Abs(e-target)) * d * d
			if kind == sparse.GaussNewton {
				return gauss
			}
			return gauss + slope(e, d, target)*(1-2*e)
		},
	}
}

// registered registers a loss until the test ends.
func registered(t *testing.T, l *sparse.Loss) {
	t.Helper()
	fit.KeepLosses(t)
	if err := fit.RegisterLoss(l); err != nil {
		t.Fatal(err)
	}
}

// TestRegisterLoss fits a loss of a user's program by its name, by every method: at the weights found
// the mean loss, from its definition, rises in every direction.
func TestRegisterLoss(t *testing.T) {
	registered(t, steep("steep"))
	l := fittest.Usual(3)
	l.Games = 60
	set := l.Set(t)
	var opt fit.Options
	if err := opt.Loss.UnmarshalText([]byte("steep")); err != nil {
		t.Fatal(err)
	}
	opt = fittest.ExpectedOf(fit.Options{Loss: opt.Loss, Intercept: fit.NoIntercept, Split: fit.Split{By: fit.SplitNone}, Bootstrap: fit.Bootstrap{Resamples: 2},
		Texel: fit.Texel{K: l.K, Search: fit.Search{Tolerance: 1e-14}, Scaling: fit.Scaling{Scale: fit.ScaleNone}}})
	tw := fittest.NewTwin(t, set, opt)
	mean := func(w []float64) (f float64) {
		for i, y := range tw.Y {
			s := tw.Base[i]
			for j, v := range w {
				s += v * tw.X.At(i, j)
			}
			f += tw.W[i] * math.Pow(math.Abs(winprob.Expected(l.K, s)-y-tw.Base[i]), 2.5)
		}
		return f / float64(len(tw.Y))
	}
	for _, m := range []fit.Method{fit.AutoMethod, fit.LevenbergMarquardt, fit.Newton, fit.Adam} {
		if opt.Method = m; m == fit.Adam {
			opt.Texel.Tolerance = 1e-9
		}
		r := fittest.MustFit(t, set, opt)
		w, stdErr := fittest.Fitted(r)
		if r.Loss != "steep" || slices.Min(stdErr) <= 0 {
			t.Errorf("%v: %v, standard errors %v", m, r.Loss, stdErr)
		}
		best := mean(w)
		for j := range w {
			for _, step := range []float64{-1, 1} {
				w[j] += step
				if f := mean(w); f <= best {
					t.Errorf("%v: %.12f at the minimum, %.12f with weight %d changed by %g", m, best, f, j, step)
				}
				w[j] -= step
			}
		}
	}
}

// slopesTwice returns the loss sigmoid, and one of the sums of its Slopes is twice what it should be.
func slopesTwice(name string, sum int) sparse.Loss {
	l := *sparse.Sigmoid
	l.Name, l.Slopes = name, func(e []float64, target, weight []float32) (first, second, third, gauss float64) {
		first, second, third, gauss = sparse.Sigmoid.Slopes(e, target, weight)
		*[]*float64{&first, &second, &third}[sum] *= 2
		return first, second, third, gauss
	}
	return l
}

// TestRefusedLosses: a loss that lacks a part is refused with the part's name, when it is registered or
// when options need the part.
func TestRefusedLosses(t *testing.T) {
	registered(t, steep("steep"))
	for want, change := range map[string]func(*sparse.Loss){
		"the loss steep is registered already":                func(*sparse.Loss) {},
		"the loss wdl is registered already":                  func(l *sparse.Loss) { l.Name = "wdl" },
		`the loss "" lacks Name`:                              func(l *sparse.Loss) { l.Name = "" },
		`the loss "other" lacks Add`:                          func(l *sparse.Loss) { l.Name, l.Add = "other", nil },
		`the loss "other" lacks Slope`:                        func(l *sparse.Loss) { l.Name, l.Slope = "other", nil },
		`the loss "other" lacks Curvature`:                    func(l *sparse.Loss) { l.Name, l.Curvature = "other", nil },
		`the loss "other" lacks Unit`:                         func(l *sparse.Loss) { l.Name, l.Unit = "other", 0 },
		`the loss "other" lacks Drawn`:                        func(l *sparse.Loss) { l.Name, l.Drawn = "other", math.NaN() },
		`the loss "other" lacks AddAt, which Slopes need`:     func(l *sparse.Loss) { l.Name, l.Slopes = "other", sparse.Sigmoid.Slopes },
		`the loss "other" lacks Slopes, which AddAt needs`:    func(l *sparse.Loss) { l.Name, l.AddAt = "other", sparse.Sigmoid.AddAt },
		`the loss "other": the derivative that Add stores is`: func(l *sparse.Loss) { l.Name, l.Unit = "other", 2 },
		`the loss "other": Slope is -0.01`:                    func(l *sparse.Loss) { l.Name, l.Slope = "other", sparse.Sigmoid.Slope },
		`the loss "other": Curvature is 0.0`:                  func(l *sparse.Loss) { l.Name, l.Curvature = "other", sparse.Sigmoid.Curvature },
		"the loss other is Linear":                            func(l *sparse.Loss) { l.Name, l.Linear = "other", true },
		"the loss other has Phased or Model":                  func(l *sparse.Loss) { l.Name, l.Phased = "other", func(float64) *sparse.Loss { return l } },
		"the loss more has Phased or Model":                   func(l *sparse.Loss) { l.Name, l.Model = "more", new(sparse.OrderedModel) },
		`the loss "other": AddAt is`: func(l *sparse.Loss) {
			l.Name, l.AddAt, l.Slopes = "other", sparse.Sigmoid.AddAt, sparse.Sigmoid.Slopes
		},
		`the loss "other": the derivative that AddAt stores is`: func(l *sparse.Loss) {
			*l = *sparse.CrossEntropy
			l.Name, l.AddAt = "other", func(total float64, z, _ []float64, target, weight []float32) float64 {
				return l.Add(total, slices.Clone(z), target, weight)
			}
		},
		`the loss "other": the first of Slopes is`:  func(l *sparse.Loss) { *l = slopesTwice("other", 0) },
		`the loss "other": the second of Slopes is`: func(l *sparse.Loss) { *l = slopesTwice("other", 1) },
		`the loss "other": the third of Slopes is`:  func(l *sparse.Loss) { *l = slopesTwice("other", 2) },
		`the loss "other": Drawn is 1, and a drawn row's loss is 0.0625·z²`: func(l *sparse.Loss) {
			*l = *sparse.Sigmoid
			l.Name, l.Drawn = "other", 1
		},
	} {
		l := steep("steep")
		change(l)
		if err := fit.RegisterLoss(l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, l := range sparse.Losses {
		if err := l.Check(); err != nil {
			t.Error(err)
		}
	}
	set := fittest.Usual(1).Set(t)
	for _, tt := range []struct {
		opt  fit.Options
		want string
	}{
		{fit.Options{Loss: "steep", Intercept: fit.ByGame}, "-intercept game: the loss steep has no Slopes and AddAt, which intercepts by game or tree need: pass -intercept source or -loss sigmoid or crossentropy"},
		{fit.Options{Loss: "steep", Intercept: fit.ByTree}, "-intercept tree: the loss steep has no Slopes"},
		{fit.Options{Loss: fit.MoveChoice, Intercept: fit.ByTree}, "-intercept tree: the loss choice compares the moves of a position"},
		{fit.Options{Loss: fit.WDL, Intercept: fit.ByGame}, "the loss wdl is of the outcomes of games as they are"},
		{fit.Options{Loss: "steep", Method: fit.GramMatrix}, "method gram does not minimise the loss steep"},
		{fit.Options{Loss: fit.MoveRegret, Method: fit.SGD}, "method sgd does not minimise the loss regret"},
		{fit.Options{Loss: fit.Huber, Method: fit.LevenbergMarquardt}, "method lm does not minimise the loss huber"},
	} {
		if _, err := fit.Fit(t.Context(), set, tt.opt); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

// TestLossMeasure checks which metric is that of a loss.
func TestLossMeasure(t *testing.T) {
	m := &fit.Metrics{MSE: 1, LogLoss: 2, MSEInterval: new(fit.Interval)}
	for loss, want := range map[fit.Loss]float64{fit.Squared: 1, fit.Huber: 1, fit.Sigmoid: 1, fit.CrossEntropy: 2} {
		if v, in, label := loss.Measure(m); v != want || (in == nil) != (want == 2) || label == "" {
			t.Errorf("%v: %v, interval %v, %q", loss, v, in, label)
		}
	}
}
