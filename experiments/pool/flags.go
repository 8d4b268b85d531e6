package pool

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match"
)

// Flags are what experiments that play have in common.
type Flags struct {
	Options
	Quick bool
	Out   string // the folder of -o
}

// AddFlags adds them: pairs is the default number of pairs, quick says what -quick does.
func AddFlags(fs *flag.FlagSet, pairs int, quick string) *Flags {
	f := new(Flags)
	fs.IntVar(&f.Pairs, "pairs", pairs, "play `n` pairs of games of each pairing")
	fs.StringVar(&f.From.Book, "book", "", "take openings from this EPD or PGN `file`; none: random moves")
	fs.IntVar(&f.From.Random, "plies", 8, "begin with `n` random half-moves, or one more, if there is no book")
	fs.IntVar(&f.From.Balance, "balance", 150, "leave neither side ahead by more than `n` centipawns after random moves; 0: anything")
	fs.Uint64Var(&f.Seed, "seed", 1, "`seed` of the openings")
	fs.IntVar(&f.Threads, "threads", 0, "play `n` games at a time; 0: one for each processor")
	fs.BoolVar(&f.Quick, "quick", false, quick)
	fs.StringVar(&f.Out, "o", "", "write games, tables, numbers and a page into this `folder`")
	return f
}

// Check refuses numbers that cannot be.
func (f *Flags) Check(std cli.Streams) error {
	if f.Pairs < 1 || f.Seed == 0 || f.Threads < 0 {
		return cli.Usagef(std, "-pairs %d -seed %d -threads %d: want 1 or more, and threads at least 0", f.Pairs, f.Seed, f.Threads)
	}
	return nil
}

// Open opens the openings; the games are bound to where they come from.
func (f *Flags) Open() (err error) {
	if f.From.Book != "" {
		f.From.Random, f.From.Balance = 0, 0
	}
	f.Settings = f.From
	if f.Openings, err = f.From.Source(f.Seed); err != nil {
		return err
	}
	if f.Out != "" {
		f.Dir = filepath.Join(f.Out, "games")
	}
	return nil
}

// Watch returns what writes a line for each match that is finished.
func Watch(w io.Writer) func(string, *match.Progress) {
	return func(title string, m *match.Progress) {
		if m.Games == m.Planned {
			fmt.Fprintf(w, "%s: %d games, %s\n", title, m.Games, m.Pairings[0].Estimate.Elo)
		}
	}
}
