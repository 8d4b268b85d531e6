package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"centipawn/cli"
	"centipawn/datasets"
	"centipawn/match/elo"
	"centipawn/match/verdict"
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
	if err := f.print(std.Out, v); err != nil || v.Test == nil {
		return err
	}
	return answered(v.Test.Decision)
}

// anchor reads Name=Elo.
func (f *verdictFlags) anchor(text string) error {
	cut := strings.LastIndexByte(text, '=')
	if cut < 0 {
		return fmt.Errorf("want Name=Elo")
	}
	rating, err := strconv.ParseFloat(text[cut+1:], 64)
	if err != nil {
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
	games := new(verdict.Games)
	for _, file := range files {
		text, err := datasets.OpenText(file, std.In)
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
		fmt.Fprintf(std.Err, "… and %d faulty games more\n", n-len(first))
	}
	return games, nil
}

// print prints the verdict.
func (f *verdictFlags) print(w io.Writer, v *verdict.Verdict) error {
	var o *opinion
	if v.Estimate != nil {
		var test *elo.State
		if v.Test != nil {
			test = &v.Test.State
		}
		words := judge(v.Players[0].Name, v.Players[1].Name, *v.Estimate, test)
		o = &words
	}
	if f.asJSON {
		return json.NewEncoder(w).Encode(struct {
			*verdict.Verdict
			*opinion
		}{v, o})
	}
	var b strings.Builder
	if o != nil {
		writeDuel(&b, v)
	} else {
		writeRatings(&b, v.Names(), v.Ratings, v.Unrated)
		if v.Ratings == nil {
			writeRecords(&b, v.Players)
		}
	}
	writeCounts(&b, v)
	if o != nil {
		fmt.Fprintf(&b, "\n%s\n%s\n", o.Verdict, o.Next)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeDuel writes what the games say of two players.
func writeDuel(w io.Writer, v *verdict.Verdict) {
	a := &v.Players[0]
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

// writeRecords writes what players have won and lost.
func writeRecords(w io.Writer, players []verdict.Player) {
	for _, p := range players {
		fmt.Fprintf(w, "%s +%d =%d -%d\n", p.Name, p.Wins, p.Draws, p.Losses)
	}
}

// writeCounts writes what the games are, and the warnings.
func writeCounts(w io.Writer, v *verdict.Verdict) {
	fmt.Fprintf(w, "read      %s games: %d unfinished, %d of one player, %d faulty; %s pairs, %d games alone\n",
		count(v.Games+v.Unfinished+v.Itself+v.Faulty), v.Unfinished, v.Itself, v.Faulty, count(v.Pairs), v.Unpaired)
	fmt.Fprintf(w, "unique    %s of %s games\n", count(v.Unique), count(v.Games))
	for _, f := range v.Forfeits {
		fmt.Fprintf(w, "forfeit   %s: %s, %d games\n", f.Player, f.How, f.Games)
	}
	for _, warning := range v.Warnings {
		fmt.Fprintf(w, "%s: %s\n", warning.Code, warning.Text)
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
