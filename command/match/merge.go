package match

import (
	"context"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match"
	"example.org/centipawn/match/selfplay"
)

const aboutMerge = `Makes one of all parts that match -shard or match selfplay -shard has played.

Parts of self-play, x.games, become FILE with the bytes of the command without -shard; its ending says the
format. A merged file that is there already is left as it is.

Parts of a match, folders, become the folder DIR. The command that has played them, without -shard and with -o DIR,
then judges the games, and plays those that are missing.

The parts stay.`

// runMerge merges shards.
func runMerge(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("match merge -o FILE|DIR PART...", aboutMerge, std)
	out := fs.String("o", "", "the merged `file` or folder")
	parts, err := cli.Parse(fs, args, std)
	switch {
	case err != nil:
		return err
	case *out == "":
		return cli.Usagef(std, "no output: pass -o FILE for games of self-play, -o DIR for a match")
	case len(parts) == 0:
		return cli.Usagef(std, "no parts: pass what -shard has written")
	}
	if !selfplay.Shards(parts) {
		games, err := match.Merge(ctx, *out, parts)
		if err == nil {
			cli.Printf(std.Err, "%s: %d games; the command that has played them judges them, without -shard and with -o %s\n", *out, games, *out)
		}
		return err
	}
	r, err := selfplay.MergeShards(*out, parts)
	if err != nil {
		return err
	}
	return r.Print(std.Out, *out)
}
