package shown

import (
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/pages"
	"example.org/centipawn/match"
)

// A Played game is one to play through.
type Played struct {
	*match.Line
	Reason string       `json:"reason"`
	Start  string       `json:"start"` // FEN
	Moves  []PlayedMove `json:"moves"`
	Broken string       `json:"broken,omitempty"` // why the moves end before the game does
}

// A PlayedMove is a move of a game with what its player thought. Scores are White's view, in centipawns.
type PlayedMove struct {
	UCI   string   `json:"uci"`
	SAN   string   `json:"san"`
	FEN   string   `json:"fen"` // after the move
	Book  bool     `json:"book,omitempty"`
	Score *float64 `json:"score,omitempty"`
	Mate  *int     `json:"mate,omitempty"` // in this many moves; negative: Black's
	Depth int      `json:"depth,omitempty"`
	Nodes uint64   `json:"nodes,omitempty"`
	MS    float64  `json:"ms,omitempty"`
}

// PlayThrough makes the moves of a game. What is not a move ends them: the file was written by others.
func PlayThrough(g *match.Game) (*Played, error) {
	fen := g.FEN
	if fen == "" {
		fen = board.StartFEN
	}
	at, err := board.ParsePosition(fen)
	if err != nil {
		return nil, err
	}
	p := &Played{
		Line: &match.Line{
			Number: g.Number, Round: g.Round, White: g.White, Black: g.Black, Result: g.Result, End: g.End, Guilty: g.Guilty, Opening: g.Opening,
		},
		Reason: g.Reason, Start: at.FEN(), Moves: []PlayedMove{},
	}
	for i, word := range strings.Fields(g.Moves) {
		m, err := at.ParseUCI(word)
		if err != nil {
			p.Broken = err.Error()
			break
		}
		mover := at.SideToMove()
		shown := PlayedMove{UCI: at.UCI(m), SAN: at.SAN(m), Book: i < g.Book}
		at.Make(m)
		shown.FEN = at.FEN()
		shown.think(g, i-g.Book, mover)
		p.Moves = append(p.Moves, shown)
	}
	p.Plies = len(p.Moves)
	return p, nil
}

// think adds what the mover thought at the nth move after the opening.
func (m *PlayedMove) think(g *match.Game, n int, mover board.Color) {
	if n < 0 {
		return
	}
	if score, ok := g.Scores.At(n); ok {
		score = score.White(mover)
		if score.IsMate() {
			mate := score.MateMoves()
			m.Mate = &mate
		} else {
			m.Score = pages.Number(float64(score))
		}
	}
	if n < len(g.Depths) {
		m.Depth = g.Depths[n]
	}
	if n < len(g.Nodes) {
		m.Nodes = g.Nodes[n]
	}
	if n < len(g.Times) {
		m.MS = float64(g.Times[n]) / 1000
	}
}
