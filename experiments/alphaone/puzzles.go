package alphaone

import (
	"context"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/suite"
	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

// PuzzleOptions configures [Puzzles].
type PuzzleOptions struct {
	Depth   int           // the deepest search, half-moves; zero means 4, the paper's
	Weights *weights.File // of V2 refitted; nil: it is omitted
	Threads int           // puzzles at a time; zero means GOMAXPROCS
	Report  func(*PuzzleRow)

	// Of [Trees]:
	Iterations  int // a move
	TreePuzzles int // how many of the puzzles, from the first; zero means all
	ReportTree  func(*TreeRow)
}

// A PuzzleRow is what a search of one depth makes of the puzzles.
type PuzzleRow struct {
	Player  string `json:"player"`
	Depth   int    `json:"depth"`
	Puzzles int    `json:"puzzles"`
	Solved  int    `json:"solved"` // first and third move as listed
	Mates   int    `json:"mates"`  // others, whose last move mates all the same
	Nodes   uint64 `json:"nodes"`  // main and quiescence
}

// paperPuzzles is table 4: how many of 219 puzzles V1 solves, by depth.
var paperPuzzles = [...]int{1: 19, 2: 32, 3: 219, 4: 219}

// Puzzles has the mates in two of a file solved at every depth. Only the listed moves
// count, as in the paper.
func Puzzles(ctx context.Context, file string, opt PuzzleOptions) (rows []PuzzleRow, err error) {
	if opt.Depth == 0 {
		opt.Depth = len(paperPuzzles) - 1
	}
	for depth := 1; depth <= opt.Depth; depth++ {
		for _, v := range variants(opt.Weights) {
			row, err := solveAll(ctx, file, v, depth, opt.Threads)
			if err != nil {
				return nil, err
			}
			if opt.Report != nil {
				opt.Report(&row)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func solveAll(ctx context.Context, file string, v variant, depth, threads int) (row PuzzleRow, err error) {
	r, err := suite.Open(file, nil)
	if err != nil {
		return row, err
	}
	defer r.Close()
	row = PuzzleRow{Player: v.name, Depth: depth}
	opt := suite.Options{Limits: search.Limits{Depth: depth}, Rule: suite.Exactly, Threads: threads}
	err = suite.Run(ctx, r, v.searcher, opt, row.add)
	return row, err
}

func (r *PuzzleRow) add(a *suite.Attempt) {
	r.Puzzles++
	r.Nodes += a.Spent.Nodes
	switch {
	case a.Solved:
		r.Solved++
	case mates(a):
		r.Mates++
	}
}

// mates reports whether the moves played end in a mate.
func mates(a *suite.Attempt) bool {
	p := a.Problem.Start
	for _, m := range a.Line {
		p.Make(m)
	}
	return p.Status() == board.Checkmate
}

// puzzleTable is the paper's table 4 with more players.
func puzzleTable(rows []PuzzleRow) (*report.Table, error) {
	var cells [][]string
	for _, r := range rows {
		paper := ""
		if r.Player == "V1" && r.Depth < len(paperPuzzles) {
			paper = fmt.Sprint(paperPuzzles[r.Depth])
		}
		cells = append(cells, []string{r.Player, fmt.Sprint(r.Depth), fmt.Sprint(r.Puzzles), paper, fmt.Sprint(r.Solved), fmt.Sprint(r.Mates), fmt.Sprint(r.Nodes)})
	}
	return report.NewTable("Table 4. Mates in two that are solved by the listed moves, and those that end in another mate",
		[]string{"player", "depth", "puzzles", "paper", "solved", "other mates", "nodes"}, cells)
}

const aboutPuzzles = `AlphaOne's table 4: mates in two, solved by V1, V2 and the corrected search at
depths 1 to 4, and by the paper's tree, as published and corrected, with several
c. A puzzle is solved by the listed moves alone. FILE is a table of FEN and Solution,
or one of the formats of docs/suites.md. -weights adds V2 with weights refitted.`

// solvePuzzles prints table 4.
func solvePuzzles(ctx context.Context, args []string, std cli.Streams) error {
	c := harness.New("table 4", "alphaone -table 4 [-quick] [flags] [-o DIR] FILE", aboutPuzzles, fmt.Sprintf("depths 1 to %d only, and %d iterations", quickDepth, quickIterations), std)
	fs, opt := c.Flags, PuzzleOptions{}
	fs.IntVar(&opt.Depth, "depth", 4, "search to depths 1 to `n`")
	fs.IntVar(&opt.Iterations, "iterations", 300_000, "let trees make `n` iterations a move, as many as the paper's program in its minute; 0: there are no trees")
	fs.IntVar(&opt.TreePuzzles, "tree-puzzles", paperTreePuzzles, "let trees solve the first `n` puzzles; 0: all")
	fs.IntVar(&opt.Threads, "threads", 0, "solve `n` puzzles at a time; 0: one for each processor")
	file := fs.String("weights", "", "weights `file` for another V2, such as a fit of the set alphaone; none: there is no such player")
	c.Least(1, "depth")
	c.Least(0, "iterations", "tree-puzzles", "threads")
	files, err := c.Parse(args)
	if err != nil {
		return err
	}
	if len(files) != 1 {
		return c.Usagef("want one file of puzzles")
	}
	harness.Shorten(c.Quick, &opt.Depth, quickDepth)
	harness.Shorten(c.Quick, &opt.Iterations, quickIterations)
	if *file != "" {
		if opt.Weights, err = weights.Read(*file); err != nil {
			return err
		}
	}
	opt.Report = func(r *PuzzleRow) {
		fmt.Fprintf(std.Err, "%s: %d of %d solved\n", entrantName(r.Player, r.Depth), r.Solved, r.Puzzles)
	}
	opt.ReportTree = func(r *TreeRow) {
		fmt.Fprintf(std.Err, "%s, c = %g: %d of %d solved\n", r.Search, r.C, r.Solved, r.Puzzles)
	}
	return solveFile(ctx, files[0], opt, c)
}

// solveFile prints table 4 of a file.
func solveFile(ctx context.Context, file string, opt PuzzleOptions, c *harness.Command) error {
	rows, err := Puzzles(ctx, file, opt)
	if err != nil {
		return err
	}
	tables := []harness.Table{func() (*report.Table, error) { return puzzleTable(rows) }}
	var trees []TreeRow
	if opt.Iterations > 0 {
		if trees, err = Trees(ctx, file, opt); err != nil {
			return err
		}
		tables = append(tables, func() (*report.Table, error) { return treeTable(trees, opt) })
	}
	return c.Publish(harness.Finding{
		Title:   "AlphaOne's mates in two, again",
		Summary: "Only the listed moves count. Nodes are those of the main and of the quiescence search. The paper tested V1 alone, and its 219 of 219 let another mate pass.",
		Tables:  tables,
		Numbers: struct {
			Searches []PuzzleRow `json:"searches"`
			Trees    []TreeRow   `json:"trees,omitempty"`
		}{rows, trees},
	}, nil)
}
