package measure

import (
	"errors"
	"fmt"
	"slices"

	"centipawn/fit/rows"
	"centipawn/note"
)

// A Comparison is the difference between two models on the same rows, B less A:
// negative means that B is better.
type Comparison struct {
	A     string    `json:"a"` // names of the models
	B     string    `json:"b"`
	Part  rows.Part `json:"part"`
	N     int       `json:"n"`
	Games int       `json:"games"`

	MSE      Difference `json:"mse"`      // square centipawns
	MAE      Difference `json:"mae"`      // centipawns
	Relative Difference `json:"relative"` // of the MSE, as a share of A's; 0 if A has no error

	Warnings note.List `json:"warnings,omitempty"`
}

// A Difference is a number with its interval from resampling games, the same
// games for both models.
type Difference struct {
	Value float64 `json:"value"`
	*Interval
}

// ErrDifferentRows reports evaluations that cannot be paired.
var ErrDifferentRows = errors.New("fit: the evaluations are not of the same rows")

// Compare pairs two evaluations of the same rows: those of one call of [Evaluate], or
// of calls that agree in data, part and options.
func Compare(a, b *Evaluation, boot Bootstrap) (*Comparison, error) {
	if a.Rows == 0 {
		return nil, errNoRowsToCompare
	}
	if err := pairable(a, b); err != nil {
		return nil, err
	}
	diff := [...]func(pair) float64{
		func(p pair) float64 { return p.b.MSE() - p.a.MSE() },
		func(p pair) float64 { return p.b.mae() - p.a.mae() },
		pair.relative,
	}
	c := &Comparison{A: a.Model, B: b.Model, Part: a.Part, N: a.Rows, Games: len(a.games)}
	var draws []pair
	if len(a.games) >= 2 {
		totals := boot.Resample(a.games, a.sums, b.sums)
		for i := range totals[0] {
			draws = append(draws, pair{totals[0][i], totals[1][i]})
		}
	}
	for i, d := range []*Difference{&c.MSE, &c.MAE, &c.Relative} {
		d.Value = diff[i](pair{Total(a.sums), Total(b.sums)})
		if draws != nil {
			d.Interval = IntervalOf(draws, diff[i])
		}
	}
	c.warn()
	return c, nil
}

var errNoRowsToCompare = errors.New("fit: no rows to compare models on")

// pair holds the sums of two models over the same rows.
type pair struct{ a, b ErrorSums }

func (p pair) relative() float64 { return Relative(p.a.Squared, p.b.Squared) }

// pairable checks that two evaluations are of the same rows.
func pairable(a, b *Evaluation) error {
	if a.Part != b.Part || a.Rows != b.Rows || !slices.Equal(a.games, b.games) || !slices.Equal(a.count, b.count) {
		return ErrDifferentRows
	}
	for i := range a.sums {
		if a.sums[i].W != b.sums[i].W || a.sums[i].nullSquared != b.sums[i].nullSquared {
			return fmt.Errorf("%w: labels, weights or null models differ", ErrDifferentRows)
		}
	}
	return nil
}

// Relative returns the relative change of a loss, 0 of a loss of 0.
func Relative(before, after float64) float64 {
	if before == 0 {
		return 0
	}
	return after/before - 1
}

// warn adds M13 if the squared error is better and the absolute one worse.
func (c *Comparison) warn() {
	if c.MSE.Value < 0 && c.MAE.Value > 0 {
		c.Warnings.Add(note.M13, "%s has the smaller MSE (%+.0f) but the larger MAE (%+.2f) than %s: it is better on the few large errors and worse on the many small ones",
			c.B, c.MSE.Value, c.MAE.Value, c.A)
	}
}
