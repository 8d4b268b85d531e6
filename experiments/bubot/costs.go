package bubot

import (
	"context"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/experiments/measure"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/search"
)

// A Cost is what minimax and alpha-beta need for a depth in a position.
type Cost struct {
	Position string     `json:"position"`
	Depth    int        `json:"depth"`
	Nodes    [2]uint64  `json:"nodes"`   // moves made: minimax, alpha-beta
	Seconds  [2]float64 `json:"seconds"` // of processor time
	Agree    bool       `json:"agree"`   // on move and value
}

// Exponent returns e of n^e: alpha-beta's nodes as a power of minimax's.
func (c *Cost) Exponent() float64 {
	return math.Log(float64(c.Nodes[1])) / math.Log(float64(c.Nodes[0]))
}

// costFENs are the positions: the start, and one with many moves.
var costFENs = []struct{ name, fen string }{
	{"start", board.StartFEN},
	{"middlegame", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
}

// The paper's mean times for a move in seconds, by depth; 0: it has none.
var (
	paperMinimax   = [...]float64{1: 0.5, 2: 55, 3: 578}
	paperAlphaBeta = [...]float64{2: 6.78, 3: 15, 4: 90}
)

// costs compares the two to a depth.
func costs(ctx context.Context, depth int) (list []Cost, err error) {
	for _, at := range costFENs {
		for d := 1; d <= depth; d++ {
			c, err := cost(ctx, at.fen, d)
			if err != nil {
				return list, err
			}
			c.Position = at.name
			list = append(list, c)
		}
	}
	return list, nil
}

// cost lets both search a position.
func cost(ctx context.Context, fen string, depth int) (c Cost, err error) {
	c = Cost{Depth: depth}
	var results [2]search.Result
	for i, name := range []string{"bubot-minimax", "bubot-alphabeta"} {
		err := measure.Each(ctx, entrants.Spec{Search: name}, []string{fen}, search.Limits{Depth: depth}, func(t *measure.Thought) {
			results[i], c.Nodes[i], c.Seconds[i] = t.Result, t.Moves, t.Seconds
		})
		if err != nil {
			return c, err
		}
	}
	c.Agree = results[0].Move == results[1].Move && results[0].Score == results[1].Score
	return c, nil
}
