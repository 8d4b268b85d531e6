package match

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/opinion"
	"example.org/centipawn/match/standing"
	"example.org/centipawn/match/verdict"
)

const aboutVerdict = `Judges the games of PGN files, compressed or not, "-" being standard input, by any program: fastchess,
cutechess, or match. Games of two players are paired by their opening; more players are rated together. Exit
status as that of a match.

Instead of games, counts do: -wdl of games won, drawn and lost by the first, -penta of pairs of games by the points of
the first, as fishtest, OpenBench and fastchess print them. The figures are those of the same games; a test is that of
all games, whether or not it had ended before.`

// verdictFlags are the flags of the verb verdict.
type verdictFlags struct {
	opt    verdict.Options
	same   verdict.SameName
	counts verdict.Counts
	asJSON bool
}

// runVerdict judges games that are played already.
func runVerdict(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("match verdict [-a NAME] [-sprt elo0,elo1] [-json] GAMES.pgn... | -wdl W,D,L | -penta a,b,c,d,e", aboutVerdict, std,
		cli.Group{Title: "Counts in place of games", Flags: []string{"wdl", "penta"}}, testGroup)
	f, t := new(verdictFlags), addTest(fs)
	fs.StringVar(&f.opt.A, "a", "", "the `name` of the player whose view is taken; default is White of the first game")
	fs.Func("anchor", "fix a rating, as `Name=Elo`; may be given several times", f.anchor)
	fs.BoolVar(&f.asJSON, "json", false, "print the verdict as JSON")
	f.addCounts(fs)
	files, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if f.opt.SPRT, err = t.sprt(std); err != nil {
		return err
	}
	v, err := f.judge(ctx, fs, std, files)
	if err != nil {
		return err
	}
	if err := f.print(std.Out, v); err != nil {
		return err
	}
	if v.LeftOut != "" {
		return fmt.Errorf("%s: the others are not a fair sample", v.LeftOut)
	}
	return ended(opinion.Stop(v), v.State(), nil)
}

// addCounts adds the flags of counts, and of names.
func (f *verdictFlags) addCounts(fs *flag.FlagSet) {
	fs.Func("wdl", "judge games of which so many were `won,drawn,lost` by the first", func(text string) error {
		f.counts.WDL = new([3]int)
		w := f.counts.WDL
		return numbers(text, &w[0], &w[1], &w[2])
	})
	fs.Func("penta", "judge pairs of games of which so many brought the first `0,½,1,1½,2` points; -wdl beside it is of the same games", func(text string) error {
		f.counts.Pentanomial = new(elo.Pentanomial)
		p := f.counts.Pentanomial
		return numbers(text, &p[0], &p[1], &p[2], &p[3], &p[4])
	})
	fs.StringVar((*string)(&f.same), "same-name", "", "tell players of one name apart by `HOW`: alternate (the first has White in the first game of each pair, as they stand in the file), color (the first has White), or TAG (WhiteTAG and BlackTAG differ); default: by WhiteCommand and the like where they are there")
}

// judge judges counts, or the games of files.
func (f *verdictFlags) judge(ctx context.Context, fs *flag.FlagSet, std cli.Streams, files []string) (*verdict.Verdict, error) {
	counted := f.counts != verdict.Counts{}
	switch other := given(fs, "anchor", "same-name"); {
	case counted && len(files) > 0:
		return nil, cli.Usagef(std, "both games and counts: pass one of them")
	case counted && other != "":
		return nil, cli.Usagef(std, "-%s: it is for games, and of no use for counts: omit it", other)
	case counted:
		if err := f.counts.Validate(); err != nil {
			return nil, cli.Usagef(std, "-%s: %v", given(fs, "penta", "wdl"), err)
		}
		return verdict.OfCounts(f.counts, f.opt.A, "", f.opt.SPRT)
	case len(files) == 0:
		return nil, cli.Usagef(std, "no file: pass games as PGN, or - for standard input, or counts by -wdl or -penta")
	}
	games, err := f.readGames(ctx, std, files)
	if err != nil {
		return nil, err
	}
	return games.Verdict(f.opt)
}

// anchor reads Name=Elo.
func (f *verdictFlags) anchor(text string) error {
	cut := strings.LastIndexByte(text, '=')
	if cut < 0 {
		return fmt.Errorf("want Name=Elo")
	}
	rating, err := strconv.ParseFloat(text[cut+1:], 64)
	if err != nil || math.IsNaN(rating) || math.IsInf(rating, 0) {
		return fmt.Errorf("%q: want a number of Elo after the name", text[cut+1:])
	}
	if f.opt.Anchors == nil {
		f.opt.Anchors = make(map[string]float64)
	}
	f.opt.Anchors[text[:cut]] = rating
	return nil
}

// readGames reads the games of files. Games that cannot be read are printed.
func (f *verdictFlags) readGames(ctx context.Context, std cli.Streams, files []string) (*verdict.Games, error) {
	games, stdin := new(verdict.Games), input.Interruptible(ctx, std.In) // opening it reads its first bytes
	games.Tell(f.same)
	for _, file := range files {
		text, err := input.OpenText(file, stdin)
		if err != nil {
			return nil, err
		}
		name := file
		if name == "-" {
			name = "stdin"
		}
		err = games.Read(name, input.Interruptible(ctx, text))
		if closed := text.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return nil, err
		}
	}
	first, n := games.Faults()
	for _, err := range first {
		fmt.Fprintln(std.Err, err)
	}
	if n > len(first) {
		fmt.Fprintf(std.Err, "… and %s more\n", plaintext.Count(n-len(first), "faulty game"))
	}
	return games, nil
}

// print prints the verdict.
func (f *verdictFlags) print(w io.Writer, v *verdict.Verdict) error {
	o := opinion.OfVerdict(v)
	if !f.asJSON {
		return standing.Verdict(w, v, o)
	}
	return cli.WriteJSON(w, Verdict{v, o})
}

// A Verdict is what verdict -json prints.
type Verdict struct {
	*verdict.Verdict
	*opinion.Opinion // of two players
}
