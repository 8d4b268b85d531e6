package match

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/shards"
	"example.org/centipawn/match/elo"
)

// shardsOf plays all shards of a plan into folders.
func shardsOf(t *testing.T, of int, plan func() Plan) (parts []string) {
	t.Helper()
	for i := range of {
		p := plan()
		p.Dir, p.Shard = filepath.Join(t.TempDir(), fmt.Sprint(i)), shards.Shard{Index: i, Of: of}
		for range 2 { // the second finds all played
			r := mustRun(t, p)
			if want := 2 * p.Shard.Pieces(newJudge(&p, nil).schedule.pairs()); r.Stop != PartPlayed && of > 1 || r.Finished != want {
				t.Fatalf("shard %v: %v, %d games, want %d", p.Shard, r.Stop, r.Finished, want)
			}
		}
		parts = append(parts, p.Dir)
	}
	return parts
}

func TestMergeIsOneMatch(t *testing.T) {
	plan := func() Plan {
		p := quick(7, mover{seed: 1}, mover{seed: 2})
		p.Seed, p.SPRT = 1<<60+1, &elo.SPRT{Elo0: 0, Elo1: 5}
		return p
	}
	whole := plan()
	whole.Dir = t.TempDir()
	want := mustRun(t, whole)
	for _, of := range []int{1, 2, 3, 8} { // of 8 one has no pair
		parts := shardsOf(t, of, plan)
		slices.Reverse(parts)
		p := plan()
		p.Dir = filepath.Join(t.TempDir(), "all")
		for range 2 { // nothing is doubled
			if n, err := Merge(t.Context(), p.Dir, parts); err != nil || n != 14 {
				t.Fatalf("%d games: %v", n, err)
			}
		}
		got := mustRun(t, p)
		if got.Stop != want.Stop || got.Pairings[0] != want.Pairings[0] || *got.SPRT != *want.SPRT || got.Unique != want.Unique || !slices.Equal(got.Results, want.Results) {
			t.Errorf("%d shards: %+v, want %+v", of, got.Pairings, want.Pairings)
		}
	}
}

// TestMergeLacks: what a part lacks is played by the merged match.
func TestMergeLacks(t *testing.T) {
	plan := func() Plan { return quick(5, mover{seed: 1}, mover{seed: 2}, mover{seed: 3}) }
	parts := shardsOf(t, 4, plan)
	p := plan()
	p.Dir = filepath.Join(t.TempDir(), "all")
	if n, err := Merge(t.Context(), p.Dir, parts[1:]); err != nil || n != 30-8 {
		t.Fatalf("%d games: %v", n, err)
	}
	if got, want := mustRun(t, p), mustRun(t, plan()); got.Games != 30 || !slices.Equal(got.Results, want.Results) {
		t.Errorf("%d games, others than in one run", got.Games)
	}
}

func TestMergeRefuses(t *testing.T) {
	plan := func(seed uint64) func() Plan {
		return func() Plan {
			p := quick(5, mover{seed: 1}, mover{seed: 2})
			p.Seed = seed
			return p
		}
	}
	two, three, other := shardsOf(t, 2, plan(1)), shardsOf(t, 3, plan(1)), shardsOf(t, 2, plan(2))
	whole := plan(1)()
	whole.Dir = t.TempDir()
	mustRun(t, whole)
	for want, parts := range map[string][]string{
		"pass those of one match": {two[0], three[1]}, "seed: 1 before, 2 now": {two[0], other[1]},
		"another run": {two[0], two[0]}, "not a part of a match": {whole.Dir, two[0]}, "not the folder of a match": {t.TempDir()},
	} {
		dir := filepath.Join(t.TempDir(), "all")
		if _, err := Merge(t.Context(), dir, parts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", parts, err, want)
		}
	}
	if _, err := Merge(t.Context(), other[1], two); err == nil {
		t.Error("merged into a part")
	}
}
