package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"centipawn/cli"
	"centipawn/datasets"
	"centipawn/match"
	"centipawn/match/elo"
	"centipawn/match/verdict"
	"centipawn/note"
)

const aboutVerdict = `Judges the games of PGN files, compressed or not, "-" being standard input, whoever has played them: fastchess,
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
	return status(v)
}

// anchor reads Name=Elo.
func (f *verdictFlags) anchor(text string) error {
	cut := strings.LastIndexByte(text, '=')
	if cut < 0 {
		return fmt.Errorf("want Name=Elo")
	}
	rating, err := strconv.ParseFloat(text[cut+1:], 64)
	if err != nil || math.IsNaN(rating) || math.IsInf(rating, 0) {
		return fmt.Errorf("%q: want a number of Elo behind the name", text[cut+1:])
	}
	if f.opt.Anchors == nil {
		f.opt.Anchors = make(map[string]float64)
	}
	f.opt.Anchors[text[:cut]] = rating
	return nil
}

// readGames reads the games of files. Games that cannot be read are told.
func readGames(ctx context.Context, std cli.Streams, files []string) (*verdict.Games, error) {
	games, stdin := new(verdict.Games), datasets.Interruptible(ctx, std.In) // opening it reads its first bytes
	for _, file := range files {
		text, err := datasets.OpenText(file, stdin)
		if err != nil {
			return nil, err
		}
		name := file
		if name == "-" {
			name = "stdin"
		}
		err = games.Read(name, datasets.Interruptible(ctx, text))
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
		fmt.Fprintf(std.Err, "… and %s more\n", elo.Number(n-len(first), "faulty game"))
	}
	return games, nil
}

// print prints the verdict.
func (f *verdictFlags) print(w io.Writer, v *verdict.Verdict) error {
	o := opinionOf(v)
	if f.asJSON {
		return json.NewEncoder(w).Encode(struct {
			*verdict.Verdict
			*opinion
		}{v, o})
	}
	var b strings.Builder
	if v.Estimate != nil {
		writeDuel(&b, v)
	} else {
		writeRatings(&b, v.Names(), v.Ratings, shorten(v.Unrated))
		if v.Ratings == nil {
			writeRecords(&b, v.Players)
		}
	}
	writeCounts(&b, v)
	o.write(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// stopOf says of games that others have played what a match would say by its end.
func stopOf(v *verdict.Verdict) match.Stop {
	switch {
	case v.Spoilt:
		return match.Faulty
	case v.Alike:
		return match.Alike
	case v.Repeats():
		return match.Repeating
	}
	return match.AllPlayed
}

// opinionOf returns what the games come to in words, nil for those of many players.
func opinionOf(v *verdict.Verdict) *opinion {
	var o opinion
	switch stop := stopOf(v); {
	case stop == match.Faulty:
		o = noMeasurement("Mend the engine that is at fault, or its limits, and play anew; the result without these games stands beside.")
	case v.Estimate == nil:
		return nil
	default:
		var test *elo.State
		if v.Test != nil {
			test = &v.Test.State
		}
		o = judge(v.Players[0].Name, v.Players[1].Name, *v.Estimate, test, stop)
		if v.Doubt() != "" {
			o.Doubt = fmt.Sprintf("Some games were not decided on the board, %s of %s (%s); without them it is %s Elo.", elo.Thousands(v.Forfeited()), elo.Thousands(v.Games), note.V05, span(v.Clean.Elo))
		}
	}
	return &o
}

// status returns the exit status's error.
func status(v *verdict.Verdict) error {
	switch stop := stopOf(v); {
	case stop == match.Faulty:
		return errFaulty
	case v.Test != nil:
		return answered(v.Test.Decision)
	case stop == match.Alike || stop == match.Repeating:
		return cli.ErrUndecided
	}
	return nil
}

// longestReason is how many letters of a reason why there are no ratings are read.
const longestReason = 400

// shorten cuts a long text.
func shorten(text string) string {
	if letters := []rune(text); len(letters) > longestReason {
		return string(letters[:longestReason]) + " …: -json has all of it"
	}
	return text
}

// writeDuel writes what the games say of two players.
func writeDuel(w io.Writer, v *verdict.Verdict) {
	a := v.Judged
	writePair(w, a.Name, v.Players[1].Name, [3]int{a.Wins, a.Draws, a.Losses}, v.Estimate)
	if v.Pairs > 0 {
		writePentanomial(w, v.Pentanomial)
	}
	if v.Clean != nil {
		fmt.Fprintf(w, "forfeits  left out: Elo %s\n", span(v.Clean.Elo))
	}
	if t := v.Test; t != nil {
		writeTest(w, &t.State, v.Unit, t.Games)
	}
}

// writeRecords writes what players have won and lost, those of the most points first.
func writeRecords(w io.Writer, players []verdict.Player) {
	points := func(p verdict.Player) int { return 2*p.Wins + p.Draws }
	sorted := slices.SortedFunc(slices.Values(players), func(a, b verdict.Player) int {
		return cmp.Or(cmp.Compare(points(b), points(a)), cmp.Compare(a.Name, b.Name))
	})
	list, more := most(sorted)
	for _, p := range list {
		fmt.Fprintf(w, "%s +%d =%d -%d\n", p.Name, p.Wins, p.Draws, p.Losses)
	}
	writeMore(w, more)
}

// writeCounts writes what the games are, and the warnings.
func writeCounts(w io.Writer, v *verdict.Verdict) {
	fmt.Fprintf(w, "read      %s: %s unfinished, %s of one player, %s faulty; %s, %s alone\n",
		elo.Number(v.Games+v.Unfinished+v.Itself+v.Faulty, "game"), elo.Thousands(v.Unfinished), elo.Thousands(v.Itself), elo.Thousands(v.Faulty),
		elo.Number(v.Pairs, "pair"), elo.Number(v.Unpaired, "game"))
	fmt.Fprintf(w, "unique    %s of %s\n", elo.Thousands(v.Unique), elo.Number(v.Games, "game"))
	list, more := most(v.Forfeits)
	for _, f := range list {
		fmt.Fprintf(w, "forfeit   %s: %s, %s\n", f.Player, f.How, elo.Number(f.Games, "game"))
	}
	writeMore(w, more)
	for _, warning := range v.Warnings {
		fmt.Fprintln(w, warning)
	}
}

// order returns the numbers of players, the best first.
func order(r *elo.Ratings) []int {
	list := make([]int, len(r.Players))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(a, b int) int {
		switch d := r.Players[b].Elo.Value - r.Players[a].Elo.Value; {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	})
	return list
}
