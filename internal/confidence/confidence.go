// Package confidence has what the 95 % intervals of all packages share.
package confidence

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Z95 is the 97.5 % quantile of the normal distribution.
const Z95 = 1.959963984540054

// Quantile95 is the 97.5 % quantile of Student's t: a 95 % interval is ± that many standard
// errors, which have freedom degrees of freedom. 0 stands for a normal distribution.
func Quantile95(freedom float64) float64 {
	if freedom == 0 || freedom > 1e6 {
		return Z95
	}
	return distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(0.975)
}

// An Error is a standard error with its degrees of freedom, 0 for very many.
type Error struct{ StdErr, Freedom float64 }

// Half95 returns half the width of the 95 % interval.
func (e Error) Half95() float64 {
	if e.StdErr == 0 {
		return 0
	}
	return Quantile95(e.Freedom) * e.StdErr
}

// Minus returns the error of a difference of two independent estimates.
//
// Source: B. Welch, "The Generalization of 'Student's' Problem when Several Different
// Population Variances are Involved" (1947).
func (e Error) Minus(o Error) Error {
	v := e.StdErr*e.StdErr + o.StdErr*o.StdErr
	spread := e.spread() + o.spread()
	if spread == 0 {
		return Error{StdErr: math.Sqrt(v)}
	}
	return Error{math.Sqrt(v), v * v / spread}
}

// spread returns half the variance of the variance.
func (e Error) spread() float64 {
	if e.Freedom == 0 {
		return 0
	}
	return math.Pow(e.StdErr, 4) / e.Freedom
}
