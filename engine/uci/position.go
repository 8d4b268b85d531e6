package uci

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// position is "position startpos|fen FEN [moves MOVE...]". A start that is none
// leaves the position as it was; of a list with an illegal move, those before it
// are made.
func (s *server) position(c call) {
	setup, moves := c.words[1:], []string(nil)
	if at := slices.Index(setup, "moves"); at >= 0 {
		setup, moves = setup[:at], setup[at+1:]
	}
	start, err := startPosition(setup)
	if err != nil {
		s.out.info("position: %v: the position is unchanged", err)
		return
	}
	s.game = search.NewGame(start)
	for i, text := range moves {
		m, err := s.game.Position().ParseUCI(text)
		if err != nil {
			s.out.info("position: move %d: %v: the position before it is set", i+1, err)
			return
		}
		s.game.Make(m)
	}
}

func startPosition(words []string) (board.Position, error) {
	switch {
	case len(words) == 1 && words[0] == "startpos":
		return board.Start(), nil
	case len(words) > 1 && words[0] == "fen":
		return board.ParseFEN(strings.Join(words[1:], " "))
	}
	return board.Position{}, fmt.Errorf("%.80q is not a position: pass startpos, or fen and a FEN, then moves", strings.Join(words, " "))
}

// display is "d".
func (s *server) display(call) {
	p := s.game.Position()
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, "%d", rank+1)
		for file := range 8 {
			letter := "."
			if piece := p.PieceAt(board.NewSquare(file, rank)); piece != board.NoPiece {
				letter = piece.String()
			}
			b.WriteString(" " + letter)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "  a b c d e f g h\nFen: %s\nKey: %016X\nCheckers:", p.FEN(), p.Key())
	for checkers := p.Checkers(); checkers != 0; checkers &= checkers - 1 {
		b.WriteString(" " + checkers.First().String())
	}
	s.out.print(b.String())
}

// moveText is a move in UCI notation; in Chess960 castling is the king taking his
// rook, wherever they stand.
func moveText(p *board.Position, m board.Move, chess960 bool) string {
	if chess960 {
		return m.String()
	}
	return p.UCI(m)
}
