package advice

import (
	"context"
	"path/filepath"
	"strings"

	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

const manual = `Advice asks how well the gain that advice promises predicts Elo. It fits the set
standard to the first file, whole and without each of its families, asks what each
lacks on the other file or, without one, on half of the first file's games, and plays
the whole against each part. Positions in which captures are due are dropped, as by
-quiet filter. DIR gets the weights, the games, the numbers and a page; a run that was
stopped goes on with its games.`

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	c, files, opt, err := parse(args, std)
	if err != nil {
		return err
	}
	done := opt.Read.Attend(std)
	defer done()
	r, failed := Run(ctx, files, opt)
	if r == nil {
		return failed
	}
	return c.Publish(harness.Finding{Title: "Advice and Elo", Summary: r.summary(), Tables: r.tables(), Numbers: r}, failed)
}

const want = "a file of positions with results and scores, and another to ask about"

// parse reads the flags.
func parse(args []string, std cli.Streams) (c *onfiles.Command, files []string, opt Options, err error) {
	c = onfiles.New("advice", "advice [-quick] [flags] [-o DIR] FILE [FILE]", manual, std)
	fs := c.Flags
	opt.Limit = play.Limit{Nodes: 2000}
	opt.Match = pool.Options{From: entrants.DefaultOpenings, Rules: play.Rules{TimeMargin: play.DefaultMargin}, Event: "Advice"}
	fs.IntVar(&opt.Match.Pairs, "pairs", 500, "play `n` pairs of games against each part; 0: none")
	fs.Uint64Var(&opt.Limit.Nodes, "nodes", opt.Limit.Nodes, "search `n` nodes a move")
	fs.StringVar(&opt.Match.From.Book, "openings", "", "take openings from a `book`, EPD or PGN; random moves if not given")
	fs.IntVar(&opt.Match.Threads, "concurrency", 0, "play `n` games at a time; 0: as many as there are processors")
	fs.Float64Var(&opt.PriorRows, "prior-rows", 30, "pull weights to the built-in ones as would `n` rows for each")
	fs.Float64Var(&opt.Lambda, "lambda", 0.5, "`share` of the result in the labels that advice is asked about; the rest is the score's")
	only := fs.String("only", "", "leave out these `families` alone, with commas between")
	c.AddSeed("`seed` of the openings, and of the split")
	c.Least(0, "pairs", "concurrency", "prior-rows", "lambda")
	c.Least(1, "nodes")
	if files, err = c.Parse(args, want); err != nil {
		return nil, nil, opt, err
	}
	if err := opt.complete(c, *only); err != nil {
		return nil, nil, opt, err
	}
	if opt.Lambda > 1 {
		return nil, nil, opt, c.Usagef("-lambda %v: want 0 to 1", opt.Lambda)
	}
	if len(files) > 2 {
		return nil, nil, opt, c.Usagef("%d files: pass %s", len(files), want)
	}
	return c, files, opt, nil
}

// complete makes options of the flags.
func (o *Options) complete(c *onfiles.Command, only string) (err error) {
	if harness.Shorten(c.Quick, &o.Match.Pairs, 20); o.Match.Pairs > 0 && c.Out == "" {
		return c.Usagef("-o is missing: pass a folder for the games, or -pairs 0")
	}
	if only != "" {
		o.Only = strings.Split(only, ",")
		for _, name := range o.Only {
			if _, err := family(name); err != nil {
				return c.Usagef("-only: %v", err)
			}
		}
	}
	if c.Read.Filter.Search == nil {
		s, err := quiet.Load("")
		if err != nil {
			return err
		}
		c.Read.SetQuiet(s, new(quiet.Bound), false)
	}
	c.Fit.Split.Share = 0.5
	o.Options, o.Dir, o.Match.Seed = c.Options, c.Out, c.Fit.Split.Seed
	return o.openings(c)
}

// openings opens the openings, and says where games are kept.
func (o *Options) openings(c *onfiles.Command) (err error) {
	if o.Match.From.Book != "" {
		o.Match.From.Random, o.Match.From.Balance = 0, 0
	}
	if o.Match.Openings, err = o.Match.From.Source(o.Match.Seed); err != nil {
		return err
	}
	o.Match.Dir = filepath.Join(c.Out, "games")
	o.Match.Watch = pool.Watch(c.Std.Err)
	return nil
}
