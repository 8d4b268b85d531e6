package static

import "regexp"

// A Preset is how a known engine, or many of a kind, is asked.
type Preset struct {
	Name     string   // as a user passes it
	Engines  []string // that it is chosen for: the beginnings of their names, lower case
	Command  string
	Patterns []string // tried in this order
	View     View     // ViewAuto: it is recognised
	Unit     Unit
	None     []string // texts of an answer without an evaluation
}

// Presets are the known ways, in the order in which they are tried.
var Presets = []Preset{
	{Name: "stockfish", Engines: []string{"stockfish"}, Command: "eval", Patterns: []string{`Classical evaluation\s+([-+0-9.]+)`}, View: ViewWhite, Unit: UnitPawns, None: []string{"none (in check)"}},
}

func preset(name string) *Preset {
	for i := range Presets {
		if Presets[i].Name == name {
			return &Presets[i]
		}
	}
	return nil
}

func (p *Preset) question(pattern int) Question {
	return Question{Preset: p.Name, Command: p.Command, Pattern: p.Patterns[pattern], View: p.View, Unit: p.Unit}
}

func compile(pattern string) (*regexp.Regexp, error) { return regexp.Compile(pattern) }
