package inspect

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// spearman returns the rank correlation of x and y, equal values sharing the
// mean of their ranks: Pearson's correlation of the ranks. It is 0 if either
// is constant.
//
// Source: C. Spearman, "The Proof and Measurement of Association between Two
// Things" (1904).
func spearman(x, y []float64) float64 { return pearson(ranks(x), ranks(y)) }

// ranks returns the ranks of values, from 1, ties sharing their mean.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	r := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			r[i] = float64(from+to+1) / 2
		}
		from = to
	}
	return r
}

func pearson(x, y []float64) float64 {
	xx, xy, yy := moments(x, y)
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}

// clusteredSpearman returns the rank correlation of x and y, the number of games, and how far
// that of other games of the kind may be from it, but for [chance] of the cases: Student's
// quantile times the standard error by game. game(i) is that of row i.
//
// With centred ranks u, v a row's influence on ρ is uv/√(SuuSvv) − ρ/2·(u²/Suu + v²/Svv); the
// variance is the sum of the squared influences of games. Unequal games count as so many
// equal ones as [Clusters].Effective says.
//
// Source: F. Hampel, "The Influence Curve and Its Role in Robust Estimation" (1974).
func clusteredSpearman(x, y []float64, game func(int) uint32) (rho, bound float64, games int) {
	u, v := ranks(x), ranks(y)
	uu, uv, vv := moments(u, v)
	if uu == 0 || vv == 0 {
		return 0, 0, 0
	}
	rho = uv / math.Sqrt(uu*vv)
	mu, mv := mean(u), mean(v)
	index := make(map[uint32]int)
	var influence, rows []float64 // by game, in the order of the rows
	for i := range u {
		g, known := index[game(i)]
		if !known {
			g = len(index)
			index[game(i)] = g
			influence, rows = append(influence, 0), append(rows, 0)
		}
		du, dv := u[i]-mu, v[i]-mv
		influence[g] += du*dv/math.Sqrt(uu*vv) - rho/2*(du*du/uu+dv*dv/vv)
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

// moments returns the sums of squares and products about the means.
func moments(x, y []float64) (xx, xy, yy float64) {
	mx, my := mean(x), mean(y)
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xx += dx * dx
		xy += dx * dy
		yy += dy * dy
	}
	return xx, xy, yy
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(max(len(x), 1))
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
	xx, xy, _ := moments(x, pulled)
	if xx == 0 {
		return 0, low, high
	}
	return xy / xx, low, high
}
