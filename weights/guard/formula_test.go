package guard

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fixtures"
)

// changedTo returns a copy of a file with a weight of another value.
func changedTo(f *weights.File, name string, value float64) *weights.File {
	g := *f
	g.Terms = slices.Clone(f.Terms)
	for i := range g.Terms {
		t := &g.Terms[i]
		if t.Name == name {
			t.Value = weights.Weight{Value: value}
		}
	}
	return &g
}

// TestFormula: rows are evaluated by the formula, each weight counts once, and what one that the formula does not
// just add is worth is said: what the evaluation does with it.
func TestFormula(t *testing.T) {
	before := fixtures.Formula()
	after := changedTo(before, "danger.checks", 30)
	set := fixtures.Rows(t, before, 2000)
	r := compare(t, set, before, after)
	if n := len(before.Weights()); r.Weights != n || r.Scale == 1 || r.All().RMS == 0 {
		t.Errorf("%d weights of %d, scale %g, %+v", r.Weights, n, r.Scale, r.All())
	}
	m, err := measure(t.Context(), set, before, after, 2)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(m.weights, func(w weight) bool { return w.name == "danger.checks" })
	got, slow := m.weights[at].each(), byHand(t, set, after, "danger.checks")
	if math.Abs(got-slow) > 1e-4*slow || slow == 0 {
		t.Errorf("a count of danger.checks adds %g, by hand %g", got, slow)
	}
	if w := m.weights[slices.IndexFunc(m.weights, func(w weight) bool { return w.name == "danger.slope" })]; w.rows < 1000 || w.each() == 0 {
		t.Errorf("the slope: %d rows, %g each", w.rows, w.each())
	}
}

// byHand is what a count of a term adds on average, by differences of evaluations.
func byHand(t *testing.T, set *matrix.Set, f *weights.File, name string) float64 {
	t.Helper()
	const step = 1e-3
	term, _ := f.Term(name)
	high, low := changedTo(f, name, term.Value.Value+step), changedTo(f, name, term.Value.Value-step)
	var block matrix.Block
	if err := set.ReadBlock(0, &block); err != nil {
		t.Fatal(err)
	}
	moved, counts := 0.0, 0.0
	for i := range block.Rows() {
		n := 0.0
		columns, values := block.Row(i)
		for k, c := range columns {
			if set.Schema().Columns[c].Term() == name {
				n += math.Abs(float64(values[k]))
			}
		}
		if by := (score(t, set, high, &block, i) - score(t, set, low, &block, i)) / (2 * step); math.Abs(by) > 1e-9 {
			moved += math.Abs(by)
			counts += n
		}
	}
	return moved / counts
}

// TestFormulaUnsupported: a weight of the formula that moved far on few rows is named with what it is worth.
func TestFormulaUnsupported(t *testing.T) {
	before := fixtures.WithBlock()
	set := fixtures.Rows(t, before, 16)
	r := compare(t, set, before, changedTo(before, "danger.attackers", 5000))
	i := slices.IndexFunc(r.Unsupported, func(m Move) bool { return m.Name == "danger.attackers" })
	if i < 0 || r.Unsupported[i].Each == 0 || r.Unsupported[i].New != 5000 {
		t.Fatalf("%+v", r)
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil || !strings.Contains(b.String(), "worth, cp") {
		t.Errorf("%v:\n%s", err, b.String())
	}
}

// TestFormulaAdded: what new terms are worth is what the evaluation loses without them.
func TestFormulaAdded(t *testing.T) {
	after := fixtures.Formula()
	before := changedTo(changedTo(after, "danger.attackers", 0), "danger.checks", 0)
	set := fixtures.Rows(t, after, 500)
	r := compare(t, set, before, after)
	if !slices.Equal(r.Added, []string{"danger"}) || math.Abs(r.AddedRMS*math.Abs(r.Scale)-rmsApart(t, set, before, after)) > 1e-9 {
		t.Errorf("added %v, worth %g", r.Added, r.AddedRMS)
	}
}

func rmsApart(t *testing.T, set *matrix.Set, a, b *weights.File) float64 {
	t.Helper()
	var block matrix.Block
	if err := set.ReadBlock(0, &block); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i := range block.Rows() {
		d := score(t, set, a, &block, i) - score(t, set, b, &block, i)
		sum += d * d
	}
	return math.Sqrt(sum / float64(block.Rows()))
}

// TestFormulaFaults: another formula, and a row of which the formula has no value, are refused.
func TestFormulaFaults(t *testing.T) {
	f := fixtures.Formula()
	set := fixtures.Rows(t, f, 100)
	other := fixtures.Formula()
	other.Formula += " + 0"
	if _, err := Compare(t.Context(), set, f, other); err == nil || !strings.Contains(err.Error(), "another formula than the rows") {
		t.Errorf("another formula: %v", err)
	}
	f.Formula = "linear + sqrt(white - black - 1000 * weight(danger.slope) + strength) + lookup(white, 0, 1, curve, 3) + opposite_bishops"
	set = fixtures.Rows(t, f, 100)
	if _, err := Compare(t.Context(), set, f, f); err == nil || !strings.Contains(err.Error(), "formula:1:10: sqrt(") {
		t.Errorf("a root of a negative number: %v", err)
	}
}
