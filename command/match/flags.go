package match

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

// conditions are what the flags say of the games, whatever plays.
type conditions struct {
	entrants.File
	*programs
	dir    string
	asJSON bool
}

// conditionGroups are the groups of these flags, for help.
var conditionGroups = []cli.Group{
	{Title: "Where games begin", Flags: []string{"openings", "order", "plies", "balance", "seed"}},
	{Title: "How they end", Flags: []string{"draw", "resign", "maxplies", "tb", "margin"}},
	programGroup,
	{Title: "The run", Flags: []string{"o", "json", "concurrency", "max-faults"}},
}

// addConditions adds the flags.
func addConditions(fs *flag.FlagSet) *conditions {
	c := &conditions{File: entrants.File{Rules: entrants.Rules{TimeMargin: play.DefaultMargin}}, programs: addPrograms(fs)}
	addOpenings(fs, &c.Openings, entrants.DefaultOpenings.Balance)
	addRules(fs, (*play.Rules)(&c.Rules))
	addTime(fs, &c.Rules.TimeMargin, "margin", "a clock, or a time for a move, may be overrun by so much `time`; default 100ms")
	fs.Uint64Var(&c.Seed, "seed", 1, "the `number` that decides which openings are drawn, in which order")
	fs.IntVar(&c.Concurrency, "concurrency", 0, "play `n` games at a time; 0: one for each processor")
	fs.Float64Var(&c.MaxFaults, "max-faults", elo.MaxFaults, "give up when more than this `share` of the games ended by a fault, and more than one; 1: never")
	fs.StringVar(&c.dir, "o", "", "keep games and result in the folder `DIR`; the same command goes on with a match that was stopped")
	fs.BoolVar(&c.asJSON, "json", false, "print the result as JSON")
	return c
}

// addShard adds the flag of a part of a match.
func addShard(fs *flag.FlagSet) *shards.Shard {
	s := new(shards.Shard)
	fs.Func("shard", "play part `i/n` of the pairs, i from 0, into the folder of -o; match merge puts all parts together", func(text string) (err error) {
		*s, err = shards.Parse(text)
		return err
	})
	return s
}

// checkShard refuses a part that could not be merged.
func checkShard(std cli.Streams, s *shards.Shard, dir string, ends bool) error {
	switch {
	case s.Of == 0:
		return nil
	case dir == "":
		return cli.Usagef(std, "-shard: pass a folder for the games of the part, -o DIR")
	case !ends:
		return cli.Usagef(std, "-shard: a part does not know when a test is decided: pass -games; the merged match is judged")
	}
	return nil
}

func addOpenings(fs *flag.FlagSet, o *entrants.Openings, balance int) {
	fs.StringVar(&o.Book, "openings", "", "begin with the positions of an EPD or PGN `FILE`, compressed or not; \"start\" is the start position; default are random moves")
	fs.StringVar(&o.Order, "order", "random", "take the openings of a file in this `order`: random, sequential")
	fs.IntVar(&o.Plies, "plies", 0, "`n` half-moves of a PGN's games (0: all of them), or n or n+1 random ones (0: 8)")
	fs.IntVar(&o.Balance, "balance", balance, "random moves may leave either side at most `n` centipawns ahead; 0: any number")
}

func addRules(fs *flag.FlagSet, r *play.Rules) {
	fs.Func("draw", "agree a draw by `from,moves,score`: 40,8,10 is from move 40 on, if 8 moves of each side have scores within 10 centipawns", func(text string) error {
		return numbers(text, &r.DrawFrom, &r.DrawMoves, &r.DrawScore)
	})
	fs.Func("resign", "resign by `moves,score`: 4,600 is after 4 moves with a score of −600 centipawns or worse; \"4,600,both\": if the other side agrees", func(text string) error {
		text, r.ResignTwoSided = strings.CutSuffix(text, ",both")
		return numbers(text, &r.ResignMoves, &r.ResignScore)
	})
	fs.StringVar(&r.Tables, "tb", "", "end games as the Syzygy tables in these `folders` say, separated as in PATH")
	fs.IntVar(&r.MaxPlies, "maxplies", r.MaxPlies, "a game of `n` half-moves is a draw; 0: as long as it takes")
}

// numbers reads whole numbers with commas between.
func numbers(text string, into ...*int) error {
	fields := strings.Split(text, ",")
	if len(fields) != len(into) {
		return fmt.Errorf("want %d whole numbers with commas between", len(into))
	}
	for i, f := range fields {
		n, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil || n < 0 {
			return fmt.Errorf("%q: want a whole number, 0 or more", f)
		}
		*into[i] = n
	}
	return nil
}

// check completes what the flags say of openings and refuses what cannot be.
func (c *conditions) check(fs *flag.FlagSet, std cli.Streams) error {
	if c.Concurrency < 0 {
		return cli.Usagef(std, "-concurrency %d: want at least 0", c.Concurrency)
	}
	if err := elo.CheckMaxFaults(c.MaxFaults); err != nil {
		return cli.Usagef(std, "-max-faults %v", err)
	}
	if err := checkRules(std, (*play.Rules)(&c.Rules)); err != nil {
		return err
	}
	return completeOpenings(fs, std, &c.Openings, entrants.DefaultOpenings.Random)
}

// checkRules refuses rules that cannot be.
func checkRules(std cli.Streams, r *play.Rules) error {
	switch err := r.Validate(); {
	case r.MaxPlies < 0:
		return cli.Usagef(std, "-maxplies %d: want at least 0", r.MaxPlies)
	case err != nil:
		return cli.Usagef(std, "-draw, -resign, -tb: %v", err)
	case r.ResignMoves == 0 && r.ResignScore > 0:
		return cli.Usagef(std, "-resign 0,%d: want at least 1 move: pass a number of moves, or 0,0 for never", r.ResignScore)
	}
	return nil
}

// completeOpenings makes of flags what a file says of openings, and refuses what
// cannot be; plies is the default number of random half-moves.
func completeOpenings(fs *flag.FlagSet, std cli.Streams, o *entrants.Openings, plies int) error {
	switch {
	case o.Plies < 0 || o.Balance < 0:
		return cli.Usagef(std, "-plies, -balance: want at least 0")
	case o.Order != "random" && o.Order != "sequential":
		return cli.Usagef(std, "-order %s: want random or sequential", o.Order)
	case o.Order != "random" && (o.Book == "" || o.Book == entrants.StartBook):
		return cli.Usagef(std, "-order %s: random moves have none: pass a book with -openings", o.Order)
	case o.Book == entrants.StartBook && o.Plies > 0:
		return cli.Usagef(std, "-plies %d has no effect with -openings start: omit -plies, or -openings start", o.Plies)
	case o.Book != "" && o.Balance > 0 && given(fs, "balance") != "":
		return cli.Usagef(std, "-balance %d: random moves alone are judged: omit -balance, or -openings", o.Balance)
	}
	switch o.Book {
	case "":
		*o = entrants.Openings{Random: cmp.Or(o.Plies, plies), Balance: o.Balance}
	case entrants.StartBook:
		*o = entrants.Openings{}
	default:
		o.Balance = 0
	}
	if err := o.Validate(); err != nil {
		return cli.Usagef(std, "-openings, -order, -plies, -balance: %v", err)
	}
	return nil
}

// given returns the one of some flags that was given, the first in the order of their
// names; "" if none was.
func given(fs *flag.FlagSet, names ...string) (first string) {
	fs.Visit(func(f *flag.Flag) {
		if first == "" && slices.Contains(names, f.Name) {
			first = f.Name
		}
	})
	return first
}

// test is what the flags say of a sequential test.
type test struct {
	elo.SPRT
	asked bool
	flags *flag.FlagSet
}

var testGroup = cli.Group{Title: "The test", Flags: []string{"sprt", "model", "alpha", "beta"}}

// addTest adds the flags of a test.
func addTest(fs *flag.FlagSet) *test {
	t := &test{flags: fs}
	fs.Func("sprt", "test `elo0,elo1`, as 0,5: stop as soon as it is decided whether the first is better by elo1 rather than by elo0", func(text string) error {
		t.asked = true
		return t.ParseBounds(text)
	})
	fs.TextVar(&t.Model, "model", elo.Normalized, "the unit of the bounds, by `name`: normalized, logistic")
	fs.Float64Var(&t.Alpha, "alpha", 0.05, "the `chance` to call the first better if elo0 is true")
	fs.Float64Var(&t.Beta, "beta", 0.05, "the `chance` to call it not better if elo1 is true")
	return t
}

// sprt returns the test, nil if none was asked for.
func (t *test) sprt(std cli.Streams) (*elo.SPRT, error) {
	if !t.asked {
		if name := given(t.flags, testGroup.Flags...); name != "" {
			return nil, cli.Usagef(std, "-%s without a test: pass -sprt elo0,elo1 as well, as -sprt 0,5", name)
		}
		return nil, nil
	}
	if t.Alpha == 0 || t.Beta == 0 { // to the test, the defaults
		return nil, cli.Usagef(std, "-alpha, -beta: want chances above 0, as 0.05")
	}
	if err := t.SPRT.Validate(); err != nil {
		return nil, cli.Usagef(std, "-sprt: %v", err)
	}
	return &t.SPRT, nil
}
