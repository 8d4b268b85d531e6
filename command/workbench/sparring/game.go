package sparring

import (
	"fmt"
	"io"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/match/play"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

// A Game is a game from its first position on.
type Game struct {
	*search.Game
	resigned bool        // a side has given up
	by       board.Color // which
}

// MostPlies is how long a game may be, in half-moves.
const MostPlies = 2000

// NewGame returns the game that begins at start with moves as UCI writes them, apart by blanks. A move that is not
// legal is an error, and so is one after the end.
func NewGame(start board.Position, moves string) (*Game, error) {
	g := &Game{Game: search.NewGame(start)}
	list := strings.Fields(moves)
	if len(list) > MostPlies {
		return nil, fmt.Errorf("moves: %d half-moves, at most %d are taken", len(list), MostPlies)
	}
	for i, text := range list {
		if end := g.Outcome(); end != search.Ongoing {
			return nil, fmt.Errorf("moves: half-move %d comes after the end of the game: %v", i+1, end)
		}
		m, err := g.Position().ParseUCI(text)
		if err != nil {
			return nil, fmt.Errorf("moves: half-move %d: %w", i+1, err)
		}
		g.Make(m)
	}
	return g, nil
}

// Resign ends the game by a side's giving up. It is an error if the game is over.
func (g *Game) Resign(side board.Color) error {
	if g.Over() {
		return fmt.Errorf("resigned: the game is over: %s", g.End())
	}
	g.resigned, g.by = true, side
	return nil
}

// Over reports whether the game has ended. A draw that a player may claim is claimed.
func (g *Game) Over() bool { return g.resigned || g.Outcome() != search.Ongoing }

// End says in words how the game has ended, "ongoing" if it has not.
func (g *Game) End() string {
	if g.resigned {
		return g.by.String() + " has resigned"
	}
	return g.Outcome().String()
}

// Result is that of the game, unknown while it goes on.
func (g *Game) Result() pgn.Result {
	switch end := g.Outcome(); {
	case g.resigned:
		return wonBy(g.by.Other())
	case end == search.Checkmate:
		return wonBy(g.Position().SideToMove().Other())
	case end.IsDraw():
		return pgn.Draw
	}
	return pgn.Unknown
}

func wonBy(side board.Color) pgn.Result {
	if side == board.White {
		return pgn.WhiteWins
	}
	return pgn.BlackWins
}

// A Played is a move of a game as a page shows it.
type Played struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"` // after it
	// Check is the square of a king that is in check after it, "" if none is.
	Check string `json:"check,omitempty"`
}

// A Choice is a legal move.
type Choice struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// A State is a game as a page shows it.
type State struct {
	Start  string   `json:"start"` // FEN
	Turn   string   `json:"turn"`  // White or Black
	Check  string   `json:"check,omitempty"`
	Played []Played `json:"played"`
	Moves  []Choice `json:"moves"` // that are legal now; none when the game is over
	Over   bool     `json:"over"`
	End    string   `json:"end"`    // in words
	Result string   `json:"result"` // as PGN writes it
}

// State returns the game as a page shows it.
func (g *Game) State() *State {
	p := g.Start()
	s := &State{Start: p.FEN(), Check: checked(&p), Played: []Played{}, Moves: []Choice{}, Over: g.Over(), End: g.End(), Result: g.Result().String()}
	for _, m := range g.Moves() {
		one := Played{UCI: p.UCI(m), SAN: p.SAN(m)}
		p.Make(m)
		one.FEN, one.Check = p.FEN(), checked(&p)
		s.Check = one.Check
		s.Played = append(s.Played, one)
	}
	s.Turn = p.SideToMove().String()
	if s.Over {
		return s
	}
	for _, m := range p.LegalMoves(nil) {
		s.Moves = append(s.Moves, Choice{p.UCI(m), p.SAN(m)})
	}
	return s
}

// checked returns the square of the king that is in check, "" if none is.
func checked(p *board.Position) string {
	if !p.InCheck() {
		return ""
	}
	return p.King(p.SideToMove()).String()
}

// Tags are what a game's record says of it.
type Tags struct {
	White, Black string
	Date         string // as PGN writes it; "": unknown
}

// WritePGN writes the record of the game.
func (g *Game) WritePGN(w io.Writer, t Tags) error {
	record := pgn.Game{Start: g.Start(), Result: g.Result()}
	for _, tag := range []pgn.Tag{{Name: "Event", Value: "a person against centipawn"}, {Name: "Date", Value: t.Date}, {Name: "White", Value: t.White},
		{Name: "Black", Value: t.Black}, {Name: "Termination", Value: g.termination()}} {
		if tag.Value != "" {
			record.Tags = append(record.Tags, tag)
		}
	}
	for _, m := range g.Moves() {
		record.Moves = append(record.Moves, pgn.Move{Move: m})
	}
	if g.Over() {
		record.Comments, record.Moves = ending(g.End(), record.Comments, record.Moves)
	}
	out := pgn.NewWriter(w)
	if err := out.Write(&record); err != nil {
		return err
	}
	return out.Flush()
}

// ending puts the end of a game in words behind its last move, or before the first of a game without one.
func ending(words string, first []pgn.Comment, moves []pgn.Move) ([]pgn.Comment, []pgn.Move) {
	if len(moves) == 0 {
		return append(first, pgn.Comment(words)), moves
	}
	last := &moves[len(moves)-1]
	last.Comments = append(last.Comments, pgn.Comment(words))
	return first, moves
}

// termination is the value of PGN's tag.
func (g *Game) termination() string {
	if g.Over() {
		return play.Checkmate.Termination()
	}
	return play.Unfinished.Termination()
}
