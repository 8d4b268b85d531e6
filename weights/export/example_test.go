package export_test

import (
	"fmt"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/export"
)

func ExampleCode() {
	f := &weights.File{Set: "mine", Phase: "pesto", Terms: []weights.Term{
		{Name: "bishop.pair", Tapered: true, MG: weights.Weight{Value: 24.6}, EG: weights.Weight{Value: 51.3}},
		{Name: "tempo", Value: weights.Weight{Value: 12.5}},
	}}
	code, err := export.Code(f, export.CPP, export.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(string(code)) {
		if strings.HasPrefix(line, "constexpr Score bishop") || strings.HasPrefix(line, "constexpr int") {
			fmt.Print(line)
		}
	}
	// Output:
	// constexpr Score bishop_pair = {25, 51}; // bishop.pair
	// constexpr int tempo = 13; // tempo
}
