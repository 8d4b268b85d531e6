package lishex

import (
	"context"
	"fmt"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/measure"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
)

// A Speed is what a search does in a second of processor time, on all positions together.
type Speed struct {
	Search     string  `json:"search"`
	Iterations float64 `json:"iterations"` // a second; 0 of alpha-beta
	Moves      float64 `json:"moves"`      // made, a second
}

// speedSearches are those of table 2, with what the paper has in thousands a second: nodes of
// alpha-beta and of Stockfish, expansions of its tree, simulations of AlphaZero.
//
// Source: Lishex, table 2, on an i7-7700HQ.
var speedSearches = []struct {
	search string
	paper  int
	note   string
}{
	{"full", 0, ""},
	{"base", 524, "its alpha-beta"},
	{"mcts-lishex-published", 22, "its tree"},
	{"mcts-lishex", 0, ""},
	{"mcts-modern", 0, ""},
	{"", 932, "Stockfish"},
	{"", 80, "AlphaZero, on four TPUs"},
}

// speedFENs are the positions that speeds are measured on: the start, a middlegame, an endgame.
var speedFENs = []string{
	board.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
}

// Speeds lets every search make so many moves in each position, with weights by their name.
func Speeds(ctx context.Context, weights string, moves uint64) (list []Speed, err error) {
	for _, s := range speedSearches {
		if s.search == "" {
			continue
		}
		one, err := speed(ctx, entrants.Spec{Search: s.search, Weights: weights}, moves)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.search, err)
		}
		list = append(list, one)
	}
	return list, nil
}

func speed(ctx context.Context, spec entrants.Spec, moves uint64) (s Speed, err error) {
	s.Search = spec.Search
	if strings.HasPrefix(spec.Search, engine.TreePrefix) {
		spec = spec.With("TreeCount", mcts.Moves.String())
	}
	var iterations, made uint64
	seconds := 0.0
	if err := measure.Each(ctx, spec, speedFENs, search.Limits{Nodes: moves}, func(t *measure.Thought) {
		iterations, made, seconds = iterations+t.Iterations, made+t.Moves, seconds+t.Seconds
	}); err != nil {
		return s, err
	}
	seconds = max(seconds, 1e-6)
	s.Iterations, s.Moves = float64(iterations)/seconds, float64(made)/seconds
	return s, nil
}

// speedTable is the paper's table 2.
func speedTable(list []Speed, weights string) (*report.Table, error) {
	var rows [][]string
	for _, known := range speedSearches {
		row := []string{known.search, "", "", "", "", known.note}
		if known.paper > 0 {
			row[1] = plaintext.Thousands(1000 * known.paper)
		}
		for _, s := range list {
			if s.Search != known.search {
				continue
			}
			row[2] = plaintext.Thousands(int(s.Moves))
			if s.Iterations > 0 {
				row[3], row[4] = plaintext.Thousands(int(s.Iterations)), fmt.Sprintf("%.1f", s.Moves/s.Iterations)
			}
		}
		rows = append(rows, row)
	}
	return report.NewTable("Table 2. What is done in a second of processor time, one thread, weights "+weights+": moves made are counted alike for all",
		[]string{"search", "paper, a second", "moves made", "iterations", "moves an iteration", "the paper's"}, rows)
}

const aboutSpeed = `Lishex's table 2 counts nodes of alpha-beta and expansions of its tree as if they
were the same. Here all searches are counted by the moves that they make on the
board, and trees by their iterations, too, in a second of processor time.`

// quickMoves are those of a quick run in each position.
const quickMoves = 200_000

// printSpeeds prints table 2.
func printSpeeds(ctx context.Context, args []string, std cli.Streams) error {
	c := harness.New("table 2", "lishex -table 2 [-quick] [flags] [-o DIR]", aboutSpeed, fmt.Sprintf("%d moves", quickMoves), std)
	moves := c.Flags.Uint64("moves", 10_000_000, "make `n` moves in each position")
	weights := c.Flags.String("weights", "published:pesto", "`weights` that all evaluate with; PeSTO's are those of the paper's engine")
	c.Least(1, "moves")
	if err := c.ParseFlags(args); err != nil {
		return err
	}
	harness.Shorten(c.Quick, moves, quickMoves)
	list, err := Speeds(ctx, *weights, *moves)
	if err != nil {
		return err
	}
	return c.Publish(harness.Finding{
		Title:   "Lishex's speeds, again",
		Summary: fmt.Sprintf("%s moves in each of %d positions.", plaintext.Thousands(int(*moves)), len(speedFENs)),
		Tables:  []harness.Table{func() (*report.Table, error) { return speedTable(list, *weights) }},
		Numbers: list,
	}, nil)
}
