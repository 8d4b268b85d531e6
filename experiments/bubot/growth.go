package bubot

import (
	"context"
	"fmt"
	"math"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/measure"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/search"
)

const aboutGrowth = `The BUBot paper gives the time of its tree as O(mKI/C) and its space as O(mK): m moves
of a position, K searches at a time, I iterations, C cores. Here the corrected tree
with random games searches two positions of 20 and of 48 moves, I doubling from 10:
moves made and seconds of processor time, and the exponents of I that fit them.`

// A Growth is what a tree of so many iterations took in a position.
type Growth struct {
	Position   string  `json:"position"`
	Iterations int     `json:"iterations"`
	Moves      uint64  `json:"moves"`   // made on the board
	Seconds    float64 `json:"seconds"` // of processor time
}

// growths measures trees of 10, 20, 40, … iterations up to most.
func growths(ctx context.Context, most int) (list []Growth, err error) {
	for _, at := range costFENs {
		for n := 10; n <= most; n *= 2 {
			g := Growth{Position: at.name, Iterations: n}
			s := tree("", "mcts-bubot", n, endless)
			err := measure.Each(ctx, s, []string{at.fen}, search.Limits{Nodes: endless}, func(t *measure.Thought) {
				g.Moves, g.Seconds = t.Moves, t.Seconds
			})
			if err != nil {
				return list, err
			}
			list = append(list, g)
		}
	}
	return list, nil
}

// exponent returns b of the least squares line log y = a + b·log x, NaN of less than two points. x and y are above 0.
func exponent(x, y []float64) float64 {
	var sx, sy, sxx, sxy, n float64
	for i := range x {
		lx, ly := math.Log(x[i]), math.Log(y[i])
		sx, sy, sxx, sxy, n = sx+lx, sy+ly, sxx+lx*lx, sxy+lx*ly, n+1
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}

// growthTable has the measurements, and for each position a line of exponents.
func growthTable(list []Growth) (*report.Table, error) {
	var rows [][]string
	for _, at := range costFENs {
		var x, moves, seconds []float64
		for _, g := range list {
			if g.Position != at.name {
				continue
			}
			rows = append(rows, []string{g.Position, fmt.Sprint(g.Iterations), fmt.Sprint(g.Moves), fmt.Sprintf("%.4f", g.Seconds), fmt.Sprintf("%.0f", float64(g.Moves)/float64(g.Iterations))})
			x, moves = append(x, float64(g.Iterations)), append(moves, float64(g.Moves))
			seconds = append(seconds, max(g.Seconds, 1e-6))
		}
		rows = append(rows, []string{at.name, "exponent of I", number(exponent(x, moves)), number(exponent(x, seconds)), ""})
	}
	return report.NewTable("What a tree with random games takes by its iterations I, and the exponent b of I^b that fits",
		[]string{"position", "iterations", "moves made", "seconds", "moves an iteration"}, rows)
}

func number(v float64) string { return fmt.Sprintf("%.2f", v) }

// printGrowth prints the table.
func printGrowth(ctx context.Context, args []string, std cli.Streams) error {
	c := harness.New("table growth", "bubot -table growth [-quick] [-iterations n] [-o DIR]", aboutGrowth, "up to 160 iterations", std)
	most := c.Flags.Int("iterations", 1280, "up to `n` iterations")
	c.Least(20, "iterations")
	if err := c.ParseFlags(args); err != nil {
		return err
	}
	harness.Shorten(c.Quick, most, 160)
	list, err := growths(ctx, *most)
	if err != nil {
		return err
	}
	return c.Publish(harness.Finding{
		Title:   "What BUBot's tree takes",
		Summary: "One search, one thread. Time is in proportion to I where its exponent is 1. If it were in proportion to m, the moves of a position, an iteration would make more moves where m is larger.",
		Tables:  []harness.Table{func() (*report.Table, error) { return growthTable(list) }},
		Numbers: list,
	}, nil)
}
