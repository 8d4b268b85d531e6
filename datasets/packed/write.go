package packed

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/records"
)

// marlinEncoding writes marlinformat. The game and what belongs to its moves have
// no place there, nor has the distance of a mate.
type marlinEncoding struct{}

// Add implements [datasets.Encoder].
func (marlinEncoding) Add(dst []byte, s *datasets.Sample, lost *datasets.Losses) ([]byte, error) {
	lost.NoteExtras(s)
	lost.Note(datasets.LostPly, s.Ply != datasets.PlyOf(&s.Position))
	return appendRecord(dst, records.Marlin, s)
}

// Finish implements [datasets.Encoder].
func (marlinEncoding) Finish(dst []byte, _ *datasets.Losses) ([]byte, error) { return dst, nil }

// bulletEncoding writes bulletformat: of the position nothing but the pieces, as the
// side to move sees them.
type bulletEncoding struct{}

// Add implements [datasets.Encoder].
func (bulletEncoding) Add(dst []byte, s *datasets.Sample, lost *datasets.Losses) ([]byte, error) {
	p := &s.Position
	lost.NoteExtras(s)
	lost.Note(datasets.LostSide, p.SideToMove() == board.Black)
	lost.Note(datasets.LostState, p.CastlingRooks() != 0 || p.EnPassant() != board.NoSquare || p.HalfmoveClock() != 0 || p.FullmoveNumber() != 1)
	lost.Note(datasets.LostPly, s.Ply != 0)
	return appendRecord(dst, records.Bullet, s)
}

// Finish implements [datasets.Encoder].
func (bulletEncoding) Finish(dst []byte, _ *datasets.Losses) ([]byte, error) { return dst, nil }

// appendRecord appends a sample in one of the binary layouts.
func appendRecord(dst []byte, layout records.Layout, s *datasets.Sample) ([]byte, error) {
	if s.Result == datasets.Unknown {
		return dst, fmt.Errorf("%w: no game result, and %v cannot leave it open", datasets.ErrHold, layout)
	}
	r := records.Record{Position: s.Position, Score: s.Score, WDL: uint8(s.Result - datasets.BlackWins)}
	var b [records.Size]byte
	if err := layout.Encode(&r, &b); err != nil {
		return dst, fmt.Errorf("%w: %v: %w", datasets.ErrHold, layout, err)
	}
	return append(dst, b[:]...), nil
}
