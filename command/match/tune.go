package match

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
	"example.org/centipawn/match/arrange"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/standing"
	"example.org/centipawn/match/tuning"
)

const aboutTune = `Tunes options of an engine by play: SPSA, with the gains of fishtest and OpenBench. In each pair of games the engine
plays itself, one side with all values moved a little to one side, the other to the other; the result moves the values
towards the winner's. -tune names an option that the engine declares as a spin, as often as there are options; start, min
and max are those that it declares, c_end a twentieth of the range, r_end 0.002, if nothing else is passed. An option that it
declares as a string takes decimals. All are tuned by the same games. At the end come the values, and the command of the match that tests them: a tuning does not test anything.

With -blend it finds how far weights go towards those of fits: match tune -blend OLD.json -h says how.

With -o DIR the run can be stopped, and killed, at any moment; the same command goes on and finds the same values. At
fixed nodes they do not depend on -concurrency. docs/tune.md says how to choose the numbers and how to read the table.`

// defaultTuneGames is the number of games if -games does not say.
const defaultTuneGames = 20_000

// tuneFlags are the flags of the verb tune.
type tuneFlags struct {
	*conditions
	limit  *play.Limit
	games  *int
	engine string
	out    string // file of the values in OpenBench's form; "": none
	texts  []string
	tuning tuning.Tuning
	args   []string
}

// runTune tunes options by play, or blends weights.
func runTune(ctx context.Context, args []string, std cli.Streams) error {
	if blends(args) {
		return runBlend(ctx, args, std)
	}
	fs := cli.NewFlags("match tune -engine PLAYER -tune NAME[=start,min,max,c_end,r_end]... [-games n] [-o DIR] [flags]", aboutTune, std, slices.Concat([]cli.Group{
		{Title: "What is tuned", Flags: []string{"engine", "tune", "openbench"}},
		{Title: "What both sides may spend", Flags: append(limitFlags, "games")},
	}, conditionGroups)...)
	f := &tuneFlags{conditions: addConditions(fs), limit: addLimit(fs, "either side"), args: args}
	fs.StringVar(&f.engine, "engine", "", "the `PLAYER` whose options are tuned: a weights file, builtin, or cmd:PROGRAM")
	fs.Func("tune", "tune the `option` Name, or Name=start,min,max,c_end,r_end, or those of a file: TOML, or OpenBench's lines in .txt; may be given several times", func(text string) error {
		f.texts = append(f.texts, text)
		return nil
	})
	fs.StringVar(&f.out, "openbench", "", "write the values that were found to a `file`, as the lines that OpenBench takes for a tuning")
	f.games = fs.Int("games", defaultTuneGames, "play `n` games; the gains depend on it, so that a run cannot be made longer")
	if err := noArguments(fs, args, std); err != nil {
		return err
	}
	if err := f.complete(fs, std); err != nil {
		return err
	}
	return f.run(ctx, std)
}

// complete completes what the flags say and refuses what cannot be.
func (f *tuneFlags) complete(fs *flag.FlagSet, std cli.Streams) (err error) {
	switch {
	case *f.games < 2 || *f.games%2 != 0:
		return cli.Usagef(std, "-games %d: want an even number, two for each opening", *f.games)
	case len(f.texts) == 0:
		return cli.Usagef(std, "-tune is missing: pass the name of an option, as -tune LMRBase, or a file of them")
	}
	if f.tuning.Engine, err = readPlayer(std, "-engine", f.engine, *f.limit); err != nil {
		return err
	}
	for _, text := range f.texts {
		list, err := readWishes(std, text)
		if err != nil {
			return err
		}
		f.tuning.Options = append(f.tuning.Options, list...)
	}
	if err := f.check(fs, std); err != nil {
		return err
	}
	if err := f.equip(std, &f.tuning.Engine); err != nil {
		return err
	}
	if f.out != "" {
		if err := atomicfile.Try(f.out); err != nil {
			return fmt.Errorf("-openbench %s: %w", f.out, err)
		}
	}
	f.Pairs = *f.games / 2
	f.tuning.Match = arrange.Match{File: f.File, Dir: f.dir}
	return nil
}

// readWishes reads the options that a flag names.
func readWishes(std cli.Streams, text string) ([]tuning.Wish, error) {
	if tuning.IsFile(text) {
		return tuning.ReadFile(text)
	}
	w, err := tuning.ParseWish(text)
	if err != nil {
		return nil, cli.Usagef(std, "-tune %s: %v", text, err)
	}
	return []tuning.Wish{w}, nil
}

// run plays and prints what was found.
func (f *tuneFlags) run(ctx context.Context, std cli.Streams) error {
	plan, err := f.tuning.Plan(ctx)
	if err != nil {
		return err
	}
	f.announce(std.Err, &plan)
	m, err := watched(ctx, std, plan, func(p *match.Progress) { f.begun(std.Err, p) }, f.standing)
	if m == nil {
		return err
	}
	r := f.tuning.Result(m)
	if r.Next == "" {
		r.Next = "Test them: a tuning measures nothing.\n\n    " + f.test(r)
	}
	if err := errors.Join(f.print(std, r), f.write(m), err); err != nil {
		return err
	}
	return ended(m.Stop, nil, m)
}

// write writes the values to the file of -openbench, if they mean anything.
func (f *tuneFlags) write(m *match.Result) error {
	if f.out == "" || m.Stop == match.Faulty {
		return nil
	}
	return atomicfile.Write(f.out, tuning.OpenBench(f.tuning.Values()))
}

func (f *tuneFlags) print(std cli.Streams, r *tuning.Result) error {
	if f.asJSON {
		return cli.WriteJSON(std.Out, r)
	}
	return r.Print(std.Out)
}

// announce says before the first game what is going to be played.
func (f *tuneFlags) announce(w io.Writer, plan *match.Plan) {
	t := &f.tuning
	cli.Printf(w, "player    %s: %s\n", t.Name, standing.Player(&t.Engine, t.Engine.Limit))
	for _, p := range t.Params() {
		cli.Printf(w, "option    %s\n", tuning.Describe(p))
	}
	standing.AnnounceConditions(w, &t.Match, plan)
	fmt.Fprintf(w, "games     %s in pairs, of which at most %d are played at once\n", plaintext.Thousands(2*t.Pairs()), t.Lag())
}

// begun says what was played before.
func (f *tuneFlags) begun(w io.Writer, p *match.Progress) {
	switch {
	case p.Finished == p.Planned:
		fmt.Fprintf(w, "%s is complete: %s of these settings; to tune on pass another -o, and these values as starts\n", f.dir, plaintext.Count(p.Finished, "game"))
	case p.Finished > 0:
		fmt.Fprintf(w, "goes on   after %s of an earlier run\n", plaintext.Count(p.Finished, "game"))
	}
}

// standing is how the tuning stands, in some lines.
func (f *tuneFlags) standing(c *standing.Clock, p *match.Progress) string {
	var b strings.Builder
	fmt.Fprintf(&b, "games     %s of %s%s\n", plaintext.Thousands(p.Finished), plaintext.Thousands(p.Planned), c.Pace(p))
	_ = tuning.Table(&b, f.tuning.Values(), func(int) string { return "" }) // a Builder takes all
	if n := len(p.Faults); n > 0 {
		fmt.Fprintf(&b, "faults    %d, last: %s\n", n, p.Faults[n-1])
	}
	return b.String()
}

// test is the command of the match of the new values against those of the start, under the same
// conditions, with other openings.
func (f *tuneFlags) test(r *tuning.Result) string {
	before, after := f.engine, f.engine
	for _, p := range r.Params {
		before, after = withOption(before, p.Name, p.Text(p.Start)), withOption(after, p.Name, p.Text(p.Best))
	}
	words := append([]string{"match", "-a", after + ",name=new", "-b", before + ",name=old", "-sprt", "0,5", "-seed", strconv.FormatUint(f.Seed+1, 10)},
		repeated(f.args, slices.Concat(limitFlags, []string{"openings", "order", "plies", "balance", "draw", "resign", "maxplies", "tb", "margin", "startup", "max-faults", "concurrency"}))...)
	return shellLine(words)
}

// withOption returns a player's text with an option at a value.
func withOption(text, name, value string) string {
	words, _ := client.SplitOutside(text, ',') // the player was read before
	same := func(word string) bool {
		key, _, ok := strings.Cut(word, "=")
		return ok && (strings.EqualFold(strings.TrimSpace(key), name) || strings.TrimSpace(key) == "name")
	}
	words = append(words[:1], slices.DeleteFunc(words[1:], same)...)
	return strings.Join(append(words, name+"="+value), ",")
}

// repeated returns those of a command's arguments that are flags of some names, with their values.
func repeated(args, names []string) (words []string) {
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		if !strings.HasPrefix(args[i], "-") || name == "json" {
			continue
		}
		n := 2 // with the value
		if joined {
			n = 1
		}
		if slices.Contains(names, name) {
			words = append(words, args[i:min(i+n, len(args))]...)
		}
		i += n - 1
	}
	return words
}
