package standard

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/features"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/formula/source"
	"example.org/centipawn/tapered"
)

var update = flag.Bool("update", false, "write the code of formulas")

// codes are the files of the code of sets' formulas, and what the functions are called.
var codes = []struct {
	file, name string
	set        *features.Set
}{
	{"nonlinear_code.go", "nonlinear", Nonlinear},
}

// TestCodeIsGenerated: the code of a formula is what the generator makes of its text.
func TestCodeIsGenerated(t *testing.T) {
	for _, c := range codes {
		want, err := codeOf(c.set, c.name)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(c.file, want, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(c.file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator writes: go generate ./features/standard (%v)", c.file, err)
		}
	}
}

// codeOf writes the formula of a set as a function of its parts, and that of [features.Code], which calls it.
func codeOf(set *features.Set, name string) ([]byte, error) {
	var b bytes.Buffer
	p := set.Program()
	fmt.Fprintf(&b, "// Code generated from the formula of set %s by go generate; DO NOT EDIT.\n\npackage standard\n\nimport (\n%s\n\t%q\n)\n\n",
		set.Name(), strings.Join(source.Imports(source.Go, p), "\n"), "example.org/centipawn/features")
	var arguments []string
	for _, parameter := range source.Parameters(source.Go, p) {
		arguments = append(arguments, argument(set, p.Leaves[parameter.Leaf]))
	}
	if order := source.WeightOrder(p); len(order) > 0 {
		if !slices.Equal(order, set.Parameters()) {
			return nil, fmt.Errorf("the formula of set %s reads its parameters as %v, the code as %v: read the tables first", set.Name(), set.Parameters(), order)
		}
		arguments = append(arguments, "parameters")
	}
	fmt.Fprintf(&b, "// %sCode evaluates the formula of set %s: see [features.Code].\nfunc %sCode(s *features.Sums, mg, eg float64, parameters []float64) float64 {\nreturn %s(%s)\n}\n\n",
		name, set.Name(), name, name, strings.Join(arguments, ", "))
	if err := source.Write(&b, source.Go, p, source.Options{Name: name}); err != nil {
		return nil, err
	}
	return format.Source(b.Bytes())
}

// argument is where the code has the value of a leaf from.
func argument(set *features.Set, leaf formula.Leaf) string {
	of := "s.Linear"
	if i := slices.Index(set.Sums(), leaf.Name); i >= 0 {
		of = fmt.Sprintf("s.Others[%d]", i)
	}
	switch leaf.Kind {
	case formula.RowMG:
		return "mg"
	case formula.RowEG:
		return "eg"
	case formula.SumEG:
		return of + ".EG"
	}
	return of + ".MG"
}

// TestCodeIsTheFormula: the code gives the bits that the interpreted formula gives, on sums at random and
// at the kinks.
func TestCodeIsTheFormula(t *testing.T) {
	for _, c := range codes {
		slow, err := features.NewFormulaSet("slow", c.set.Phase(), c.set.Scale(), features.Formula{Text: c.set.Formula()}, c.set.Families()...)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		parameters := make([]float64, len(slow.Parameters()))
		for i := range parameters {
			parameters[i] = 1 + r.Float64()
		}
		fast, exact := c.set.NewBlender(parameters), slow.NewBlender(parameters)
		draw := func() tapered.Pair {
			switch r.IntN(8) {
			case 0:
				return tapered.Pair{}
			case 1:
				return tapered.Pair{MG: 100, EG: -100}
			}
			return tapered.Pair{MG: math.Round(r.NormFloat64()*5000) / 16, EG: math.Round(r.NormFloat64()*5000) / 16}
		}
		for range 100_000 {
			sums := features.Sums{Linear: draw()}
			for i := range slow.Sums() {
				sums.Others[i] = draw()
			}
			step, index := r.IntN(25), r.IntN(len(slow.Scale().Values))
			if got, want := fast.Blend(&sums, step, index), exact.Blend(&sums, step, index); math.Float64bits(got) != math.Float64bits(want) {
				t.Fatalf("set %s: %v, the formula %v, of %+v", c.set.Name(), got, want, sums)
			}
		}
	}
}
