package weights_test

import (
	"fmt"

	"example.org/centipawn/weights"
)

// Weights have names; a file is read by its path.
func ExampleFind() {
	f, err := weights.Find("published:pesto", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	e4, _ := f.Term("pst.pawn.e4")
	fmt.Println(f.Set, len(f.Terms), e4.MG.Value, e4.EG.Value)
	_, err = weights.Find("published:nothing", "")
	fmt.Println(err)
	// Output:
	// pesto 384 99 87
	// no published weights for set nothing: pass a weights file, or published:SET with one of alphaone, lishex, pesto, pesto_mirrored, standard, standard_nonlinear, standard_safety
}

func ExampleCompare() {
	term := func(value, stdErr float64) weights.Term {
		return weights.Term{Name: "tempo", Value: weights.Weight{Value: value, StdErr: stdErr}}
	}
	before := &weights.File{Set: "mine", Terms: []weights.Term{term(12, 3)}}
	after := &weights.File{Set: "mine", Terms: []weights.Term{term(28, 4)}}
	for _, change := range weights.Compare(before, after).Weights {
		z, _ := change.StdErrs()
		fmt.Printf("%s %s by %+.0f cp, %.1f standard errors\n", change.Name, change.Change, change.Difference(), z)
	}
	// Output: tempo changed by +16 cp, 3.2 standard errors
}
