package measure

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"centipawn/fit/rows"
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

// MaxClusters bounds the clusters that are drawn. More games than that are first
// put together at random, by hash; the width of an interval then varies by about
// 1/√(2·4096), one percent.
const MaxClusters = 4096

// Resample draws games and returns, for each of the evaluations' sums, which are of
// the same games, the totals of every resample.
func (b Bootstrap) Resample(games []uint32, sums ...[]ErrorSums) [][]ErrorSums {
	b = b.WithDefaults()
	totals := make([][]ErrorSums, len(sums))
	for k := range sums {
		sums[k] = Clusters(games, sums[k])
		totals[k] = make([]ErrorSums, b.Resamples)
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
func (s ErrorSums) times(t float64) ErrorSums {
	return ErrorSums{t * s.W, t * s.Squared, t * s.absolute, t * s.nullSquared, t * s.nullAbsolute, t * s.Entropy}
}

// Clusters puts games together if there are many.
func Clusters(games []uint32, sums []ErrorSums) []ErrorSums {
	if len(games) <= MaxClusters {
		return sums
	}
	out := make([]ErrorSums, MaxClusters)
	for i, game := range games {
		out[rows.Mix(uint64(game))%MaxClusters].add(sums[i])
	}
	return out
}

// Total returns the sums over all games.
func Total(sums []ErrorSums) (t ErrorSums) {
	for _, s := range sums {
		t.add(s)
	}
	return t
}

func (s ErrorSums) MSE() float64     { return s.Squared / s.W }
func (s ErrorSums) mae() float64     { return s.absolute / s.W }
func (s ErrorSums) rmse() float64    { return math.Sqrt(s.Squared / s.W) }
func (s ErrorSums) logLoss() float64 { return s.Entropy / s.W }

func (s ErrorSums) r2() float64 {
	if s.nullSquared == 0 {
		return 0
	}
	return 1 - s.Squared/s.nullSquared
}

// Metrics returns the metrics, nil if there are no rows.
func (e *Evaluation) Metrics(b Bootstrap) *Metrics {
	m := e.Bare()
	if m != nil && m.Games >= 2 {
		draws := b.Resample(e.games, e.sums)[0]
		m.MSEInterval = IntervalOf(draws, ErrorSums.MSE)
		m.RMSEInterval = IntervalOf(draws, ErrorSums.rmse)
		m.MAEInterval = IntervalOf(draws, ErrorSums.mae)
		m.R2Interval = IntervalOf(draws, ErrorSums.r2)
		if m.LogLoss != 0 {
			m.LogLossInterval = IntervalOf(draws, ErrorSums.logLoss)
		}
	}
	return m
}

// Bare returns the metrics without intervals.
func (e *Evaluation) Bare() *Metrics {
	if e.Rows == 0 {
		return nil
	}
	t := Total(e.sums)
	return &Metrics{
		N: e.Rows, Games: len(e.games), MSE: t.MSE(), RMSE: t.rmse(), MAE: t.mae(), R2: t.r2(),
		NullMSE: t.nullSquared / t.W, NullMAE: t.nullAbsolute / t.W, LogLoss: t.logLoss(),
	}
}

// interval returns the spread of a statistic over draws.
func IntervalOf[T any](draws []T, statistic func(T) float64) *Interval {
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
