package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"centipawn/cli"
	"centipawn/engine"
	"centipawn/match"
	"centipawn/match/entrants"
	"centipawn/match/play"
)

const duelSynopsis = "match -a PLAYER -b PLAYER [-sprt elo0,elo1] [-o DIR] [flags]"

const aboutDuel = `Plays a match of two and says which is better. A PLAYER is a weights file, "builtin" for the built-in weights,
published:SET (published:pesto) for published ones, or cmd:PROGRAM for any program that speaks UCI. More may follow
with commas between: new.json,search=base,Hash=4,nodes=2000 or "cmd:stockfish,Use NNUE=false". Every opening is
played twice, with colours reversed. A side without a limit gets 5,000 nodes a move. docs/match.md says how to read
the result.

The exit status is 0 if the first is better, or without a test; 1 if the games could not be played, or too many had
faults; 3 if the test finds that the first is not better; 4 if the test is left undecided, and with a test or without
if games repeat or the players play alike; 130 after Ctrl-C.`

// Numbers of games, if the flags do not say.
const (
	defaultGames = 1000
	endlessGames = 1_000_000 // of a test: it ends by itself
)

// duel is what the flags of a match of two say.
type duel struct {
	*conditions
	*test
	sides [2]*side
	both  *play.Limit
	games int
}

// side is what the flags say of one player.
type side struct {
	flag    string // "-a"
	text    string
	search  string
	options []string // Name=Value
	limit   *play.Limit
}

func addSide(fs *flag.FlagSet, letter, whose string) *side {
	s := &side{flag: "-" + letter}
	fs.StringVar(&s.text, letter, "", "the "+whose+" `PLAYER`: a weights file, builtin, published:SET, or cmd:PROGRAM")
	fs.StringVar(&s.search, "search-"+letter, "", "the search of the "+whose+", by `name`: "+strings.Join(engine.Searches(), ", "))
	addOptions(fs, "option-"+letter, whose, &s.options)
	s.limit = addLimit(fs, "-"+letter, "the "+whose)
	return s
}

// addOptions adds a flag that collects UCI options.
func addOptions(fs *flag.FlagSet, name, whose string, into *[]string) {
	fs.Func(name, "set a UCI option of the "+whose+", as `Name=Value`; may be given several times", func(text string) error {
		if !strings.Contains(text, "=") {
			return fmt.Errorf("want Name=Value")
		}
		*into = append(*into, text)
		return nil
	})
}

// sideFlags are the names of the flags of a side, for help.
func sideFlags(letter string) []string {
	return append([]string{letter, "search-" + letter, "option-" + letter}, limitFlags("-"+letter)...)
}

func duelFlags(std cli.Streams) (*flag.FlagSet, *duel) {
	groups := slices.Concat([]cli.Group{
		{Title: "The players", Flags: append(sideFlags("a"), sideFlags("b")...)},
		{Title: "What both may spend", Flags: append(limitFlags(""), "games")}, testGroup,
	}, conditionGroups)
	fs := cli.NewFlags(duelSynopsis, aboutDuel, std, groups...)
	d := &duel{
		conditions: addConditions(fs), test: addTest(fs), both: addLimit(fs, "", "either side"),
		sides: [2]*side{addSide(fs, "a", "first"), addSide(fs, "b", "second")},
	}
	fs.IntVar(&d.games, "games", 0, "play `n` games; 0: 1000, or with a test until it is decided")
	return fs, d
}

// runDuel plays a match of two.
func runDuel(ctx context.Context, args []string, std cli.Streams) error {
	fs, d := duelFlags(std)
	if err := noArguments(fs, args, std); err != nil {
		return err
	}
	sprt, err := d.sprt(std)
	if err != nil {
		return err
	}
	specs, err := d.specs(std)
	if err != nil {
		return err
	}
	if err := d.check(fs, std); err != nil {
		return err
	}
	if d.games < 0 || d.games%2 != 0 {
		return cli.Usagef(std, "-games %d: want an even number, two for each opening", d.games)
	}
	m := &arranged{conditions: d.conditions, specs: specs, format: match.RoundRobin, pairs: d.games / 2, sprt: sprt}
	switch {
	case d.games == 0 && sprt == nil:
		m.pairs = defaultGames / 2
	case d.games == 0:
		m.pairs = endlessGames / 2
	}
	r, err := m.play(ctx, std)
	return finish(std, m, r, err)
}

func noArguments(fs *flag.FlagSet, args []string, std cli.Streams) error {
	rest, err := cli.Parse(fs, args, std)
	if err == nil && len(rest) > 0 {
		err = cli.Usagef(std, "%q: there are flags only", rest[0])
	}
	return err
}

// specs returns who plays, with limits.
func (d *duel) specs(std cli.Streams) ([]entrants.Spec, error) {
	var list []entrants.Spec
	for _, s := range d.sides {
		spec, err := s.spec(std)
		if err != nil {
			return nil, err
		}
		if spec.Limit, err = limitOf(std, spec.Limit, *d.both); err != nil {
			return nil, err
		}
		list = append(list, spec)
	}
	return list, nil
}

// spec returns who plays on a side.
func (s *side) spec(std cli.Streams) (entrants.Spec, error) {
	if s.text == "" {
		return entrants.Spec{}, cli.Usagef(std, "%s is missing: pass a weights file, builtin, published:SET, or cmd:PROGRAM", s.flag)
	}
	spec, err := entrants.Parse(strings.TrimPrefix(s.text, "cmd:"))
	if err != nil {
		return spec, cli.Usagef(std, "%s %s: %v", s.flag, s.text, err)
	}
	if s.search != "" && spec.Search != "" {
		return spec, cli.Usagef(std, "%s %s: the search is given twice: leave out -search%s", s.flag, s.text, s.flag)
	}
	spec.Search = cmp.Or(spec.Search, s.search)
	if err := ownLimit(std, &spec, *s.limit, s.flag+" "+s.text); err != nil {
		return spec, err
	}
	return spec, setOptions(std, &spec, "-option"+s.flag, s.options)
}

// setOptions sets options of a spec, each Name=Value; name is the flag's.
func setOptions(std cli.Streams, spec *entrants.Spec, name string, options []string) error {
	for _, text := range options {
		if err := spec.SetOption(text); err != nil {
			return cli.Usagef(std, "%s %s: %v", name, text, err)
		}
	}
	return nil
}
