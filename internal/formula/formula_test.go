package formula

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/internal/long"
)

// program compiles a text for twinScope, whatever sums it reads.
func program(t testing.TB, text string) *Program {
	t.Helper()
	f, err := Parse(text)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return compiled(t, f)
}

func compiled(t testing.TB, f *Formula) *Program {
	t.Helper()
	b, root, err := f.compile(&twinScope)
	if err != nil {
		t.Fatalf("%s\n%v", f.text, err)
	}
	p := b.program(root)
	p.scope = twinScope
	return p
}

// TestValues: values and derivatives of formulas, worked out by hand.
func TestValues(t *testing.T) {
	r := row{"linear.mg": 30, "linear.eg": -10, "a": 3, "b": -2, "t.mg": 4, "t.eg": 8, "in": 0.5, "mg": 0.25, "eg": 0.5,
		"weight(w.1)": 1.5, "weight(tab.0)": 10, "weight(tab.1)": 20, "weight(tab.2)": 40, "weight(tab.3)": 80}
	for _, c := range []struct {
		text   string
		value  float64
		slopes row
	}{
		{"linear", 2.5, row{"linear.mg": 0.25, "linear.eg": 0.5}},
		{"linear + (square(max(0, a)) - square(max(0, b))) / 100 * mg", 2.5 + 0.0225, row{"linear.mg": 0.25, "linear.eg": 0.5, "a": 0.015, "b": 0}},
		{"1 + 2 * 3 - 4 / 2 - -a", 8, row{"a": 1}},
		{"2 - 3 - a", -4, row{"a": -1}},
		{"12 / a / 2", 2, row{"a": -2.0 / 3}},
		{"-a * b", 6, row{"a": 2, "b": -3}},
		{"(a + b) * (a - b)", 5, row{"a": 6, "b": 4}},
		{"a * a * a", 27, row{"a": 27}},
		{"x = a + b; y = x * x; y + x", 2, row{"a": 3, "b": 3}},
		{"t", 5, row{"t.mg": 0.25, "t.eg": 0.5}},
		{"t.mg * t.eg", 32, row{"t.mg": 8, "t.eg": 4}},
		{"a.mg + a.eg + a", 9, row{"a": 3}},
		{"if a > b then a else b", 3, row{"a": 1, "b": 0}},
		{"if a > b and b > 0 or in == 0.5 then a else b", 3, row{"a": 1, "b": 0}},
		{"big = a >= 3; if big and a <= 3 then a * b else 0", -6, row{"a": -2, "b": 3}},
		{"a + if b > 0 then 1 else 2 + a", 8, row{"a": 2}},
		{"if b > 0 then log(b) else a", 3, row{"a": 1, "b": 0}},
		{"if b > 0 then a * log(b) else a", 3, row{"a": 1, "b": 0}},
		{"if b > 0 then a / (b + 2) else a", 3, row{"a": 1, "b": 0}},
		{"if b > 0 then sqrt(b) * weight(w.1) else a", 3, row{"a": 1, "b": 0, "weight(w.1)": 0}},
		{"if b != -2 then exp(1000 * a) else a", 3, row{"a": 1, "b": 0}},
		{"c = a > 0 and weight(w.1) > 0; if b < 0 then if c then a * b * a * b else a else if c then b else a * a * a", 36, row{"a": 24, "b": -36}},
		{"x = a * b; (if a > 0 then square(x + a) * b * x else 1) + (if b > 0 then 1 / b else x * x * x * a)", -540, row{"a": -756, "b": 648}},
		{"min(a, b, 5, in)", -2, row{"a": 0, "b": 1, "in": 0}},
		{"max(a, 3)", 3, row{"a": 1}},
		{"max(3, a)", 3, row{"a": 0}},
		{"min(a, 3)", 3, row{"a": 1}},
		{"min(3, a)", 3, row{"a": 0}},
		{"clamp(a, -1, 3)", 3, row{"a": 1}},
		{"clamp(a, 3, 4)", 3, row{"a": 1}},
		{"clamp(a, -1, 2)", 2, row{"a": 0}},
		{"abs(b)", 2, row{"b": -1}},
		{"abs(b + 2)", 0, row{"b": 1}},
		{"square(b)", 4, row{"b": -4}},
		{"sqrt(a + 1)", 2, row{"a": 0.25}},
		{"sigmoid(a + b - 1)", 0.5, row{"a": 0.25, "b": 0.25}},
		{"exp(a + b - 1)", 1, row{"a": 1, "b": 1}},
		{"log(a)", math.Log(3), row{"a": 1.0 / 3}},
		{"trunc(b / 3 * 4)", -2, row{"b": 4.0 / 3}},
		{"round(-2.5 * a / 3)", -3, row{"a": -2.5 / 3}},
		{"weight(w.1) * a", 4.5, row{"a": 1.5, "weight(w.1)": 3}},
		{"lookup(a, -2, 4, tab, 4)", 60, row{"a": 20, "weight(tab.0)": 0, "weight(tab.1)": 0, "weight(tab.2)": 0.5, "weight(tab.3)": 0.5}},
		{"lookup(b, -2, 4, tab, 4)", 10, row{"b": 5, "weight(tab.0)": 1, "weight(tab.1)": 0}},
		{"lookup(a + 1, -2, 4, tab, 4)", 80, row{"a": 20, "weight(tab.2)": 0, "weight(tab.3)": 1}},
		{"lookup(a + 9, -2, 4, tab, 4)", 80, row{"a": 0, "weight(tab.3)": 1}},
		{"lookup(a, -2, 4, tab, 4) + weight(tab.3) * 2", 220, row{"weight(tab.2)": 0.5, "weight(tab.3)": 2.5}},
		{"weight(tab.3) + lookup(a, -2, 4, tab, 4)", 140, row{"weight(tab.2)": 0.5, "weight(tab.3)": 1.5}},
		{"in * mg * eg * a", 0.1875, row{"a": 0.0625, "in": 0, "mg": 0}},
		{"if 1 > 2 then b else a", 3, row{"a": 1}},
		{"5", 5, nil},
		{" 1.5e1 + .5 ;\n", 15.5, nil},
	} {
		for _, least := range []int{branchCost, -20} {
			checkValues(t, c.text, least, r, c.value, c.slopes)
		}
	}
}

func checkValues(t *testing.T, text string, least int, r row, value float64, slopes row) {
	t.Helper()
	p := program(t, text)
	tape := p.newTape(3, least)
	for at := range 3 {
		fillRow(p, tape, at, r)
	}
	if got := tape.Values(3)[2]; math.Abs(got-value) > 1e-12 {
		t.Errorf("%s is %v, want %v", text, got, value)
	}
	tape.Slopes(3)
	for l, leaf := range p.Leaves {
		if want, ok := slopes[leaf.twin()]; ok && math.Abs(tape.Slope(l)[2]-want) > 1e-12 {
			t.Errorf("%s: by %v %v, want %v", text, leaf, tape.Slope(l)[2], want)
		}
	}
	if f := tape.Fault(3); f != nil {
		t.Errorf("%s: %v", text, f)
	}
}

// TestTwin: values equal those of the slow twin, and derivatives the central differences.
func TestTwin(t *testing.T) {
	n := 3000
	if long.Short(t) {
		n = 500
	}
	for seed := range uint64(n) {
		checkTwin(t, seed)
	}
}

func FuzzTwin(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed + 1<<40)
	}
	f.Fuzz(checkTwin)
}

func checkTwin(t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	tree := grow(rng, 1+rng.IntN(6))
	text := tree.text()
	f, err := Parse(text)
	if err != nil {
		return // a constant part of it is not finite
	}
	p := compiled(t, f)
	const rows = 5
	tape := p.newTape(rows, int(seed%3*8)-20) // branches have tapes often, sometimes, rarely
	var list [rows]row
	for at := range list {
		list[at] = randomRow(rng)
		fillRow(p, tape, at, list[at])
	}
	shareWeights(p, list[:])
	values := append([]float64(nil), tape.Values(rows)...)
	checkFault(t, tree, tape, list[:])
	tape.Slopes(rows)
	for at, r := range list {
		want := tree.eval(r)
		if values[at] != want && !(values[at] != values[at] && want != want) {
			t.Fatalf("seed %d: %s is %v, the twin's %v", seed, text, values[at], want)
		}
	}
	checkSplit(t, p, tape, list[:])
	smooth := p.Smooth()
	tape = smooth.NewTape(1)
	for _, r := range list {
		fillRow(smooth, tape, 0, r)
		value := tape.Values(1)[0]
		tape.Slopes(1)
		if tape.Fault(1) != nil || r["a"] == r["b"] || math.Abs(value) > 1e4 {
			continue // no derivative, or a kink; or too large for differences
		}
		checkSlopes(t, smooth, tree, r, tape, 0)
	}
}

// checkFault: the first row in which the twin meets an infinity or NaN is the tape's fault.
func checkFault(t *testing.T, tree *tree, tape *Tape, list []row) {
	t.Helper()
	want := -1
	for at, r := range list {
		r["fault"] = 0
		if tree.eval(r); r["fault"] == 1 {
			want = at
			break
		}
	}
	got, text := -1, ""
	if f := tape.Fault(len(list)); f != nil {
		got, text = f.Row, f.Error.Error()
	}
	if got != want {
		t.Fatalf("%s: the fault is row %d (%s), the twin's %d", tree.text(), got, text, want)
	}
}

// shareWeights gives all rows the weights of the first.
func shareWeights(p *Program, list []row) {
	for _, r := range list {
		for name := range r {
			if len(name) > 7 && name[:7] == "weight(" {
				r[name] = list[0][name]
			}
		}
	}
}

// checkSlopes compares first and second derivatives of a row with central differences, unless the row is
// near a kink or a pole: where differences of two steps disagree.
func checkSlopes(t *testing.T, p *Program, tree *tree, r row, tape *Tape, at int) {
	t.Helper()
	n := len(p.Leaves)
	bends := make([]float64, n*n)
	tape.Bend(at, bends)
	eval := scalarTape(p)
	for i, leaf := range p.Leaves {
		if !leaf.Fitted() {
			if tape.Slope(i)[at] != 0 {
				t.Fatalf("%s: the derivative by %v is not 0", tree.text(), leaf)
			}
			continue
		}
		agree(t, tape.Slope(i)[at], func(h float64) float64 {
			return (eval(r, leaf.twin(), h, "", 0) - eval(r, leaf.twin(), -h, "", 0)) / (2 * h)
		}, 1e-5, tree.text(), p.LeafName(i))
		for j, other := range p.Leaves {
			if bends[i*n+j] != 0 && !p.Curved(i, j) {
				t.Fatalf("%s: not curved by %v and %v: %v", tree.text(), leaf, other, bends[i*n+j])
			}
			if !other.Fitted() || j < i {
				continue
			}
			agree(t, bends[i*n+j], func(h float64) float64 {
				a, b := leaf.twin(), other.twin()
				return (eval(r, a, h, b, h) - eval(r, a, h, b, -h) - eval(r, a, -h, b, h) + eval(r, a, -h, b, -h)) / (4 * h * h)
			}, 1e-3, tree.text(), p.LeafName(i)+" and "+p.LeafName(j))
		}
	}
}

// scalarTape evaluates a program for a row of which two leaves are moved.
func scalarTape(p *Program) func(r row, a string, da float64, b string, db float64) float64 {
	tape := p.NewTape(1)
	return func(r row, a string, da float64, b string, db float64) float64 {
		fillRow(p, tape, 0, r)
		for l, leaf := range p.Leaves {
			if leaf.twin() == a {
				tape.Leaf(l)[0] += da
			}
			if leaf.twin() == b {
				tape.Leaf(l)[0] += db
			}
		}
		return tape.Values(1)[0]
	}
}

func agree(t *testing.T, got float64, difference func(h float64) float64, h float64, text, by string) {
	t.Helper()
	a, b := difference(h), difference(h/2)
	scale := 1 + math.Abs(a)
	noise := 1e-5 * scale
	if !(math.Abs(a-b) < noise) || !(scale < 1e4) {
		return // near a kink or a pole
	}
	if !(math.Abs(got-b) < 1e-3*scale) {
		t.Fatalf("%s: derivative by %s %v, central difference %v", text, by, got, b)
	}
}

// checkSplit: linear + rest is the whole, with its derivatives.
func checkSplit(t *testing.T, p *Program, whole *Tape, list []row) {
	t.Helper()
	rest, ok := p.Split()
	if !ok {
		return
	}
	if rest == nil {
		for at, r := range list {
			if got, want := whole.Values(len(list))[at], (&tree{op: "linear"}).eval(r); got != want {
				t.Fatalf("%s is not linear: %v, want %v", p.text, got, want)
			}
		}
		return
	}
	tape := rest.NewTape(len(list))
	for at, r := range list {
		fillRow(rest, tape, at, r)
	}
	values, sum := tape.Values(len(list)), whole.Values(len(list))
	for at, r := range list {
		want := sum[at]
		got := values[at]
		if p.sum(Linear) != nil {
			got += (&tree{op: "linear"}).eval(r)
		}
		if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			t.Fatalf("%s: linear + rest is %v, the whole %v", p.text, got, want)
		}
	}
}
