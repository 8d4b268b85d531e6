package spsa

import (
	"fmt"
	"math"
)

// The exponents and the share of the gains.
const (
	Alpha          = 0.602 // of the rate
	Gamma          = 0.101 // of the perturbation
	StabilityShare = 0.1   // A by the number of pairs
)

// A Param is a whole number to be tuned.
type Param struct {
	Name  string  `json:"name"`
	Start float64 `json:"start"`
	Min   int     `json:"min"` // included, as Max is
	Max   int     `json:"max"`
	C     float64 `json:"c_end"` // perturbation of the last pair, in the parameter's own unit; 0: [DefaultC]
	R     float64 `json:"r_end"` // rate of the last pair: a pair that is won 2–0 moves the parameter by 2·R·C; 0: [DefaultR]
}

// DefaultR is fishtest's rate.
const DefaultR = 0.002

// DefaultC is the twentieth part of a parameter's range.
func DefaultC(low, high int) float64 { return (float64(high) - float64(low)) / 20 }

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
	switch width := float64(p.Max) - float64(p.Min); {
	case p.Min >= p.Max:
		return fmt.Errorf("%s: from %d to %d there is nothing to tune: pass a max above the min", p.Name, p.Min, p.Max)
	case !(p.Start >= float64(p.Min) && p.Start <= float64(p.Max)):
		return fmt.Errorf("%s: start %v is out of range: pass one from %d to %d", p.Name, p.Start, p.Min, p.Max)
	case !(p.C > 0 && p.C <= width/2):
		return fmt.Errorf("%s: c_end %v: pass one above 0, at most half of the range, %v; usual is a twentieth, %v", p.Name, p.C, width/2, DefaultC(p.Min, p.Max))
	case !(p.R > 0 && p.R <= 1):
		return fmt.Errorf("%s: r_end %v: pass one above 0, at most 1; usual is %v", p.Name, p.R, DefaultR)
	}
	return nil
}

// clip returns the nearest value in range.
func (p *Param) clip(v float64) float64 { return min(max(v, float64(p.Min)), float64(p.Max)) }

// decay returns by how much the perturbation and the gain a of pair k of n, from 1, are larger than
// those of the last.
func decay(k, n int) (c, a float64) {
	pairs, pair := float64(n), float64(k)
	stability := StabilityShare * pairs
	return math.Pow(pairs/pair, Gamma), math.Pow((stability+pairs)/(stability+pair), Alpha)
}
