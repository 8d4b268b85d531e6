package spsa

import (
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/internal/splitmix"
)

// Points are the most that a pair can bring: two wins, or as many losses.
const Points = 2

// A Tuner runs one tuning. Which values a pair is played by depends on the parameters, the number of
// pairs, the seed, and the results of pairs at least [Tuner.Lag] before it; so the values do not
// depend on how many pairs are played at once, nor on the order in which they end.
type Tuner struct {
	params []Param
	pairs  int
	seed   uint64
	lag    int

	taken   int         // results that have moved the values
	waiting map[int]int // results after one that is missing, by pair
	recent  [][]float64 // values after k results at k mod lag, of the last lag numbers k
	moved   []float64   // sum of the squared steps
	path    [][]float64 // values after every stride-th result, the start included
	stride  int
}

// pathLength is how many points the path of a finished run has, about.
const pathLength = 200

// most pairs that are played at once, and the share of all that they may be: the values lag
// by as many.
const (
	mostLag  = 64
	lagShare = 50
)

// New returns a tuner of a number of pairs.
func New(params []Param, pairs int, seed uint64) (*Tuner, error) {
	if len(params) == 0 {
		return nil, errors.New("no parameter to tune: pass one")
	}
	if pairs < 1 {
		return nil, fmt.Errorf("%d pairs: pass 1 or more", pairs)
	}
	t := &Tuner{
		pairs: pairs, seed: seed, lag: min(max(pairs/lagShare, 1), mostLag), waiting: map[int]int{},
		moved: make([]float64, len(params)), stride: (pairs + pathLength - 1) / pathLength,
	}
	var start []float64
	for _, p := range params {
		if slices.ContainsFunc(t.params, func(other Param) bool { return other.Name == p.Name }) {
			return nil, fmt.Errorf("%s is given twice: pass it once", p.Name)
		}
		p, err := p.withDefaults()
		if err != nil {
			return nil, err
		}
		t.params = append(t.params, p)
		start = append(start, p.Start)
	}
	t.recent = make([][]float64, t.lag)
	t.recent[0], t.path = start, [][]float64{start}
	return t, nil
}

// Params returns the parameters with their defaults, not to be written to.
func (t *Tuner) Params() []Param { return t.params }

// Pairs is the number of pairs of the whole run.
func (t *Tuner) Pairs() int { return t.pairs }

// Taken is the number of pairs whose results have moved the values.
func (t *Tuner) Taken() int { return t.taken }

// Lag is how many pairs may be played at once: a fiftieth of all, 1 to 64.
func (t *Tuner) Lag() int { return t.lag }

// Suggest returns the values of either player in a pair, from 0, in the order of the parameters. ok
// is false where a result is missing that they depend on, and after the end of the run. Of a pair
// whose result is taken it is false once [Tuner.Lag] later ones are.
func (t *Tuner) Suggest(pair int) (plus, minus []float64, ok bool) {
	known := max(0, pair-t.lag+1) // results
	if pair < 0 || pair >= t.pairs || known > t.taken || known <= t.taken-t.lag {
		return nil, nil, false
	}
	theta := t.recent[known%t.lag]
	wider, _ := decay(pair+1, t.pairs)
	for i := range t.params {
		p := &t.params[i]
		c := p.C * wider
		sign, lot := t.draw(pair, i)
		plus = append(plus, p.round(theta[i]+c*sign, lot))
		minus = append(minus, p.round(theta[i]-c*sign, lot))
	}
	return plus, minus, true
}

// draw returns the sign of a parameter's perturbation in a pair, and the lot by which both its
// values are rounded. With one lot for both their distance is right but for less than 1.
func (t *Tuner) draw(pair, param int) (sign, lot float64) {
	bits := splitmix.Mix(splitmix.Mix(splitmix.Mix(t.seed)+uint64(pair)) + uint64(param))
	sign = 1
	if bits&1 == 0 {
		sign = -1
	}
	return sign, float64(bits>>11) / (1 << 53)
}

// Report takes the result of a pair, from 0: wins less losses of the first player, who had plus.
// Results may come in any order; they move the values in that of the pairs.
func (t *Tuner) Report(pair, result int) error {
	_, twice := t.waiting[pair]
	switch {
	case pair < 0 || pair >= t.pairs:
		return fmt.Errorf("pair %d of %d: there is none", pair+1, t.pairs)
	case pair < t.taken || twice:
		return fmt.Errorf("pair %d has a result already", pair+1)
	case result < -Points || result > Points:
		return fmt.Errorf("pair %d: the result %d: pass wins less losses of two games", pair+1, result)
	}
	t.waiting[pair] = result
	for {
		result, ok := t.waiting[t.taken]
		if !ok {
			return nil
		}
		delete(t.waiting, t.taken)
		t.take(result)
	}
}

// take moves the values by the next pair's result.
func (t *Tuner) take(result int) {
	theta := slices.Clone(t.recent[t.taken%t.lag])
	wider, faster := decay(t.taken+1, t.pairs)
	for i := range t.params {
		p := &t.params[i]
		sign, _ := t.draw(t.taken, i)
		step := p.R * p.C * faster / wider * sign * float64(result) // R·c = a/c
		theta[i] = p.clip(theta[i] + step)
		t.moved[i] += step * step
	}
	t.taken++
	t.recent[t.taken%t.lag] = theta
	if t.taken%t.stride == 0 {
		t.path = append(t.path, theta)
	}
}
