package openings

import (
	"errors"
	"fmt"
	"io"

	"example.org/centipawn/board"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

// readPGN reads games, of which the first half-moves are the opening.
func (r *reader) readPGN(text io.Reader) error {
	if r.opt.Plies < 0 {
		return fmt.Errorf("%s: %d plies: pass a number of half-moves, or 0 for all", r.path, r.opt.Plies)
	}
	games := pgn.NewScanner(text)
	var game pgn.Game
	for n := 1; games.Scan(); n++ {
		text, line := games.Game()
		if err := pgn.Parse(text, line, &game); err != nil {
			return r.gameFault(n, line, err)
		}
		if err := r.takeGame(&game, line); err != nil {
			return err
		}
	}
	if err := games.Err(); err != nil {
		return fmt.Errorf("%s: cannot be read: %w", r.path, err)
	}
	return nil
}

// gameFault gives the fault of a game its place.
func (r *reader) gameFault(n, line int, err error) error {
	var fault *pgn.Error
	if !errors.As(err, &fault) {
		return r.fault(line, err)
	}
	fault.File, fault.Game = r.path, n
	return fault
}

// takeGame adds the opening of a game that begins in a line.
func (r *reader) takeGame(game *pgn.Game, line int) error {
	g := search.NewGame(game.Start)
	for i := range game.Moves {
		if r.opt.Plies > 0 && i == r.opt.Plies {
			break
		}
		m := game.Moves[i].Move
		if m == board.NoMove {
			return r.fault(line, fmt.Errorf("half-move %d is a null move: omit the game, or take fewer of its moves", i+1))
		}
		g.Make(m)
	}
	start := ""
	if game.Start != board.Start() {
		start = game.Start.FEN()
	}
	return r.take(g, start, g.Moves(), line)
}
