package rows

import (
	"math"
	"testing"
)

// TestSplitShare counts test games for several shares and seeds, and checks
// that seeds differ.
func TestSplitShare(t *testing.T) {
	const n = 100_000
	for _, share := range []float64{0.01, 0.25, 0.9} {
		tests := make([][]bool, 3)
		for seed := range tests {
			d := NewDivider(Split{Share: share, Seed: uint64(seed + 1)})
			count := 0
			for g := range uint32(n) {
				test := d.Part(g, 0) == Test
				tests[seed] = append(tests[seed], test)
				if test {
					count++
				}
			}
			if se := math.Sqrt(share * (1 - share) * n); math.Abs(float64(count)-share*n) > 5*se {
				t.Errorf("share %g, seed %d: %d of %d games", share, seed+1, count, n)
			}
		}
		agree := 0
		for i := range tests[0] {
			if tests[0][i] == tests[1][i] {
				agree++
			}
		}
		if want := (share*share + (1-share)*(1-share)) * n; math.Abs(float64(agree)-want) > 0.01*n {
			t.Errorf("share %g: seeds agree on %d games, want about %.0f", share, agree, want)
		}
	}
}

// TestSplitTrain uses shares of the training games: about so many, a smaller share
// within the larger, test and sealed games as before.
func TestSplitTrain(t *testing.T) {
	const n = 100_000
	for _, by := range []SplitBy{SplitGame, SplitNone} {
		all := NewDivider(Split{By: by, Share: 0.25, Sealed: 0.1, Seed: 3})
		smaller := make([]bool, n)
		for _, share := range []float64{0.125, 0.25, 0.5, 1} {
			d := NewDivider(Split{By: by, Share: 0.25, Sealed: 0.1, Seed: 3, Train: share})
			training, used := 0, 0
			for game := range n {
				before, part := all.Part(uint32(game), 1), d.Part(uint32(game), 1)
				if before != Train {
					if part != before {
						t.Fatalf("%v: game %d moved from %v to %v", by, game, before, part)
					}
					continue
				}
				training++
				if part == Train {
					used++
				} else if part != Sealed || smaller[game] {
					t.Fatalf("%v: game %d is %v at share %g, and was used at a smaller one: %t", by, game, part, share, smaller[game])
				}
				smaller[game] = part == Train
			}
			if got := float64(used) / float64(training); math.Abs(got-share) > 0.01 {
				t.Errorf("%v: share %g uses %.4f of the training games", by, share, got)
			}
		}
	}
}
