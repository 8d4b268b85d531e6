package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	extractcmd "example.org/centipawn/command/extract"
	matchcmd "example.org/centipawn/command/match"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/extract"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/match"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/matrix"
)

// Commands are the commands that run in shards, by their verbs.
var Commands = map[string]Command{
	"extract":  {Run: extractPart, Prepare: lookAt, Shard: extractShard, Part: ".matrix", Merge: mergeMatrix},
	"selfplay": {Run: verb("selfplay"), Shard: sharded, Part: selfplay.ShardEnding, Merge: mergeGames},
	"match":    {Run: matchcmd.Main, Shard: sharded, Part: "", Merge: mergeMatch},
}

// verb returns a verb of the command match.
func verb(name string) cli.Command {
	return func(ctx context.Context, args []string, std cli.Streams) error {
		return matchcmd.Main(ctx, append([]string{name}, args...), std)
	}
}

// sharded returns the arguments of a shard: those of the whole with another output.
func sharded(args []string, shard shards.Shard, part string) []string {
	return append([]string{"-shard", shard.String(), "-o", part}, withoutFlag(args, "o")...)
}

// extractShard is sharded; each shard writes its bad lines to a file of its own, whose name says which.
func extractShard(args []string, shard shards.Shard, part string) []string {
	name, given := flagValue(args, "reject")
	args = sharded(args, shard, part)
	if given && name != "" {
		args = append([]string{"-reject", fmt.Sprintf("%s.%d-of-%d", name, shard.Index, shard.Count())}, withoutFlag(args, "reject")...)
	}
	return args
}

// lookName is the file in the folder of parts that says what the driver's look has found.
const lookName = "look.json"

// lookAt looks at the inputs once, for all shards.
func lookAt(ctx context.Context, args []string, parts string, std cli.Streams) error {
	look, err := extractcmd.LookAt(ctx, args, std)
	if err != nil {
		return err
	}
	text, err := json.Marshal(look)
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(parts, lookName), text)
}

// extractPart is extract, with what the driver's look has found if there is one.
func extractPart(ctx context.Context, args []string, std cli.Streams) error {
	out, _ := flagValue(args, "o")
	var look *extract.Look
	text, err := os.ReadFile(filepath.Join(filepath.Dir(out), lookName))
	if err == nil {
		err = json.Unmarshal(text, &look)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return extractcmd.Share(ctx, args, std, look)
}

func mergeMatrix(_ context.Context, job *Job, parts []string, _ cli.Streams) (err error) {
	out, _ := flagValue(job.Args, "o")
	var ms []*matrix.Matrix
	defer func() {
		for _, m := range ms {
			err = errors.Join(err, m.Close())
		}
	}()
	for _, name := range parts {
		m, err := matrix.Open(name)
		if err != nil {
			return err
		}
		ms = append(ms, m)
	}
	return matrix.Merge(out, ms...)
}

func mergeGames(_ context.Context, job *Job, parts []string, std cli.Streams) error {
	out, _ := flagValue(job.Args, "o")
	r, err := selfplay.MergeShards(out, parts)
	if err != nil {
		return err
	}
	return r.Print(std.Out, out)
}

// mergeMatch puts the games together and lets the local command judge them.
func mergeMatch(ctx context.Context, job *Job, parts []string, std cli.Streams) error {
	out, _ := flagValue(job.Args, "o")
	if _, err := match.Merge(ctx, out, parts); err != nil {
		return err
	}
	return matchcmd.Main(ctx, job.Args, std)
}
