package suite_test

import (
	"context"
	"fmt"
	"strings"

	"example.org/centipawn/engine"
	"example.org/centipawn/engine/suite"
	"example.org/centipawn/search"
)

// One problem of an EPD suite, given to the engine with its default weights.
func ExampleSolve() {
	epd := `6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";`
	r, err := suite.Open("-", strings.NewReader(epd))
	if err != nil {
		fmt.Println(err)
		return
	}
	problem, err := r.Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := engine.New(engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	attempt, err := suite.Solve(context.Background(), e, problem, search.Limits{Nodes: 1000}, suite.BySolution)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(problem.ID, attempt.Solved, attempt.Played)
	// Output:
	// back rank true [d1d8]
}
