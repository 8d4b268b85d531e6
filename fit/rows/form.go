package rows

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/formula/kernel"
	"example.org/centipawn/matrix"
)

// A Form is the part of a design's evaluations that is not linear in the fitted weights, with what else
// the fit must know of these.
type Form struct {
	packed.Form
	Whole bool // the sum linear is part of it, too

	weights []bool // by fitted weight: it is the form's
	pawns   []bool // by fitted weight: it is of the sum linear alone, in centipawns a count
	class   []int  // by fitted weight: weights of one sum are of one class; −1: it is not the form's
}

// setForm makes the form, if one of its weights is fitted.
func (d *Design) setForm() {
	e := d.Evaluation
	if e.Form == nil {
		return
	}
	values := make(map[string]float64, len(d.Fixed))
	for _, w := range d.Fixed {
		values[w.Name] = w.Value
	}
	f := &Form{Whole: e.Whole, Form: packed.Form{Program: e.Form, Sums: len(e.sums), Inputs: len(e.inputs)}}
	free := false
	for _, l := range e.Form.Leaves {
		leaf := packed.FormLeaf{Index: e.leafOf(l, func(name string) int32 { return int32(slices.Index(d.Names, name)) })}
		if l.Kind == formula.Weight {
			leaf.Value = values[l.Name]
			free = free || leaf.Index >= 0
		}
		f.Leaves = append(f.Leaves, leaf)
	}
	terms := slices.Clone(d.Terms)
	for c, col := range d.Schema.Columns {
		t := &terms[c]
		of := packed.FormColumn{Sum: e.sum[c], Input: e.input[c], Weights: packed.Linear.Weights}
		if of.Sum >= 0 {
			of.Weights, of.Fixed = packed.Column{Plain: t.Plain, MG: t.MG, EG: t.EG}, fixedOf(col, values)
			free = free || max(t.Plain, t.MG, t.EG) >= 0
		}
		if of.Sum >= 0 || col.Kind != matrix.Term {
			*t = term{-1, -1, -1}
		}
		f.Columns = append(f.Columns, of)
	}
	d.Terms = terms // without those of the form, be it fitted or not
	if free {
		d.Form = f
		f.describe(d)
	}
}

// KeepUnread gives the weights that the formula does not read the values that they have in a list: they change no
// evaluation, and an engine's stay as they are.
func (d *Design) KeepUnread(start []NamedWeight) {
	values := make(map[string]float64, len(start))
	for _, w := range start {
		values[w.Name] = w.Value
	}
	for i, w := range d.Fixed {
		if d.Unread[w.Name] {
			d.Fixed[i].Value = values[w.Name]
		}
	}
}

// fixedOf returns the values of a column's weights that are fixed.
func fixedOf(c matrix.Column, values map[string]float64) (fixed [3]float64) {
	names := c.Weights()
	if !c.Tapered {
		fixed[0] = values[names[0]]
		return fixed
	}
	fixed[1], fixed[2] = values[names[0]], values[names[1]]
	return fixed
}

// describe finds out which weights are the form's, and which go together.
func (f *Form) describe(d *Design) {
	n := len(d.Names)
	f.weights, f.pawns = make([]bool, n), slices.Repeat([]bool{true}, n)
	of := newUnion(n + 2*f.Sums) // weights, then both parts of sums
	for _, c := range f.Columns {
		if c.Sum < 0 {
			continue
		}
		mg, eg := n+2*int(c.Sum), n+2*int(c.Sum)+1
		for k, j := range []int32{c.Weights.Plain, c.Weights.MG, c.Weights.EG} {
			if j < 0 {
				continue
			}
			f.weights[j] = true
			f.pawns[j] = f.pawns[j] && slices.Contains([]string{formula.Linear, formula.PlainPart(formula.Linear)}, d.Evaluation.sums[c.Sum])
			if k != 2 {
				of.join(int(j), mg)
			}
			if k != 1 {
				of.join(int(j), eg)
			}
		}
	}
	for i, l := range f.Leaves {
		if f.Program.Leaves[i].Kind == formula.Weight && l.Index >= 0 {
			f.weights[l.Index], f.pawns[l.Index] = true, false
		}
	}
	f.class = make([]int, n)
	for j := range f.class {
		if f.class[j] = -1; f.weights[j] {
			f.class[j] = of.find(j)
		}
	}
}

// Kinked reports whether the form has kinks or jumps that its weights may move a row over: min, max, abs, a root at 0, a table, or a
// comparison, of what depends on them. By the structure: the square of max(0, x) has none, and counts.
func (f *Form) Kinked() bool {
	nodes := f.Program.Nodes()
	moves := make([]bool, len(nodes))
	for i, n := range nodes {
		moved := func(j int) bool { return moves[j] }
		moves[i] = slices.ContainsFunc(n.Args[:n.Op.Arity()], moved)
		switch n.Op {
		case kernel.Read:
			moves[i] = f.Program.Leaves[n.Leaf].Kind != formula.Input && !f.factor(n.Leaf)
		case kernel.Min, kernel.Max, kernel.Abs, kernel.Sqrt, kernel.Lookup, kernel.Less, kernel.AtMost, kernel.Equal, kernel.Differ:
			if moves[i] {
				return true
			}
			moves[i] = slices.ContainsFunc(n.Table, moved)
		}
	}
	return false
}

// factor reports whether a leaf is one of the row's factors.
func (f *Form) factor(leaf int) bool {
	kind := f.Program.Leaves[leaf].Kind
	return kind == formula.RowMG || kind == formula.RowEG
}

// ofForm reports whether the form has a weight, fitted or not.
func (d *Design) ofForm(name string) bool {
	e := d.Evaluation
	for c, col := range d.Schema.Columns {
		if (e.sum[c] >= 0 || col.Kind == matrix.Parameter) && slices.Contains(col.Weights(), name) {
			return true
		}
	}
	return false
}

// InForm reports whether a fitted weight is the form's.
func (d *Design) InForm(j int) bool { return d.Form != nil && d.Form.weights[j] }

// InPawns reports whether a fitted weight is one of the sum linear alone: in centipawns a count, however
// the formula goes on from there.
func (d *Design) InPawns(j int) bool { return d.Form == nil || d.Form.pawns[j] }

// NamedInPawns is InPawns by name, for a weight that may be tied.
func (d *Design) NamedInPawns(name string) bool {
	j := slices.Index(d.All, name)
	return j < 0 || d.InPawns(d.Alias[j])
}

// RefuseForm reports a formula, which least squares cannot fit.
func (d *Design) RefuseForm(loss string) error {
	if d.Form == nil {
		return nil
	}
	name := d.Names[slices.Index(d.Form.weights, true)]
	return fmt.Errorf("fit: the loss %s fits weights in which the evaluation is linear, and %s is one of a formula: pass -loss sigmoid, crossentropy or choice, or hold the weights of the formula by the line fix = [\"%s=0\"] of a run file",
		loss, name, patternOf(name))
}

// patternOf returns a pattern for the weights that begin as a name does.
func patternOf(name string) string {
	if family, _, ok := strings.Cut(name, "."); ok {
		return family + ".*"
	}
	return name
}

// tieable reports weights of one unit tied to those of another.
func (d *Design) tieable(group []int) error {
	for _, j := range group[1:] {
		if a, b := group[0], j; d.InPawns(a) != d.InPawns(b) {
			if d.InPawns(b) {
				a, b = b, a
			}
			return fmt.Errorf("fit: %s and %s cannot be tied: one is in centipawns, and the other a weight of the formula", d.Names[a], d.Names[b])
		}
	}
	return nil
}

// alias gives the weights of the form the numbers that ties leave them.
func (f *Form) alias(d *Design) {
	of := func(j *int32) {
		if *j >= 0 {
			*j = int32(d.Alias[*j])
		}
	}
	for i := range f.Columns {
		w := &f.Columns[i].Weights
		of(&w.Plain)
		of(&w.MG)
		of(&w.EG)
	}
	for i := range f.Leaves {
		if f.Program.Leaves[i].Kind == formula.Weight {
			of(&f.Leaves[i].Index)
		}
	}
	f.describe(d)
}

// touch adds 1 to seen for each weight of a column.
func (f *Form) touch(column int, seen []float64) {
	w := &f.Columns[column].Weights
	for _, j := range []int32{w.Plain, w.MG, w.EG} {
		if j >= 0 {
			seen[j]++
		}
	}
}

// Classes lists the weights of the form that the derivatives of one row go to together: those of a sum,
// or a weight that the formula reads by name. The sum linear's are not among them.
func (d *Design) Classes() (list [][]int) {
	if d.Form == nil {
		return nil
	}
	at := make(map[int]int)
	for j, class := range d.Form.class {
		if class < 0 || d.Form.pawns[j] {
			continue
		}
		i, known := at[class]
		if !known {
			i = len(list)
			at[class] = i
			list = append(list, nil)
		}
		list[i] = append(list[i], j)
	}
	return list
}

// Parameter reports whether a fitted weight is one that the formula reads by name.
func (d *Design) Parameter(j int) bool {
	return d.Schema.Columns[d.Column[j]].Kind == matrix.Parameter
}

// FormGroups returns the name of the group of each weight of [Design.Classes]: classes whose sums the
// formula does not simply add are one group, called by what comes before the first dot of its weights or, if they
// have nothing there in common, by its sums.
func (d *Design) FormGroups() map[int]string {
	groups := make(map[int]string)
	if d.Form == nil {
		return groups
	}
	of := d.Form.together()
	members := make(map[int][]int)
	for _, class := range d.Classes() {
		for _, j := range class {
			members[of(j)] = append(members[of(j)], j)
		}
	}
	for _, list := range members {
		slices.Sort(list)
		name := d.commonName(list)
		for _, j := range list {
			groups[j] = name
		}
	}
	return groups
}

// commonName returns what comes before the first dot of all names of sums' weights; if that differs the names of the
// sums, and of weights that the formula reads by name all that comes there.
func (d *Design) commonName(list []int) string {
	var prefixes, named []string
	for _, j := range list {
		prefix, _, _ := strings.Cut(d.Names[j], ".")
		if d.Parameter(j) {
			named = append(named, prefix)
		} else {
			prefixes = append(prefixes, prefix)
		}
	}
	names := unique(prefixes)
	switch len(names) {
	case 0:
		names = unique(named)
	case 1:
	default:
		names = d.sumsOf(list)
	}
	if more := len(names) - 3; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), more)
	}
	return strings.Join(names, ", ")
}

// sumsOf lists the sums of the form that have one of some weights.
func (d *Design) sumsOf(list []int) (sums []string) {
	for c, of := range d.Form.Columns {
		has := func(j int32) bool { return slices.Contains(list, int(j)) }
		if w := of.Weights; of.Sum >= 0 && (has(w.Plain) || has(w.MG) || has(w.EG)) {
			sums = append(sums, cmp.Or(d.Schema.Columns[c].Sum(), formula.Linear))
		}
	}
	return unique(sums)
}

// unique returns a list without repetitions.
func unique(list []string) (out []string) {
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// together returns the root of the union of each weight with those whose leaves have second derivatives
// with its own.
func (f *Form) together() func(j int) int {
	of := newUnion(len(f.class))
	leaf := f.members()
	for a := range leaf {
		for b := range leaf[:a] {
			if f.Program.Curved(a, b) {
				for _, i := range leaf[a] {
					for _, j := range leaf[b] {
						of.join(i, j)
					}
				}
			}
		}
	}
	first := make(map[int]int)
	for j, class := range f.class {
		if class < 0 || f.pawns[j] {
			continue
		}
		if i, known := first[class]; known {
			of.join(i, j)
		}
		first[class] = j
	}
	return of.find
}

// weightsOf lists the fitted weights of each leaf.
func (f *Form) weightsOf() [][]int {
	out := make([][]int, len(f.Leaves))
	for i, l := range f.Program.Leaves {
		of := f.Leaves[i]
		add := func(j int32) {
			if j >= 0 {
				out[i] = append(out[i], int(j))
			}
		}
		switch l.Kind {
		case formula.Weight:
			add(of.Index)
		case formula.SumMG, formula.SumEG:
			for _, c := range f.Columns {
				if c.Sum != of.Index {
					continue
				}
				add(c.Weights.Plain)
				if l.Kind == formula.SumMG {
					add(c.Weights.MG)
				} else {
					add(c.Weights.EG)
				}
			}
		}
	}
	return out
}

// members lists, by leaf, one weight of each class that is its; none of the sum linear.
func (f *Form) members() [][]int {
	out := f.weightsOf()
	for i, list := range out {
		seen := make(map[int]bool)
		out[i] = slices.DeleteFunc(list, func(j int) bool {
			if f.pawns[j] || seen[f.class[j]] {
				return true
			}
			seen[f.class[j]] = true
			return false
		})
	}
	return out
}

// A union joins numbers into sets.
type union []int

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = i
	}
	return u
}

// find returns the smallest number of a set.
func (u union) find(i int) int {
	for u[i] != i {
		u[i] = u[u[i]]
		i = u[i]
	}
	return i
}

func (u union) join(i, j int) {
	i, j = u.find(i), u.find(j)
	u[max(i, j)] = min(i, j)
}
