package formula

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestSplit: which formulas are linear + g, and what g reads.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		text, rest string // leaves of the rest; "-": not linear + g; "": no rest
	}{
		{"linear", ""},
		{"(linear);", ""},
		{"linear + a", "a"},
		{"a + linear", "a"},
		{"linear - a * b", "a b"},
		{"a * b - (b - linear)", "a b"},
		{"1 + (linear + (square(a) - b)) + in", "a b in"},
		{"x = linear + a; x - b", "a b"},
		{"danger = square(max(0, a)) - square(max(0, b)); linear + danger / 100 * mg", "a b mg"},
		{"linear.mg * mg + linear.eg * eg", ""},
		{"eg * linear.eg + a + mg * linear.mg", "a"},
		{"linear.mg * mg + a", "-"},
		{"linear.mg + linear.eg", "-"},
		{"a - linear", "-"},
		{"2 * linear + a", "-"},
		{"linear + linear + a", "-"},
		{"linear + linear - linear + a", "a"},
		{"linear + max(0, linear.eg) + a", "-"},
		{"linear + if linear.eg > 0 then a else b", "-"},
		{"linear + if a > 0 then a else b", "a b"},
		{"if a > 0 then linear + a else b + linear", "a b"},
		{"if a > 0 then linear else linear - b", "a b"},
		{"if a > 0 then linear else linear", "-"}, // without a rest the columns of a would be linear ones
		{"linear + a - a", "-"},
		{"if mg > 0 then linear else linear", ""},
		{"in + if a > 0 then linear else if a < -2 then linear + in else linear + b", "in a b"},
		{"if a > 0 then linear + a else b", "-"},
		{"if linear > 0 then linear + a else linear + b", "-"},
		{"trunc(linear + a)", "-"},
		{"linear / 1 + a", "-"},
	} {
		rest, ok := program(t, c.text).Split()
		got := "-"
		if ok {
			got = ""
			if rest != nil {
				var names []string
				for _, l := range rest.Leaves {
					names = append(names, l.twin())
				}
				got = strings.Join(names, " ")
			}
		}
		want := strings.Fields(c.rest)
		have := strings.Fields(got)
		slices.Sort(want)
		slices.Sort(have)
		if !slices.Equal(want, have) {
			t.Errorf("%s: the rest reads %q, want %q", c.text, got, c.rest)
		}
	}
	if p, ok := program(t, "trunc(linear + round(a))").Smooth().Split(); !ok || len(p.nodes) != 1 {
		t.Error("trunc(linear + round(a)), smooth, is not linear + a")
	}
}

// TestLinearScopes: Split where linear is plain, mixed, or not there.
func TestLinearScopes(t *testing.T) {
	for _, c := range []struct {
		text   string
		linear []Sum
		ok     bool
		rest   int // leaves of the rest
	}{
		{"linear + a", []Sum{{Name: "linear"}}, true, 1},
		{"linear.mg + a", []Sum{{Name: "linear"}}, true, 1},
		{"linear + a", []Sum{{Name: "linear", Tapered: true, Mixed: true}}, true, 1},
		{"linear.mg * mg + linear.eg * eg + a", []Sum{{Name: "linear", Tapered: true, Mixed: true}}, false, 0},
		{"square(a)", nil, true, 1},
	} {
		f, err := Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		p, err := f.Compile(Scope{Sums: append(c.linear, Sum{Name: "a"})})
		if err != nil {
			t.Fatal(err)
		}
		rest, ok := p.Split()
		if ok != c.ok || ok && len(rest.Leaves) != c.rest {
			t.Errorf("%s, %+v: rest %v, %v", c.text, c.linear, rest, ok)
		}
	}
}

// TestMixed: a plain column of a tapered sum counts once in the sum alone, and as both weights in its parts.
func TestMixed(t *testing.T) {
	f, _ := Parse("s + 0 * s.mg")
	p, err := f.Compile(Scope{Sums: []Sum{{Name: "s", Tapered: true, Mixed: true}}})
	if err != nil {
		t.Fatal(err)
	}
	tape := p.NewTape(1)
	const mg, eg, plain, phase, end = 20, 10, 7, 0.5, 0.25 // columns of the sum
	for l, leaf := range p.Leaves {
		tape.Leaf(l)[0] = map[LeafKind]float64{SumMG: mg + plain, SumEG: eg + plain, SumPlain: plain, RowMG: phase, RowEG: end}[leaf.Kind]
	}
	if got, want := tape.Values(1)[0], mg*phase+eg*end+plain; math.Abs(got-want) > 1e-12 {
		t.Errorf("the sum is %v, want %v", got, want)
	}
}

// TestSmooth: without rounding, and the program as it stands still rounds.
func TestSmooth(t *testing.T) {
	p := program(t, "trunc(a * 1.5) + round(b / 3)")
	for i, q := range []*Program{p, p.Smooth()} {
		tape := q.NewTape(1)
		fillRow(q, tape, 0, row{"a": 1, "b": 2})
		want := []float64{1 + 1, 1.5 + 2.0/3}[i]
		if got := tape.Values(1)[0]; got != want {
			t.Errorf("%v, want %v", got, want)
		}
		tape.Slopes(1)
		if a, b := tape.Slope(0)[0], tape.Slope(1)[0]; a != 1.5 || math.Abs(b-1.0/3) > 1e-15 {
			t.Errorf("derivatives %v %v", a, b)
		}
	}
	if q := program(t, "a + b"); q.Smooth() != q {
		t.Error("a program without rounding is another one")
	}
}

// TestCurved: pairs of leaves that meet in a product or a curve.
func TestCurved(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a + b * 2 + max(a, b) + abs(a) + trunc(b)", ""},
		{"a * b", "a,b b,a"},
		{"a * in * mg", ""},
		{"square(a) + b", "a,a"},
		{"b / a", "b,a a,b a,a"},
		{"sigmoid(a + b)", "a,a a,b b,a b,b"},
		{"weight(w.1) * max(0, a) + b", "weight(w.1),a a,weight(w.1)"},
		{"if exp(a) > square(b) then a else b", ""},
		{"a / 2 + b", ""},
	} {
		p := program(t, c.text)
		var got []string
		for i, a := range p.Leaves {
			for j, b := range p.Leaves {
				if p.Curved(i, j) {
					got = append(got, a.twin()+","+b.twin())
				}
			}
		}
		want := strings.Fields(c.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: curved by %v, want %v", c.text, got, want)
		}
	}
}

// TestWeights: in the order in which they first occur, each once.
func TestWeights(t *testing.T) {
	f, err := Parse("x = weight(b[0]-x) * linear; lookup(x, 0, 1, pst.w, 3) + weight(a) + weight(b[0]-x) + weight(pst.w.1)")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(f.Weights(), " "); got != "b[0]-x pst.w.0 pst.w.1 pst.w.2 a" {
		t.Error(got)
	}
}

// TestOnce: equal parts are one node, constants are worked out, and what is not read is not there.
func TestOnce(t *testing.T) {
	for text, want := range map[string]int{
		"square(a + b) + exp(b + a)":       6, // a b + square exp +
		"x = a * b; x + x * (2 * 3 + 1)":   6, // a b * 7 * +
		"(if 1 > 2 then b else a) * 1":     3,
		"a + b + (1 + 2 - exp(0))":         5,
		"if a > 0 and 1 < 2 then a else b": 5,
	} {
		if p := program(t, text); len(p.nodes) != want {
			t.Errorf("%s has %d nodes, want %d", text, len(p.nodes), want)
		}
	}
}

// TestLong: a sum of many terms, and definitions of definitions, which are not written out.
func TestLong(t *testing.T) {
	text := "x0 = linear + a; "
	for i := range 500 {
		n := string(rune('0'+i/100)) + string(rune('0'+i/10%10)) + string(rune('0'+i%10))
		before := "x0"
		if i > 0 {
			j := i - 1
			before = "y" + string(rune('0'+j/100)) + string(rune('0'+j/10%10)) + string(rune('0'+j%10))
		}
		text += "y" + n + " = " + before + " + " + before + "; "
	}
	p := program(t, text+"y499 / 2")
	if len(p.nodes) > 520 {
		t.Errorf("%d nodes", len(p.nodes))
	}
	if _, ok := p.Split(); ok {
		t.Error("a multiple of linear is not linear")
	}
	long := program(t, "linear"+strings.Repeat(" + a - b", 9000))
	if rest, ok := long.Split(); !ok || len(rest.Leaves) != 2 {
		t.Error("a long sum is not linear + g")
	}
}

// TestAllocations: batches allocate nothing.
func TestAllocations(t *testing.T) {
	p := benchProgram(t, 1)
	tape := p.NewTape(64)
	to := make([]float64, len(p.Leaves)*len(p.Leaves))
	tape.Values(64)
	tape.Bend(0, to)
	if n := testing.AllocsPerRun(10, func() {
		tape.Values(64)
		tape.Slopes(64)
		tape.Bend(5, to)
		tape.Fault(64)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzParse: a text is read or refused with a place inside it; what is read can be read again.
func FuzzParse(f *testing.F) {
	for _, b := range benchmarks {
		f.Add(b.text)
	}
	f.Add("lookup(a, -2, 4, tab[0].x-y, 4) + weight(w) - clamp(trunc(b), 1, 2) / sigmoid(if a >= 1e3 or b != .5 then 1 else in);")
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := Parse(text)
		if err == nil {
			_, err = parsed.Compile(twinScope)
		}
		if err == nil {
			return
		}
		e := err.(*Error)
		lines := strings.Split(text, "\n")
		if len(text) <= maxText && (e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > len(lines[e.Line-1])+1) {
			t.Errorf("%q: %v", text, err)
		}
	})
}
