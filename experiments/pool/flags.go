package pool

import (
	"fmt"
	"io"
	"path/filepath"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/match"
)

// A Command is the command of an experiment that plays.
type Command struct {
	*harness.Command
	*Options
}

// AddFlags adds the flags that fill opt: pairs is the default number of pairs.
func AddFlags(h *harness.Command, opt *Options, pairs int) *Command {
	c, fs := &Command{h, opt}, h.Flags
	fs.IntVar(&c.Pairs, "pairs", pairs, "play `n` pairs of games of each pairing")
	fs.StringVar(&c.From.Book, "book", "", "take openings from this EPD or PGN `file`; none: random moves")
	fs.IntVar(&c.From.Random, "plies", 8, "begin with `n` random half-moves, or one more, if there is no book")
	fs.IntVar(&c.From.Balance, "balance", 150, "leave neither side ahead by more than `n` centipawns after random moves; 0: anything")
	fs.Uint64Var(&c.Seed, "seed", 1, "`seed` of the openings")
	fs.IntVar(&c.Threads, "threads", 0, "play `n` games at a time; 0: one for each processor")
	fs.Lookup("o").Usage = "write games, tables, numbers and a page into this `folder`"
	c.Least(1, "pairs", "seed")
	c.Least(0, "threads")
	return c
}

// Open opens the openings; the games are bound to where they come from.
func (c *Command) Open() (err error) {
	if c.From.Book != "" {
		c.From.Random, c.From.Balance = 0, 0
	}
	c.Settings = c.From
	if c.Openings, err = c.From.Source(c.Seed); err != nil {
		return err
	}
	if c.Out != "" {
		c.Dir = filepath.Join(c.Out, "games")
	}
	c.Watch = Watch(c.Std.Err)
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
