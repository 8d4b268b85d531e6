package datasets

import (
	"errors"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/internal/enum"
)

// Castling says what becomes of castling rights that the board cannot have.
type Castling uint8

const (
	CastlingRefuse Castling = iota // the line is bad
	CastlingRepair                 // those rights are dropped, and the line is counted
)

var castlingNames = []string{CastlingRefuse: "refuse", CastlingRepair: "repair"}

// String returns "refuse" or "repair".
func (c Castling) String() string { return enum.Name(castlingNames, c) }

// MarshalText and UnmarshalText make Castling a flag for flag.TextVar.
func (c Castling) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText sets c from its name.
func (c *Castling) UnmarshalText(text []byte) error { return enum.Parse(c, castlingNames, text) }

// ParsePosition reads a FEN into p as c says, and counts one that was repaired in n.
func (c Castling) ParsePosition(p *board.Position, fen []byte, n *Counts) error {
	err := ParsePosition(p, fen)
	if err == nil || c != CastlingRepair || !errors.Is(err, board.ErrCastling) {
		return err
	}
	repaired, ok := possibleRights(fen)
	if !ok {
		return err
	}
	if again := ParsePosition(p, repaired); again != nil {
		return err
	}
	n.Castling++
	return nil
}

// possibleRights returns a FEN with those castling rights that its board can have, one by one.
func possibleRights(fen []byte) (repaired []byte, ok bool) {
	before, rights, after, ok := cutRights(fen)
	if !ok {
		return nil, false
	}
	with := func(rights string) []byte {
		if rights == "" {
			rights = "-"
		}
		return append(append(append([]byte(nil), before...), rights...), after...)
	}
	kept := ""
	for _, right := range rights {
		var p board.Position
		if ParsePosition(&p, with(kept+string(right))) == nil {
			kept += string(right)
		}
	}
	return with(kept), true
}

// cutRights splits a FEN about its third field.
func cutRights(fen []byte) (before []byte, rights string, after []byte, ok bool) {
	at := 0
	for range 2 {
		for at < len(fen) && cut.IsBlank(fen[at]) {
			at++
		}
		for at < len(fen) && !cut.IsBlank(fen[at]) {
			at++
		}
	}
	for at < len(fen) && cut.IsBlank(fen[at]) {
		at++
	}
	end := at
	for end < len(fen) && !cut.IsBlank(fen[end]) {
		end++
	}
	return fen[:at], string(fen[at:end]), fen[end:], end > at
}
