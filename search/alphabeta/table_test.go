package alphabeta

import (
	"math/rand/v2"
	"sync"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// extreme scores, and ordinary ones.
var tableScores = []search.Score{
	0, 1, -1, 1234, -4321, search.MateIn(search.MaxPly + 1), search.MatedIn(search.MaxPly + 1),
	search.MateIn(20), search.MatedIn(20), unknown,
}

// TestEntryRoundTrip: what is packed is unpacked.
func TestEntryRoundTrip(t *testing.T) {
	for _, score := range tableScores {
		for _, bound := range []bound{noBound, upper, lower, exact} {
			for _, depth := range []int{0, 1, 127, maxDepth} {
				want := entry{board.NewPromotion(board.H7, board.H8, board.Queen), score, -score, depth, bound}
				if got := unpack(want.pack(ages - 1)); got != want {
					t.Fatalf("unpack(pack(%+v)) = %+v", want, got)
				}
			}
		}
	}
}

func FuzzEntry(f *testing.F) {
	f.Add(uint64(0), uint64(0))
	f.Add(uint64(1)<<63|12345, uint64(63))
	f.Fuzz(func(t *testing.T, data, age uint64) {
		e := unpack(data)
		if got := e.pack(data >> ageShift); got != data {
			t.Errorf("%#x packs as %#x", data, got)
		}
	})
}

// TestTableMates: a mate is kept by its distance from the position, so that it is
// right at another ply.
func TestTableMates(t *testing.T) {
	var table table
	table.resize(1)
	for _, tt := range []struct {
		name         string
		stored, want search.Score
	}{
		{"mate", search.MateIn(9), search.MateIn(5)},
		{"mated", search.MatedIn(8), search.MatedIn(4)},
		{"no mate", 77, 77},
		{"won, no mate", search.MateIn(search.MaxPly + 1), search.MateIn(search.MaxPly + 1)},
	} {
		table.store(42, 6, entry{score: tt.stored, static: unknown, bound: exact})
		if e, ok := table.probe(42, 2); !ok || e.score != tt.want {
			t.Errorf("%s: stored as %d at ply 6, at ply 2 %d, %t; want %d", tt.name, tt.stored, e.score, ok, tt.want)
		}
	}
}

// TestTableReplacement: all keys below share a bucket of four.
func TestTableReplacement(t *testing.T) {
	var table table
	table.resize(1)
	keep := func(key uint64, depth int, b bound) { table.store(key, 0, entry{move: 99, depth: depth, bound: b}) }
	has := func(key uint64) int {
		if e, ok := table.probe(key, 0); ok {
			return e.depth
		}
		return -1
	}
	expect := func(what string, want ...int) {
		t.Helper()
		for i, depth := range want {
			if got := has(uint64(i + 1)); got != depth {
				t.Errorf("%s: key %d has depth %d, want %d (-1: none)", what, i+1, got, depth)
			}
		}
	}
	for i, depth := range []int{10, 2, 12, 7} {
		keep(uint64(i+1), depth, upper)
	}
	expect("four fit", 10, 2, 12, 7)
	keep(5, 1, lower)
	expect("the shallowest goes", 10, -1, 12, 7, 1)
	keep(3, 5, lower)
	expect("much shallower does not replace", 10, -1, 12, 7, 1)
	keep(3, 5, exact)
	expect("but exact does", 10, -1, 5, 7, 1)
	table.nextSearch()
	table.nextSearch()
	keep(6, 1, lower)
	keep(7, 0, lower)
	keep(8, 0, lower)
	expect("old ones go first", 10, -1, -1, -1, -1, 1, 0, 0)
	keep(1, 0, lower)
	expect("an old result is replaced", 0)
	table.store(1, 0, entry{depth: 1, bound: lower})
	if e, _ := table.probe(1, 0); e.move != 99 {
		t.Errorf("an entry without a move has forgotten the move known: %v", e.move)
	}
	if got := table.permille(); got != 4 {
		t.Errorf("permille = %d, want 4 of the first 1,000 slots", got)
	}
	table.clear()
	expect("cleared", -1, -1, -1, -1, -1, -1, -1, -1)
	if table.permille() != 0 {
		t.Errorf("a cleared table is %d permille full", table.permille())
	}
}

// TestEmptyTable: without slots nothing is kept and nothing breaks.
func TestEmptyTable(t *testing.T) {
	var table table
	table.store(1, 0, entry{bound: exact})
	if _, ok := table.probe(1, 0); ok {
		t.Error("a table without slots knows a position")
	}
	if table.permille() != 0 {
		t.Error("a table without slots is not empty")
	}
}

// TestTableThreads: whatever several threads write to one bucket, what is read
// belongs to its key. Every entry holds its own key in move and score.
func TestTableThreads(t *testing.T) {
	var table table
	table.resize(1)
	var wg sync.WaitGroup
	for seed := range uint64(4) {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(seed, 0))
			for range 20_000 {
				key := rng.Uint64N(64)
				if e, ok := table.probe(key, 0); ok && (uint64(e.move) != key || uint64(e.score) != key) {
					t.Errorf("key %d: found the entry of %d and %d", key, e.move, e.score)
					return
				}
				table.store(key, 0, entry{move: board.Move(key), score: search.Score(key), depth: rng.IntN(20), bound: exact})
			}
		})
	}
	wg.Wait()
}

// TestCuts lists what a kept score of 50 decides.
func TestCuts(t *testing.T) {
	for _, tt := range []struct {
		name        string
		bound       bound
		depth       int
		alpha, beta search.Score
		want        bool
	}{
		{"exact above", exact, 4, 10, 11, true},
		{"exact below", exact, 4, 90, 91, true},
		{"exact inside", exact, 4, 0, 100, false},
		{"lower above", lower, 4, 10, 11, true},
		{"lower below", lower, 4, 90, 91, false},
		{"upper above", upper, 4, 10, 11, false},
		{"upper below", upper, 4, 90, 91, true},
		{"at beta", lower, 4, 49, 50, true},
		{"at alpha", upper, 4, 50, 51, true},
		{"too shallow", exact, 3, 10, 11, false},
		{"static only", noBound, 9, 10, 11, false},
	} {
		e := entry{score: 50, depth: tt.depth, bound: tt.bound}
		if got := e.cuts(tt.alpha, tt.beta, 4); got != tt.want {
			t.Errorf("%s: cuts = %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestStaticAlone: an evaluation without a score takes an empty slot or an old one, never a score
// of the same search, and is the first to make way.
func TestStaticAlone(t *testing.T) {
	var tab table
	if err := tab.resize(1); err != nil {
		t.Fatal(err)
	}
	defer tab.free()
	static := entry{static: 33}
	score := entry{board.NewMove(board.E2, board.E4), 17, 4, 0, upper}
	holds := func(key uint64, want entry) bool { got, ok := tab.probe(key, 0); return ok && got == want }
	for key := uint64(1); key <= 4; key++ { // of one bucket
		tab.store(key, 0, score)
		tab.store(key, 0, static)
		tab.store(5, 0, static)
		if !holds(key, score) || holds(5, static) != (key < 4) {
			t.Errorf("%d scores: the last one stays %t, an evaluation %t", key, holds(key, score), holds(5, static))
		}
	}
	tab.nextSearch()
	tab.store(5, 0, static)
	tab.store(6, 0, static)
	if !holds(5, static) || !holds(6, static) {
		t.Error("an evaluation finds no place among scores of the last search")
	}
	tab.store(5, 0, score)
	if !holds(5, score) {
		t.Error("a score does not replace the evaluation of its position")
	}
	tab.nextSearch()
	for key := uint64(10); key < 14; key++ {
		tab.store(key, 0, static)
	}
	for key := uint64(20); key < 24; key++ {
		if tab.store(key, 0, score); !holds(key, score) {
			t.Error("a score finds no place among evaluations")
		}
	}
}

// TestFetch: what is fetched stays what it was, and so does a table that holds nothing.
func TestFetch(t *testing.T) {
	var tab table
	tab.fetch(1)
	if err := tab.resize(1); err != nil {
		t.Fatal(err)
	}
	defer tab.free()
	want := entry{board.NewMove(board.E2, board.E4), 17, 4, 5, exact}
	for key := uint64(1); key != 0; key <<= 1 {
		tab.fetch(key)
		tab.store(key, 0, want)
		tab.fetch(key)
		if got, ok := tab.probe(key, 0); !ok || got != want {
			t.Fatalf("key %#x: %+v, %v, want %+v", key, got, ok, want)
		}
	}
}

// BenchmarkProbe is of a table of 256 MiB, without and with some work before the probe during
// which its bucket can be fetched.
func BenchmarkProbe(b *testing.B) {
	var tab table
	if err := tab.resize(256); err != nil {
		b.Skip(err)
	}
	defer tab.free()
	for _, bm := range []struct {
		name        string
		fetch, work bool
	}{{"probe", false, false}, {"work", false, true}, {"work fetched", true, true}} {
		b.Run(bm.name, func(b *testing.B) {
			key := uint64(1)
			for b.Loop() {
				key *= golden
				if bm.fetch {
					tab.fetch(key)
				}
				sum := key
				for i := 0; bm.work && i < 64; i++ {
					sum = sum*golden + 1
				}
				if _, ok := tab.probe(key, 0); ok {
					sum++
				}
				key = sum | 1
			}
		})
	}
}
