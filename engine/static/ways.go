package static

import (
	"slices"

	"example.org/centipawn/engine/uci/client"
)

// A way is a command that an engine may know, with the patterns that are tried on what it prints.
type way struct {
	command string
	options []client.Setting // to be set before, if the engine has them
	tries   []try
	guess   bool // it may print anything else, such as the board
}

// A try is a pattern, and the preset that it is of; nil: of the caller.
type try struct {
	pattern string
	preset  *Preset
}

// waysOf returns what is tried of an engine, in order.
func waysOf(q Question, engine string) []way {
	own := presetFor(engine)
	if q.Preset != "" {
		own = preset(q.Preset)
	}
	var tries []try
	switch {
	case q.Pattern != "":
		tries = []try{{q.Pattern, nil}}
	case q.Preset != "":
		tries = own.tries(nil)
	default:
		if own != nil {
			tries = own.tries(nil)
		}
		for i := range Presets {
			if p := &Presets[i]; p != own && !p.Chosen {
				tries = p.tries(tries)
			}
		}
	}
	var list []way
	for _, command := range commandsOf(q, own) {
		w := way{command: command, tries: tries, guess: q.Command == "" && slices.Contains(otherCommands, command)}
		if own != nil && own.Command == command {
			w.options = own.Options
		}
		list = append(list, w)
	}
	return list
}

// tries adds the patterns of a preset.
func (p *Preset) tries(list []try) []try {
	for _, pattern := range p.Patterns {
		list = append(list, try{pattern, p})
	}
	return list
}

// commandsOf returns the commands to try.
func commandsOf(q Question, own *Preset) (list []string) {
	switch {
	case q.Command != "":
		return []string{q.Command}
	case q.Preset != "":
		return []string{own.Command}
	case own != nil:
		list = []string{own.Command}
	}
	for i := range Presets {
		if command := Presets[i].Command; !slices.Contains(list, command) {
			list = append(list, command)
		}
	}
	return append(list, otherCommands...)
}
