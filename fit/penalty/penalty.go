// Package penalty holds what pulls weights in addition to the rows, and what binds them to one another:
// quadratic penalties, and chains of weights that do not fall. Both give their derivatives; what
// is minimised adds them to those of its rows.
package penalty

import (
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/rows"
)

// A Penalty is quadratic: Σ ridge·w² + Σ prior·(w−mean)² + Σ smooth·bend(w)².
type Penalty struct {
	Ridge, Prior, Smooth float64 // per square of a centipawn, in the unit of the mean loss
	Mean                 []float64
	Weights              int // those that are pulled; intercepts come after
	Bends                []rows.Bend

	// Units multiply the strengths: by weight, that of a bend is the mean over its weights. Nil: all 1.
	Units []float64
}

// unit returns what multiplies the strengths of a weight.
func (p *Penalty) unit(j int) float64 {
	if p.Units == nil {
		return 1
	}
	return p.Units[j]
}

// unitOf returns what multiplies the strength of a bend.
func (p *Penalty) unitOf(b rows.Bend) float64 {
	sum, n := 0.0, 0.0
	for _, j := range b {
		if j != rows.Reference {
			sum += p.unit(j)
			n++
		}
	}
	return sum / n
}

// IsZero reports whether nothing is pulled.
func (p *Penalty) IsZero() bool { return p.Ridge+p.Prior+p.Smooth == 0 }

// Add returns the penalty and adds its gradient to g.
func (p *Penalty) Add(w, g []float64) (f float64) {
	for j, v := range w[:p.Weights] {
		k := p.Ridge * p.unit(j)
		f += k * v * v
		g[j] += 2 * k * v
	}
	if p.Prior > 0 {
		for j, m := range p.Mean {
			k, v := p.Prior*p.unit(j), w[j]-m
			f += k * v * v
			g[j] += 2 * k * v
		}
	}
	if p.Smooth > 0 {
		for _, b := range p.Bends {
			k, v := p.Smooth*p.unitOf(b), bendOf(b, w)
			f += k * v * v
			for i, j := range b {
				if j != rows.Reference {
					g[j] += 2 * k * v * bendFactors[i]
				}
			}
		}
	}
	return f
}

// bendOf returns a second difference.
func bendOf(b rows.Bend, w []float64) (v float64) {
	for i, j := range b {
		if j != rows.Reference {
			v += bendFactors[i] * w[j]
		}
	}
	return v
}

// Times adds the second derivatives times v to a product.
func (p *Penalty) Times(v, to []float64) {
	q := *p // about 0, its gradient is linear
	q.Ridge, q.Prior = p.Ridge+p.Prior, 0
	q.Add(v, to)
}

// Curve adds the second derivatives to h.
func (p *Penalty) Curve(h *mat.SymDense) {
	for j := range p.Weights {
		h.SetSym(j, j, h.At(j, j)+2*(p.Ridge+p.Prior)*p.unit(j))
	}
	if p.Smooth == 0 {
		return
	}
	for _, b := range p.Bends {
		unit := p.Smooth * p.unitOf(b)
		for i := range b {
			for k := i; k < len(b); k++ {
				if b[i] != rows.Reference && b[k] != rows.Reference {
					h.SetSym(b[i], b[k], h.At(b[i], b[k])+2*unit*bendFactors[i]*bendFactors[k])
				}
			}
		}
	}
}

// bendFactors make a second difference.
var bendFactors = [3]float64{1, -2, 1}

// Diagonal adds the diagonal of what Curve adds.
func (p *Penalty) Diagonal(d []float64) {
	for j := range p.Weights {
		d[j] += 2 * (p.Ridge + p.Prior) * p.unit(j)
	}
	for _, b := range p.Bends {
		unit := p.Smooth * p.unitOf(b)
		for i, j := range b {
			if j != rows.Reference {
				d[j] += 2 * unit * bendFactors[i] * bendFactors[i]
			}
		}
	}
}
