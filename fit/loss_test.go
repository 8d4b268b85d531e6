package fit

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit/choice"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/winprob"
)

// TestLosses checks what each name stands for, and that names survive their text.
func TestLosses(t *testing.T) {
	scores := map[Loss]*sparse.Loss{Sigmoid: sparse.Sigmoid, CrossEntropy: sparse.CrossEntropy, WDL: sparse.Outcomes}
	moves := map[Loss]choice.Loss{MoveChoice: choice.CrossEntropy, MoveRegret: choice.Regret}
	for _, name := range []Loss{"", Squared, Huber, Sigmoid, CrossEntropy, WDL, MoveChoice, MoveRegret} {
		e := name.entry()
		if l, yes := moves[name]; e.scores != scores[name] || yes != name.Moves() || yes && *e.moves != l || name.Expected() != (scores[name] != nil) || name.Starts() != (yes || name.Expected()) {
			t.Errorf("%v is %+v", name, e)
		}
		var got Loss
		if err := got.UnmarshalText([]byte(name.String())); err != nil || got.String() != name.String() || !got.known() {
			t.Errorf("%v read as %v, %v", name, got, err)
		}
	}
	for _, l := range sparse.Losses {
		if Loss(l.Name).entry().scores != l {
			t.Errorf("%s is %+v", l.Name, Loss(l.Name).entry())
		}
	}
	if text, err := json.Marshal(struct{ A, B Loss }{"", MoveRegret}); err != nil || string(text) != `{"A":"squared","B":"regret"}` {
		t.Errorf("%s, %v", text, err)
	}
}

// TestUnknownLoss: the error lists what there is.
func TestUnknownLoss(t *testing.T) {
	const want = `"sigmoit" is neither squared, huber, sigmoid, crossentropy, wdl, choice`
	l := Huber
	if err := l.UnmarshalText([]byte("sigmoit")); err == nil || !strings.Contains(err.Error(), want) || l != Huber {
		t.Errorf("%v, %v", l, err)
	}
	if l = "sigmoit"; l.Expected() || l.Moves() || l.Starts() {
		t.Error("an unknown loss is one of scores or moves")
	}
	if _, err := Fit(t.Context(), usual(1).set(t), Options{Loss: l}); err == nil || !strings.Contains(err.Error(), want) {
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
	before := slices.Clone(losses)
	t.Cleanup(func() { losses = before })
	if err := RegisterLoss(l); err != nil {
		t.Fatal(err)
	}
}

// TestRegisterLoss fits a loss of a user's program by its name, by every method: at the weights found
// the mean loss, from its definition, rises in every direction.
func TestRegisterLoss(t *testing.T) {
	registered(t, steep("steep"))
	l := usual(3)
	l.games = 60
	set := l.set(t)
	var opt Options
	if err := opt.Loss.UnmarshalText([]byte("steep")); err != nil {
		t.Fatal(err)
	}
	opt = expectedOf(Options{Loss: opt.Loss, Intercept: NoIntercept, Split: Split{By: SplitNone}, Bootstrap: Bootstrap{Resamples: 2},
		Texel: Texel{K: l.k, Search: Search{Tolerance: 1e-14}, Scaling: Scaling{Scale: ScaleNone}}})
	tw := newTwin(t, set, opt)
	mean := func(w []float64) (f float64) {
		for i, y := range tw.y {
			s := tw.base[i]
			for j, v := range w {
				s += v * tw.x.At(i, j)
			}
			f += tw.w[i] * math.Pow(math.Abs(winprob.Expected(l.k, s)-y-tw.base[i]), 2.5)
		}
		return f / float64(len(tw.y))
	}
	for _, m := range []Method{AutoMethod, LevenbergMarquardt, Newton, Adam} {
		if opt.Method = m; m == Adam {
			opt.Texel.Tolerance = 1e-9
		}
		r := mustFit(t, set, opt)
		w, stdErr := fitted(r)
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
	} {
		l := steep("steep")
		change(l)
		if err := RegisterLoss(l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, l := range sparse.Losses {
		if err := l.Check(); err != nil {
			t.Error(err)
		}
	}
	set := usual(1).set(t)
	for _, tt := range []struct {
		opt  Options
		want string
	}{
		{Options{Loss: "steep", Intercept: ByGame}, "-intercept game: the loss steep has no Slopes and AddAt, which intercepts by game or tree need: pass -intercept source or -loss sigmoid or crossentropy"},
		{Options{Loss: "steep", Intercept: ByTree}, "-intercept tree: the loss steep has no Slopes"},
		{Options{Loss: MoveChoice, Intercept: ByTree}, "-intercept tree: the loss choice compares the moves of a position"},
		{Options{Loss: WDL, Intercept: ByGame}, "the loss wdl is of the outcomes of games as they are"},
		{Options{Loss: "steep", Method: GramMatrix}, "method gram does not minimise the loss steep"},
		{Options{Loss: MoveRegret, Method: SGD}, "method sgd does not minimise the loss regret"},
		{Options{Loss: Huber, Method: LevenbergMarquardt}, "method lm does not minimise the loss huber"},
	} {
		if _, err := Fit(t.Context(), set, tt.opt); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

// TestLossMeasure checks which metric is that of a loss.
func TestLossMeasure(t *testing.T) {
	m := &Metrics{MSE: 1, LogLoss: 2, MSEInterval: new(Interval)}
	for loss, want := range map[Loss]float64{Squared: 1, Huber: 1, Sigmoid: 1, CrossEntropy: 2} {
		if v, in, label := loss.Measure(m); v != want || (in == nil) != (want == 2) || label == "" {
			t.Errorf("%v: %v, interval %v, %q", loss, v, in, label)
		}
	}
}
