package lishex

import (
	"context"
	"fmt"
	"strings"
	"time"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match/play"
)

const aboutTrees = `Lishex chose the parts of its tree by games with itself, and prints none of them:
ε, the length of simulations, light or heavy ones, their mean, and stunting. Here
each other value plays the chosen one, at equal iterations, at equal moves made and
at equal time, and the depth of trees is measured by ε. With -o DIR the games are in DIR/games,
and a run that was stopped goes on.`

// The sizes of a quick run.
const (
	quickTreePairs      = 5
	quickTreeIterations = 1000
	quickTreeMoves      = 10_000
	quickTreeTime       = 10 * time.Millisecond
)

// treeRules: mates that both sides announce end a game, so does what both hold for decided, in
// expected scores some 0.98; the scale is the same on both sides.
var treeRules = play.Rules{MateMoves: 2, ResignMoves: 4, ResignScore: 700, ResignTwoSided: true, MaxPlies: 300, TimeMargin: 10 * play.DefaultMargin}

// playTrees prints what the paper says of its tree.
func playTrees(ctx context.Context, args []string, std cli.Streams) error {
	c, opt, err := parseTrees(args, std)
	if err != nil {
		return err
	}
	if err := c.Open(); err != nil {
		return err
	}
	r, failed := Trees(ctx, *opt)
	if len(r.Depths) == 0 {
		return failed
	}
	return c.Publish(harness.Finding{Title: "Lishex's tree, again", Summary: r.summary(opt), Tables: r.tables(opt), Numbers: r}, failed)
}

// parseTrees reads the flags.
func parseTrees(args []string, std cli.Streams) (*pool.Command, *TreeOptions, error) {
	h := harness.New("table trees", "lishex -table trees [-quick] [flags] [-o DIR]", aboutTrees,
		fmt.Sprintf("%d pairs, %d iterations, %d moves and %v", quickTreePairs, quickTreeIterations, quickTreeMoves, quickTreeTime), std)
	opt := &TreeOptions{Options: pool.Options{Rules: treeRules}}
	c := pool.AddFlags(h, &opt.Options, 200)
	h.Flags.Uint64Var(&opt.Iterations, "iterations", 3000, "equal iterations: `n` a move")
	h.Flags.Uint64Var(&opt.Moves, "moves", 40_000, "equal moves made: `n` a move; 0: not played")
	h.Flags.DurationVar(&opt.Time, "movetime", 30*time.Millisecond, "equal time: this `time` a move; 0: not played")
	deepest := h.Flags.Uint64("deepest", 100_000, "measure the depth of trees of up to `n` iterations, and of a tenth and a hundredth")
	h.Flags.StringVar(&opt.Weights, "weights", "published:pesto", "`weights` that evaluate; PeSTO's are those of the paper's engine")
	h.Least(1, "iterations")
	h.Least(0, "movetime")
	h.Least(100, "deepest")
	if err := h.ParseFlags(args); err != nil {
		return nil, nil, err
	}
	harness.Shorten(h.Quick, &opt.Pairs, quickTreePairs)
	harness.Shorten(h.Quick, &opt.Iterations, quickTreeIterations)
	harness.Shorten(h.Quick, &opt.Moves, quickTreeMoves)
	harness.Shorten(h.Quick, &opt.Time, quickTreeTime)
	opt.Depths = []uint64{*deepest / 100, *deepest / 10, *deepest}
	return c, opt, nil
}

// tables are the experiment's.
func (r *TreesResult) tables(opt *TreeOptions) []harness.Table {
	all := []harness.Table{
		func() (*report.Table, error) { return r.depthTable(opt.Depths) },
		func() (*report.Table, error) { return r.trialTable(opt) },
	}
	names := []string{treeName}
	for i := range r.Trials {
		names = append(names, r.Trials[i].Name)
	}
	for _, s := range r.Players {
		all = append(all, func() (*report.Table, error) {
			return pool.PlayerTable("What moves took at equal "+s.Budget, s.Nodes, s.Budget == equalTime, names, s.Players)
		})
	}
	return all
}

// depthTable has how deep trees are: the longest line and the one that is played.
func (r *TreesResult) depthTable(iterations []uint64) (*report.Table, error) {
	header := []string{"search", "ε", "paper, 10 s"}
	for _, n := range iterations {
		header = append(header, plaintext.Thousands(int(n))+" iterations", "line of "+plaintext.Thousands(int(n)))
	}
	paper := map[float64]string{0: "6 at most", 0.5: "12 to 18"}
	var rows [][]string
	for i := 0; i+len(iterations) <= len(r.Depths); i += len(iterations) {
		row := []string{r.Depths[i].Search, fmt.Sprint(r.Depths[i].Epsilon), paper[r.Depths[i].Epsilon]}
		for _, d := range r.Depths[i : i+len(iterations)] {
			row = append(row, fmt.Sprintf("%.1f", d.Longest), fmt.Sprintf("%.1f", d.Line))
		}
		rows = append(rows, row)
	}
	return report.NewTable(fmt.Sprintf("How deep the tree is, half-moves: its longest line, and the line of best moves, means of %d positions", len(speedFENs)), header, rows)
}

// trialTable has the trials.
func (r *TreesResult) trialTable(opt *TreeOptions) (*report.Table, error) {
	header := []string{"part", "other"}
	var limits []string
	for _, b := range opt.budgets() {
		header = append(header, "games, equal "+b.name, "Elo, equal "+b.name)
		limits = append(limits, b.String())
	}
	var rows [][]string
	for i := range r.Trials {
		row := []string{r.Trials[i].About, r.Trials[i].Name}
		for _, b := range opt.budgets() {
			row = append(row, outcome(b.of(&r.Trials[i]))...)
		}
		rows = append(rows, row)
	}
	return report.NewTable("Other parts against those of the paper, Elo with 95 % intervals, a move having "+strings.Join(limits, ", "), header, rows)
}

// String is what a budget is in words.
func (b *budget) String() string {
	if b.limit.Timed() {
		return b.limit.MoveTime.String()
	}
	return plaintext.Thousands(int(b.limit.Nodes)) + " " + b.name
}

// outcome are the cells of a match.
func outcome(o *pool.Outcome) []string {
	switch {
	case o.Games() == 0:
		return []string{"0", "not played"}
	case o.Alike:
		return []string{fmt.Sprint(o.Games()), "they play alike"}
	case o.Faulty:
		return []string{fmt.Sprint(o.Games()), o.Estimate.Elo.String() + ", given up: too many faults"}
	}
	return []string{fmt.Sprint(o.Games()), o.Estimate.Elo.String()}
}

// summary says what is compared.
func (r *TreesResult) summary(opt *TreeOptions) string {
	text := []string{fmt.Sprintf("%s as it is: ε = 0.5, the chance that a visit goes to a child opened before; four random moves; one simulation; stunted when full. Weights %s. Each line is a match of another value against it.", treeName, opt.Weights)}
	return strings.Join(append(text, r.Warnings...), "\n\n")
}
