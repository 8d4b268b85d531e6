package static

import (
	"fmt"
	"strings"

	"example.org/centipawn/internal/enum"
)

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

// A Question is how an engine is asked for its evaluation. Zero fields are recognised.
type Question struct {
	Preset  string `json:"preset,omitempty"` // name of the preset that it is of, if it is of one
	Command string `json:"command"`          // "eval"
	Pattern string `json:"pattern"`          // a regular expression of Go; its first group, or all of it, is the number
	View    View   `json:"view"`
	Unit    Unit   `json:"unit"`
}

// ParseQuestion reads what a user passes: the name of a preset or a command, and an expression for
// the number, "" for that of the preset or the one that finds it.
func ParseQuestion(presetOrCommand, pattern string) (q Question, err error) {
	if p := preset(presetOrCommand); p != nil {
		q = p.question(0)
	} else {
		q.Command = strings.TrimSpace(presetOrCommand)
	}
	if strings.ContainsAny(q.Command, "\n\r") {
		return q, fmt.Errorf("the command %q has two lines: pass one", q.Command)
	}
	if pattern != "" {
		q.Pattern = pattern
		_, err = compile(pattern)
	}
	return q, err
}
