package proof

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/extract"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

const about = `Proof asks what a retune is worth: the change of the error on the results of the
hold-out files, the change of speed, and matches at equal nodes and at equal time.
Weights are files, builtin, or published:SET. DIR gets the matches, which go on
where they were stopped, the numbers and a page.`

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	c, files, opt, err := parse(args, std)
	if err != nil {
		return err
	}
	opt.Watch = watch(std)
	done := opt.Read.Attend(std)
	defer done()
	r, failed := Run(ctx, files, opt)
	if r == nil {
		return failed
	}
	return c.Publish(harness.Finding{
		Title: "What a retune is worth", Summary: fmt.Sprintf("%s against %s.", r.New, r.Old), Tables: r.tables(), Numbers: r,
	}, failed)
}

// parse reads the flags, and returns the hold-out files and the options.
func parse(args []string, std cli.Streams) (c *harness.Command, files []string, opt Options, err error) {
	c = harness.New("proof", "proof [-quick] [flags] -new WEIGHTS -old WEIGHTS [-o DIR] [HOLDOUT...]", about, "50 pairs a match, and 50,000 lines of each file", std)
	fs := c.Flags
	reading := extract.AddReadFlags(fs)
	opt = Options{Limits: []play.Limit{{Nodes: 5000}, {MoveTime: 20 * time.Millisecond}}}
	opt.Openings = entrants.DefaultOpenings
	fs.StringVar(&opt.New, "new", "", "`weights` that are to be better")
	fs.StringVar(&opt.Old, "old", "published:pesto", "`weights` that they are to be better than")
	fs.IntVar(&opt.Pairs, "pairs", 500, "play `n` openings twice in each match, at most")
	fs.Uint64Var(&opt.Seed, "seed", 1, "`seed` of the openings")
	fs.StringVar(&opt.Openings.Book, "openings", "", "take openings from a `book`, EPD or PGN; random moves if not given")
	fs.IntVar(&opt.Concurrency, "concurrency", 0, "play `n` games at a time; 0: as many as there are processors")
	limits := fs.String("limits", joined(opt.Limits), "`limits` of the matches, with blanks between")
	sprt := fs.String("sprt", "", "end a match when a test of `elo0,elo1` (normalised) is decided")
	if files, err = c.Parse(args); err != nil {
		return nil, nil, opt, err
	}
	if opt.Read, err = reading.Options(); err != nil {
		return nil, nil, opt, c.Usagef("%v", err)
	}
	if opt.New == "" {
		return nil, nil, opt, c.Usagef("-new is missing: pass a weights file")
	}
	if opt.Openings.Book != "" {
		opt.Openings.Random, opt.Openings.Balance = 0, 0
	}
	if opt.Limits, err = parseLimits(*limits); err != nil {
		return nil, nil, opt, c.Usagef("-limits: %v", err)
	}
	if opt.SPRT, err = parseTest(*sprt); err != nil {
		return nil, nil, opt, c.Usagef("-sprt: %v", err)
	}
	if opt.Dir = c.Out; c.Quick {
		opt.Pairs, opt.Read.Limit = 50, 50_000
	}
	return c, files, opt, nil
}

// parseLimits reads limits with blanks between, each of which is a match.
func parseLimits(text string) (limits []play.Limit, err error) {
	for _, word := range strings.Fields(text) {
		l, err := play.ParseLimit(word)
		if err != nil {
			return nil, err
		}
		if slices.Contains(limits, l) {
			return nil, fmt.Errorf("%v stands there twice: name it once", l)
		}
		limits = append(limits, l)
	}
	if len(limits) == 0 {
		return nil, errors.New("no limits: pass one or more, such as nodes=5000")
	}
	return limits, nil
}

// parseTest reads the hypotheses of a test; "" is none.
func parseTest(text string) (*elo.SPRT, error) {
	if text == "" {
		return nil, nil
	}
	t := elo.SPRT{}.WithDefaults()
	if err := t.ParseBounds(text); err != nil {
		return nil, err
	}
	return &t, t.Validate()
}

// joined returns limits as [parseLimits] reads them.
func joined(limits []play.Limit) string {
	var words []string
	for _, l := range limits {
		words = append(words, l.String())
	}
	return strings.Join(words, " ")
}

// watch returns what prints matches every half minute.
func watch(std cli.Streams) func(play.Limit, *match.Progress) {
	var last time.Time
	return func(limit play.Limit, p *match.Progress) {
		if time.Since(last) < 30*time.Second || p.Games == 0 {
			return
		}
		last = time.Now()
		fmt.Fprintf(std.Err, "%v: %d of %d games, Elo %s\n", limit, p.Games, p.Planned, p.Pairings[0].Estimate.Elo)
	}
}
