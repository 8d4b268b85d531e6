package texel

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/rows"
)

// A Group is weights that belong together by name.
type Group struct {
	Name    string `json:"name"`
	Weights int    `json:"weights"` // that the data say something of

	// Loss is how much the training loss would rise if the group were left out and
	// all else fitted again, by the second derivatives at the minimum: exact for a
	// quadratic loss, too large by half or so for groups without which nothing is
	// left. Share is the part of the loss.
	Loss  float64 `json:"loss"`
	Share float64 `json:"share"`
}

// groupName takes the last part of a name off: a square, a number, or the end.
var groupName = regexp.MustCompile(`\.([a-h]?[0-9]+)$`)

// GroupOf returns the group of a weight: pst.knight of pst.knight.f3.mg.
func GroupOf(name string) string {
	name = strings.TrimSuffix(name, rows.EndOf(name))
	return groupName.ReplaceAllString(name, "")
}

// importance says what each group of weights is worth: with A the second
// derivatives of the mean loss, ½·wᵀ·[(A⁻¹)gg]⁻¹·w over the group g.
//
// Source: A. Wald, "Tests of Statistical Hypotheses Concerning Several Parameters When the
// Number of Observations is Large" (1943).
func (t *Rescaled) importance(final float64) (groups []Group) {
	unit := 0.5 / t.Rows.TotalWeight() // of ½·wᵀ…w, the mean over the rows
	w := t.leftOut()
	for name, list := range t.groups() {
		loss, ok := wald(t.Inference.inverse, list, w)
		if !ok {
			continue
		}
		g := Group{Name: name, Weights: len(list), Loss: unit * loss}
		if final > 0 {
			g.Share = g.Loss / final
		}
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(-cmp.Compare(a.Loss, b.Loss), cmp.Compare(a.Name, b.Name))
	})
	return groups
}

// groups returns the free weights that the data say something of, by group.
func (t *Rescaled) groups() map[string][]int {
	members, ofForm := make(map[string][]int), t.Design.FormGroups()
	for _, j := range slices.Sorted(slices.Values(t.Inference.Factor.Observed)) {
		name, of := ofForm[j]
		if !of {
			name = GroupOf(t.Design.Names[j])
		}
		if t.Inference.Active[j] == 0 && len(t.Chains) == 0 {
			members[name] = append(members[name], j)
		}
	}
	return members
}

// negligibleShare is the part of the largest eigenvalue below which a direction of
// a group is one that no evaluation knows of.
const negligibleShare = 1e-9

// leftOut returns the weights before they were scaled, each times its power: of a square half. That
// much of what derivatives tell is lost without a formula's weights. Of a formula without such powers the
// derivatives have the last word.
func (t *Rescaled) leftOut() []float64 {
	w := slices.Clone(t.Weights)
	powers, _ := t.powers()
	for j, power := range powers {
		w[j] *= power / math.Pow(t.Policy.Factor, power)
	}
	return w
}

// wald returns wᵀ·V⁻¹·w over some weights, the inverse generalised: what the
// gauge has chosen counts for nothing.
func wald(v *mat.Dense, list []int, weights []float64) (sum float64, ok bool) {
	if slices.ContainsFunc(list, func(j int) bool { return !(v.At(j, j) > 0) }) {
		return 0, false
	}
	sub, w := inOwnSizes(v, list, weights)
	var eigen mat.EigenSym
	if !eigen.Factorize(sub, true) {
		return 0, false
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for k, lambda := range values {
		if along := mat.Dot(vectors.ColView(k), w); lambda > negligibleShare*values[len(list)-1] {
			sum += along * along / lambda
		}
	}
	return sum, true
}

// inOwnSizes returns the part of v of some weights, with 1 on its diagonal, and the
// weights in the same units.
func inOwnSizes(v *mat.Dense, list []int, weights []float64) (*mat.SymDense, *mat.VecDense) {
	n := len(list)
	sub, w := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for a, i := range list {
		size := math.Sqrt(v.At(i, i))
		w.SetVec(a, weights[i]/size)
		for b, j := range list[a:] {
			sub.SetSym(a, a+b, v.At(i, j)/(size*math.Sqrt(v.At(j, j))))
		}
	}
	return sub, w
}
