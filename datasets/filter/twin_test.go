package filter

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/internal/splitmix"
)

// TestSelectionTwin compares duplicates and the limit a game with maps.
func TestSelectionTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 1000, pageRows + 500} {
		digests := make([]Digest, n)
		for i := range digests {
			digests[i] = Digest{key: splitmix.Mix(rng.Uint64N(uint64(n)/2 + 1)), game: rng.Uint32N(uint32(n)/20 + 1)}
		}
		for _, policy := range []Duplicates{KeepAll, KeepFirst, DropAll} {
			o := Options{Duplicates: policy, PerGame: 7, Seed: 5}
			var v Survey
			if err := v.Append(digests); err != nil {
				t.Fatal(err)
			}
			got, want := v.Select(o), twin(digests, o)
			for i, fate := range got.fate {
				if left := fate < dropped; left != want[i] {
					t.Fatalf("%d samples, %v: sample %d is kept %v, want %v", n, policy, i, left, want[i])
				}
			}
		}
	}
}

// twin reports which digests are left.
func twin(digests []Digest, o Options) []bool {
	times, seen, left := make(map[uint64]int), make(map[uint64]bool), make([]bool, len(digests))
	for _, d := range digests {
		times[d.key]++
	}
	games := make(map[uint32][]int)
	for i, d := range digests {
		left[i] = o.Duplicates == KeepAll || o.Duplicates == KeepFirst && !seen[d.key] || o.Duplicates == DropAll && times[d.key] == 1
		seen[d.key] = true
		if left[i] {
			games[d.game] = append(games[d.game], i)
		}
	}
	s := &Selection{seed: o.Seed}
	for _, rows := range games {
		slices.SortStableFunc(rows, func(i, j int) int {
			return cmp.Compare(s.rank(&digests[i], saltGame), s.rank(&digests[j], saltGame))
		})
		for _, i := range rows[min(o.PerGame, len(rows)):] {
			left[i] = false
		}
	}
	return left
}

// FuzzParseRange: what is read is written and read again to the same range.
func FuzzParseRange(f *testing.F) {
	for _, text := range []string{"16..200", "..30", "0.25..", "-3..-3", "5..4", "..", "1e309..", "..-0", "NaN..1", "1...2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRange(text)
		if err != nil || r.String() == ".." {
			return
		}
		if again, err := ParseRange(r.String()); err != nil || again != r || !r.Holds(r.Low) || !r.Holds(r.High) {
			t.Errorf("%q: %v, then %v, %v", text, r, again, err)
		}
	})
}
