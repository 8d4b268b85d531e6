package selfplay

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/internal/disk"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// ShardEnding is that of the names of shards.
const ShardEnding = ".games"

// shardName begins the first line of a shard; a shardHead follows as JSON, and the games as in a
// journal.
const shardName = "centipawn selfplay shard 1 "

// A shardHead says which games a shard has.
type shardHead struct {
	shards.Shard
	Games    int             `json:"games"` // of all shards
	Settings json.RawMessage `json:"settings"`
}

// GenerateShard plays the games of Options.Shard, neighbouring ones of Options.Games, into a file of
// [ShardEnding]: a journal that stays. Games that are in it are not played again, and no second run opens it
// meanwhile. [MergeShards] makes of all shards what [Generate] would have made. The report is that
// of the shard's games.
func GenerateShard(ctx context.Context, path string, player func() (search.Searcher, error), opt Options, settings any, watch func(*Summary)) (r Report, err error) {
	if !isShard(path) {
		return r, fmt.Errorf("%s: a shard keeps its games as they are until all are merged: pass a name that ends in %s", path, ShardEnding)
	}
	inner, err := encode(settings)
	if err != nil {
		return r, err
	}
	text, err := encode(shardHead{opt.Shard, opt.Games, inner})
	if err != nil {
		return r, err
	}
	low, high := opt.Shard.Range(opt.Games)
	j, err := openNamed(path, shardName, text, low, func(_ int, g *play.Record) error {
		r.Add(g)
		return nil
	})
	if err != nil {
		return r, err
	}
	r.note(j.dropped)
	r.Resumed, opt.First, opt.Games = r.Games, j.next(), high
	_, err = Run(ctx, player, opt, func(_ int, g *play.Record) error {
		r.Add(g)
		if watch != nil {
			watch(&r.Summary)
		}
		return j.add(g)
	})
	return r, errors.Join(err, j.file.Close())
}

func isShard(path string) bool { return filepath.Ext(path) == ShardEnding }

// MergeShards writes the games of all shards to a file, with its report beside it, as [Generate]
// does. A file that is there already and holds them is left as it is. The shards stay.
func MergeShards(path string, parts []string) (r Report, err error) {
	list, err := openShards(parts)
	defer func() { err = errors.Join(err, closeShards(list)) }()
	if err == nil {
		err = complete(list)
	}
	if err != nil {
		return r, err
	}
	head := list[0].head
	if done, err := load(path, head.Settings, head.Games); done != nil || err != nil {
		if done != nil {
			r = *done
		}
		return r, err
	}
	w, err := OpenWriter(path)
	if err != nil {
		return r, err
	}
	for _, s := range list {
		_, err := s.replay(func(n int, g *play.Record) error {
			r.Add(g)
			return w.Add(n, g)
		})
		if err != nil {
			return r, errors.Join(err, w.Discard())
		}
	}
	err = w.Close()
	r.LeftOut, r.Losses = w.LeftOut, w.Losses()
	if err == nil {
		err = r.store(path, head.Settings)
	}
	return r, err
}

// An openShard is a shard that is read.
type openShard struct {
	*journal
	head shardHead
	path string
}

// openShards opens shards and orders them by their numbers.
func openShards(paths []string) (list []openShard, err error) {
	for _, path := range paths {
		s, err := readShard(path)
		if err != nil {
			return list, err
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b openShard) int { return cmp.Compare(a.head.Index, b.head.Index) })
	return list, nil
}

func closeShards(list []openShard) (err error) {
	for _, s := range list {
		err = errors.Join(err, s.file.Close())
	}
	return err
}

// readShard opens a shard and counts its games.
func readShard(path string) (s openShard, err error) {
	text, err := firstLine(path)
	if err != nil {
		return s, err
	}
	text, ok := strings.CutPrefix(text, shardName)
	if err = json.Unmarshal([]byte(text), &s.head); !ok || err != nil || s.head.Validate() != nil || s.head.Games < 0 {
		return s, fmt.Errorf("%s: not a shard of games: pass files that match selfplay -shard has written", path)
	}
	s.path = path
	low, _ := s.head.Range(s.head.Games)
	s.journal, err = openNamed(path, shardName, []byte(text), low, func(int, *play.Record) error { return nil })
	return s, err
}

// firstLine returns the first line of a file, without its end.
func firstLine(path string) (string, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := bufio.NewReader(f).ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("%s: not a shard of games: its first line has no end", path)
	}
	return strings.TrimSuffix(text, "\n"), nil
}

// complete reports shards that do not belong together, or of which something is missing.
func complete(list []openShard) error {
	if len(list) == 0 {
		return errors.New("no shard: pass the files that match selfplay -shard has written")
	}
	first := &list[0]
	for i := range list {
		s := &list[i]
		changed, err := resume.Differences(first.head.Settings, s.head.Settings)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", s.path, err)
		case s.head.Of != first.head.Of || s.head.Games != first.head.Games:
			return fmt.Errorf("%s is shard %v of %d games, %s is shard %v of %d: pass those of one run", first.path, first.head.Shard, first.head.Games, s.path, s.head.Shard, s.head.Games)
		case len(changed) > 0:
			return fmt.Errorf("%s and %s were played with other settings: %s", first.path, s.path, strings.Join(changed, "; "))
		case s.head.Index < i:
			return fmt.Errorf("%s and %s are both shard %v", list[i-1].path, s.path, s.head.Shard)
		case s.head.Index > i:
			return fmt.Errorf("shard %d/%d is missing", i, s.head.Count())
		}
		if low, high := s.head.Range(s.head.Games); s.games != high-low {
			return fmt.Errorf("%s has %d of its %d games: the command that has begun it goes on", s.path, s.games, high-low)
		}
	}
	if n := first.head.Count(); len(list) != n {
		return fmt.Errorf("shard %d/%d is missing", len(list), n)
	}
	return nil
}

// Shards reports whether all files are shards, by their names.
func Shards(files []string) bool {
	return len(files) > 0 && !slices.ContainsFunc(files, func(name string) bool { return !isShard(name) })
}
