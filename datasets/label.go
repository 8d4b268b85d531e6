package datasets

import (
	"bytes"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/winprob"
)

// A Label is a score as it is written: its view is that of the file.
type Label struct {
	Score winprob.Score
	Kind  LabelKind
	Raw   float64 // the number as written, in the file's unit
}

// A LabelKind says what a score is.
type LabelKind uint8

const (
	LabelNone     LabelKind = iota // the row has no score
	LabelNumber                    // an evaluation
	LabelCode                      // a number too large for one: a mate at an unknown distance
	LabelMate                      // a mate
	LabelMated                     // mate on the board, #+0 or #-0
	LabelUnsigned                  // mate on the board, #0: no sign
)

// LabelOf returns a score as a label, for formats that mark mates by their distance alone.
func LabelOf(score winprob.Score) Label {
	switch {
	case score == winprob.NoScore:
		return Label{Score: score}
	case score.Mate() != 0:
		return Label{Score: score, Kind: LabelMate}
	}
	return Label{Score: score, Kind: LabelNumber, Raw: float64(score)}
}

// ParsePosition reads a FEN into p.
func ParsePosition(p *board.Position, fen []byte) (err error) {
	if *p, err = board.ParseFEN(cut.String(fen)); err != nil {
		return fmt.Errorf("bad FEN: %w", err)
	}
	return nil
}

// ParseMove reads the first of the moves in a text, in the notation of UCI or in
// SAN; NoMove if there is none.
func ParseMove(p *board.Position, b []byte) (board.Move, error) {
	if end := bytes.IndexByte(b, ' '); end >= 0 {
		b = b[:end]
	}
	switch string(b) {
	case "", "-", "?", "0000", "(none)":
		return board.NoMove, nil
	}
	if m, err := p.ParseUCI(cut.String(b)); err == nil {
		return m, nil
	}
	m, err := p.ParseSAN(cut.String(b))
	if err != nil {
		return m, fmt.Errorf("%w: %w", ErrMove, err)
	}
	return m, nil
}

// MateOnBoard returns the score of a position in which mate is on the board.
func MateOnBoard(pos *board.Position) (winprob.Score, error) {
	if !pos.InCheck() || pos.Status() != board.Checkmate {
		return winprob.NoScore, fmt.Errorf("%w: mate in 0: the position is not checkmate", ErrScore)
	}
	if pos.SideToMove() == board.White {
		return winprob.MateIn(-1, 0), nil
	}
	return winprob.MateIn(1, 0), nil
}
