package match

import (
	"cmp"
	"context"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/arrange"
	"example.org/centipawn/match/entrants"
)

const aboutTournament = `Plays the tournament that FILE describes; docs/tournament.md shows one. The defaults are those of a match of two.
All players are rated together from all games.`

// runTournament plays the tournament of a file.
func runTournament(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("match tournament [-o DIR] [-shard i/n] [-json] [-concurrency n] FILE.toml", aboutTournament, std, programGroup)
	dir := fs.String("o", "", "keep games and result in the folder `DIR`; the same command goes on with a tournament that was stopped")
	asJSON := fs.Bool("json", false, "print the result as JSON")
	shard := addShard(fs)
	concurrency := fs.Int("concurrency", 0, "play `n` games at a time; 0: as the file says")
	programs := addPrograms(fs)
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
	if err := checkShard(std, shard, *dir, f.SPRT == nil || f.Pairs > 0); err != nil {
		return err
	}
	if err := programs.equip(std, all(f.Entrants)...); err != nil {
		return err
	}
	f.Concurrency = cmp.Or(*concurrency, f.Concurrency)
	_, err = playMatch(ctx, std, &arrange.Match{File: *f, Dir: *dir, Shard: *shard}, *asJSON)
	return err
}
