package moves

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestActivity: what a piece attacks more from where it arrives, and around the enemy king.
func TestActivity(t *testing.T) {
	type want = map[string]float64
	for _, tt := range []struct {
		name, fen, move string
		want            want
	}{
		{"a bishop, from 7 squares to 11", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "a1f6", want{"mobility.bishop": 4, "ring.bishop": 2}},
		{"where a pawn takes it", "4k3/6p1/8/8/8/8/8/B3K3 w - - 0 1", "a1f6", want{"mobility.bishop": 4}},
		{"a rook, from 11 squares to 14", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", want{"mobility.rook": 3, "ring.rook": 3}},
		{"one of Black's", "r3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8a2", want{"mobility.rook": 3, "ring.rook": 3}},
		{"a rook from behind its pawn", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "a1b1", want{"mobility.rook": 6}},
		{"a rook that returns there", "4k3/8/8/8/8/8/P7/1R2K3 w - - 0 1", "b1a1", want{"mobility.rook": -6}},
		{"a queen to the middle", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d4", want{"mobility.queen": 9}},
		{"a queen away from the king", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1a1", want{"ring.queen": -2}},
		{"a knight, whose squares say how many it attacks", "4k3/8/8/8/1N6/8/8/4K3 w - - 0 1", "b4d5", want{"ring.knight": 1}},
		{"a pawn", "4k3/8/8/5P2/8/8/8/4K3 w - - 0 1", "f5f6", want{"ring.pawn": 1}},
		{"a king has none", "4k3/8/4K3/8/8/8/8/8 w - - 0 1", "e6d6", want{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := want{}
			for name, n := range counts(t, tt.fen, tt.move) {
				if strings.HasPrefix(name, "mobility.") || strings.HasPrefix(name, "ring.") {
					got[name] = n
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
