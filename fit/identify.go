package fit

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// A Dependence is an exact linear relation between columns of the training rows:
// the column of Weight is the sum of the others times their coefficients. Only
// their joint effect is known; the weights reported share it out with the
// smallest sum of squares.
type Dependence struct {
	Weight string `json:"weight"`

	// Of names what Weight is made of, a coefficient each; "intercept" is the
	// number 1. It is empty for a column that is constant within each source, but
	// not the same for all.
	Of []NamedWeight `json:"of"`
}

// dependenceTerms bounds the terms that String prints.
const dependenceTerms = 8

// String writes the relation, as in "pair = 0.5·bishop + 0.5·knight".
func (d Dependence) String() string {
	if len(d.Of) == 0 {
		return d.Weight + " does not vary within a source"
	}
	var b strings.Builder
	b.WriteString(d.Weight + " =")
	for i, t := range d.Of {
		sign := " +"
		if t.Value < 0 {
			sign = " -"
		}
		if i == dependenceTerms {
			fmt.Fprintf(&b, "%s … (%d terms)", sign, len(d.Of))
			break
		}
		if i == 0 && t.Value > 0 {
			sign = ""
		}
		b.WriteString(sign + " ")
		if size := math.Abs(t.Value); math.Abs(size-1) > 1e-6 {
			fmt.Fprintf(&b, "%.4g·", size)
		}
		b.WriteString(t.Name)
	}
	return b.String()
}

// names returns the weights of the relation.
func (d Dependence) names() []string {
	names := []string{d.Weight}
	for _, t := range d.Of {
		if t.Name != interceptName {
			names = append(names, t.Name)
		}
	}
	return names
}

const (
	interceptName = "intercept"

	// negligible is the contribution to a relation, in lengths of the dependent
	// column, below which a column is left out of it.
	negligible = 1e-5
)

// dependences names the null space of the decomposed system.
func (f *factor) dependences(names []string) []Dependence {
	var list []Dependence
	s := f.sys
	for j := range s.order {
		if s.active[j] > 0 && !f.varies(j) {
			d := Dependence{Weight: names[j]}
			if c := s.constant(j); c != 0 {
				d.Of = []NamedWeight{{interceptName, c}}
			}
			list = append(list, d)
		}
	}
	z := f.relations()
	for k, j := range f.live[f.rank:] {
		d := Dependence{Weight: names[j]}
		constant := s.mean(j)
		for i, b := range f.live[:f.rank] {
			if v := z.At(i, k); math.Abs(v)*f.scale[b] > negligible*f.scale[j] {
				d.Of = append(d.Of, NamedWeight{names[b], v})
				constant -= v * s.mean(b)
			}
		}
		if math.Abs(constant) > negligible*math.Sqrt(s.raw[j]/s.weight) {
			d.Of = append(d.Of, NamedWeight{interceptName, constant})
		}
		list = append(list, d)
	}
	return list
}

// varies reports whether the column of a weight was decomposed.
func (f *factor) varies(j int) bool {
	for _, l := range f.live {
		if l == j {
			return true
		}
	}
	return false
}

// mean returns the mean of a column in the first source, 0 without intercepts.
func (s *system) mean(j int) float64 {
	if len(s.sources) == 0 || s.sources[0].x == nil {
		return 0
	}
	return s.sources[0].x[j]
}

// constant returns the value of a column that does not vary within a source, 0
// if it differs between sources.
func (s *system) constant(j int) float64 {
	for _, m := range s.sources {
		if m.x == nil || math.Abs(m.x[j]-s.mean(j)) > negligible*math.Abs(s.mean(j)) {
			return 0
		}
	}
	return s.mean(j)
}

// identified reports for every weight whether the data determine it: it varies
// and takes part in no dependence.
func (f *factor) identified() []bool {
	ok := make([]bool, f.sys.order)
	for _, j := range f.live[:f.rank] {
		ok[j] = true
	}
	z := f.relations()
	for k, dep := range f.live[f.rank:] {
		for i, j := range f.live[:f.rank] {
			if math.Abs(z.At(i, k))*f.scale[j] > negligible*f.scale[dep] {
				ok[j] = false
			}
		}
	}
	return ok
}

// collinearity returns for every weight the variance inflation factor, the
// diagonal of the inverse of the correlations; 0 for weights that are not
// identified. It also returns the condition number of the matrix of correlations of the
// basis, in the 1-norm, 0 if there is no basis.
func (f *factor) collinearity() (vif []float64, condition float64) {
	vif = make([]float64, f.sys.order)
	if f.rank == 0 {
		return vif, 0
	}
	inv := f.basisInverse()
	identified := f.identified()
	for k, j := range f.live[:f.rank] {
		if identified[j] {
			vif[j] = inv.At(k, k)
		}
	}
	scaled := mat.NewDense(f.rank, f.rank, nil)
	scaled.Apply(func(a, b int, _ float64) float64 { return f.correlation(f.live[a], f.live[b]) }, scaled)
	return vif, mat.Norm(scaled, 1) * mat.Norm(inv, 1)
}

// correlation returns the correlation of two columns that vary, about the means.
func (f *factor) correlation(i, j int) float64 {
	return f.sys.cross.At(i, j) / (f.scale[i] * f.scale[j])
}
