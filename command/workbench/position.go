package workbench

import (
	"fmt"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/command/workbench/web"
)

// positionPage is a board with the evaluation of its position.
var positionPage = page{
	Name: "position", Title: "Position", About: "What does the evaluation say of a position, term by term and square by square?",
	Context: []part{subject, versus},
	Routes: func(in *shared) map[string]web.Handler {
		return map[string]web.Handler{
			"GET /api/position": web.Answer(position), "GET /api/explain": web.Answer(explain), "GET /api/squares": web.Answer(squares),
			"GET /api/lines": lines(in.searches), "GET /api/library": web.Answer(library(cache.New[string, []measures.Example](mostLibraries))),
			"GET /api/position/games": web.Answer(readGames), "GET /api/position/pgn": writeGame,
		}
	},
}

// A move is a legal move with the position after it.
type move struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"`
	// Check is the square of a king that is in check after it, "" if none is.
	Check string `json:"check,omitempty"`
}

// moveOf describes a move and makes it.
func moveOf(p *board.Position, m board.Move) move {
	out := move{UCI: p.UCI(m), SAN: p.SAN(m)}
	p.Make(m)
	out.FEN, out.Check = p.FEN(), checked(p)
	return out
}

// checked returns the square of the king that is in check, "" if none is.
func checked(p *board.Position) string {
	if !p.InCheck() {
		return ""
	}
	return p.King(p.SideToMove()).String()
}

// A shownPosition is a position as a board needs it, at the end of the line that led to it.
type shownPosition struct {
	Start   string `json:"start"` // FEN
	Played  []move `json:"played"`
	FEN     string `json:"fen"` // after these
	Turn    string `json:"turn"`
	Status  string `json:"status"`
	Check   bool   `json:"check"`
	Checked string `json:"checked,omitempty"` // the square of the king that is in check
	Moves   []move `json:"moves"`             // that are legal
}

// position answers with the position after moves, and those that are legal there.
func position(q *web.Request) (any, error) {
	start, played, p := lineIn(q)
	if q.Err != nil {
		return nil, q.Err
	}
	moves := []move{}
	for _, m := range p.LegalMoves(nil) {
		next := p
		moves = append(moves, moveOf(&next, m))
	}
	return &shownPosition{
		Start: start.FEN(), Played: played, FEN: p.FEN(), Turn: p.SideToMove().String(), Status: p.Status().String(),
		Check: p.InCheck(), Checked: checked(&p), Moves: moves,
	}, nil
}

// mostPlies is how long a line may be, in half-moves.
const mostPlies = 2000

// lineIn returns the position of the parameter fen, the moves of the parameter moves, as UCI or SAN write them, and the
// position after them.
func lineIn(q *web.Request) (start board.Position, played []move, p board.Position) {
	start, played = q.FEN(), []move{}
	if q.Err != nil {
		return start, nil, start
	}
	p = start
	list := strings.Fields(q.Get("moves"))
	if len(list) > mostPlies {
		q.Fail(web.Bad(fmt.Errorf("moves: %d half-moves, at most %d are taken", len(list), mostPlies)))
		return start, nil, p
	}
	for i, text := range list {
		m, err := p.ParseUCI(text)
		if err != nil {
			m, err = p.ParseSAN(text)
		}
		if err != nil {
			q.Fail(web.Bad(fmt.Errorf("moves: half-move %d: %w", i+1, err)))
			return start, nil, p
		}
		played = append(played, moveOf(&p, m))
	}
	return start, played, p
}

// mostLibraries is how many sets' libraries are kept: to find one takes a second.
const mostLibraries = 8

// library answers with positions in which the terms of a set count, found from their definitions.
func library(kept *cache.Cache[string, []measures.Example]) func(q *web.Request) (any, error) {
	return func(q *web.Request) (any, error) {
		of := q.Item("weights", items.Weights)
		if q.Err != nil {
			return nil, q.Err
		}
		list, err := kept.Get(of.File.Set+"\n"+of.File.SetHash, func() ([]measures.Example, error) { return measures.Library(of) })
		return list, web.Bad(err)
	}
}

// explain answers with an evaluation term by term.
func explain(q *web.Request) (any, error) {
	of, p := q.Item("weights", items.Weights), q.FEN()
	if q.Err != nil {
		return nil, q.Err
	}
	out, err := measures.Explain(of, &p)
	return out, web.Bad(err)
}

// squares answers with the empty squares that a term depends on.
func squares(q *web.Request) (any, error) {
	of, p := q.Item("weights", items.Weights), q.FEN()
	if q.Err != nil {
		return nil, q.Err
	}
	out, known, err := measures.Squares(of, &p, q.Get("term"))
	if err == nil && !known {
		return nil, web.Missing("set %s has no term %q", of.File.Set, q.Get("term"))
	}
	return out, web.Bad(err)
}
