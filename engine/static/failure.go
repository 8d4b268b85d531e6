package static

import (
	"errors"
	"fmt"
	"strings"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/note"
)

// A failure is the best that was tried and did not do.
type failure struct {
	engine string
	rank   int // of text: the higher the nearer to an evaluation
	text   string
	tried  []string // commands
	err    error    // of an engine that died or hung
	hangs  int
}

// mostHangs is after how many commands at which the engine hung no other one is tried: each costs a timeout.
const mostHangs = 2

// keep takes a text if it is nearer than what it has.
func (f *failure) keep(rank int, format string, args ...any) {
	if rank > f.rank {
		f.rank, f.text = rank, fmt.Sprintf(format, args...)
	}
}

// died takes the end of the engine at a command.
func (f *failure) died(command string, err error) {
	if errors.As(err, new(*client.Timeout)) {
		f.hangs++
	}
	if f.rank < 2 {
		f.err = err
	}
	f.keep(2, "%v", err)
}

// printed takes an answer without a number.
func (f *failure) printed(w way, texts []string, whispered string) {
	text := strings.TrimSpace(plain(texts[0]))
	switch {
	case whispered != "":
		f.keep(5, "%q prints %q to its standard error: start it so that this is its output, as cmd:sh -c \"exec ./engine 2>&1\"", w.command, short(whispered))
	case unknown(text):
		f.keep(1, "it does not know %q: it says %q", w.command, short(text))
	case text != "" && !w.guess:
		f.keep(3, "no number is found in what %q prints: it begins %q: pass -pattern with a regular expression whose first group is the number, or the option that turns it on, as \"cmd:./engine,NAME=true\"", w.command, short(text))
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
		return fmt.Errorf("%w: pass another -eval if %q is not the engine's command for its evaluation", f.err, f.tried[0])
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
