package alphaone

import (
	"context"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/measure"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/search"
)

// A Time is what a player needs for a depth.
type Time struct {
	Position string  `json:"position"`
	Player   string  `json:"player"`
	Depth    int     `json:"depth"`
	Nodes    uint64  `json:"nodes"`
	Seconds  float64 `json:"seconds"` // of processor time
}

// A Rate is how many simulations a tree makes.
type Rate struct {
	Search    string  `json:"search"`
	Weights   string  `json:"weights"`
	PerSecond float64 `json:"per_second"` // of processor time
}

// timedPositions are the start and the openings of the paper's ladder, with what its program in
// Python needed for V1: nodes and seconds of processor time, by depth.
//
// Source: the program (github.com/josephxu1234/AlphaOne), run on Debian 12, CPython 3.11.
var timedPositions = []struct {
	name, fen string
	nodes     [5]int
	seconds   [5]float64
}{
	{"start", board.StartFEN, [5]int{1: 40, 820, 2_445, 22_817}, [5]float64{1: 0.001, 0.018, 0.124, 0.678}},
	{paperOpenings[0].Name, paperOpenings[0].Start.FEN(), [5]int{1: 191, 2_862, 35_194}, [5]float64{1: 0.010, 0.077, 1.986}},
	{paperOpenings[1].Name, paperOpenings[1].Start.FEN(), [5]int{1: 163, 2_323, 28_045}, [5]float64{1: 0.010, 0.075, 1.574}},
	{paperOpenings[2].Name, paperOpenings[2].Start.FEN(), [5]int{1: 175, 2_246, 27_387}, [5]float64{1: 0.010, 0.060, 1.582}},
}

// programRates are the simulations that its tree makes in a second of processor time, from the
// start, with V1's evaluation.
var programRates = map[string]float64{"published:alphaone": 4911}

// rateIterations is the length of the search that a tree is timed with.
const rateIterations = 50_000

// Times measures the players to a depth, and the trees.
func Times(ctx context.Context, depth, iterations int) (list []Time, rates []Rate, err error) {
	for _, at := range timedPositions {
		for d := 1; d <= depth; d++ {
			for _, v := range variants(nil) {
				err := measure.Each(ctx, entrants.Spec{Search: v.search}, []string{at.fen}, search.Limits{Depth: d}, func(t *measure.Thought) {
					list = append(list, Time{at.name, v.name, d, t.Nodes, t.Seconds})
				})
				if err != nil {
					return nil, nil, err
				}
			}
		}
	}
	for _, name := range []string{publishedTree, correctedTree} {
		for _, w := range []string{"published:alphaone", "builtin"} {
			spec := entrants.Spec{Search: name, Weights: w}
			err := measure.Each(ctx, spec, []string{board.StartFEN}, search.Limits{Nodes: uint64(iterations)}, func(t *measure.Thought) {
				rates = append(rates, Rate{name, w, t.PerSecond(t.Iterations)})
			})
			if err != nil {
				return nil, nil, err
			}
		}
	}
	return list, rates, nil
}

// timeTable has the players beside the paper's program.
func timeTable(list []Time) (*report.Table, error) {
	header := []string{"position", "depth", "program nodes", "program s"}
	for _, v := range variants(nil) {
		header = append(header, v.name+" nodes", v.name+" ms")
	}
	var rows [][]string
	for i := 0; i < len(list); i += len(variants(nil)) {
		row := programCells(list[i].Position, list[i].Depth)
		for j := range variants(nil) {
			t := &list[i+j]
			row = append(row, plaintext.Thousands(int(t.Nodes)), fmt.Sprintf("%.2f", 1000*t.Seconds))
		}
		rows = append(rows, row)
	}
	return report.NewTable("Nodes and processor time of a move; the program is V1 in Python", header, rows)
}

// programCells are what the paper's program needed; nothing where it was not measured.
func programCells(position string, depth int) []string {
	for _, at := range timedPositions {
		if at.name == position && depth < len(at.nodes) && at.nodes[depth] > 0 {
			return []string{position, fmt.Sprint(depth), plaintext.Thousands(at.nodes[depth]), fmt.Sprint(at.seconds[depth])}
		}
	}
	return []string{position, fmt.Sprint(depth), "", ""}
}

// rateTable has the trees.
func rateTable(rates []Rate) (*report.Table, error) {
	var rows [][]string
	for _, r := range rates {
		program := ""
		if n := programRates[r.Weights]; n > 0 && r.Search == publishedTree {
			program = plaintext.Thousands(int(n))
		}
		rows = append(rows, []string{r.Search, r.Weights, program, plaintext.Thousands(int(r.PerSecond))})
	}
	return report.NewTable("Simulations in a second of processor time, from the start position", []string{"search", "weights", "program", "here"}, rows)
}

const aboutTimes = `Nodes and processor time of a move by V1, V2 and the corrected search, and
simulations a second of the trees, beside those of the paper's program in Python.`

// printTimes prints the times.
func printTimes(ctx context.Context, args []string, std cli.Streams) error {
	c := harness.New("table times", "alphaone -table times [-quick] [flags] [-o DIR]", aboutTimes, fmt.Sprintf("depths 1 to %d only", quickDepth), std)
	depth := c.Flags.Int("depth", 4, "search to depths 1 to `n`")
	c.Least(1, "depth")
	if err := c.ParseFlags(args); err != nil {
		return err
	}
	harness.Shorten(c.Quick, depth, quickDepth)
	times, rates, err := Times(ctx, *depth, rateIterations)
	if err != nil {
		return err
	}
	return c.Publish(harness.Finding{
		Title:   "AlphaOne's times, again",
		Summary: "Nodes are those of the main and of the quiescence search. Times are of one thread; those of a few milliseconds are rough.",
		Tables: []harness.Table{
			func() (*report.Table, error) { return timeTable(times) }, func() (*report.Table, error) { return rateTable(rates) },
		},
		Numbers: struct {
			Times []Time `json:"times"`
			Rates []Rate `json:"rates"`
		}{times, rates},
	}, nil)
}
