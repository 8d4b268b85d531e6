package match

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/opinion"
	"example.org/centipawn/match/standing"
	"example.org/centipawn/match/verdict"
)

const aboutVerdict = `Judges the games of PGN files, compressed or not, "-" being standard input, by any program: fastchess,
cutechess, or match. Games of two players are paired by their opening; more players are rated together. Exit
status as that of a match.`

// verdictFlags are the flags of the verb verdict.
type verdictFlags struct {
	opt    verdict.Options
	asJSON bool
}

// runVerdict judges games that are played already.
func runVerdict(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("match verdict [-a NAME] [-sprt elo0,elo1] [-json] GAMES.pgn...", aboutVerdict, std, testGroup)
	f, t := new(verdictFlags), addTest(fs)
	fs.StringVar(&f.opt.A, "a", "", "the `name` of the player whose view is taken; default is White of the first game")
	fs.Func("anchor", "fix a rating, as `Name=Elo`; may be given several times", f.anchor)
	fs.BoolVar(&f.asJSON, "json", false, "print the verdict as JSON")
	files, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return cli.Usagef(std, "no file: pass games as PGN, or - for standard input")
	}
	if f.opt.SPRT, err = t.sprt(std); err != nil {
		return err
	}
	games, err := readGames(ctx, std, files)
	if err != nil {
		return err
	}
	v, err := games.Verdict(f.opt)
	if err != nil {
		return err
	}
	if err := f.print(std.Out, v); err != nil {
		return err
	}
	return ended(opinion.Stop(v), v.State(), nil)
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
func readGames(ctx context.Context, std cli.Streams, files []string) (*verdict.Games, error) {
	games, stdin := new(verdict.Games), input.Interruptible(ctx, std.In) // opening it reads its first bytes
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
