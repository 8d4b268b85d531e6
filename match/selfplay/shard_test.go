package selfplay_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/shards"
	"example.org/centipawn/match/selfplay"
)

// playShards plays all shards of the games into files, the last first.
func playShards(t *testing.T, dir string, of int, opt selfplay.Options) (parts []string) {
	t.Helper()
	for i := range of {
		path := filepath.Join(dir, fmt.Sprintf("%d-of-%d.games", i, of))
		opt.Shard = shards.Shard{Index: i, Of: of}
		r, err := selfplay.GenerateShard(t.Context(), path, scored, opt, "settings", nil)
		if err != nil || r.Resumed != 0 {
			t.Fatalf("%v: %+v", err, r)
		}
		parts = append(parts, path)
	}
	slices.Reverse(parts)
	return parts
}

func TestShards(t *testing.T) {
	dir, opt := t.TempDir(), hastily(19)
	whole := filepath.Join(dir, "whole.viri")
	want := generate(t, whole, opt)
	for _, of := range []int{1, 3, 8, 30} { // of 30 some have no game
		merged := filepath.Join(dir, fmt.Sprintf("%d.viri", of))
		if _, err := selfplay.MergeShards(merged, playShards(t, dir, of, opt)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(content(t, merged), want) {
			t.Errorf("%d shards: other games", of)
		}
		if !bytes.Equal(content(t, merged+".json"), content(t, whole+".json")) {
			t.Errorf("%d shards: another report", of)
		}
	}
}

// A shard that was cut off within a game goes on after the last whole one.
func TestShardGoesOn(t *testing.T) {
	dir, opt := t.TempDir(), hastily(9)
	parts := playShards(t, dir, 2, opt)
	want := content(t, parts[0])
	if err := os.Truncate(parts[0], int64(len(want))-5); err != nil {
		t.Fatal(err)
	}
	merged := filepath.Join(dir, "x.viri")
	if _, err := selfplay.MergeShards(merged, parts); err == nil || !strings.Contains(err.Error(), "4 of its 5 games") {
		t.Errorf("merged what is not complete: %v", err)
	}
	opt.Shard = shards.Shard{Index: 1, Of: 2}
	if _, err := selfplay.Generate(t.Context(), filepath.Join(dir, "all.viri"), scored, opt, "settings", nil); err == nil || !strings.Contains(err.Error(), "call GenerateShard") {
		t.Errorf("Generate of a shard: %v", err)
	}
	r, err := selfplay.GenerateShard(t.Context(), parts[0], scored, opt, "settings", nil)
	if err != nil || r.Resumed != 4 || r.Games != 5 {
		t.Fatalf("%v: %+v", err, r)
	}
	if !bytes.Equal(content(t, parts[0]), want) {
		t.Error("other games")
	}
	if _, err := selfplay.MergeShards(merged, append(parts, parts[0])); err == nil {
		t.Error("a shard was merged twice")
	}
	if r, err := selfplay.MergeShards(merged, parts); err != nil || r.Games != 9 {
		t.Errorf("%v: %+v", err, r)
	}
}

func TestMergeRefuses(t *testing.T) {
	dir := t.TempDir()
	three, two := playShards(t, t.TempDir(), 3, hastily(9)), playShards(t, t.TempDir(), 2, hastily(9))
	longer := playShards(t, t.TempDir(), 2, hastily(10))
	none := filepath.Join(dir, "none.games")
	if err := os.WriteFile(none, []byte("games\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for want, parts := range map[string][]string{
		"shard 1/3 is missing": {three[2], three[0]}, "shard 2/3 is missing": {three[2], three[1]},
		"pass those of one run": {two[1], longer[0]}, "not a shard of games": {none}, "no shard": nil,
	} {
		if _, err := selfplay.MergeShards(filepath.Join(dir, "x.viri"), parts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", parts, err, want)
		}
	}
}
