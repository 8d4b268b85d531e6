package static

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/note"
)

// Faults after which there is no point in going on: each failure costs a timeout and a start.
const (
	mostSilent = 200 // positions without a number, one after the other
	mostFailed = 3   // positions in which the engine died or hung, one after the other
	mostLost   = 50  // such positions in all
)

// faults counts positions without an answer.
type faults struct {
	silent, failed int // one after the other
	lost           int // failed in all
	example        string
}

// count counts a reply. Its error ends the run.
func (f *faults) count(reply reply, err error, p *board.Position) error {
	switch reply.why {
	case Evaluated, Refused:
		f.silent, f.failed = 0, 0
	case Silent:
		if f.silent++; f.example == "" {
			f.example = fmt.Sprintf("of %s it prints %s", p.FEN(), quoted(reply.text))
		}
	case Failed:
		f.failed, f.lost = f.failed+1, f.lost+1
	}
	switch {
	case f.failed >= mostFailed:
		return note.Refuse(note.E04, "the engine failed of %d positions one after the other, the last %s: %v: repair the engine, or leave out such positions", f.failed, p.FEN(), err)
	case f.lost >= mostLost:
		return note.Refuse(note.E04, "the engine failed of %d positions, the last %s: %v: repair the engine, or leave out such positions", f.lost, p.FEN(), err)
	case f.silent >= mostSilent:
		return note.Refuse(note.E04, "%d positions one after the other have no evaluation: %s: pass another -pattern, or -eval", f.silent, f.example)
	}
	return nil
}

func quoted(text string) string {
	if text == "" {
		return "nothing"
	}
	return fmt.Sprintf("%q", text)
}
