package selfplay

import (
	"path/filepath"
	"strconv"

	"centipawn/datasets"
	"centipawn/match/play"
	"centipawn/winprob"
)

// A Writer writes games to a file of any format of [datasets.NewWriter]: whole
// games with .viri or .vf, the positions behind the opening with the others. The
// file appears when the writer is closed, or not at all.
//
// A position without a score, which [Run] leaves only to a search that has none even
// one half-move deep, is left out; of a file of whole games all that is before it in
// the game.
type Writer struct {
	base     string // of the file's name
	out      *datasets.Writer
	samples  []datasets.Sample
	unscored int
	before   int
}

// OpenWriter begins a file.
func OpenWriter(path string) (*Writer, error) {
	out, err := datasets.NewWriter(path, nil)
	if err != nil {
		return nil, err
	}
	return &Writer{base: filepath.Base(path), out: out}, nil
}

// Add writes the game with a number.
func (w *Writer) Add(number int, g *play.Record) error {
	id := datasets.GameHash(strconv.AppendInt(nil, int64(number), 10), w.base)
	w.samples = w.samples[:0]
	Samples(g, id, func(s *datasets.Sample) bool {
		switch {
		case s.Score != winprob.NoScore:
			w.samples = append(w.samples, *s)
		case w.out.HoldsGames():
			w.unscored++
			w.before += len(w.samples)
			w.samples = w.samples[:0]
		default:
			w.unscored++
		}
		return true
	})
	for i := range w.samples {
		w.samples[i].Line = number
		if err := w.out.Write(&w.samples[i]); err != nil {
			return err
		}
	}
	return nil
}

// Unscored returns how many positions were left out for want of a score.
func (w *Writer) Unscored() int { return w.unscored }

// Before returns how many positions with a score were left out of a file of whole
// games, since one without comes behind them.
func (w *Writer) Before() int { return w.before }

// Losses returns what the file does not say of the games; complete once the writer
// is closed.
func (w *Writer) Losses() []datasets.Loss { return w.out.Losses() }

// Close ends the file and gives it its name. After a fault it removes what there is
// and returns the fault.
func (w *Writer) Close() error { return w.out.Close() }

// Discard removes what has been written, in place of Close.
func (w *Writer) Discard() error { return w.out.Discard() }
