package main

import (
	"cmp"
	"context"
	"fmt"

	"centipawn/cli"
	"centipawn/match/entrants"
)

const aboutTournament = `Plays the tournament that FILE describes; docs/match.md shows one. What the file leaves open is as for a match of two.
All players are rated together from all games.`

// runTournament plays the tournament of a file.
func runTournament(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("match tournament [-o DIR] [-json] [-concurrency n] FILE.toml", aboutTournament, std)
	dir := fs.String("o", "", "keep games and result in the folder `DIR`; the same command goes on with a tournament that was stopped")
	asJSON := fs.Bool("json", false, "print the result as JSON")
	concurrency := fs.Int("concurrency", 0, "play `n` games at a time; 0: as the file says")
	files, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(files) != 1 || *concurrency < 0 {
		return cli.Usagef(std, "pass one file that describes the tournament, and a -concurrency of at least 0")
	}
	f, err := entrants.ReadTOML(files[0])
	if err != nil {
		return err
	}
	m, err := tournament(f)
	if err != nil {
		return fmt.Errorf("%s: %w", files[0], err)
	}
	m.dir, m.asJSON, m.concurrency = *dir, *asJSON, cmp.Or(*concurrency, f.Concurrency)
	r, err := m.play(ctx, std)
	return finish(std, m, r, err)
}

// tournament returns what a file describes, with the numbers of games of a match of two.
func tournament(f *entrants.File) (*arranged, error) {
	m := &arranged{
		conditions: &conditions{openings: f.Openings, rules: f.Rules.Play(), seed: f.Seed},
		event:      f.Event, specs: f.Entrants, pairs: f.Pairs, sprt: f.SPRT, anchors: f.Anchors, faults: f.MaxFaults,
	}
	if f.SPRT != nil {
		t := f.SPRT.WithDefaults()
		m.sprt = &t
	}
	switch {
	case f.Pairs == 0 && f.SPRT != nil:
		m.pairs = endlessGames / 2
	case f.Pairs == 0:
		m.pairs = defaultGames / 2
	}
	if f.Format == "" {
		return m, nil
	}
	return m, m.format.UnmarshalText([]byte(f.Format))
}
