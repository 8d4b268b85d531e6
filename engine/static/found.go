package static

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/note"
)

// recognised is how an engine is asked, and what its numbers are.
type recognised struct {
	Question
	engine   string
	reader   reader
	settings []client.Setting // that are set beside the caller's
	ahead    int              // as of an inquiry
	how      string
	line     string    // of the number, in the first answer
	evalFile bool      // it has an option for a network
	pawn     float64   // of Values
	values   []float64 // of the probes, as printed
}

// white makes centipawns of White's view of what the engine prints.
func (found *recognised) white(number float64, mover board.Color) float64 {
	if found.Unit == UnitPawns {
		number *= 100
	}
	if found.View == ViewMover && mover == board.Black {
		number = -number
	}
	return number + 0 // never -0
}

const chess960 = "UCI_Chess960"

// sets reports whether an option is set already.
func (found *recognised) sets(name string) bool {
	for _, s := range found.settings {
		if s.Name == name {
			return true
		}
	}
	return false
}

// declares reports whether the engine has an option.
func declares(c *client.Client, name string) bool {
	for _, o := range c.Options() {
		if o.Is(name) {
			return true
		}
	}
	return false
}

// loadsNetwork reports whether the option EvalFile names a network.
func loadsNetwork(c *client.Client) bool {
	for _, o := range c.Options() {
		if o.Is("EvalFile") && networkName.MatchString(o.Default) {
			return true
		}
	}
	return false
}

var networkName = regexp.MustCompile(`(?i)nnue|\.(?:bin|net|nn|network|pb)$`)

// measured compares what was measured with what the caller says, and remarks on what is unusual.
func (found *recognised) measured(cfg *Config, list []probe, v verdict) error {
	found.pawn = v.pawn
	if found.Unit == UnitPawns {
		found.pawn *= 100
	}
	found.how = fmt.Sprintf("view and unit by %d positions with a queen, a rook or a pawn more: a pawn is worth %.0f", len(list), found.pawn)
	said := cfg.Ask
	if doubt := v.doubt(); doubt != "" {
		found.View, found.Unit, found.pawn, found.how = said.View, said.Unit, math.NaN(), "view and unit are as the caller says"
		cfg.Remark(note.New(note.E02, "%s: its evaluation is taken as you say, %s view and %s, but %s", found.engine, said.View, said.Unit, doubt))
		return nil
	}
	if said.View != ViewAuto && said.View != found.View {
		return note.Refuse(note.E02, "%s: its evaluation takes the view of %s, not of %s: a queen more changes the sign so in %.0f %% of the positions that were tried: pass -eval-pov %s, or omit it", found.engine, viewWords[found.View], viewWords[said.View], 100*v.sure, found.View)
	}
	if said.Unit != UnitAuto && said.Unit != found.Unit {
		return note.Refuse(note.E02, "%s: a pawn more adds %.3g to its evaluation, which are not %s: pass -eval-unit %s, or omit it", found.engine, v.pawn, said.Unit, found.Unit)
	}
	return nil
}

var viewWords = map[View]string{ViewWhite: "White", ViewMover: "the side to move"}

// remark says what is unusual about the numbers.
func (found *recognised) remark(cfg *Config, v verdict) {
	if v.doubt() != "" {
		return // has been said
	}
	if found.pawn < usualLow || found.pawn > usualHigh {
		cfg.Remark(note.Mention(note.E02, "%s: a pawn more is worth %.0f of its centipawns: they are kept as they are; divide by %.2f for a pawn of 100", found.engine, found.pawn, found.pawn/100))
	}
	if found.Unit == UnitPawns && whole(found.values) && !decimals.MatchString(found.line) {
		cfg.Remark(note.New(note.E02, "%s: its evaluation is in whole pawns, too coarse for terms of less than one: print centipawns, or decimals", found.engine))
	}
	if v.skew > largeSkew*v.pawn {
		cfg.Remark(note.New(note.E02, "%s: a position and that with colours exchanged differ by up to %.2f pawns: the engine does not treat the colours alike", found.engine, v.skew/v.pawn))
	}
}

// decimals are the end of a number in pawns.
var decimals = regexp.MustCompile(`\d[.,]\d`)

// whole reports whether all numbers are integers.
func whole(values []float64) bool {
	for _, x := range values {
		if x != float64(int64(x)) {
			return false
		}
	}
	return true
}

// remarkText says what is unusual about the answers.
func (found *recognised) remarkText(cfg *Config, list []probe, texts []string) {
	for i, text := range texts {
		if all := found.others(text); len(all) > 1 {
			cfg.Remark(note.New(note.E01, "%s: there are %d numbers in an answer, from %g to %g, and the first is taken, in the line %q of %s: pass a longer -pattern if it is another", found.engine, len(all), all[0], all[len(all)-1], found.reader.line(text), list[i].p.FEN()))
			break
		}
	}
	text := plain(texts[0])
	if strings.Contains(text, "bestmove") || strings.Contains(text, "info depth") {
		cfg.Remark(note.New(note.E03, "%s: %q makes it search: the number is not a static evaluation: pass another -eval", found.engine, found.Command))
	}
	if found.network(cfg, text) {
		cfg.Remark(note.Mention(note.E03, "%s: the line %q seems to be of a network: what it lacks is what the network does not know; pass -eval stockfish, or the option that turns the network off, where the engine has an evaluation by terms", found.engine, found.reader.line(text)))
	}
}

// anyNumber finds the numbers of a line.
var anyNumber = reader{pattern: regexp.MustCompile(number)}

// others returns the numbers among which the first was taken: those that the pattern finds in an answer, and of an engine
// that no preset names those of the line.
func (found *recognised) others(text string) []float64 {
	if found.Preset == "" {
		return found.reader.all(text)
	}
	if named := presetFor(found.engine); named != nil && named.Name == found.Preset {
		return nil
	}
	return anyNumber.all(found.reader.line(text))
}

// network reports whether the number seems to be a network's.
func (found *recognised) network(cfg *Config, text string) bool {
	if strings.Contains(found.reader.line(text), "lassical") {
		return false
	}
	if strings.Contains(strings.ToUpper(text), "NNUE") {
		return true
	}
	for _, s := range append(found.settings, cfg.Engine.Options...) {
		if strings.EqualFold(s.Name, "Use NNUE") && strings.EqualFold(s.Value, "false") {
			return false
		}
	}
	return found.evalFile
}
