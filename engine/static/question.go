package static

import (
	"fmt"
	"slices"
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
	Preset  string `json:"preset,omitempty"` // name of the preset by which it is asked; "": of the caller's own
	Command string `json:"command"`          // "eval"
	Pattern string `json:"pattern"`          // a regular expression of Go; its first group, or all of it, is the number
	View    View   `json:"view"`
	Unit    Unit   `json:"unit"`
}

// ParseQuestion reads what a user passes: the name of a preset or a command, and an expression that
// finds the number, "" for that of the preset or the one that does.
func ParseQuestion(presetOrCommand, pattern string) (q Question, err error) {
	if preset(presetOrCommand) != nil {
		q.Preset = presetOrCommand
	} else {
		q.Command = strings.TrimSpace(presetOrCommand)
	}
	q.Pattern = pattern
	return q, q.check()
}

// check returns an error for what no engine can be asked.
func (q *Question) check() error {
	switch {
	case q.Preset != "" && preset(q.Preset) == nil:
		return fmt.Errorf("preset %q: unknown: pass one of %s, or a command of the engine", q.Preset, presetNames())
	case strings.ContainsAny(q.Command, "\n\r"):
		return fmt.Errorf("the command %q has two lines: pass one", q.Command)
	case slices.Contains([]string{"quit", "go", "stop", "uci", "isready", "position", "ucinewgame", "setoption", "ponderhit", "bench"}, firstWord(q.Command)):
		return fmt.Errorf("the command %q is not one for a static evaluation: pass the engine's own, such as eval", q.Command)
	}
	_, err := newReader(q.Pattern)
	return err
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// presetNames are the names that a user can pass.
func presetNames() string {
	var names []string
	for i := range Presets {
		names = append(names, Presets[i].Name)
	}
	return strings.Join(names, ", ")
}
