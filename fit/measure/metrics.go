package measure

import (
	"math"

	"example.org/centipawn/fit/bootstrap"
	"example.org/centipawn/internal/splitmix"
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

	// The intervals cover 95 %, from resampling games; nil with fewer than five, of which they would not.
	// They hold for new games of the same kind, with the weights as they are.
	MSEInterval  *Interval `json:"mse_ci"`
	RMSEInterval *Interval `json:"rmse_ci"`
	MAEInterval  *Interval `json:"mae_ci"`
	R2Interval   *Interval `json:"r2_ci"`

	LogLossInterval *Interval `json:"logloss_ci,omitempty"`
}

// An Interval holds 95 %, see package bootstrap.
type Interval = bootstrap.Interval

// Bootstrap configures the resampling of games. The zero value is ready to use.
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

// intervals returns those of ratios over games.
func (b Bootstrap) intervals(ratios ...bootstrap.Ratio) []*Interval {
	b = b.WithDefaults()
	return bootstrap.Intervals(b.Resamples, b.Seed, ratios...)
}

// ratioOf makes a ratio of what two functions tell of games.
func ratioOf[T any](games []T, above, below func(T) float64, of func(float64) float64) bootstrap.Ratio {
	r := bootstrap.Ratio{Of: of}
	for _, g := range games {
		r.Above, r.Below = append(r.Above, above(g)), append(r.Below, below(g))
	}
	return r
}

// clusters puts games together if there are many.
func clusters(games []uint32, sums []ErrorSums) []ErrorSums {
	if len(games) <= maxClusters {
		return sums
	}
	out := make([]ErrorSums, maxClusters)
	for i, game := range games {
		out[splitmix.Mix(uint64(game))%maxClusters].add(sums[i])
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
	if m != nil && m.Games >= bootstrap.LeastGames {
		games := clusters(e.games, e.sums)
		w := func(s ErrorSums) float64 { return s.W }
		squared := func(s ErrorSums) float64 { return s.Squared }
		in := b.intervals(
			ratioOf(games, squared, w, nil), ratioOf(games, squared, w, math.Sqrt),
			ratioOf(games, func(s ErrorSums) float64 { return s.absolute }, w, nil),
			ratioOf(games, squared, func(s ErrorSums) float64 { return s.nullSquared }, func(r float64) float64 { return 1 - r }),
			ratioOf(games, func(s ErrorSums) float64 { return s.Entropy }, w, nil),
		)
		m.MSEInterval, m.RMSEInterval, m.MAEInterval, m.R2Interval = in[0], in[1], in[2], in[3]
		if m.LogLoss != 0 {
			m.LogLossInterval = in[4]
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
