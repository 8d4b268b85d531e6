package plain

import (
	"fmt"
	"strconv"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/records"
	"example.org/centipawn/winprob"
)

// encoding writes records of all five lines: trainers want them. A mate is a number as in the binary
// layouts, and no score is 32002.
type encoding struct{}

// Add implements [datasets.Encoder].
func (encoding) Add(dst []byte, s *datasets.Sample, lost *datasets.Losses) ([]byte, error) {
	if s.Move == board.NoMove {
		return dst, fmt.Errorf("%w: no move, and plain cannot leave it open", datasets.ErrHold)
	}
	result, err := moversResult(s)
	if err != nil {
		return dst, err
	}
	score, err := moversScore(s)
	if err != nil {
		return dst, fmt.Errorf("%w: %w", datasets.ErrHold, err)
	}
	_, known := s.Score.MateDistance()
	lost.Note(datasets.LostDistance, known)
	lost.Note(datasets.LostGame, s.Game != game.Skeleton(&s.Position))
	lost.Note(datasets.LostDepth, s.Depth != 0)
	lost.NoteEnd(s)
	lost.NoteTree(s)
	dst = s.Position.AppendFEN(append(dst, "fen "...))
	dst = append(append(dst, "\nmove "...), s.Position.UCI(s.Move)...)
	dst = strconv.AppendInt(append(dst, "\nscore "...), int64(score), 10)
	dst = strconv.AppendInt(append(dst, "\nply "...), int64(s.Ply), 10)
	dst = strconv.AppendInt(append(dst, "\nresult "...), int64(result), 10)
	return append(dst, "\ne\n"...), nil
}

// Finish implements [datasets.Encoder].
func (encoding) Finish(dst []byte, _ *datasets.Losses) ([]byte, error) { return dst, nil }

// moversScore returns the mover's score as a number.
func moversScore(s *datasets.Sample) (int, error) {
	if s.Score == winprob.NoScore {
		return noScore, nil
	}
	score, err := records.Centipawns(s.Score)
	if s.Position.SideToMove() == board.Black {
		score = -score
	}
	return int(score), err
}

// moversResult returns 1 for a game that the mover won, 0 for a draw and -1.
func moversResult(s *datasets.Sample) (int, error) {
	result := s.Result
	if s.Position.SideToMove() == board.Black {
		result = result.Reversed()
	}
	if result == datasets.Unknown {
		return 0, fmt.Errorf("%w: no game result, and plain cannot leave it open", datasets.ErrHold)
	}
	return int(result) - int(datasets.Draw), nil
}
