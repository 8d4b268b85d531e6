package inspect

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClusters compares with counts in a map: exactly where there are few games, and
// within some per cent where there are too many to know each. Neither order nor
// division of the rows matters.
func TestClusters(t *testing.T) {
	tests := []struct {
		name         string
		games, rows  int
		giant        int // rows more of one game
		within       float64
		wantLine     bool
		wantEstimate bool
	}{
		{"few", 2000, 20_000, 300, 0, true, false},
		{"one", 1, 500, 0, 0, true, false},
		{"many", 100_000, 600_000, 3000, 0.03, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 6))
			keys := make([]uint64, 0, tt.rows+tt.giant)
			for range tt.rows {
				keys = append(keys, uint64(rng.IntN(tt.games)))
			}
			for range tt.giant {
				keys = append(keys, 7)
			}
			rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
			var forward, backward, left, right clusters
			slow := map[uint64]int{}
			for i, key := range keys {
				slow[key]++
				forward.add(key, i+1)
				backward.add(keys[len(keys)-1-i], len(keys)-i)
				[]*clusters{&left, &right}[i%3%2].add(key, i+1)
			}
			left.merge(&right)
			got := forward.summary()
			want := slowClusters(slow, len(keys))
			for _, e := range []struct{ got, want float64 }{
				{float64(got.Games), float64(want.Games)}, {got.Effective, want.Effective}, {float64(got.Largest), float64(want.Largest)},
			} {
				if math.Abs(e.got-e.want) > tt.within*e.want {
					t.Errorf("%+v, want %+v", got, want)
				}
			}
			if got.Rows != len(keys) || got.Exact == tt.wantEstimate || got.Line > 0 != tt.wantLine {
				t.Errorf("%+v", got)
			}
			for name, c := range map[string]*clusters{"backward": &backward, "merged": &left} {
				if diff := cmp.Diff(got, c.summary()); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
			}
		})
	}
	if c := new(clusters).summary(); c != (Clusters{Exact: true}) {
		t.Errorf("of nothing: %+v", c)
	}
}

func slowClusters(rows map[uint64]int, n int) Clusters {
	c := Clusters{Rows: n, Games: len(rows)}
	squares := 0
	for _, m := range rows {
		squares += m * m
		c.Largest = max(c.Largest, m)
	}
	c.Effective = float64(n) * float64(n) / float64(squares)
	return c
}

// TestOverlapOfWatches compares with sets, exactly and by estimate.
func TestOverlapOfWatches(t *testing.T) {
	for _, tt := range []struct {
		n      int
		within float64
	}{{5000, 0}, {400_000, 0.03}} {
		var a, b distinct
		rng := rand.New(rand.NewPCG(8, 9))
		inA, inB := map[uint64]int{}, map[uint64]int{}
		for range tt.n {
			x, y := rng.Uint64N(uint64(tt.n)), uint64(tt.n)/2+rng.Uint64N(uint64(tt.n))
			a.add(x, 0)
			b.add(y, 0)
			inA[x]++
			inB[y]++
		}
		keys, rows, rowsOf := 0, 0, 0
		for x, n := range inA {
			if m := inB[x]; m > 0 {
				keys, rows, rowsOf = keys+1, rows+n, rowsOf+m
			}
		}
		k, r, s, exact := a.overlap(&b)
		k2, s2, r2, _ := b.overlap(&a)
		if k != k2 || r != r2 || s != s2 || exact != (tt.within == 0) {
			t.Errorf("%d, %d, %d and %d, %d, %d, exact %t", k, r, s, k2, r2, s2, exact)
		}
		for _, e := range []struct{ got, want int }{{k, keys}, {r, rows}, {s, rowsOf}} {
			if math.Abs(float64(e.got-e.want)) > tt.within*float64(e.want) {
				t.Errorf("%d, want %d", e.got, e.want)
			}
		}
	}
	var none, some distinct
	some.add(1, 0)
	if k, _, _, exact := some.overlap(&none); k != 0 || !exact {
		t.Errorf("with nothing: %d, exact %t", k, exact)
	}
}
