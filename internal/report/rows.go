package report

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Rows are positions with their label and prediction, one slice an attribute,
// all of one length; slices that a picture or table does not use may be nil.
type Rows struct {
	// Expected: labels and predictions are White's expected scores, 0 to 1, not
	// centipawns.
	Expected bool

	Label     []float64 // centipawns, clipped as in the fit
	Predicted []float64 // centipawns
	Phase     []float64 // φ: 1 with all pieces on the board, 0 with none
	Material  []float64 // balance in pawns (1 3 3 5 9), White minus Black
	Cluster   []uint32  // the game, or a substitute; nil: every row is a cluster
}

// check reports a length that differs, no rows, or a number that cannot be
// drawn.
func (r Rows) check(need ...column) error {
	n := len(r.Label)
	if n == 0 {
		return errors.New("report: no rows")
	}
	for _, c := range append(need, column{"label", r.Label}, column{"predicted", r.Predicted}) {
		if len(c.values) != n {
			return fmt.Errorf("report: %d rows of %s, %d labels", len(c.values), c.name, n)
		}
		for i, v := range c.values {
			if !Drawable(v) {
				return fmt.Errorf("report: row %d: %s is %v", i, c.name, v)
			}
		}
	}
	if r.Cluster != nil && len(r.Cluster) != n {
		return fmt.Errorf("report: %d rows of cluster, %d labels", len(r.Cluster), n)
	}
	return nil
}

// Drawable reports whether v is a number and within a thousand million, far
// beyond any evaluation.
func Drawable(v float64) bool { return math.Abs(v) <= 1e9 }

// A column is an attribute with its name, for error messages.
type column struct {
	name   string
	values []float64
}

func (r Rows) phase() column    { return column{"phase", r.Phase} }
func (r Rows) material() column { return column{"material", r.Material} }

// unit names what labels and residuals are, in short and with the view.
func (r Rows) unit() (short, whole string) {
	if r.Expected {
		return "expected score", "expected score, White-relative"
	}
	return "centipawns", unit
}

// decimals returns the significant decimals of a mean label or residual.
func (r Rows) decimals() int {
	if r.Expected {
		return 4
	}
	return 1
}

// residual returns label minus predicted of row i.
func (r Rows) residual(i int) float64 { return r.Label[i] - r.Predicted[i] }

// cluster returns the cluster of row i.
func (r Rows) cluster(i int) uint32 {
	if r.Cluster == nil {
		return uint32(i)
	}
	return r.Cluster[i]
}

// bin returns the number of the bin of v among n equal ones from low to high,
// the ends of the range in the first and last, and −1 outside.
func bin(v, low, high float64, n int) int {
	if v < low || v > high {
		return -1
	}
	return min(n-1, int((v-low)/(high-low)*float64(n)))
}

// byPhase returns the rows of each of n equal bins of the phase.
func (r Rows) byPhase(n int) [][]int {
	bins := make([][]int, n)
	for i, phi := range r.Phase {
		b := bin(min(max(phi, 0), 1), 0, 1, n)
		bins[b] = append(bins[b], i)
	}
	return bins
}

// meanResidual returns the mean residual of the rows and its standard error,
// robust to clusters:
//
//	se² = G/(G−1) · Σ_g (Σ_{i in g} (r_i − mean))² / n²
//
// over the G clusters; NaN for fewer than two.
//
// Source: Cameron and Miller, A Practitioner's Guide to Cluster-Robust
// Inference (2015), section II, for a model of only a constant.
func (r Rows) meanResidual(rows []int) (mean, se float64) {
	for _, i := range rows {
		mean += r.residual(i)
	}
	n := float64(len(rows))
	mean /= n
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(r.cluster(a), r.cluster(b)) })
	squares, clusters := 0.0, 0.0
	for i := 0; i < len(sorted); clusters++ {
		sum, g := 0.0, r.cluster(sorted[i])
		for ; i < len(sorted) && r.cluster(sorted[i]) == g; i++ {
			sum += r.residual(sorted[i]) - mean
		}
		squares += sum * sum
	}
	if clusters < 2 {
		return mean, math.NaN()
	}
	return mean, math.Sqrt(clusters/(clusters-1)*squares) / n
}

// quantile returns the q quantile of sorted values, between two values in
// proportion.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	part := at - float64(i)
	return sorted[i]*(1-part) + sorted[i+1]*part
}

// maxAbsQuantile returns the quantile of the absolute values of all columns.
func maxAbsQuantile(q float64, columns ...[]float64) float64 {
	var all []float64
	for _, c := range columns {
		for _, v := range c {
			all = append(all, math.Abs(v))
		}
	}
	slices.Sort(all)
	return quantile(all, q)
}
