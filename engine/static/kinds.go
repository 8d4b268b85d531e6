package static

import "example.org/centipawn/internal/enum"

// A View is whose advantage a positive evaluation is. The zero value is to be recognised.
type View uint8

const (
	ViewAuto  View = iota // recognised by positions with colours exchanged
	ViewWhite             // positive: White is better
	ViewMover             // positive: the side to move is better
)

var viewNames = []string{ViewAuto: "auto", ViewWhite: "white", ViewMover: "mover"}

// String returns "auto", "white" or "mover".
func (v View) String() string { return enum.Name(viewNames, v) }

// MarshalText and UnmarshalText make a View a flag for flag.TextVar.
func (v View) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText sets v from its name.
func (v *View) UnmarshalText(text []byte) error { return enum.Parse(v, viewNames, text) }

// A Unit is the unit of the numbers that an engine prints. The zero value is to be recognised.
type Unit uint8

const (
	UnitAuto       Unit = iota // recognised by positions with more material
	UnitCentipawns             // a pawn is about 100; engines whose pawn is 208 or 256 keep their own unit
	UnitPawns                  // a pawn is about 1.00
)

var unitNames = []string{UnitAuto: "auto", UnitCentipawns: "centipawns", UnitPawns: "pawns"}

// String returns "auto", "centipawns" or "pawns".
func (u Unit) String() string { return enum.Name(unitNames, u) }

// MarshalText and UnmarshalText make a Unit a flag for flag.TextVar.
func (u Unit) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText sets u from its name.
func (u *Unit) UnmarshalText(text []byte) error { return enum.Parse(u, unitNames, text) }

// A Reason is why a position has no evaluation.
type Reason uint8

const (
	Evaluated Reason = iota // it has one
	InCheck                 // the side to move is in check: not asked
	Over                    // no legal move, mate or stalemate: not asked
	Refused                 // the engine says that it has none, as Stockfish's "none (in check)", or prints no number where one is due
	Silent                  // the engine prints nothing in which the pattern is found
	Failed                  // the engine hung or died
	Chess960                // castling rights of Chess960, which the engine does not know: not asked
	reasons
)
