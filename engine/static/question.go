package static

import (
	"fmt"
	"slices"
	"strings"
)

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

// complete reports whether the caller has said all of it: then doubts are said and the caller's word
// counts.
func (q *Question) complete() bool {
	return (q.Pattern != "" || q.Preset != "") && q.View != ViewAuto && q.Unit != UnitAuto
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
