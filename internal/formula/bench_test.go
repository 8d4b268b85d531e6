package formula

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

var benchmarks = []struct {
	name  string
	scope Scope
	text  string
}{
	{"block", Scope{Sums: []Sum{{Name: "linear", Tapered: true}, {Name: "white"}, {Name: "black"}}},
		"linear + (square(max(0, white)) - square(max(0, black))) / 100 * mg"},
	{"engine", Scope{Sums: []Sum{{Name: "linear", Tapered: true}, {Name: "safety_white", Tapered: true}, {Name: "safety_black", Tapered: true}, {Name: "complexity"}}, Inputs: []string{"scale", "phase"}},
		`white_mg = -safety_white.mg * max(0, safety_white.mg) / 720; white_eg = min(0, -safety_white.eg / 20);
		black_mg = -safety_black.mg * max(0, safety_black.mg) / 720; black_eg = min(0, -safety_black.eg / 20);
		middle = linear.mg + white_mg - black_mg; end = linear.eg + white_eg - black_eg;
		v = if end > 0 then max(complexity, -end) else if end < 0 then -max(complexity, end) else 0;
		(middle * (256 - phase) + (end + v) * phase * scale / 128) / 256`},
	{"shapes", Scope{Sums: []Sum{{Name: "linear", Tapered: true}, {Name: "safety_white", Tapered: true}, {Name: "safety_black", Tapered: true}, {Name: "complexity"}}, Inputs: []string{"shape"}}, shapes()},
}

// shapes is a formula of 32 shapes, of which a row has one.
func shapes() string {
	text := ""
	for i := range 31 {
		n := strconv.Itoa(i)
		for _, side := range []string{"white", "black"} {
			text += "shape" + n + side + " = max(" + n + ", safety_" + side + ".mg) / (1 + square(safety_" + side + ".eg)) * complexity - safety_" + side + ".mg * clamp(safety_" + side + ".eg, -" + n + ", 9);\n"
		}
		text += "shape" + n + " = (shape" + n + "white - shape" + n + "black) * mg + max(shape" + n + "white * shape" + n + "black, complexity) * eg;\n"
	}
	for i := range 31 {
		n := strconv.Itoa(i)
		text += "if shape == " + n + " then linear + shape" + n + "\nelse "
	}
	return text + "linear"
}

func benchProgram(b testing.TB, i int) *Program {
	f, err := Parse(benchmarks[i].text)
	if err != nil {
		b.Fatal(err)
	}
	p, err := f.Compile(benchmarks[i].scope)
	if err != nil {
		b.Fatal(err)
	}
	if rest, ok := p.Split(); ok {
		return rest
	}
	return p
}

// BenchmarkTape: values and derivatives of a row in a batch of 256.
func BenchmarkTape(b *testing.B) {
	const rows = 256
	for i, c := range benchmarks {
		b.Run(c.name, func(b *testing.B) {
			p := benchProgram(b, i)
			t := p.NewTape(rows)
			rng := rand.New(rand.NewPCG(1, 1))
			for l := range p.Leaves {
				for at := range rows {
					t.Leaf(l)[at] = rng.NormFloat64() * 50
					if p.Leaves[l].Name == "shape" {
						t.Leaf(l)[at] = float64(rng.IntN(32))
					}
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				t.Values(rows)
				t.Slopes(rows)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
			b.ReportMetric(float64(len(p.nodes)), "nodes")
		})
	}
}

// BenchmarkBend: second derivatives of a row.
func BenchmarkBend(b *testing.B) {
	for i, c := range benchmarks {
		b.Run(c.name, func(b *testing.B) {
			p := benchProgram(b, i)
			t := p.NewTape(1)
			for l := range p.Leaves {
				t.Leaf(l)[0] = float64(10 + l)
			}
			t.Values(1)
			to := make([]float64, len(p.Leaves)*len(p.Leaves))
			b.ReportAllocs()
			for b.Loop() {
				t.Bend(0, to)
			}
		})
	}
}
