package selfplay

import (
	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats"
	"example.org/centipawn/match/play"
	"example.org/centipawn/winprob"
)

// A Writer writes games to a file of any format of [datasets.NewWriter]: whole
// games with .viri or .vf, the positions after the opening with the others. The
// file appears when the writer is closed, or not at all.
//
// Where the format has ids of games (EPD), that of a game is the hash of its moves: the
// same in every file, and another for the games of another seed. In viriformat a game is
// its number in the file.
type Writer struct {
	LeftOut

	out     *datasets.Writer
	samples []datasets.Sample
}

// LeftOut counts the positions that a [Writer] does not write: those without a score,
// which [Run] leaves only to a search that has none even one half-move deep, and of a
// file of whole games all that is before one in its game.
type LeftOut struct {
	Unscored int `json:"unscored"`
	Before   int `json:"before"` // with a score, but before one without
}

// OpenWriter begins a file.
func OpenWriter(path string) (*Writer, error) {
	out, err := datasets.NewWriter(path, nil)
	if err != nil {
		return nil, err
	}
	return &Writer{out: out}, nil
}

// Add writes the game with a number, of which faults speak.
func (w *Writer) Add(number int, g *play.Record) error {
	w.samples = w.samples[:0]
	Samples(g, uint32(hash(g)>>32), func(s *datasets.Sample) bool {
		switch {
		case s.Score != winprob.NoScore:
			w.samples = append(w.samples, *s)
		case w.out.HoldsGames():
			w.Unscored++
			w.Before += len(w.samples)
			w.samples = w.samples[:0]
		default:
			w.Unscored++
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

// Losses returns what the file does not say of the games; complete once the writer
// is closed.
func (w *Writer) Losses() []datasets.Loss { return w.out.Losses() }

// Close ends the file and gives it its name. After a fault it removes what there is
// and returns the fault.
func (w *Writer) Close() error { return w.out.Close() }

// Discard removes what has been written, in place of Close.
func (w *Writer) Discard() error { return w.out.Discard() }
