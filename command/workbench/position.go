package workbench

import (
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
)

// positionPage is a board with the evaluation of its position.
var positionPage = page{
	Name: "position", Title: "Position", About: "What does the evaluation say of a position, term by term and square by square?",
	Context: []part{subject, versus},
	Routes: func(in *shared) map[string]handler {
		return map[string]handler{
			"GET /api/position": answer(position), "GET /api/explain": answer(explain), "GET /api/squares": answer(squares),
			"GET /api/lines": lines(in.searches),
		}
	},
}

// A move is a legal move with the position after it.
type move struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"`
}

// position answers with a position's moves, for a board that plays them.
func position(q *request) (any, error) {
	p := q.fen()
	if q.err != nil {
		return nil, q.err
	}
	moves := []move{}
	for _, m := range p.LegalMoves(nil) {
		next := p
		next.Make(m)
		moves = append(moves, move{p.UCI(m), p.SAN(m), next.FEN()})
	}
	return map[string]any{
		"fen": p.FEN(), "turn": p.SideToMove().String(), "status": p.Status().String(), "check": p.InCheck(), "moves": moves,
	}, nil
}

// explain answers with an evaluation term by term.
func explain(q *request) (any, error) {
	of, p := q.item("weights", items.Weights), q.fen()
	if q.err != nil {
		return nil, q.err
	}
	out, err := measures.Explain(of, &p)
	return out, bad(err)
}

// squares answers with the empty squares that a term depends on.
func squares(q *request) (any, error) {
	of, p := q.item("weights", items.Weights), q.fen()
	if q.err != nil {
		return nil, q.err
	}
	out, known, err := measures.Squares(of, &p, q.get("term"))
	if err == nil && !known {
		return nil, missing("set %s has no term %q", of.File.Set, q.get("term"))
	}
	return out, bad(err)
}
