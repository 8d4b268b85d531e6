package sandwich

import (
	"math"
)

// Bars are the errors of weights.
type Bars struct {
	StdErr  []float64
	Freedom []float64 // of StdErr; 0: one game decides the weight, and there is no error

	// Penalty is the share of what is known of a weight that the penalty says: (M⁻¹P)ⱼⱼ, the
	// variance that the rows leave of that which the penalty alone would leave. 0 for sums of weights.
	Penalty []float64
}

// Bars computes the errors. Fewer than two games give zeros.
func (p *Problem) Bars() Bars {
	b := Bars{StdErr: make([]float64, p.Order), Freedom: make([]float64, p.Order), Penalty: make([]float64, p.Order)}
	if p.Games < 2 || p.Order == 0 {
		return b
	}
	if p.Effect == nil {
		p.Effect = p.Inverse
	}
	left := p.leaveOut()
	p.done()
	meat := p.meat(left.sums)
	p.done()
	v := p.between(meat)
	p.done()
	p.freedom(left, b.Freedom)
	for j, many := range b.Freedom {
		if p.Exact != nil && !p.Exact[j] && many > 0 { // what leaving out games of equal share would do
			v[j] *= (many + 1) / many * (many + 1) / many
		}
	}
	if p.Penalty != nil {
		p.shares(b.Penalty)
		p.pulled(left, meat, v, b.Freedom)
	}
	p.done()
	for j := range v {
		b.StdErr[j] = math.Sqrt(max(0, v[j]))
	}
	return b
}
