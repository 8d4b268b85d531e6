package match

import (
	"context"
	"flag"
	"slices"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/arrange"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

const aboutDuel = `Plays a match of two and says which is better. A PLAYER is a weights file, "builtin" for the built-in weights,
builtin:NAME for others that come with the program (docs/builtin.md), published:SET (published:pesto) for published ones, or
cmd:PROGRAM for any program that speaks UCI. Its search, options and limit may follow with commas between:
new.json,search=base,Hash=4,nodes=2000 or "cmd:stockfish,Use NNUE=false". A program whose path has a blank, or a comma,
stands in quotes within those of the shell: 'cmd:"/opt/my engines/sf 17" -x'. Every opening is played twice, with
colours reversed. The default limit is 5,000 nodes a move. docs/match.md says how to read the result.

The exit status is 0 if the first is better, or without a test; 1 if the games could not be played, or too many had
faults; 3 if the test finds that the first is not better; 4 if the test is left undecided, and with a test or without
if games repeat or the players play alike; 130 after Ctrl-C.`

func addPlayer(fs *flag.FlagSet, name, whose string) *string {
	return fs.String(name, "", "the "+whose+" `PLAYER`: a weights file, builtin, builtin:NAME, published:SET, or cmd:PROGRAM")
}

// A duel is what the flags say of a match of two, its players aside.
type duel struct {
	*conditions
	test  *test
	limit *play.Limit
	games *int
}

// duelGroups are the groups of these flags, for help.
func duelGroups() []cli.Group {
	return slices.Concat([]cli.Group{{Title: "What both may spend", Flags: append(limitFlags, "games")}, testGroup}, conditionGroups)
}

// addDuel adds the flags.
func addDuel(fs *flag.FlagSet) *duel {
	return &duel{addConditions(fs), addTest(fs), addLimit(fs, "either side"),
		fs.Int("games", 0, "play `n` games; 0: 1000, or with a test until it is decided")}
}

// complete completes what the flags say and refuses what cannot be.
func (d *duel) complete(fs *flag.FlagSet, std cli.Streams) (err error) {
	if d.SPRT, err = d.test.sprt(std); err != nil {
		return err
	}
	if err := d.check(fs, std); err != nil {
		return err
	}
	if err := d.equip(std, all(d.Entrants)...); err != nil {
		return err
	}
	if *d.games < 0 || *d.games%2 != 0 {
		return cli.Usagef(std, "-games %d: want an even number, two for each opening", *d.games)
	}
	d.Pairs = *d.games / 2
	return nil
}

// runDuel plays a match of two.
func runDuel(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("match -a PLAYER -b PLAYER [-sprt elo0,elo1] [-o DIR] [flags]", aboutDuel, std,
		append([]cli.Group{{Title: "The players", Flags: []string{"a", "b"}}}, append(duelGroups(), cli.Group{Title: "On many machines", Flags: []string{"shard"}})...)...)
	d, shard := addDuel(fs), addShard(fs)
	players := [2]*string{addPlayer(fs, "a", "first"), addPlayer(fs, "b", "second")}
	if err := noArguments(fs, args, std); err != nil {
		return err
	}
	for i, text := range players {
		spec, err := readPlayer(std, [2]string{"-a", "-b"}[i], *text, *d.limit)
		if err != nil {
			return err
		}
		d.Entrants = append(d.Entrants, spec)
	}
	if err := d.complete(fs, std); err != nil {
		return err
	}
	if err := checkShard(std, shard, d.dir, d.SPRT == nil || d.Pairs > 0); err != nil {
		return err
	}
	_, err := playMatch(ctx, std, &arrange.Match{File: d.File, Dir: d.dir, Shard: *shard}, d.asJSON)
	return err
}

func noArguments(fs *flag.FlagSet, args []string, std cli.Streams) error {
	rest, err := cli.Parse(fs, args, std)
	if err == nil && len(rest) > 0 {
		err = cli.Usagef(std, "%q: there are flags only", rest[0])
	}
	return err
}

// readPlayer reads the player of a flag. common is its limit if it brings none.
func readPlayer(std cli.Streams, flag, text string, common play.Limit) (spec entrants.Spec, err error) {
	if text == "" {
		return spec, cli.Usagef(std, "%s is missing: pass a weights file, builtin, builtin:NAME, published:SET, or cmd:PROGRAM", flag)
	}
	if spec, err = entrants.Parse(text); err != nil {
		return spec, cli.Usagef(std, "%s: %v", flag, err)
	}
	spec.Limit, err = limitOf(std, spec.Limit, common)
	return spec, err
}
