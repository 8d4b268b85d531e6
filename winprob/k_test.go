package winprob

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// simulated returns games of ten rows each, whose results follow K = k: a game's
// evaluation wanders, and its result is drawn at its last row.
func simulated(seed uint64, games int, k float64) *Points {
	rng := rand.New(rand.NewPCG(seed, 1))
	p := &Points{}
	for g := range games {
		s := 150 * rng.NormFloat64()
		result := float32(0)
		if rng.Float64() < Expected(k, s) {
			result = 1
		}
		for range 10 {
			p.Score = append(p.Score, float32(s))
			p.Expected = append(p.Expected, result)
			p.Phase = append(p.Phase, rng.Float32())
			p.Cluster = append(p.Cluster, uint32(g)*7919)
			s += 20 * rng.NormFloat64()
		}
	}
	return p
}

// slowLoss is the definition of the loss, row by row.
func slowLoss(p *Points, k float64, loss Loss) (mean float64) {
	sum, weight := 0.0, 0.0
	for i, s := range p.Score {
		e, t, w := Expected(k, float64(s)), float64(p.Expected[i]), p.weight(i)
		weight += w
		if loss == Squared {
			sum += w * (e - t) * (e - t)
			continue
		}
		if t > 0 {
			sum -= w * t * math.Log(e)
		}
		if t < 1 {
			sum -= w * (1 - t) * math.Log(1-e)
		}
	}
	return sum / weight
}

// valleys is a set whose squared loss has two minima in K, the nearer to 0 the
// higher one.
func valleys() *Points {
	p := &Points{}
	for range 5 {
		p.Score = append(p.Score, 1000, -1000)
		p.Expected = append(p.Expected, 0.62, 0.38)
		p.Score = append(p.Score, 1, -1)
		p.Expected = append(p.Expected, 0.9, 0.1)
	}
	return p
}

// TestKAgainstGrid: no K of a fine grid has a smaller loss. A search that halves
// its step and does not go back when a finer step finds nothing better loses the
// optimum, by a grid's step or to a negative K.
func TestKAgainstGrid(t *testing.T) {
	sets := map[string]*Points{
		"0.3":          simulated(1, 60, 0.3),
		"1":            simulated(2, 60, 1),
		"4":            simulated(3, 60, 4),
		"two games":    {Score: []float32{100, -50, 30}, Expected: []float32{1, 0, 0}},
		"two valleys":  valleys(),
		"tiny units":   scaled(simulated(4, 60, 1), 1e-3),
		"large units":  scaled(simulated(5, 60, 1), 1e3),
		"far from any": scaled(simulated(6, 60, 1), 1e-12),
	}
	for name, p := range sets {
		for _, loss := range []Loss{Squared, CrossEntropy} {
			fit, err := FitK(p, KOptions{Loss: loss})
			if err != nil {
				t.Errorf("%s, %v: %v", name, loss, err)
				continue
			}
			if want := slowLoss(p, fit.K, loss); math.Abs(fit.Loss-want) > 1e-9*want {
				t.Errorf("%s, %v: loss %g, one by one %g", name, loss, fit.Loss, want)
			}
			if fit.Passes > maxKPasses {
				t.Errorf("%s, %v: %d passes", name, loss, fit.Passes)
			}
			for x := -12.0; x <= 12; x += 0.02 {
				for _, k := range []float64{fit.K * math.Exp(x), fit.K * (1 + x/1e4), -fit.K * math.Exp(x)} {
					if l := slowLoss(p, k, loss); l < fit.Loss-1e-12 {
						t.Fatalf("%s, %v: K %g has loss %.12g, K %g %.12g", name, loss, fit.K, fit.Loss, k, l)
					}
				}
			}
		}
	}
}

// scaled multiplies the evaluations.
func scaled(p *Points, f float32) *Points {
	for i := range p.Score {
		p.Score[i] *= f
	}
	return p
}

// TestKClosedForm: of rows at ±s whose better side scores a share e, both losses
// are least where the expected score is e, and the cross-entropy's error is that
// of a logit.
func TestKClosedForm(t *testing.T) {
	const s, n, wins = 100, 1000, 640
	p := &Points{}
	for i := range n {
		sign := float32(1 - 2*(i%2))
		won := float32(0)
		if i/2 < wins/2 {
			won = 1
		}
		p.Score = append(p.Score, s*sign)
		p.Expected = append(p.Expected, 0.5+sign*(won-0.5))
	}
	share := float64(wins) / n
	want := math.Log(share/(1-share)) / (s * perCentipawn)
	for _, loss := range []Loss{Squared, CrossEntropy} {
		fit, err := FitK(p, KOptions{Loss: loss})
		if err != nil || math.Abs(fit.K-want) > 1e-9 {
			t.Errorf("%v: %+v, %v, want K %.10g", loss, fit, err, want)
		}
		stdErr := 1 / math.Sqrt(share*(1-share)*(n-1)) / (s * perCentipawn)
		if math.Abs(fit.StdErr-stdErr) > 1e-8*stdErr {
			t.Errorf("%v: standard error %.10g, want %.10g", loss, fit.StdErr, stdErr)
		}
		if fit.N != n || fit.Clusters != n || math.Abs((fit.High-fit.K)/fit.StdErr-1.9623) > 1e-3 {
			t.Errorf("%v: %+v", loss, fit)
		}
	}
}

// TestKDerivatives compares gradient and curvature with differences.
func TestKDerivatives(t *testing.T) {
	p := simulated(7, 100, 1)
	for i := range p.Score {
		p.Weight = append(p.Weight, float32(i%3))
	}
	const k, h = 0.7, 1e-5
	for _, loss := range []Loss{Squared, CrossEntropy} {
		scale := map[Loss]float64{Squared: 2, CrossEntropy: 1}[loss]
		at := func(k float64) kSums { return p.kSums(k, KOptions{Loss: loss}) }
		mid := at(k)
		gradient := (slowLoss(p, k+h, loss) - slowLoss(p, k-h, loss)) / (2 * h)
		if got := scale * mid.gradient / mid.weight; math.Abs(got-gradient) > 1e-8 {
			t.Errorf("%v: gradient %g, by differences %g", loss, got, gradient)
		}
		curvature := (at(k+h).gradient - at(k-h).gradient) / (2 * h)
		if math.Abs(mid.curvature-curvature) > 1e-6*math.Abs(curvature) {
			t.Errorf("%v: curvature %g, by differences %g", loss, mid.curvature, curvature)
		}
		u := make([]float64, p.Rows())
		p.kScores(0, p.Rows(), k, loss, u)
		sum := 0.0
		for _, v := range u {
			sum += v
		}
		if math.Abs(sum-mid.gradient) > 1e-9 {
			t.Errorf("%v: scores sum to %g, the gradient is %g", loss, sum, mid.gradient)
		}
	}
}

// TestKNewton: from starts far off, where the squared loss curves down, the bounds
// lead to the same K.
func TestKNewton(t *testing.T) {
	p := simulated(11, 300, 1)
	for _, loss := range []Loss{Squared, CrossEntropy} {
		at := func(k float64) kSums { return p.kSums(k, KOptions{Loss: loss}) }
		fit, err := FitK(p, KOptions{Loss: loss})
		if err != nil {
			t.Fatal(err)
		}
		for _, factor := range []float64{0.05, 0.3, 2, 4, 8} {
			k, _, passes, err := newton(factor*fit.K, at)
			if err != nil || !close(k, fit.K) {
				t.Errorf("%v: from %g times K: %g after %d passes, %v; want %g", loss, factor, k, passes, err, fit.K)
			}
		}
	}
	if _, _, _, err := newton(1, func(float64) kSums { return kSums{gradient: -1, curvature: -1} }); err == nil {
		t.Error("a slope without end has a minimum")
	}
	if got := Squared.String() + " " + CrossEntropy.String(); got != "sigmoid crossentropy" {
		t.Error(got)
	}
}

// TestKRelations: what must not change a fit, and what must change it so.
func TestKRelations(t *testing.T) {
	base := simulated(8, 2500, 1) // two chunks
	fit := func(p *Points, opt KOptions) KFit {
		t.Helper()
		f, err := FitK(p, opt)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, loss := range []Loss{Squared, CrossEntropy} {
		want := fit(base, KOptions{Loss: loss})
		for _, threads := range []int{2, 8} {
			if got := fit(base, KOptions{Loss: loss, Threads: threads}); got != want {
				t.Errorf("%d threads: %+v, one: %+v", threads, got, want)
			}
		}
		double, twice, holes := &Points{}, &Points{}, &Points{}
		for i := range base.Score {
			appendRow(double, base, i, 2)
			appendRow(twice, base, i, 1)
			appendRow(twice, base, i, 1)
			appendRow(holes, base, i, 1)
			appendRow(holes, base, i, 0)
			appendRow(holes, base, i, 1)
			holes.Expected[len(holes.Expected)-1] = float32(math.NaN())
			holes.Score[len(holes.Score)-1] = 1e6
		}
		for name, p := range map[string]*Points{"weight 2": double, "every row twice": twice, "rows that take no part": holes} {
			got := fit(p, KOptions{Loss: loss})
			if !close(got.K, want.K) || !close(got.StdErr, want.StdErr) || !close(got.Loss, want.Loss) || got.Clusters != want.Clusters {
				t.Errorf("%v, %s: %+v, without %+v", loss, name, got, want)
			}
		}
	}
}

func close(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

// appendRow appends row i of from with a weight.
func appendRow(p, from *Points, i int, weight float32) {
	p.Score = append(p.Score, from.Score[i])
	p.Expected = append(p.Expected, from.Expected[i])
	p.Phase = append(p.Phase, from.Phase[i])
	p.Cluster = append(p.Cluster, from.Cluster[i])
	p.Weight = append(p.Weight, weight)
	if from.Result != nil {
		p.Result = append(p.Result, from.Result[i])
	}
}

// TestKInterval: of 95 % intervals some 95 % hold the truth, though the rows of a
// game share its result. Without clusters a third as many would.
func TestKInterval(t *testing.T) {
	const runs = 400
	for _, loss := range []Loss{Squared, CrossEntropy} {
		hits, naive := 0, 0
		for seed := range uint64(runs) {
			p := wholeGames(seed, 150)
			fit, err := FitK(p, KOptions{Loss: loss})
			if err != nil {
				t.Fatal(err)
			}
			if fit.Low <= 1 && 1 <= fit.High {
				hits++
			}
			p.Cluster = nil
			if fit, err = FitK(p, KOptions{Loss: loss}); err == nil && fit.Low <= 1 && 1 <= fit.High {
				naive++
			}
		}
		if share := float64(hits) / runs; share < 0.92 || share > 0.98 || naive > hits*6/10 {
			t.Errorf("%v: %.3f of the intervals hold K, without clusters %d of %d", loss, share, naive, runs)
		}
	}
}

// wholeGames returns games whose rows all have the game's evaluation, so that
// K = 1 is the truth.
func wholeGames(seed uint64, games int) *Points {
	rng := rand.New(rand.NewPCG(seed, 2))
	p := &Points{}
	for g := range games {
		s, result := 150*rng.NormFloat64(), float32(0)
		if rng.Float64() < Expected(1, s) {
			result = 1
		}
		for range 10 {
			p.Score = append(p.Score, float32(s))
			p.Expected = append(p.Expected, result)
			p.Cluster = append(p.Cluster, uint32(g))
		}
	}
	return p
}

func TestKRefusals(t *testing.T) {
	noise := &Points{Score: []float32{100, 100, -100, -100}, Expected: []float32{1, 0, 1, 0}}
	oneGame := simulated(1, 300, 1)
	clear(oneGame.Cluster)
	backwards := scaled(simulated(1, 300, 1), -1)
	tests := []struct {
		name string
		p    *Points
		want Lack
	}{
		{"nothing", &Points{}, NoRows},
		{"no targets", &Points{Score: []float32{1}, Expected: []float32{float32(math.NaN())}}, NoRows},
		{"drawn games only", &Points{Score: []float32{1, -3}, Expected: []float32{0.5, 0.5}}, OneTarget},
		{"won games only", &Points{Score: []float32{1, 3}, Expected: []float32{1, 1}}, OneTarget},
		{"start weights 0", &Points{Score: []float32{0, 0}, Expected: []float32{1, 0}}, NoEvaluation},
		{"other side's view", backwards, WrongSide},
		{"backwards and separable", &Points{Score: []float32{9, -3}, Expected: []float32{0, 1}}, WrongSide},
		{"noise", noise, NoRelation},
		{"two games", &Points{Score: []float32{100, -90}, Expected: []float32{1, 0}}, Separable},
		{"separable but for draws at 0", &Points{Score: []float32{100, -90, 0}, Expected: []float32{1, 0, 0.5}}, Separable},
		{"one game", oneGame, FewClusters},
	}
	for _, tt := range tests {
		for _, loss := range []Loss{Squared, CrossEntropy} {
			fit, err := FitK(tt.p, KOptions{Loss: loss})
			var lack *LackError
			if !errors.As(err, &lack) || lack.Lack != tt.want || !strings.Contains(err.Error(), "pass ") && tt.want != WrongSide {
				t.Errorf("%s, %v: %+v, %v", tt.name, loss, fit, err)
			}
		}
	}
}

func TestPointsRefused(t *testing.T) {
	nan := float32(math.NaN())
	tests := []struct {
		name string
		p    Points
		want string
	}{
		{"short", Points{Score: []float32{1, 2}, Expected: []float32{1}}, "expected has 1 values for 2 scores"},
		{"none", Points{Score: []float32{1, 2}}, "no expected scores for 2 scores"},
		{"score", Points{Score: []float32{0, nan}, Expected: []float32{1, 0}}, "score of row 1 is NaN"},
		{"target", Points{Score: []float32{0, 1}, Expected: []float32{1, 2}}, "expected score of row 1 is 2"},
		{"weight", Points{Score: []float32{0, 1}, Expected: []float32{1, 0}, Weight: []float32{1, -1}}, "weight of row 1 is -1"},
		{"phase", Points{Score: []float32{0, 1}, Expected: []float32{1, 0}, Phase: []float32{1, nan}}, "phase of row 1 is NaN"},
		{"result", Points{Score: []float32{0, 1}, Expected: []float32{1, 0}, Result: []uint8{1, 4}}, "result of row 1 is 4"},
	}
	for _, tt := range tests {
		if _, err := FitK(&tt.p, KOptions{}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestKByPhase: each part is the fit of its rows alone; the last holds its upper
// edge; a part that determines no K says why.
func TestKByPhase(t *testing.T) {
	p := simulated(9, 500, 1)
	p.Phase[3] = 1
	edges := []float64{0, 0.4, 0.99, 1}
	parts, err := KByPhase(p, edges, KOptions{})
	if err != nil || len(parts) != 3 {
		t.Fatalf("%v, %v", parts, err)
	}
	rows := 0
	for j, part := range parts {
		q := &Points{}
		for i, phi := range p.Phase {
			if v := float64(phi); v >= edges[j] && (v < edges[j+1] || j == 2) {
				appendRow(q, p, i, 1)
			}
		}
		want, err := FitK(q, KOptions{})
		if err != nil || part.Err != nil || !close(part.K, want.K) || !close(part.StdErr, want.StdErr) || part.N != want.N {
			t.Errorf("%+v, alone %+v, %v", part, want, err)
		}
		rows += part.N
	}
	if rows != p.Rows() {
		t.Errorf("%d rows of %d", rows, p.Rows())
	}
	var lack *LackError
	parts, err = KByPhase(p, []float64{0, 1, 2}, KOptions{})
	if err != nil || parts[0].Err != nil || !errors.As(parts[1].Err, &lack) || parts[1].K != 0 {
		t.Errorf("one row from 1 on: %+v, %v", parts, err)
	}
	for _, edges := range [][]float64{nil, {0}, {0, 0}, {1, 0}, {0, math.NaN()}} {
		if _, err := KByPhase(p, edges, KOptions{}); err == nil {
			t.Errorf("edges %v pass", edges)
		}
	}
	if _, err := KByPhase(&Points{Score: p.Score, Expected: p.Expected}, []float64{0, 1}, KOptions{}); err == nil {
		t.Error("rows without a phase pass")
	}
}

// TestClusterIndex compares the table with a map.
func TestClusterIndex(t *testing.T) {
	var x clusterIndex
	slow := make(map[uint32]int)
	rng := rand.New(rand.NewPCG(1, 3))
	for range 100_000 {
		c := rng.Uint32N(1<<14) << rng.UintN(19)
		if _, known := slow[c]; !known {
			slow[c] = len(slow)
		}
		if got := x.of(c); got != slow[c] {
			t.Fatalf("cluster %d is number %d, want %d", c, got, slow[c])
		}
	}
}
