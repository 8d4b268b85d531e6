package source_test

import (
	"fmt"
	"os"
	"strings"

	"centipawn/weights"
	"centipawn/weights/source"
)

// The weights of a file are compared with an engine's source.
func ExampleAgainst() {
	f := &weights.File{Set: "mine", Terms: []weights.Term{
		{Name: "bishop.pair", Tapered: true, MG: weights.Weight{Value: 24.6}, EG: weights.Weight{Value: 51.3}},
		{Name: "tempo", Value: weights.Weight{Value: 12.5}},
	}}
	arrays, err := source.ReadArrays("eval.c", strings.NewReader("const Score BishopPair = S(25, 50);\nconst double Tempo = 12.5;\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := source.Against(f, arrays, source.Options{}).Write(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// weight          file  source     where
	// bishop.pair.eg  51.3      50  eval.c:1
	// 1 of 3 weights differ from the source
}
