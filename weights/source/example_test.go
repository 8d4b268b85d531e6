package source_test

import (
	"fmt"
	"os"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
	"example.org/centipawn/weights/source/scan"
)

// The weights of a file are compared with an engine's source.
func ExampleAgainst() {
	f := &weights.File{Set: "mine", Terms: []weights.Term{
		{Name: "bishop.pair", Tapered: true, MG: weights.Weight{Value: 24.6}, EG: weights.Weight{Value: 51.3}},
		{Name: "tempo", Value: weights.Weight{Value: 12.5}},
	}}
	arrays, err := scan.ReadArrays("eval.c", strings.NewReader("const Score BishopPair = S(25, 50);\nconst double Tempo = 12.5;\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := source.Against(f, arrays, source.Options{}).Write(os.Stdout, false); err != nil {
		fmt.Println(err)
	}
	// Output:
	// weight          file  source     where
	// bishop.pair.eg  51.3      50  eval.c:1
	// compared with BishopPair (eval.c:1), Tempo (eval.c:2)
	// 1 of 3 weights differ from the source
}

// New values go where the old ones stand, and nothing else changes.
func ExampleRewrite() {
	code := []source.Code{{Name: "eval.c", Data: []byte(`const Score Passed[2] = {
    S( 5, 10), // blocked
    S(12, 40),
};
`)}}
	term := func(name string, mg, eg float64) weights.Term {
		return weights.Term{Name: name, Tapered: true, MG: weights.Weight{Value: mg}, EG: weights.Weight{Value: eg}}
	}
	old := &weights.File{Set: "mine", Terms: []weights.Term{term("passed.0", 5, 10), term("passed.1", 12, 40)}}
	fitted := &weights.File{Set: "mine", Terms: []weights.Term{term("passed.0", -8.4, 17.7), term("passed.1", 9.1, 40.2)}}
	written, err := source.Rewrite(code, old, fitted, source.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", written[0].Data)
	// Output:
	// const Score Passed[2] = {
	//     S(-8, 18), // blocked
	//     S( 9, 40),
	// };
}

// The tables of a source make a file of names.
func ExampleEntries() {
	arrays, err := scan.ReadArrays("eval.c", strings.NewReader("int Tempo = 18;\nScore Mobility[2][4] = {{S(1, 2), S(3, 4)}, {S(5, 6)}};\nScore Tables[6][64] = {"+
		strings.Repeat("{"+strings.Repeat("S(0, 1), ", 64)+"}, ", 6)+"};\nint Wrapped[1][2] = {{5, 6}}, One = {{7}};"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range source.Entries(arrays) {
		fmt.Println(e.String())
	}
	// Output:
	// Tempo
	// Mobility.0[2] tapered
	// Mobility.1[1] tapered
	// Tables[6][64] tapered
	// Wrapped tapered
	// One[1]
}
