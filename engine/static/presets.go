package static

import (
	"slices"
	"strings"

	"example.org/centipawn/engine/uci/client"
)

// A Preset is how a known engine is asked, or engines of a kind.
type Preset struct {
	Name     string // as a user passes it
	Engines  string // what it is for, in words
	Names    []string
	Command  string
	Patterns []string // of Go; the first that finds the number is taken
	View     View     // that its source says; it is measured all the same
	Unit     Unit
	Options  []client.Setting // that are set if the engine has them and the caller has not set them
	Chosen   bool             // by a user alone: never tried
}

// number is what a pattern of this package takes for a number.
const number = `([-+−]?\d+(?:[.,]\d+)?)`

// alone is a number that stands alone on its line.
const alone = `(?m)^(?:info string )?` + number + `(?: ?cp)?$`

// Presets are the known ways, in the order in which they are tried. Names are the beginnings of
// engines' names, in lower case.
var Presets = []Preset{
	{
		Name: "stockfish", Engines: "Stockfish and its relatives: the classical evaluation where they have one, else the final one",
		Names: []string{"stockfish", "fairy-stockfish", "shashchess", "multi-variant stockfish", "cfish"}, Command: "eval",
		Patterns: []string{`Classical evaluation:?\s+` + number, `Final evaluation:?\s+` + number, `Total [Ee]valuation:\s+` + number},
		View:     ViewWhite, Unit: UnitPawns, Options: []client.Setting{{Name: "Use NNUE", Value: "false"}},
	},
	{
		Name: "stockfish-final", Engines: "Stockfish 12 and later: what its search is given", Command: "eval",
		Patterns: []string{`Final evaluation:?\s+` + number}, View: ViewWhite, Unit: UnitPawns, Chosen: true,
	},
	{
		Name: "stockfish-nnue", Engines: "Stockfish 12 and later: the network alone", Command: "eval",
		Patterns: []string{`NNUE evaluation:?\s+` + number + ` \(white side\)`}, View: ViewWhite, Unit: UnitPawns, Chosen: true,
	},
	{Name: "centipawn", Engines: "this project's engine", Names: []string{"centipawn"}, Command: "eval", Patterns: []string{`evaluation ` + number + ` centipawns`}, View: ViewWhite, Unit: UnitCentipawns},
	{Name: "chess-3", Engines: "chess-3", Names: []string{"chess-3"}, Command: "eval", Patterns: []string{`(?m)^cp ` + number}, View: ViewMover, Unit: UnitCentipawns},
	{Name: "clockwork", Engines: "Clockwork", Names: []string{"clockwork"}, Command: "eval", Patterns: []string{`Evaluation \(stm\): ` + number}, View: ViewMover, Unit: UnitCentipawns},
	{Name: "weiss", Engines: "Weiss, built with -DDEV", Names: []string{"weiss"}, Command: "eval", Patterns: []string{alone}, View: ViewWhite, Unit: UnitCentipawns},
	{Name: "glaurung", Engines: "Glaurung", Names: []string{"glaurung"}, Command: "eval", Patterns: []string{`Full eval: ` + number}, View: ViewMover, Unit: UnitCentipawns},
	{Name: "laser", Engines: "Laser, by `sh -c \"exec ./laser 2>&1\"`", Names: []string{"laser"}, Command: "eval", Patterns: []string{`Static evaluation: ` + number}, View: ViewWhite, Unit: UnitCentipawns},
	{Name: "chess22k", Engines: "chess22k", Names: []string{"chess22k"}, Command: "eval", Patterns: []string{`Total : ` + number}, View: ViewWhite, Unit: UnitCentipawns},
	{Name: "obsidian", Engines: "Obsidian", Names: []string{"obsidian"}, Command: "eval", Patterns: []string{`Evaluation: ` + number + `  \(not normalized`}, View: ViewWhite, Unit: UnitCentipawns},
	{Name: "caissa", Engines: "Caissa", Names: []string{"caissa"}, Command: "eval", Patterns: []string{`Evaluation: ` + number}, Unit: UnitCentipawns},
	{Name: "stormphrax", Engines: "Stormphrax", Names: []string{"stormphrax"}, Command: "eval", Patterns: []string{`Static eval: ` + number}, View: ViewMover, Unit: UnitPawns},
	{Name: "alexandria", Engines: "Alexandria", Names: []string{"alexandria"}, Command: "eval", Patterns: []string{`Scaled eval: ` + number}, View: ViewMover, Unit: UnitCentipawns},
	{Name: "berserk", Engines: "Berserk", Names: []string{"berserk"}, Command: "eval", Patterns: []string{`Final Score: ` + number + `cp`}, View: ViewWhite, Unit: UnitCentipawns},
	{Name: "reckless", Engines: "Reckless", Names: []string{"reckless"}, Command: "eval", Patterns: []string{`NNUE evaluation\s+` + number}, View: ViewWhite, Unit: UnitPawns},
	{Name: "koivisto", Engines: "Koivisto", Names: []string{"koivisto"}, Command: "eval", Patterns: []string{`eval=` + number}, View: ViewMover, Unit: UnitCentipawns},
	{Name: "arasan", Engines: "Arasan", Names: []string{"arasan"}, Command: "eval", Patterns: []string{`NNUE score: ` + number}, View: ViewMover, Unit: UnitPawns},
	{Name: "igel", Engines: "Igel, Starzix", Names: []string{"igel", "starzix"}, Command: "eval", Patterns: []string{`(?m)^eval:? ` + number}, Unit: UnitCentipawns},
	{Name: "nalwald", Engines: "Nalwald", Names: []string{"nalwald"}, Command: "eval", Patterns: []string{`\*\*` + number + `\*\* centipawns`}, View: ViewWhite, Unit: UnitCentipawns},
	{Name: "number", Engines: "a number on a line: Lynx, Viridithas, PlentyChess, Zahak, Clover, FabChess and others", Names: []string{"lynx", "viridithas", "plentychess", "zahak", "clover", "fabchess", "tomitankchess"}, Command: "eval", Patterns: []string{alone}},
	{
		Name: "words", Engines: "a number after a word such as evaluation, score, total, cp", Command: "eval",
		Patterns: []string{
			`(?i)(?:total|final|static|full|scaled) (?:eval(?:uation)?|score)\b[^-+−\d\n]*` + number,
			`(?i)\beval(?:uation)?\b[^-+−\d\n]*` + number,
			`(?i)\b(?:score|total|value)\b[^-+−\d\n]*` + number,
			`(?i)\bcp ` + number,
		},
	},
}

// otherCommands are tried after those of the presets.
var otherCommands = []string{"evaluate", "evaluation", "static", "staticeval", "score", "trace", "d", "print"}

// noneWords are how engines say that a position has no evaluation.
var noneWords = []string{"none (in check)", "in check"}

// preset returns that of a name, nil if there is none.
func preset(name string) *Preset {
	for i := range Presets {
		if Presets[i].Name == name {
			return &Presets[i]
		}
	}
	return nil
}

// presetFor returns that of an engine's name, nil if there is none.
func presetFor(engine string) *Preset {
	engine = strings.ToLower(engine)
	for i := range Presets {
		if slices.ContainsFunc(Presets[i].Names, func(name string) bool { return strings.HasPrefix(engine, name) }) {
			return &Presets[i]
		}
	}
	return nil
}
