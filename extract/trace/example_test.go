package trace_test

import (
	"context"
	"fmt"
	"strings"

	"example.org/centipawn/extract/trace"
)

func ExampleRead() {
	dump := `# set tiny
# column 1 pawn tapered
# column 2 tempo
1-0 qid:game1 mg:0.75 eval:131 1:1 2:1
1/2-1/2 qid:game2 mg:0.25 eval:-149 1:-1 2:-1
`
	m, rep, err := trace.Read(context.Background(), []string{"-"}, trace.Options{
		Stdin:   strings.NewReader(dump),
		Weights: map[string]float64{"pawn.mg": 110, "pawn.eg": 146, "tempo": 12},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Schema().Set, m.Rows(), m.Entries())
	fmt.Printf("%d rows checked, at most %.0f centipawns off\n", rep.Parity.Checked, rep.Parity.Largest)
	// Output:
	// tiny 2 4
	// 2 rows checked, at most 0 centipawns off
}
