package inspect

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Spearman returns the rank correlation of x and y, equal values sharing the
// mean of their ranks: Pearson's correlation of the ranks. It is 0 if either
// is constant.
//
// Source: C. Spearman, "The Proof and Measurement of Association between Two
// Things" (1904).
func Spearman(x, y []float64) float64 {
	u, v := normed(ranks(x)), normed(ranks(y))
	if u == nil || v == nil {
		return 0
	}
	return floats.Dot(u, v)
}

// ranks returns the ranks of values, from 1, ties sharing their mean. There are far fewer different values
// than values: they are sorted as numbers, and each finds its rank among the different ones.
func ranks(values []float64) []float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	distinct, mean := sorted[:0], make([]float64, 0, len(values))
	for from := 0; from < len(sorted); {
		v, to := sorted[from], from+1
		for to < len(sorted) && sorted[to] == v {
			to++
		}
		distinct, mean = append(distinct, v), append(mean, float64(from+to+1)/2)
		from = to
	}
	r := make([]float64, len(values))
	for i, v := range values {
		at, _ := slices.BinarySearch(distinct, v)
		r[i] = mean[at]
	}
	return r
}

// chance is how often labels that are right may be refused by the games that were
// looked at. Rows of one game are not independent.
const chance = 1e-4

// clusteredSpearman returns the rank correlation of x and y, the number of games, and how far
// that of other games of the kind may be from it, but for [chance] of the cases: Student's
// quantile times the standard error by game. game(i) is that of row i.
//
// With ranks u, v, centred and of unit sums of squares, a row's influence on ρ is
// uv − ρ/2·(u² + v²); the variance is the sum of the squared influences of games. Unequal games count as as many
// equal ones as [Clusters].Effective says.
//
// Source: F. Hampel, "The Influence Curve and Its Role in Robust Estimation" (1974).
func clusteredSpearman(x, y []float64, game func(int) uint32) (rho, bound float64, games int) {
	u, v := normed(ranks(x)), normed(ranks(y))
	if u == nil || v == nil {
		return 0, 0, 0
	}
	rho = floats.Dot(u, v)
	index := make(map[uint32]int)
	var influence, rows []float64 // by game, in the order of the rows
	for i := range u {
		g, known := index[game(i)]
		if !known {
			g = len(index)
			index[game(i)] = g
			influence, rows = append(influence, 0), append(rows, 0)
		}
		influence[g] += u[i]*v[i] - rho/2*(u[i]*u[i]+v[i]*v[i])
		rows[g]++
	}
	games = len(rows)
	effective := float64(len(u)) * float64(len(u)) / floats.Dot(rows, rows)
	if effective < 2 {
		return rho, math.Inf(1), games
	}
	student := distuv.StudentsT{Sigma: 1, Nu: effective - 1}
	return rho, student.Quantile(1-chance/2) * math.Sqrt(floats.Dot(influence, influence)*effective/(effective-1)), games
}

// normed shifts and scales x to a sum of 0 and a sum of squares of 1; nil if it is constant.
func normed(x []float64) []float64 {
	if len(x) == 0 {
		return nil
	}
	floats.AddConst(-stat.Mean(x, nil), x)
	norm := floats.Norm(x, 2)
	if norm == 0 {
		return nil
	}
	floats.Scale(1/norm, x)
	return x
}

// winsorSlope returns the least-squares slope of y against x, and the size of
// y: its 2.5 and 97.5 per cent quantiles, beyond which y is pulled in, so that
// won games do not decide about the unit.
func winsorSlope(x, y []float64) (slope, low, high float64) {
	if len(y) == 0 {
		return 0, 0, 0
	}
	sorted := slices.Sorted(slices.Values(y))
	tail := len(y) / 40
	low, high = sorted[tail], sorted[len(y)-1-tail]
	pulled := make([]float64, len(y))
	for i, v := range y {
		pulled[i] = max(low, min(v, high))
	}
	if floats.Min(x) == floats.Max(x) {
		return 0, low, high
	}
	_, slope = stat.LinearRegression(x, pulled, nil, false)
	return slope, low, high
}
