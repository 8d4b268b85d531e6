package datasets

import (
	"fmt"
	"math"
	"strconv"

	"centipawn/board"
	"centipawn/records"
)

// marlinEncoding writes marlinformat. The game and what belongs to its moves have
// no place there, nor has the distance of a mate.
type marlinEncoding struct{}

// add implements [encoding].
func (marlinEncoding) add(dst []byte, s *Sample, lost *losses) ([]byte, error) {
	lost.noteExtras(s)
	lost.note(lostPly, s.Ply != plyOf(&s.Position))
	return appendRecord(dst, records.Marlin, s)
}

// finish implements [encoding].
func (marlinEncoding) finish(dst []byte, _ *losses) ([]byte, error) { return dst, nil }

// bulletEncoding writes bulletformat: of the position nothing but the men, as the
// side to move sees them.
type bulletEncoding struct{}

// add implements [encoding].
func (bulletEncoding) add(dst []byte, s *Sample, lost *losses) ([]byte, error) {
	p := &s.Position
	lost.noteExtras(s)
	lost.note(lostSide, p.SideToMove() == board.Black)
	lost.note(lostState, p.CastlingRooks() != 0 || p.EnPassant() != board.NoSquare || p.HalfmoveClock() != 0 || p.FullmoveNumber() != 1)
	lost.note(lostPly, s.Ply != 0)
	return appendRecord(dst, records.Bullet, s)
}

// finish implements [encoding].
func (bulletEncoding) finish(dst []byte, _ *losses) ([]byte, error) { return dst, nil }

// appendRecord appends a sample in one of the binary layouts.
func appendRecord(dst []byte, layout records.Layout, s *Sample) ([]byte, error) {
	if s.Result == Unknown {
		return dst, fmt.Errorf("%w: no result of a game, and %v has no code for none", ErrHold, layout)
	}
	r := records.Record{Position: s.Position, Score: s.Score, WDL: uint8(s.Result - BlackWins)}
	var b [records.Size]byte
	if err := layout.Encode(&r, &b); err != nil {
		return dst, fmt.Errorf("%w: %v: %w", ErrHold, layout, err)
	}
	return append(dst, b[:]...), nil
}

// textEncoding writes lines of FEN | score | result: the score a number of
// centipawns, White's view, and the result White's points. Mates are numbers as
// in the binary layouts, since programs that read this format expect no others.
type textEncoding struct{}

// add implements [encoding].
func (textEncoding) add(dst []byte, s *Sample, lost *losses) ([]byte, error) {
	points := s.points()
	if math.IsNaN(points) {
		return dst, fmt.Errorf("%w: neither a result nor an expected score, and lines of FEN | score | result have no code for none", ErrHold)
	}
	score, err := records.Centipawns(s.Score)
	if err != nil {
		return dst, fmt.Errorf("%w: %w", ErrHold, err)
	}
	lost.noteExtras(s)
	lost.note(lostPly, s.Ply != plyOf(&s.Position))
	dst = s.Position.AppendFEN(dst)
	dst = append(dst, " | "...)
	dst = strconv.AppendInt(dst, int64(score), 10)
	dst = append(dst, " | "...)
	return append(appendPoints(dst, s), '\n'), nil
}

// finish implements [encoding].
func (textEncoding) finish(dst []byte, _ *losses) ([]byte, error) { return dst, nil }

// appendPoints appends White's points, 1.0, 0.5 or 0.0, or the expected score in
// their place, with as many digits as tell it from its neighbours.
func appendPoints(dst []byte, s *Sample) []byte {
	switch s.Result {
	case WhiteWins:
		return append(dst, "1.0"...)
	case Draw:
		return append(dst, "0.5"...)
	case BlackWins:
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
