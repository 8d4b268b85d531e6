package linear

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/rows"
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
	Of []rows.NamedWeight `json:"of"`
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
		b.WriteString(sign + " " + termOf(t))
	}
	return b.String()
}

// termOf writes a term without its sign, as in "0.5·bishop".
func termOf(t rows.NamedWeight) string {
	if size := math.Abs(t.Value); math.Abs(size-1) > 1e-6 {
		return fmt.Sprintf("%.4g·%s", size, t.Name)
	}
	return t.Name
}

// Names returns the weights of the relation.
func (d Dependence) Names() []string {
	names := []string{d.Weight}
	for _, t := range d.Of {
		if t.Name != InterceptName {
			names = append(names, t.Name)
		}
	}
	return names
}

const (
	InterceptName = "intercept"

	// Negligible is the contribution to a relation, in lengths of the dependent
	// column, below which a column is left out of it.
	Negligible = 1e-5
)

// Dependences names the null space of the decomposed system.
func (f *Factor) Dependences(names []string) (list []Dependence) {
	for j := range f.sys.Order {
		if f.sys.Active[j] > 0 && !slices.Contains(f.Observed, j) {
			d := Dependence{Weight: names[j]}
			if c := f.sys.constant(j); c != 0 {
				d.Of = []rows.NamedWeight{{Name: InterceptName, Value: c}}
			}
			list = append(list, d)
		}
	}
	z := f.relations()
	for k := range f.Observed[f.Rank:] {
		list = append(list, f.dependence(z, k, names))
	}
	return list
}

// dependence names the relation of dependent column k, see relations.
func (f *Factor) dependence(z *mat.Dense, k int, names []string) Dependence {
	s, j := f.sys, f.Observed[f.Rank+k]
	d := Dependence{Weight: names[j]}
	constant := s.mean(j)
	for i, b := range f.Observed[:f.Rank] {
		if v := z.At(i, k); math.Abs(v)*f.scale[b] > Negligible*f.scale[j] {
			d.Of = append(d.Of, rows.NamedWeight{Name: names[b], Value: v})
			constant -= v * s.mean(b)
		}
	}
	if math.Abs(constant) > Negligible*math.Sqrt(s.Raw[j]/s.Weight) {
		d.Of = append(d.Of, rows.NamedWeight{Name: InterceptName, Value: constant})
	}
	return d
}

// Identified reports for every weight whether the data determine it: it varies
// and takes part in no dependence.
func (f *Factor) Identified() []bool {
	ok := make([]bool, f.sys.Order)
	for _, j := range f.Observed[:f.Rank] {
		ok[j] = true
	}
	z := f.relations()
	for k, dep := range f.Observed[f.Rank:] {
		for i, j := range f.Observed[:f.Rank] {
			if math.Abs(z.At(i, k))*f.scale[j] > Negligible*f.scale[dep] {
				ok[j] = false
			}
		}
	}
	return ok
}

// Collinearity returns for every weight the variance inflation factor, the
// diagonal of the inverse of the correlations; 0 for weights that are not
// identified. It also returns the condition number of the matrix of correlations of the
// basis, in the 1-norm, 0 if there is no basis.
func (f *Factor) Collinearity() (vif []float64, condition float64) {
	vif = make([]float64, f.sys.Order)
	if f.Rank == 0 {
		return vif, 0
	}
	inv := f.basisInverse()
	identified := f.Identified()
	for k, j := range f.Observed[:f.Rank] {
		if identified[j] {
			vif[j] = inv.At(k, k)
		}
	}
	scaled := mat.NewDense(f.Rank, f.Rank, nil)
	scaled.Apply(func(a, b int, _ float64) float64 { return f.Correlation(f.Observed[a], f.Observed[b]) }, scaled)
	return vif, mat.Norm(scaled, 1) * mat.Norm(inv, 1)
}

// Correlation returns the correlation of two columns that vary, about the means.
func (f *Factor) Correlation(i, j int) float64 {
	return f.sys.Cross.At(i, j) / (f.scale[i] * f.scale[j])
}
