package match

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/match/standing"
)

const labelSynopsis = "match label -by PLAYER [-nodes n] [flags] -o FILE POSITIONS..."

const aboutLabel = `Searches positions, and writes them to FILE with the scores that were found in place of their own. Results and
games stay, so that fits can tell the rows of one game. PLAYER is a weights file, "builtin", published:SET, or
cmd:PROGRAM for any program that speaks UCI; options may follow with commas between: "cmd:stockfish,Hash=1".

POSITIONS are files that extract reads; let it choose quiet ones first. The ending of FILE says the format, as for
extract. Positions without a legal move are omitted, and those for which the limit is too small. The limit of each
search is -nodes, -depth or -movetime; with nodes or depth the same call writes the same bytes, however many players
search at a time.

The same command goes on with a run that was stopped or killed: until all is searched the values are in FILE.journal,
64 positions at a time. Standard input and pipes cannot be read again: a run that is stopped there is lost.`

// labels is what the flags say of labelling.
type labels struct {
	by, out string
	limit   *play.Limit
	threads int
	asJSON  bool
	*programs
}

func labelFlags(std cli.Streams) (*flag.FlagSet, *labels) {
	fs := cli.NewFlags(labelSynopsis, aboutLabel, std,
		cli.Group{Title: "Who searches", Flags: append([]string{"by"}, limitFlags...)},
		programGroup,
		cli.Group{Title: "The run", Flags: []string{"o", "json", "concurrency"}},
	)
	l := &labels{limit: addLimit(fs, "the player"), programs: addPrograms(fs)}
	fs.StringVar(&l.by, "by", "", "the `PLAYER` whose scores are written: a weights file, builtin, builtin:NAME, published:SET, or cmd:PROGRAM")
	fs.StringVar(&l.out, "o", "", "output `file`; until all is searched, the values are in file"+selfplay.JournalEnding)
	fs.BoolVar(&l.asJSON, "json", false, "print one JSON object on standard output")
	fs.IntVar(&l.threads, "concurrency", 1, "let `n` players search at a time")
	return fs, l
}

// runLabel labels positions by a player's search.
func runLabel(ctx context.Context, args []string, std cli.Streams) error {
	fs, l := labelFlags(std)
	files, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	spec, err := l.check(std, files)
	if err != nil {
		return err
	}
	who, err := spec.Entrant(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "player    %s\n", standing.Player(&spec, spec.Limit))
	begin := time.Now()
	sum, err := l.write(ctx, std, files, spec, who)
	if err != nil {
		return err
	}
	if l.asJSON {
		return cli.WriteJSON(std.Out, &sum)
	}
	fmt.Fprintf(std.Err, "%s: %s of %s in %.1f s (%s of an earlier run); omitted: %s without a move, %s without a score\n", l.out, plaintext.Thousands(sum.Written),
		plaintext.Count(sum.Read, "position"), time.Since(begin).Seconds(), plaintext.Thousands(sum.Resumed), plaintext.Thousands(sum.NoMove), plaintext.Thousands(sum.NoScore))
	if sum.NoScore > 0 {
		fmt.Fprintln(std.Err, "without a score: the limit ended the search before it had one: pass a larger one; or the engine said mate 0 of a position in which there is a move: that is not a score")
	}
	return nil
}

// check refuses what cannot be, and reads the player.
func (l *labels) check(std cli.Streams, files []string) (entrants.Spec, error) {
	switch {
	case len(files) == 0:
		return entrants.Spec{}, cli.Usagef(std, "no input: pass positions, such as the .epd of extract -quiet filter -o quiet.epd games.pgn")
	case l.out == "":
		return entrants.Spec{}, cli.Usagef(std, "no output: pass -o FILE, as in -o labelled.epd")
	case !datasets.CanWrite(l.out):
		return entrants.Spec{}, cli.Usagef(std, "-o %s: want .epd, .txt, .bin, .bf or .viri, and .zst or .gz after it", l.out)
	case l.threads < 1:
		return entrants.Spec{}, cli.Usagef(std, "-concurrency %d: want 1 or more", l.threads)
	}
	if err := cli.CheckOutputs(std, files, l.out); err != nil {
		return entrants.Spec{}, err
	}
	spec, err := readPlayer(std, "-by", l.by, *l.limit)
	if err == nil && spec.Limit.Time > 0 {
		err = cli.Usagef(std, "-tc: a position has no clock: pass -nodes, -depth or -movetime")
	}
	if err != nil {
		return spec, err
	}
	return spec, l.equip(std, &spec)
}

// write reads, searches and writes.
func (l *labels) write(ctx context.Context, std cli.Streams, files []string, spec entrants.Spec, who play.Entrant) (sum selfplay.Relabelled, err error) {
	settings, err := labelSettings(files, spec)
	if err != nil {
		return sum, err
	}
	r, err := datasets.Open(files, datasets.Options{Stdin: std.In})
	if err != nil {
		return sum, err
	}
	defer r.Close()
	_, size := r.Progress()
	meter := progress.New(std.Err, "search", size)
	opt := selfplay.RelabelOptions{By: who, Threads: l.threads, Inputs: files, Settings: settings, Progress: func(s *selfplay.Relabelled) {
		read, _ := r.Progress()
		meter.Say(plaintext.Count(s.Read, "position"))
		meter.Set(read)
	}}
	sum, err = selfplay.Relabel(ctx, l.out, r, opt)
	meter.Done()
	for _, note := range sum.Notes {
		fmt.Fprintf(std.Err, "journal   %s\n", note)
	}
	switch _, stat := os.Stat(l.out + selfplay.JournalEnding); {
	case err == nil || sum.Read == 0:
	case stat == nil:
		fmt.Fprintf(std.Err, "%s: %s; the same command goes on\n", l.out+selfplay.JournalEnding, plaintext.Count(sum.Read, "position"))
	case settings == nil:
		err = fmt.Errorf("stopped after %s, which are lost: what cannot be read again cannot go on: pass files: %w", plaintext.Count(sum.Read, "position"), err)
	}
	return sum, err
}

// labelSettings are what the values depend on, for the journal; nil if an input is none that can be
// read again.
func labelSettings(files []string, spec entrants.Spec) (any, error) {
	if slices.ContainsFunc(files, func(name string) bool {
		info, err := os.Stat(name)
		return name == "-" || err == nil && !info.Mode().IsRegular()
	}) {
		return nil, nil
	}
	s, err := entrants.NewSettings([]entrants.Spec{spec}, entrants.Openings{})
	if err != nil {
		return nil, err
	}
	positions, err := hashes(files)
	return struct {
		*entrants.Settings
		Positions []string `json:"positions"` // SHA-256
	}{s, positions}, err
}

// hashes returns the SHA-256 of files.
func hashes(files []string) (sums []string, err error) {
	for _, name := range files {
		sum, err := input.HashFile(name)
		if err != nil {
			return nil, err
		}
		sums = append(sums, sum)
	}
	return sums, nil
}
