package static

import (
	"fmt"
	"strings"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/note"
)

// What an evaluation of the probes must be.
const (
	leastSure  = 0.9 // share of the signs of a rook or a queen that one view explains
	mostPawns  = 3.5 // that a pawn more is worth, where numbers are pawns
	leastPawn  = 0.15
	leastQueen = 2 // pawns that a queen more is worth: less is an expected score

	usualLow, usualHigh = 60, 180 // centipawns of a pawn; else its own unit is said
	largeSkew           = 0.3     // pawns between a position and that with colours exchanged
)

// doubt says why numbers are not those of an evaluation; "" where they are.
func (v *verdict) doubt() string {
	switch {
	case v.same:
		return fmt.Sprintf("it is %g for each of the positions that were tried", v.least)
	case v.least >= 0:
		return fmt.Sprintf("it is from %g to %g and never negative, even where White is a queen short: an expected score, or without its sign", v.least, v.most)
	case v.sure < leastSure:
		return fmt.Sprintf("its sign does not follow who is a queen or a rook ahead, in White's view or in that of the side to move (%.0f %% of the positions at best)", 100*v.sure)
	case v.against:
		return "positive numbers are for the side that is a queen or a rook short: print them negated"
	case v.pawn < leastPawn || v.queen < leastQueen*v.pawn:
		return fmt.Sprintf("a pawn more adds %.3g and a queen %.3g: not the value of material", v.pawn, v.queen)
	}
	return ""
}

// unit is that in which a pawn is about 1 or more.
func (v *verdict) unit() Unit {
	if v.pawn <= mostPawns {
		return UnitPawns
	}
	return UnitCentipawns
}

// measured compares what was measured with what the caller says, and remarks on what is unusual.
func (r *recogniser) measured(found *recognised, texts []string) error {
	v := judge(r.list, found.values)
	found.pawn = v.pawn
	if found.Unit == UnitPawns {
		found.pawn *= 100
	}
	found.how = fmt.Sprintf("view and unit by %d positions with a queen, a rook or a pawn more: a pawn is worth %.0f", len(r.list), found.pawn)
	said := r.cfg.Ask
	if said.View != ViewAuto && said.View != found.View {
		return note.Refuse(note.E02, "%s: its evaluation takes the view of %s, not of %s: a queen more changes the sign so in %.0f %% of the positions that were tried: pass -eval-pov %s, or omit it", found.engine, viewWords[found.View], viewWords[said.View], 100*v.sure, found.View)
	}
	if said.Unit != UnitAuto && said.Unit != found.Unit {
		return note.Refuse(note.E02, "%s: a pawn more adds %.3g to its evaluation, which are not %s: pass -eval-unit %s, or omit it", found.engine, v.pawn, said.Unit, found.Unit)
	}
	r.remark(found, v)
	r.remarkText(found, texts)
	return nil
}

var viewWords = map[View]string{ViewWhite: "White", ViewMover: "the side to move"}

// remark says what is unusual about the numbers.
func (r *recogniser) remark(found *recognised, v verdict) {
	if found.pawn < usualLow || found.pawn > usualHigh {
		r.cfg.Remark(note.Mention(note.E02, "%s: a pawn more is worth %.0f of its centipawns: they are kept as they are; divide by %.2f for a pawn of 100", found.engine, found.pawn, found.pawn/100))
	}
	if whole := found.Unit == UnitPawns && v.whole(found.values); whole {
		r.cfg.Remark(note.New(note.E02, "%s: its evaluation is in whole pawns, too coarse for terms of less than one: print centipawns, or decimals", found.engine))
	}
	if v.skew > largeSkew*v.pawn {
		r.cfg.Remark(note.New(note.E02, "%s: a position and that with colours exchanged differ by up to %.2f pawns: the engine does not treat the colours alike", found.engine, v.skew/v.pawn))
	}
}

// whole reports whether all numbers are.
func (v *verdict) whole(values []float64) bool {
	for _, x := range values {
		if x != float64(int64(x)) {
			return false
		}
	}
	return true
}

// remarkText says what is unusual about the answers.
func (r *recogniser) remarkText(found *recognised, texts []string) {
	own := found.Preset == "" || found.Preset == "words" || found.Preset == "number"
	for i, text := range texts {
		if all := found.reader.all(text); own && len(all) > 1 {
			r.cfg.Remark(note.New(note.E01, "%s: the pattern finds %d numbers in an answer, from %g to %g, and the first is taken, in the line %q of %s: pass a longer -pattern if it is another", found.engine, len(all), all[0], all[len(all)-1], found.reader.line(text), r.list[i].p.FEN()))
			break
		}
	}
	text := plain(texts[0])
	if strings.Contains(text, "bestmove") || strings.Contains(text, "info depth") {
		r.cfg.Remark(note.New(note.E03, "%s: %q makes it search: the number is not a static evaluation: pass another -eval", found.engine, found.Command))
	}
	if r.network(found, text) {
		r.cfg.Remark(note.Mention(note.E03, "%s: the line %q seems to be of a network: what it lacks is what the network does not know; pass -eval stockfish, or the option that turns the network off, where the engine has an evaluation by terms", found.engine, found.reader.line(text)))
	}
}

// network reports whether the number seems to be a network's.
func (r *recogniser) network(found *recognised, text string) bool {
	if strings.Contains(found.reader.line(text), "lassical") {
		return false
	}
	if strings.Contains(strings.ToUpper(text), "NNUE") {
		return true
	}
	for _, s := range append(found.settings, r.cfg.Engine.Options...) {
		if strings.EqualFold(s.Name, "Use NNUE") && strings.EqualFold(s.Value, "false") {
			return false
		}
	}
	return declares(r.c, "EvalFile")
}

// A failure is the best that was tried and did not do.
type failure struct {
	engine string
	rank   int // of text: the higher the nearer to an evaluation
	text   string
	tried  []string // commands
	err    error    // of an engine that died or hung
}

// keep takes a text if it is nearer than what it has.
func (f *failure) keep(rank int, format string, args ...any) {
	if rank > f.rank {
		f.rank, f.text = rank, fmt.Sprintf(format, args...)
	}
}

// died takes the end of the engine at a command.
func (f *failure) died(command string, err error) {
	f.tried = append(f.tried, command)
	if f.rank < 2 {
		f.err = err
	}
	f.keep(2, "%v", err)
}

// printed takes an answer without a number.
func (f *failure) printed(command string, texts []string, whispered string) {
	f.tried = append(f.tried, command)
	text := strings.TrimSpace(plain(strings.Join(texts, "")))
	switch {
	case whispered != "":
		f.keep(5, "%q prints %q to its standard error: start it so that this is its output, as cmd:sh -c \"exec ./engine 2>&1\"", command, short(whispered))
	case unknown(text):
		f.keep(1, "it does not know the command: it says %q", short(text))
	case text != "":
		f.keep(3, "no number is found in what %q prints: it begins %q: pass -pattern with a regular expression whose first group is the number", command, short(text))
	}
}

// unknown reports whether a text says that a command is not known.
func unknown(text string) bool {
	text = strings.ToLower(text)
	for _, words := range []string{"unknown", "not found", "unrecognized", "unrecognised", "invalid command", "not implemented", "unsupported", "illegal command"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}

// lacks takes an answer in which a pattern finds nothing, where it does in others.
func (f *failure) lacks(command string, t try, fen, text string) {
	f.keep(4, "the pattern %q finds no number in what %q prints of %s: it begins %q: pass another -pattern", t.pattern, command, fen, short(strings.TrimSpace(plain(text))))
}

// judged takes numbers that are not an evaluation.
func (f *failure) judged(command string, t try, text string, v verdict, doubt string) {
	rank := 6
	if v.sure >= leastSure {
		rank = 7
	}
	read, _ := newReader(t.pattern)
	f.keep(rank, "%q prints %q, and the number is not understood: %s: pass another -pattern or -eval", command, short(read.line(text)), doubt)
}

// note is the error of an engine whose evaluation was not found.
func (f *failure) note(asked Question, cfg client.Config) error {
	if f.rank == 0 {
		f.text = "it prints nothing"
	}
	if f.rank == 2 && len(f.tried) == 1 {
		return f.err // as the client says it
	}
	remedy := ": pass -eval with the engine's own command and -pattern; where it has none, five lines add one: docs/advise_engines.md"
	if f.rank >= 3 {
		remedy = "; docs/advise_engines.md shows how engines are asked"
	}
	which := "was tried"
	if len(f.tried) > 1 {
		which = "were tried"
	}
	return note.Refuse(note.E01, "%s: its static evaluation is not found: %s (%s %s)%s", f.engine, f.text, strings.Join(f.tried, ", "), which, remedy)
}

// short cuts a text to what fits into an error.
func short(text string) string {
	const most = 120
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
