package spsa

import (
	"fmt"
	"math"
	"strconv"
)

// The exponents and the share of the gains.
const (
	Alpha          = 0.602 // of the rate
	Gamma          = 0.101 // of the perturbation
	StabilityShare = 0.1   // A by the number of pairs
)

// A Param is a number to be tuned.
type Param struct {
	Name  string  `json:"name"`
	Start float64 `json:"start"`
	Min   float64 `json:"min"` // included, as Max is
	Max   float64 `json:"max"`
	C     float64 `json:"c_end"` // perturbation of the last pair, in the parameter's own unit; 0: [DefaultC]
	R     float64 `json:"r_end"` // rate of the last pair: a pair that is won 2–0 moves the parameter by 2·R·C; 0: [DefaultR]

	Decimal bool `json:"decimal,omitempty"` // played with decimals; otherwise as a whole number
}

// DefaultR is fishtest's rate.
const DefaultR = 0.002

// DefaultC is the twentieth part of a parameter's range.
func DefaultC(low, high float64) float64 { return (high - low) / 20 }

// withDefaults returns the parameter with its defaults, or what is wrong with it.
func (p Param) withDefaults() (Param, error) {
	if p.C == 0 {
		p.C = DefaultC(p.Min, p.Max)
	}
	if p.R == 0 {
		p.R = DefaultR
	}
	return p, p.validate()
}

func (p *Param) validate() error {
	switch width := p.Max - p.Min; {
	case p.Min >= p.Max:
		return fmt.Errorf("%s: from %v to %v there is nothing to tune: pass a max above the min", p.Name, p.Min, p.Max)
	case !(p.Start >= p.Min && p.Start <= p.Max):
		return fmt.Errorf("%s: start %v is out of range: pass one from %v to %v", p.Name, p.Start, p.Min, p.Max)
	case !(p.C > 0 && p.C <= width/2):
		return fmt.Errorf("%s: c_end %v: pass one above 0, at most half of the range, %v; usual is a twentieth, %v", p.Name, p.C, width/2, DefaultC(p.Min, p.Max))
	case !(p.R > 0 && p.R <= 1):
		return fmt.Errorf("%s: r_end %v: pass one above 0, at most 1; usual is %v", p.Name, p.R, DefaultR)
	}
	return nil
}

// clip returns the nearest value in range.
func (p *Param) clip(v float64) float64 { return min(max(v, p.Min), p.Max) }

// round returns one of the two whole numbers next to a value, by a lot in [0, 1): that above as often
// as the value is near to it, so that the mean is the value. Rounded to the nearest, players of a
// coarse parameter would often be the same. A decimal is rounded as [Param.Text] writes it.
func (p *Param) round(v, lot float64) float64 {
	if p.Decimal {
		return p.Nearest(p.clip(v))
	}
	return p.clip(math.Floor(v + lot))
}

// Nearest returns what is played that is nearest to a value.
func (p *Param) Nearest(v float64) float64 {
	scale := math.Pow10(p.digits())
	if rounded := math.Round(v*scale) / scale; !math.IsInf(rounded, 0) && !math.IsNaN(rounded) {
		return rounded
	}
	return v
}

// Text returns a value as it is played.
func (p *Param) Text(v float64) string { return strconv.FormatFloat(p.Nearest(v), 'f', -1, 64) }

// digits is how many a value has after the point: a thousandth of C, and none of a whole number.
func (p *Param) digits() int {
	if !p.Decimal {
		return 0
	}
	c := p.C
	if c <= 0 {
		c = DefaultC(p.Min, p.Max)
	}
	const thousandth, most = 3, 12
	return min(max(thousandth-int(math.Floor(math.Log10(c))), 0), most)
}

// decay returns by how much the perturbation and the gain a of pair k of n, from 1, are larger than
// those of the last.
func decay(k, n int) (c, a float64) {
	pairs, pair := float64(n), float64(k)
	stability := StabilityShare * pairs
	return math.Pow(pairs/pair, Gamma), math.Pow((stability+pairs)/(stability+pair), Alpha)
}
