package advice

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/internal/confidence"
)

// A Correlation says how well gains predict Elo.
type Correlation struct {
	Families int     `json:"families"`
	Rank     float64 `json:"rank"` // Spearman's, of gain and Elo
	Low      float64 `json:"low"`  // its 95 % interval, from resampling families
	High     float64 `json:"high"`

	Above float64 `json:"above"` // that of Elo and the gain above the whole's

	// Odd is the family without which the correlation is largest, Without what it is then.
	Odd     string  `json:"odd"`
	Without float64 `json:"without"`

	// Again is the mean rank correlation of the Elo that was measured with Elo that is measured again: by so many
	// games no advice can be expected to do better.
	Again float64 `json:"again"`
}

const (
	leastFamilies = 4
	resamples     = 2000
)

// correlate compares gains and Elo of the parts that have played; nil of too few.
func correlate(parts []*Part) *Correlation {
	var gain, above, elo, noise []float64
	var names []string
	for _, p := range parts {
		if i, ok := p.Elo(); ok && !math.IsInf(i.Low, 0) && !math.IsInf(i.High, 0) {
			gain, above, elo = append(gain, p.Own.Gain), append(above, p.Above()), append(elo, i.Value)
			noise, names = append(noise, (i.High-i.Low)/2/confidence.Z95), append(names, p.Family)
		}
	}
	n := len(gain)
	if n < leastFamilies {
		return nil
	}
	c := &Correlation{Families: n, Rank: inspect.Spearman(gain, elo), Above: inspect.Spearman(above, elo), Without: -1}
	for i := range n {
		if r := inspect.Spearman(without(gain, i), without(elo, i)); r > c.Without {
			c.Odd, c.Without = names[i], r
		}
	}
	c.resample(gain, elo, noise)
	return c
}

func without(list []float64, i int) []float64 { return slices.Delete(slices.Clone(list), i, i+1) }

// resample draws the interval, and Elo once more.
func (c *Correlation) resample(gain, elo, noise []float64) {
	r := rand.New(rand.NewPCG(1, 0))
	n := len(gain)
	a, b, again := make([]float64, n), make([]float64, n), make([]float64, n)
	var drawn []float64
	for range resamples {
		for i := range n {
			k := r.IntN(n)
			a[i], b[i] = gain[k], elo[k]
			again[i] = elo[i] + noise[i]*r.NormFloat64()
		}
		drawn = append(drawn, inspect.Spearman(a, b))
		c.Again += inspect.Spearman(elo, again) / resamples
	}
	slices.Sort(drawn)
	c.Low, c.High = drawn[resamples/40], drawn[resamples-1-resamples/40]
}
