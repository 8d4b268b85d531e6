package measure

import (
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/fit/bootstrap"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/note"
)

// A Comparison is the difference between two models on the same rows, B less A:
// negative means that B is better.
type Comparison struct {
	A     string    `json:"a"` // names of the models
	B     string    `json:"b"` // its name
	Part  rows.Part `json:"part"`
	N     int       `json:"n"`     // rows
	Games int       `json:"games"` // that they are of

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

// Percent writes a relative difference with its interval, such as "-6.08 % [-7.22, -4.79]".
func (d *Difference) Percent() string {
	s := fmt.Sprintf("%+.2f %%", 100*d.Value)
	if d.Interval != nil {
		s += fmt.Sprintf(" [%+.2f, %+.2f]", 100*d.Low, 100*d.High)
	}
	return s
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
	c := &Comparison{A: a.Model, B: b.Model, Part: a.Part, N: a.Rows, Games: len(a.games)}
	before, after := Total(a.sums), Total(b.sums)
	c.MSE.Value, c.MAE.Value, c.Relative.Value = after.MSE()-before.MSE(), after.mae()-before.mae(), Relative(before.Squared, after.Squared)
	if len(a.games) >= bootstrap.LeastGames {
		games := pairs(clusters(a.games, a.sums), clusters(b.games, b.sums))
		w := func(p pair) float64 { return p.a.W }
		in := boot.intervals(
			ratioOf(games, func(p pair) float64 { return p.b.Squared - p.a.Squared }, w, nil),
			ratioOf(games, func(p pair) float64 { return p.b.absolute - p.a.absolute }, w, nil),
			ratioOf(games, func(p pair) float64 { return p.b.Squared }, func(p pair) float64 { return p.a.Squared }, func(r float64) float64 { return r - 1 }),
		)
		c.MSE.Interval, c.MAE.Interval, c.Relative.Interval = in[0], in[1], in[2]
	}
	c.warn()
	return c, nil
}

var errNoRowsToCompare = errors.New("fit: no rows to compare models on")

// pair holds the sums of two models over the same rows.
type pair struct{ a, b ErrorSums }

// pairs puts the sums of two models side by side.
func pairs(a, b []ErrorSums) []pair {
	list := make([]pair, len(a))
	for i := range a {
		list[i] = pair{a[i], b[i]}
	}
	return list
}

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
