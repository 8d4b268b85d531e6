// Package oracle translates between this module's positions, moves and games
// and those of github.com/notnil/chess, for programs that already use its types
// and for the test that compares the two rule by rule.
//
// Only standard chess can be translated: notnil/chess knows no Chess960. It
// also keeps en passant squares on which no capture is legal; they are dropped
// on the way to board.
package oracle

import (
	"errors"
	"fmt"

	"github.com/notnil/chess"

	"example.org/centipawn/board"
)

// ErrChess960 reports castling rights that notnil/chess cannot express.
var ErrChess960 = errors.New("castling rights of Chess960")

// Position returns p as a position of notnil/chess.
func Position(p *board.Position) (*chess.Position, error) {
	g, err := newGame(p)
	if err != nil {
		return nil, err
	}
	return g.Position(), nil
}

// newGame goes through a Game because only that way of reading a FEN notices
// that the side to move is in check.
func newGame(p *board.Position) (*chess.Game, error) {
	for rooks := p.CastlingRooks(); rooks != 0; {
		rook := rooks.Pop()
		king := p.King(p.PieceAt(rook).Color())
		if king.File() != 4 || rook.File() != 0 && rook.File() != 7 {
			return nil, fmt.Errorf("%w: king %v, rook %v", ErrChess960, king, rook)
		}
	}
	option, err := chess.FEN(p.FEN())
	if err != nil {
		return nil, err
	}
	return chess.NewGame(option), nil
}

// FromPosition returns a position of notnil/chess as ours. It is an error if it
// fails [board.Position.Validate], which notnil/chess does not look at.
func FromPosition(cp *chess.Position) (board.Position, error) {
	return board.ParseFEN(cp.String())
}

// Move returns the legal move m of p as a move of notnil/chess in cp, the same
// position.
func Move(p *board.Position, cp *chess.Position, m board.Move) (*chess.Move, error) {
	uci := p.UCI(m)
	for _, cm := range cp.ValidMoves() {
		if cm.String() == uci {
			return cm, nil
		}
	}
	return nil, fmt.Errorf("%w: %s in %v", board.ErrIllegalMove, uci, cp)
}

// FromMove returns a move of notnil/chess as a legal move of p.
func FromMove(p *board.Position, cm *chess.Move) (board.Move, error) {
	return p.ParseUCI(cm.String())
}

// Game returns a game of notnil/chess with the moves made from start on.
func Game(start board.Position, moves []board.Move) (*chess.Game, error) {
	g, err := newGame(&start)
	if err != nil {
		return nil, err
	}
	p := start
	for i, m := range moves {
		cm, err := Move(&p, g.Position(), m)
		if err == nil {
			err = g.Move(cm)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		p.Make(m)
	}
	return g, nil
}

// FromGame returns the first position and the moves of a game of notnil/chess.
func FromGame(g *chess.Game) (start board.Position, moves []board.Move, err error) {
	start, err = FromPosition(g.Positions()[0])
	if err != nil {
		return board.Position{}, nil, err
	}
	p := start
	for i, cm := range g.Moves() {
		m, err := FromMove(&p, cm)
		if err != nil {
			return board.Position{}, nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		moves = append(moves, m)
		p.Make(m)
	}
	return start, moves, nil
}
