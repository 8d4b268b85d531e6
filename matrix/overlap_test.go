package matrix

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// slowOverlap counts with maps what FindOverlap counts with sorted keys.
func slowOverlap(a, b []*Block) (o Overlap) {
	count := func(blocks []*Block) (rows int, hashes map[uint64]int, games map[uint32]int) {
		hashes, games = map[uint64]int{}, map[uint32]int{}
		for _, b := range blocks {
			rows += b.Rows()
			for i := range b.Rows() {
				hashes[b.Hash[i]]++
				games[b.Game[i]]++
			}
		}
		return rows, hashes, games
	}
	rowsA, hashesA, gamesA := count(a)
	rowsB, hashesB, gamesB := count(b)
	o = Overlap{RowsA: rowsA, RowsB: rowsB, PositionsA: len(hashesA), PositionsB: len(hashesB), GamesA: len(gamesA), GamesB: len(gamesB)}
	for h, n := range hashesA {
		if m := hashesB[h]; m > 0 {
			o.Positions, o.SharedA, o.SharedB = o.Positions+1, o.SharedA+n, o.SharedB+m
		}
	}
	for g, n := range gamesA {
		if m := gamesB[g]; m > 0 {
			o.Games, o.GameRowsA, o.GameRowsB = o.Games+1, o.GameRowsA+n, o.GameRowsB+m
		}
	}
	return o
}

func TestFindOverlap(t *testing.T) {
	blocks := func(seed uint64, rows, hashes, games, shift int) []*Block {
		s := testSchema(3, Int8, 0)
		all := randomBlocks(seed, &s, 8, rows)
		rng := rand.New(rand.NewPCG(seed, 2))
		for _, b := range all {
			for i := range b.Rows() {
				b.Hash[i] = uint64(rng.IntN(hashes)+shift) << 40
				b.Game[i] = uint32(rng.IntN(games) + shift)
			}
		}
		return all
	}
	tests := []struct {
		name string
		a, b []*Block
	}{
		{"some", blocks(1, 40, 150, 20, 0), blocks(2, 60, 100, 30, 10)},
		{"nothing", blocks(1, 40, 150, 20, 0), blocks(2, 60, 100, 30, 1000)},
		{"everything", blocks(1, 40, 150, 20, 0), blocks(1, 40, 150, 20, 0)},
		{"an empty one", blocks(1, 40, 150, 20, 0), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// The sets differ: an engine's trace may be compared with ours.
			a := writeDir(t, filepath.Join(t.TempDir(), "a"), testSchema(3, Int8, 0), tt.a, Shard{})
			b := inMemory(t, testSchema(4, Int16, 0), tt.b)
			got, err := FindOverlap(a, b)
			if diff := cmp.Diff(slowOverlap(tt.a, tt.b), got); err != nil || diff != "" {
				t.Errorf("%v, want -, got +\n%s", err, diff)
			}
			if tt.name == "nothing" && got.Positions+got.Games > 0 || tt.name == "everything" && got.SharedA != got.RowsA {
				t.Errorf("the case is not what it says: %+v", got)
			}
		})
	}
}

// A closed matrix gives an error, not an overlap.
func TestFindOverlapFails(t *testing.T) {
	s := testSchema(2, Int8, 0)
	m := writeDir(t, filepath.Join(t.TempDir(), "a"), s, randomBlocks(3, &s, 4, 9), Shard{})
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]*Matrix{{m, inMemory(t, s, nil)}, {inMemory(t, s, nil), m}} {
		if _, err := FindOverlap(pair[0], pair[1]); err == nil {
			t.Error("no error")
		}
	}
}
