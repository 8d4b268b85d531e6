package thesis

import (
	"context"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/experiments/measure"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
)

// bounded are variants whose bound on iterations does not concern what they do in a second.
var bounded = map[string]bool{"MCC-Solver-5000": true, "MCC-SR-500": true, "MCC-SR-1000": true, "MCC-SR-2000": true, "MCC-SR-5000": true}

// speeds measures all variants, one after the other.
func (o *Options) speeds(ctx context.Context) (list []Speed, err error) {
	for i := range variants {
		v := &variants[i]
		if bounded[v.name] || !o.playable(v.name) {
			continue
		}
		s, err := o.speed(ctx, v)
		if err != nil {
			return list, fmt.Errorf("%s: %w", v.name, err)
		}
		list = append(list, *s)
	}
	return list, nil
}

func (o *Options) speed(ctx context.Context, v *variant) (s *Speed, err error) {
	p, err := board.ParseFEN(trapFEN)
	if err != nil {
		return nil, err
	}
	spec, limit := o.tree(v).With("TreeCount", mcts.Moves.String()), search.Limits{Nodes: o.Trap.Nodes, MoveTime: o.Trap.Time}
	err = measure.Each(ctx, spec, []string{trapFEN}, limit, func(t *measure.Thought) {
		s = &Speed{
			Player: v.name, Iterations: t.Iterations, Moves: t.Moves, Deepest: t.Deepest, Seconds: t.Seconds, Move: p.SAN(t.Move),
		}
	})
	return s, err
}
