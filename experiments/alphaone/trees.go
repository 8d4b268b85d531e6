package alphaone

import (
	"context"
	"fmt"
	"strconv"

	"example.org/centipawn/engine"
	"example.org/centipawn/engine/suite"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/settings"
	"example.org/centipawn/weights"
)

// A TreeRow is what a tree makes of the puzzles.
type TreeRow struct {
	Search     string  `json:"search"`
	C          float64 `json:"c"`          // of UCT: in pawns as published, else of values from 0 to 1
	Iterations uint64  `json:"iterations"` // of all its moves
	Puzzles    int     `json:"puzzles"`
	Solved     int     `json:"solved"` // first and third move as listed
	Mates      int     `json:"mates"`  // others, whose last move mates all the same
}

// The two trees: as published, and corrected.
const (
	publishedTree = engine.TreePrefix + "alphaone-published"
	correctedTree = engine.TreePrefix + "alphaone"
)

// treeRows are the trees with the explorations that they are tried with: the paper's 1 to 10 of
// values in pawns, and some around the preset's of values from 0 to 1.
func treeRows() (rows []TreeRow) {
	for c := 1; c <= 10; c++ {
		rows = append(rows, TreeRow{Search: publishedTree, C: float64(c)})
	}
	for _, c := range []float64{0.07, 0.14, 0.35, 1} {
		rows = append(rows, TreeRow{Search: correctedTree, C: c})
	}
	return rows
}

// paperTrees is how many of 20 puzzles the paper's tree solves, whatever c, with 60 seconds a move;
// its table 4 has no more of them.
const (
	paperTrees       = 1
	paperTreePuzzles = 20
)

// Trees has the first mates in two of a file solved by trees with V1's evaluation.
func Trees(ctx context.Context, file string, opt PuzzleOptions) ([]TreeRow, error) {
	rows := treeRows()
	for i := range rows {
		if err := rows[i].solve(ctx, file, opt); err != nil {
			return rows[:i], fmt.Errorf("%s, c = %g: %w", rows[i].Search, rows[i].C, err)
		}
		if opt.ReportTree != nil {
			opt.ReportTree(&rows[i])
		}
	}
	return rows, nil
}

// solve solves the puzzles.
func (r *TreeRow) solve(ctx context.Context, file string, opt PuzzleOptions) error {
	reader, err := suite.Open(file, nil)
	if err != nil {
		return err
	}
	defer reader.Close()
	run := suite.Options{
		Limits: search.Limits{Nodes: uint64(opt.Iterations)}, Rule: suite.Exactly, Threads: opt.Threads, Most: opt.TreePuzzles,
	}
	return suite.Run(ctx, reader, r.searcher, run, func(a *suite.Attempt) {
		var p PuzzleRow
		p.add(a)
		r.Iterations, r.Puzzles, r.Solved, r.Mates = r.Iterations+p.Nodes, r.Puzzles+1, r.Solved+p.Solved, r.Mates+p.Mates
	})
}

// searcher returns a new tree.
func (r *TreeRow) searcher() (search.Searcher, error) {
	var changes settings.Changes
	if err := changes.Set("TreeExploration", strconv.Itoa(int(1000*r.C))); err != nil {
		return nil, err
	}
	tapered, _ := weights.Published("alphaone")
	return engine.New(engine.Options{Search: r.Search, Weights: tapered, Tree: changes})
}

// treeTable is the part of table 4 that is about trees.
func treeTable(rows []TreeRow, opt PuzzleOptions) (*report.Table, error) {
	var cells [][]string
	for _, r := range rows {
		paper := ""
		if r.Search == publishedTree {
			paper = fmt.Sprintf("%d of %d", paperTrees, paperTreePuzzles)
		}
		cells = append(cells, []string{r.Search, fmt.Sprint(r.C), paper, fmt.Sprint(r.Puzzles), fmt.Sprint(r.Solved), fmt.Sprint(r.Mates), fmt.Sprint(r.Iterations)})
	}
	return report.NewTable(fmt.Sprintf("The same by trees of %d iterations a move with V1's evaluation", opt.Iterations),
		[]string{"search", "c", "paper", "puzzles", "solved", "other mates", "iterations"}, cells)
}
