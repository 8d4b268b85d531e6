package fit

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Metrics are the errors of a model on a part of the data, in centipawns and their
// squares, or in expected scores where the labels are such, weighted as the rows
// are.
type Metrics struct {
	N     int `json:"n"`     // rows
	Games int `json:"games"` // or clusters

	MSE  float64 `json:"mse"`
	RMSE float64 `json:"rmse"`
	MAE  float64 `json:"mae"`
	R2   float64 `json:"r2"` // 1 − MSE / NullMSE; 0 if all labels are the null model's

	LogLoss float64 `json:"logloss,omitempty"` // cross entropy, of expected scores only

	// The null model predicts the mean label of the training rows everywhere.
	NullMSE float64 `json:"null_mse"`
	NullMAE float64 `json:"null_mae"`

	// The intervals cover 95 %, from resampling games; nil with fewer than two.
	// They hold for new games of the same kind, with the weights as they are.
	MSEInterval  *Interval `json:"mse_ci,omitempty"`
	RMSEInterval *Interval `json:"rmse_ci,omitempty"`
	MAEInterval  *Interval `json:"mae_ci,omitempty"`
	R2Interval   *Interval `json:"r2_ci,omitempty"`

	LogLossInterval *Interval `json:"logloss_ci,omitempty"`
}

// An Interval holds the 2.5 % and 97.5 % quantiles and the standard deviation of a
// number over resamples.
type Interval struct {
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	StdErr float64 `json:"stderr"`
}

// Bootstrap configures the resampling of games. The zero value is ready to use.
//
// Source: B. Efron, R. Tibshirani, "An Introduction to the Bootstrap" (1993),
// section 13.3 (percentile intervals).
type Bootstrap struct {
	// Resamples is how often the games are drawn, with replacement. Zero means
	// 1000.
	Resamples int

	// Seed makes the draws repeat. Zero means 1.
	Seed uint64
}

// WithDefaults returns b with its zero fields set to their defaults.
func (b Bootstrap) WithDefaults() Bootstrap {
	if b.Resamples == 0 {
		b.Resamples = 1000
	}
	if b.Seed == 0 {
		b.Seed = 1
	}
	return b
}

// maxClusters bounds the clusters that are drawn. More games than that are first
// put together at random, by hash; the width of an interval then varies by about
// 1/√(2·4096), one percent.
const maxClusters = 4096

// resample draws games and returns, for each of the evaluations' sums, which are of
// the same games, the totals of every resample.
func (b Bootstrap) resample(games []uint32, sums ...[]errorSums) [][]errorSums {
	b = b.WithDefaults()
	totals := make([][]errorSums, len(sums))
	for k := range sums {
		sums[k] = clusters(games, sums[k])
		totals[k] = make([]errorSums, b.Resamples)
	}
	n := len(sums[0])
	rng := rand.New(rand.NewPCG(b.Seed, 0x9e3779b97f4a7c15))
	times := make([]float64, n)
	for i := range b.Resamples {
		clear(times)
		for range n {
			times[rng.IntN(n)]++
		}
		for k := range sums {
			for g, t := range times {
				if t != 0 {
					totals[k][i].add(sums[k][g].times(t))
				}
			}
		}
	}
	return totals
}

// times returns s multiplied by t.
func (s errorSums) times(t float64) errorSums {
	return errorSums{t * s.w, t * s.squared, t * s.absolute, t * s.nullSquared, t * s.nullAbsolute, t * s.entropy}
}

// clusters puts games together if there are many.
func clusters(games []uint32, sums []errorSums) []errorSums {
	if len(games) <= maxClusters {
		return sums
	}
	out := make([]errorSums, maxClusters)
	for i, game := range games {
		out[mix(uint64(game))%maxClusters].add(sums[i])
	}
	return out
}

// total returns the sums over all games.
func total(sums []errorSums) (t errorSums) {
	for _, s := range sums {
		t.add(s)
	}
	return t
}

func (s errorSums) mse() float64     { return s.squared / s.w }
func (s errorSums) mae() float64     { return s.absolute / s.w }
func (s errorSums) rmse() float64    { return math.Sqrt(s.squared / s.w) }
func (s errorSums) logLoss() float64 { return s.entropy / s.w }

func (s errorSums) r2() float64 {
	if s.nullSquared == 0 {
		return 0
	}
	return 1 - s.squared/s.nullSquared
}

// Metrics returns the metrics, nil if there are no rows.
func (e *Evaluation) Metrics(b Bootstrap) *Metrics {
	m := e.bare()
	if m != nil && m.Games >= 2 {
		draws := b.resample(e.games, e.sums)[0]
		m.MSEInterval = interval(draws, errorSums.mse)
		m.RMSEInterval = interval(draws, errorSums.rmse)
		m.MAEInterval = interval(draws, errorSums.mae)
		m.R2Interval = interval(draws, errorSums.r2)
		if m.LogLoss != 0 {
			m.LogLossInterval = interval(draws, errorSums.logLoss)
		}
	}
	return m
}

// bare returns the metrics without intervals.
func (e *Evaluation) bare() *Metrics {
	if e.Rows == 0 {
		return nil
	}
	t := total(e.sums)
	return &Metrics{
		N: e.Rows, Games: len(e.games), MSE: t.mse(), RMSE: t.rmse(), MAE: t.mae(), R2: t.r2(),
		NullMSE: t.nullSquared / t.w, NullMAE: t.nullAbsolute / t.w, LogLoss: t.logLoss(),
	}
}

// interval returns the spread of a statistic over draws.
func interval[T any](draws []T, statistic func(T) float64) *Interval {
	v := make([]float64, len(draws))
	for i, d := range draws {
		v[i] = statistic(d)
	}
	slices.Sort(v)
	in := &Interval{Low: stat.Quantile(0.025, stat.LinInterp, v, nil), High: stat.Quantile(0.975, stat.LinInterp, v, nil)}
	if len(v) > 1 {
		in.StdErr = stat.StdDev(v, nil)
	}
	return in
}
