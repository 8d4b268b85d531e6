package written

import (
	"fmt"
	"math"
	"strconv"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/records"
)

// Bars writes lines of FEN | score | result: the score a number of
// centipawns, White's view, and the result White's points. Mates are numbers as
// in the binary layouts, since programs that read this format expect no others.
type Bars struct{}

// Add implements [datasets.Encoder].
func (Bars) Add(dst []byte, s *datasets.Sample, lost *datasets.Losses) ([]byte, error) {
	points := s.Points()
	if math.IsNaN(points) {
		return dst, fmt.Errorf("%w: neither a result nor an expected score, and lines of FEN | score | result cannot leave it open", datasets.ErrHold)
	}
	score, err := records.Centipawns(s.Score)
	if err != nil {
		return dst, fmt.Errorf("%w: %w", datasets.ErrHold, err)
	}
	lost.NoteExtras(s)
	lost.Note(datasets.LostPly, s.Ply != datasets.PlyOf(&s.Position))
	dst = s.Position.AppendFEN(dst)
	dst = append(dst, " | "...)
	dst = strconv.AppendInt(dst, int64(score), 10)
	dst = append(dst, " | "...)
	return append(appendPoints(dst, s), '\n'), nil
}

// Finish implements [datasets.Encoder].
func (Bars) Finish(dst []byte, _ *datasets.Losses) ([]byte, error) { return dst, nil }

// appendPoints appends White's points, 1.0, 0.5 or 0.0, or the expected score in
// their place, with as many digits as tell it from its neighbours.
func appendPoints(dst []byte, s *datasets.Sample) []byte {
	switch s.Result {
	case datasets.WhiteWins:
		return append(dst, "1.0"...)
	case datasets.Draw:
		return append(dst, "0.5"...)
	case datasets.BlackWins:
		return append(dst, "0.0"...)
	}
	return appendExpected(dst, s.Expected)
}

// appendExpected appends an expected score; 0 and 1 get a point, too.
func appendExpected(dst []byte, e float32) []byte {
	if e == 0 || e == 1 {
		return strconv.AppendFloat(dst, float64(e), 'f', 1, 32)
	}
	return strconv.AppendFloat(dst, float64(e), 'f', -1, 32)
}
