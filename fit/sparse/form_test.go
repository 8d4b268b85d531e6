package sparse

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/formula"
)

// A formSpec is a form as a test writes it.
type formSpec struct {
	text    string
	sums    []string
	inputs  []string
	columns []packed.FormColumn
	weights map[string]packed.FormLeaf // by name
}

// entry is a column of a sum, and entryFixed one some of whose weights are fixed.
func entry(sum int32, weights packed.Column) packed.FormColumn {
	return packed.FormColumn{Sum: sum, Input: -1, Weights: weights}
}

func entryFixed(sum int32, weights packed.Column, fixed ...float64) packed.FormColumn {
	return packed.FormColumn{Sum: sum, Input: -1, Weights: weights, Fixed: [3]float64(fixed)}
}

// inputColumn is a column that is an input.
func inputColumn(input int32) packed.FormColumn {
	return packed.FormColumn{Sum: -1, Input: input, Weights: packed.Linear.Weights}
}

// scope says what the names mean.
func (f *formSpec) scope() formula.Scope {
	s := formula.Scope{Inputs: f.inputs}
	for i, name := range f.sums {
		of := formula.Sum{Name: name}
		for _, c := range f.columns {
			of.Tapered = of.Tapered || c.Sum == int32(i) && isTapered(c)
			of.Mixed = of.Mixed || c.Sum == int32(i) && !isTapered(c)
		}
		of.Mixed = of.Mixed && of.Tapered
		s.Sums = append(s.Sums, of)
	}
	return s
}

// with adds the form and its columns to a spec.
func (f *formSpec) with(s Spec) Spec {
	s, err := f.parsed(s)
	if err != nil {
		panic(err)
	}
	return s
}

// parsed is with, and returns what is wrong with the text.
func (f *formSpec) parsed(s Spec) (Spec, error) {
	text, err := formula.Parse(f.text)
	if err != nil {
		return s, err
	}
	p, err := text.Compile(f.scope())
	if err != nil {
		return s, err
	}
	form := &packed.Form{Program: p.Smooth().Unmixed(), Inputs: len(f.inputs)}
	sums, columns := f.unmixed(form.Program)
	form.Sums = len(sums)
	for _, leaf := range form.Program.Leaves {
		of := packed.FormLeaf{}
		switch leaf.Kind {
		case formula.SumMG, formula.SumEG:
			of.Index = int32(slices.Index(sums, leaf.Name))
		case formula.Input:
			of.Index = int32(slices.Index(f.inputs, leaf.Name))
		case formula.Weight:
			of = f.weights[leaf.Name]
		}
		form.Leaves = append(form.Leaves, of)
	}
	s.Columns = slices.Clone(s.Columns)
	for range s.Columns {
		form.Columns = append(form.Columns, packed.Linear)
	}
	for _, c := range columns {
		form.Columns = append(form.Columns, c)
		s.Columns = append(s.Columns, packed.Linear.Weights)
	}
	s.Form = form
	return s, nil
}

// unmixed returns the sums and the columns of an unmixed program.
func (f *formSpec) unmixed(p *formula.Program) (sums []string, columns []packed.FormColumn) {
	sums, columns = slices.Clone(f.sums), slices.Clone(f.columns)
	for i, name := range f.sums {
		plain := formula.PlainPart(name)
		if !slices.ContainsFunc(p.Leaves, func(l formula.Leaf) bool { return l.Name == plain }) {
			continue
		}
		for c := range columns {
			if of := &columns[c]; of.Sum == int32(i) && !isTapered(*of) {
				of.Sum = int32(len(sums))
			}
		}
		sums = append(sums, plain)
	}
	return sums, columns
}

func isTapered(c packed.FormColumn) bool {
	return c.Weights.MG >= 0 || c.Weights.EG >= 0 || c.Fixed[1] != 0 || c.Fixed[2] != 0
}

// inputs reports whether a column is an input.
func (s *Spec) inputs(c int) bool {
	return s.Form != nil && c < len(s.Form.Columns) && s.Form.Columns[c].Input >= 0
}

// blockText is the quadratic block.
const blockText = "(square(max(0, white)) - square(max(0, black))) / 100 * mg"

// withBlock adds a block whose terms have the weights given; those of −1 are held.
func withBlock(s Spec, weights ...int32) Spec {
	f := &formSpec{text: blockText, sums: []string{"white", "black"}}
	for _, w := range weights {
		fixed := []float64{0, 0, 0}
		if w < 0 {
			fixed[0] = 25
		}
		f.columns = append(f.columns, entryFixed(0, PlainColumn(w), fixed...), entryFixed(1, PlainColumn(w), fixed...))
	}
	return f.with(s)
}

// danger has sums of each side through a curve with weights of its own, an input, one weight that is linear as
// well, and an endgame part that is not read.
var danger = &formSpec{
	text: `curve = weight(height) * (sigmoid(white / weight(width)) - sigmoid(black / weight(width)));
		curve * mg + weight(fixed) * lazy.mg * scale + sqrt(1 + square(lazy.mg / 40))`,
	sums: []string{"white", "black", "lazy"}, inputs: []string{"scale"},
	columns: []packed.FormColumn{
		entry(0, PlainColumn(6)), entry(1, PlainColumn(6)), entry(0, PlainColumn(7)), inputColumn(0), entry(1, PlainColumn(7)),
		entryFixed(0, PlainColumn(-1), 30, 0, 0), entry(1, PlainColumn(8)), entry(2, taperedColumn(9, 10)), entry(2, PlainColumn(0)),
		entryFixed(2, taperedColumn(-1, 3), 0, 12, 0),
	},
	weights: map[string]packed.FormLeaf{"height": {Index: 11}, "width": {Index: 12}, "fixed": {Index: -1, Value: 0.75}},
}

// whole is an evaluation all of which is in the form.
var whole = &formSpec{
	text: `complexity = bonus + 10;
		eg_value = linear.eg + if linear.eg > 0 then max(complexity, -linear.eg) else -max(complexity, linear.eg);
		linear.mg * mg + eg_value * eg * scale + king * abs(linear.mg) / 100`,
	sums: []string{"linear", "bonus", "king"}, inputs: []string{"scale"},
	columns: []packed.FormColumn{
		entry(0, taperedColumn(0, 1)), entry(0, taperedColumn(2, 3)), entry(1, PlainColumn(4)), entry(0, PlainColumn(5)), inputColumn(0),
		entry(0, taperedColumn(6, 7)), entry(1, PlainColumn(8)), entry(2, taperedColumn(9, 10)), entryFixed(0, taperedColumn(11, -1), 0, 0, 33),
	},
}

// A twinForm is the form of a row.
type twinForm struct {
	*packed.Form
	counts  []float64 // by column
	mg, eg  float64
	scratch *formula.Tape
}

func (p *Problem) twinForm(r *testRow) *twinForm {
	if p.Spec.Form == nil {
		return nil
	}
	if p.tape == nil {
		p.tape = p.Spec.Form.Program.NewTape(1)
	}
	f := &twinForm{Form: p.Spec.Form, scratch: p.tape, counts: make([]float64, len(p.Spec.Columns))}
	f.mg, f.eg = p.Spec.MG[r.MG], p.Spec.EG[r.EG]
	for i, c := range r.Columns {
		f.counts[c] = float64(r.Counts[i])
	}
	return f
}

// tape returns the row's.
func (f *twinForm) tape(w []float64) *formula.Tape {
	t := f.scratch
	for i, leaf := range f.Program.Leaves {
		of, v := f.Leaves[i], 0.0
		switch leaf.Kind {
		case formula.SumMG, formula.SumEG:
			for c, x := range f.counts[:len(f.Columns)] {
				if f.Columns[c].Sum == of.Index {
					v += x * f.worth(c, int(leaf.Kind-formula.SumMG), w)
				}
			}
		case formula.Input:
			for c, x := range f.counts[:len(f.Columns)] {
				if f.Columns[c].Input == of.Index {
					v = x
				}
			}
		case formula.RowMG:
			v = f.mg
		case formula.RowEG:
			v = f.eg
		case formula.Weight:
			if v = of.Value; of.Index >= 0 {
				v = w[of.Index]
			}
		}
		t.Leaf(i)[0] = v
	}
	t.Values(1)
	return t
}

// worth returns what a count of a column adds to a part of its sum.
func (f *twinForm) worth(c, part int, w []float64) (v float64) {
	for k, j := range f.Columns[c].Weights.Weights() {
		if k == 0 || k == 1+part {
			v += f.Columns[c].Fixed[k]
			if j >= 0 {
				v += w[j]
			}
		}
	}
	return v
}

func (f *twinForm) value(w []float64) float64 { return f.tape(w).Values(1)[0] }

// jacobian returns the derivatives by the weights.
func (f *twinForm) jacobian(w []float64) []float64 {
	x, t := make([]float64, len(w)), f.tape(w)
	t.Slopes(1)
	for i, leaf := range f.Program.Leaves {
		slope, of := t.Slope(i)[0], f.Leaves[i]
		switch leaf.Kind {
		case formula.SumMG, formula.SumEG:
			for c, n := range f.counts[:len(f.Columns)] {
				if f.Columns[c].Sum != of.Index {
					continue
				}
				for k, j := range f.Columns[c].Weights.Weights() {
					if j >= 0 && (k == 0 || k == 1+int(leaf.Kind-formula.SumMG)) {
						x[j] += slope * n
					}
				}
			}
		case formula.Weight:
			if of.Index >= 0 {
				x[of.Index] += slope
			}
		}
	}
	return x
}

// TestBlockIsFormula: the quadratic block as a formula has the loss and the derivatives of its definition.
func TestBlockIsFormula(t *testing.T) {
	p := Large(Sigmoid, true)
	d, w, slow := p.Design(t), p.Weights(), p.twin()
	g := make([]float64, d.Weights)
	loss, err := d.Gradient(t.Context(), w, g)
	if err != nil {
		t.Fatal(err)
	}
	sum, slopes := 0.0, make([]float64, d.Weights)
	for i := range slow.rows {
		r := &slow.rows[i]
		block := blockTwin{p.Spec.Form, r.form.counts, r.form.mg}
		plain := *r
		plain.form = nil
		z := slow.scale * (plain.Score(w) + block.value(w))
		e := 1 / (1 + math.Exp(-z))
		sum += float64(r.Weight) * slow.loss.at(e, float64(r.Target))
		slope := float64(r.Weight) * slow.loss.slope(e, float64(r.Target)) * slow.scale
		for j, x := range r.x {
			slopes[j] += slope * x
		}
		block.addSlopes(slopes, w, slope)
	}
	total := slow.weight()
	floats.Scale(1/total, slopes)
	if !near(loss, sum/total, loss, 1e-12) {
		t.Errorf("loss %.16g, want %.16g", loss, sum/total)
	}
	Compare(t, "gradient", g, slopes, 1e-12)
}

// A blockTwin is the quadratic block of a row as it is defined: (max(0, u(White))² − max(0, u(Black))²)·φ/100.
type blockTwin struct {
	*packed.Form
	counts []float64
	phi    float64
}

// sums returns those of both sides that are more than 0, and 0 for others.
func (b blockTwin) sums(w []float64) (u [2]float64) {
	for c, x := range b.counts[:len(b.Columns)] {
		if of := b.Columns[c]; of.Sum >= 0 && of.Weights.Plain >= 0 {
			u[of.Sum] += x * w[of.Weights.Plain]
		} else if of.Sum >= 0 {
			u[of.Sum] += x * of.Fixed[0]
		}
	}
	return [2]float64{max(0, u[0]), max(0, u[1])}
}

func (b blockTwin) value(w []float64) float64 {
	u := b.sums(w)
	return 0.01 * b.phi * (u[0]*u[0] - u[1]*u[1])
}

// addSlopes adds v times the derivatives.
func (b blockTwin) addSlopes(slopes, w []float64, v float64) {
	u := b.sums(w)
	for c, x := range b.counts[:len(b.Columns)] {
		if of := b.Columns[c]; of.Sum >= 0 && of.Weights.Plain >= 0 {
			slopes[of.Weights.Plain] += v * 0.02 * b.phi * []float64{u[0], -u[1]}[of.Sum] * x
		}
	}
}
