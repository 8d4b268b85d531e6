package packed

import (
	"errors"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/records"
	"example.org/centipawn/winprob"
)

// viriEncoding writes viriformat. Its games are whole from their first sample on:
// every sample up to the end of the game has to follow, for the format has no
// place for a position that was not reached, or for a game that goes on.
type viriEncoding struct {
	game records.Game
	id   uint32         // of the game
	next board.Position // after its moves
	left uint16         // half moves of the game from next on; 0 between two games
}

// Add implements [datasets.Encoder]. The game's id is lost and its samples stay one game.
func (e *viriEncoding) Add(dst []byte, s *datasets.Sample, lost *datasets.Losses) ([]byte, error) {
	if err := e.check(s); err != nil {
		return dst, fmt.Errorf("%w: %w", datasets.ErrHold, err)
	}
	_, known := s.Score.MateDistance()
	lost.Note(datasets.LostDistance, known)
	lost.Note(datasets.LostPly, s.Ply != datasets.PlyOf(&s.Position))
	lost.Note(datasets.LostDepth, s.Depth != 0)
	lost.NoteTree(s)
	lost.Note(datasets.LostEnd, s.End != datasets.EndUnknown || s.Book)
	if e.left == 0 {
		e.game.Start, e.game.Moves, e.game.WDL, e.id = s.Position, e.game.Moves[:0], uint8(s.Result-datasets.BlackWins), s.Game
	}
	e.game.Moves = append(e.game.Moves, records.Move{Move: s.Move, Score: s.Score})
	e.next, e.left = s.Position, s.Left-1
	e.next.Make(s.Move)
	if e.left > 0 {
		return dst, nil
	}
	dst, err := e.game.Append(dst)
	if err != nil {
		err = fmt.Errorf("%w: viriformat: %w", datasets.ErrHold, err)
	}
	return dst, err
}

// check says why a sample cannot be the next of a game.
func (e *viriEncoding) check(s *datasets.Sample) error {
	switch {
	case s.Result == datasets.Unknown:
		return errors.New("no game result, and viriformat cannot leave it open")
	case s.Score == winprob.NoScore:
		return fmt.Errorf("%w: none", records.ErrScore)
	case s.Left == datasets.NoLeft || s.Left == 0:
		return errors.New("viriformat holds whole games, and the number of half moves left in this one is not known")
	case !s.Position.IsLegal(s.Move):
		return fmt.Errorf("%w, and viriformat is moves: %v", board.ErrIllegalMove, s.Move)
	case e.left > 0 && (s.Game != e.id || s.Left != e.left || s.Position != e.next):
		return fmt.Errorf("viriformat holds whole games, and the one before it lacks %d half moves: leave filters out", e.left)
	case e.left > 0 && uint8(s.Result-datasets.BlackWins) != e.game.WDL:
		return errors.New("another result than that of the positions before it in its game")
	}
	return nil
}

// Finish implements [datasets.Encoder].
func (e *viriEncoding) Finish(dst []byte, _ *datasets.Losses) ([]byte, error) {
	if e.left > 0 {
		return dst, fmt.Errorf("%w: viriformat holds whole games, and the last one lacks %d half moves", datasets.ErrHold, e.left)
	}
	return dst, nil
}

// WholeGames implements [datasets.WholeGames].
func (*viriEncoding) WholeGames() {}
