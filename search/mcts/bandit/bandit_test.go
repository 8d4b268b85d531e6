package bandit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A rule is one of the package's, with what it remembers of the chance of its draw.
type rule func(arms []Arm, total float64, source rand.Source) (index int, chance float64)

func rules() map[string]rule {
	return map[string]rule{
		"ucb1":     func(a []Arm, n float64, _ rand.Source) (int, float64) { return UCB1(a, n, 0.7), 1 },
		"ucbv":     func(a []Arm, n float64, _ rand.Source) (int, float64) { return UCBV(a, n, 1.2), 1 },
		"moss":     func(a []Arm, n float64, _ rand.Source) (int, float64) { return MOSS(a, n, 1), 1 },
		"thompson": func(a []Arm, _ float64, s rand.Source) (int, float64) { return Thompson(a, 1, s), 1 },
		"exp3":     func(a []Arm, _ float64, s rand.Source) (int, float64) { return EXP3(a, 0.1, rand.New(s)) },
	}
}

// A history is the values of an arm, in their order.
type history struct {
	values []float64
	gain   float64
}

// arm returns what a rule sees of a history.
func (h *history) arm() Arm {
	n := float64(len(h.values))
	if n == 0 {
		return Arm{Gain: h.gain}
	}
	mean, variance := 0.0, 0.0
	for _, v := range h.values {
		mean += v / n
	}
	for _, v := range h.values {
		variance += (v - mean) * (v - mean) / n
	}
	return Arm{Visits: n, Mean: mean, Variance: variance, Gain: h.gain}
}

// simulate plays coins with these chances for so many rounds, and returns how often each was chosen.
func simulate(r rule, coins []float64, rounds int, seed uint64) (visits []int) {
	sums, gains, visits := make([]float64, len(coins)), make([]float64, len(coins)), make([]int, len(coins))
	world, source := rand.New(rand.NewPCG(seed, 1)), rand.NewPCG(seed, 2)
	arms := make([]Arm, len(coins))
	for n := range rounds {
		for i := range arms {
			v := float64(visits[i])
			mean := sums[i] / max(v, 1)
			arms[i] = Arm{v, mean, mean * (1 - mean), gains[i]} // of zeros and ones
		}
		i, chance := r(arms, float64(n+1), source)
		value := 0.0
		if world.Float64() < coins[i] {
			value = 1
		}
		visits[i]++
		sums[i] += value
		gains[i] += value / chance
	}
	return visits
}

// TestRegret: each rule comes to choose the best of several coins most often, what a round loses falls as rounds go on,
// and the same seed chooses the same.
func TestRegret(t *testing.T) {
	coins := []float64{0.4, 0.5, 0.75, 0.3, 0.45}
	loses := func(visits []int) (sum float64) {
		for i, n := range visits {
			sum += float64(n) * (0.75 - coins[i])
		}
		return sum
	}
	for name, r := range rules() {
		var early, late, best float64
		const worlds, soon, long = 10, 500, 8000
		for seed := range uint64(worlds) {
			a, b := simulate(r, coins, soon, seed), simulate(r, coins, long, seed)
			early += loses(a) / soon / worlds
			late += (loses(b) - loses(a)) / (long - soon) / worlds
			best += float64(b[2]) / long / worlds
			if again := simulate(r, coins, soon, seed); loses(again) != loses(a) {
				t.Errorf("%s: seed %d chooses otherwise when asked again", name, seed)
			}
		}
		if late > early/2 || best < 0.75 {
			t.Errorf("%s: a round loses %.3f at first and %.3f later, the best has %.0f %% of the visits", name, early, late, 100*best)
		}
	}
	a, b := simulate(rules()["exp3"], coins, 500, 1), simulate(rules()["exp3"], coins, 500, 2)
	if loses(a) == loses(b) {
		t.Error("two seeds draw the same")
	}
}

// TestSlowTwin: each rule chooses what its formula, written out on the list of all values, chooses.
func TestSlowTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for trial := range 500 {
		all, total := make([]history, 2+trial%5), 0.0
		arms := make([]Arm, len(all))
		for i := range all {
			for range 1 + random.IntN(40) {
				all[i].values = append(all[i].values, random.Float64())
				total++
			}
			all[i].gain = 60 * random.Float64()
			arms[i] = all[i].arm()
		}
		if got, want := UCBV(arms, total, 1.2), slowest(all, func(h history) float64 {
			a := h.arm()
			return a.Mean + math.Sqrt(2*a.Variance*1.2*math.Log(total)/a.Visits) + 3*1.2*math.Log(total)/a.Visits
		}); got != want {
			t.Fatalf("trial %d: UCB-V chooses %d, its formula %d", trial, got, want)
		}
		if got, want := MOSS(arms, total, 0.5), slowest(all, func(h history) float64 {
			a := h.arm()
			bonus := 0.0
			if spread := total / (float64(len(all)) * a.Visits); spread > 1 {
				bonus = 0.5 * math.Sqrt(math.Log(spread)/a.Visits)
			}
			return a.Mean + bonus
		}); got != want {
			t.Fatalf("trial %d: MOSS chooses %d, its formula %d", trial, got, want)
		}
		checkEXP3(t, arms, all)
	}
}

// slowest returns the history with the largest bound.
func slowest(all []history, bound func(history) float64) (best int) {
	for i := range all {
		if bound(all[i]) > bound(all[best]) {
			best = i
		}
	}
	return best
}

// checkEXP3: chances are those of weights that are products of the rounds' factors, and sum to 1.
func checkEXP3(t *testing.T, arms []Arm, all []history) {
	t.Helper()
	const gamma = 0.2
	k, weights := float64(len(all)), 0.0
	for i := range all {
		weights += math.Exp(gamma * all[i].gain / k)
	}
	sum, seen := 0.0, map[int]bool{}
	random := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		i, chance := EXP3(arms, gamma, random)
		if want := (1-gamma)*math.Exp(gamma*all[i].gain/k)/weights + gamma/k; math.Abs(chance-want) > 1e-9 {
			t.Fatalf("arm %d has a chance of %v, want %v", i, chance, want)
		}
		if !seen[i] {
			seen[i] = true
			sum += chance
		}
	}
	if len(seen) == len(all) && math.Abs(sum-1) > 1e-9 {
		t.Fatalf("chances sum to %v", sum)
	}
}

// TestThompsonDraws: one of two arms is drawn as often as its mean may be the larger: of one with nine wins in ten, beside
// one without a visit, that chance is the mean of Beta(10, 2). Less width explores less, none not at all.
func TestThompsonDraws(t *testing.T) {
	arms := []Arm{{Visits: 10, Mean: 0.9}, {}}
	share := func(width float64) float64 {
		source, n := rand.NewPCG(7, 8), 0
		for range 20_000 {
			if Thompson(arms, width, source) == 0 {
				n++
			}
		}
		return float64(n) / 20_000
	}
	if got := share(1); math.Abs(got-10./12) > 0.01 {
		t.Errorf("the better arm is drawn in %v, want %v", got, 10./12)
	}
	if wide, narrow := share(1), share(0.1); narrow <= wide || share(0) != 1 {
		t.Errorf("drawn in %v, with less width in %v, with none in %v", wide, narrow, share(0))
	}
}

// TestMerge: two arms in one have the visits, the mean and the variance of all their values.
func TestMerge(t *testing.T) {
	x, y := history{[]float64{0, 1, 1, 0.5}, 3}, history{[]float64{0.25, 0.75}, 4}
	merged, both := Arm{}, history{append(append([]float64{}, x.values...), y.values...), 7}
	for _, a := range []Arm{{}, x.arm(), {}, y.arm()} {
		merged.Merge(a)
	}
	want := both.arm()
	if merged.Visits != want.Visits || math.Abs(merged.Mean-want.Mean) > 1e-12 || math.Abs(merged.Variance-want.Variance) > 1e-12 || merged.Gain != want.Gain {
		t.Errorf("merged %+v, want %+v", merged, want)
	}
}

// TestUnvisited: arms without a visit come first, in their order.
func TestUnvisited(t *testing.T) {
	arms := []Arm{{Visits: 3, Mean: 1}, {}, {}}
	if UCB1(arms, 3, 1) != 1 || UCBV(arms, 3, 1) != 1 || MOSS(arms, 3, 1) != 1 {
		t.Error("an arm without a visit is passed over")
	}
}
