package datasets_test

import (
	"fmt"
	"strings"

	"example.org/centipawn/datasets"
)

// A bad line is reported with its place, and the reading goes on.
func ExampleReader_All() {
	file := `fen,eval
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,+33
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,good
6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 40,#+1
`
	r := datasets.NewReader("games.csv", strings.NewReader(file), datasets.Options{})
	for sample, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(sample.Line, sample.Score, sample.Position.FEN())
	}
	// Output:
	// 2 +33 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
	// games.csv:3: bad score "good": want a number such as +56 or a mate such as #+3
	// 4 #+1 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 40
}
