package matrix

import (
	"math/rand/v2"
	"testing"
)

// below agrees with its slow twin for every length, alignment and bound.
func TestBelow(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	narrow, wide := make([]uint8, 64), make([]uint16, 64)
	for range 20000 {
		lo, n := rng.IntN(20), rng.IntN(40)
		bound8, bound16 := 1+rng.IntN(256), 1+rng.IntN(65536)
		for i := range narrow { // values near the bound, on both sides
			narrow[i] = uint8(max(0, min(255, bound8-1-rng.IntN(20)+rng.IntN(4)/3)))
			wide[i] = uint16(max(0, min(65535, bound16-1-rng.IntN(20)+rng.IntN(4)/3)))
		}
		if got, want := below(narrow[lo:lo+n], bound8), int(largest(narrow[lo:lo+n])) < bound8; got != want {
			t.Fatalf("below(%v, %d) = %t", narrow[lo:lo+n], bound8, got)
		}
		if got, want := below(wide[lo:lo+n], bound16), int(largest(wide[lo:lo+n])) < bound16; got != want {
			t.Fatalf("below(%v, %d) = %t", wide[lo:lo+n], bound16, got)
		}
	}
}

// Every byte against every bound.
func TestBelowByte(t *testing.T) {
	for v := range 256 {
		values := []uint8{0, 0, 0, uint8(v), 0, 0, 0, 0}
		for bound := 1; bound <= 256; bound++ {
			if got := below(values, bound); got != (v < bound) {
				t.Errorf("%d below %d: %t", v, bound, got)
			}
		}
	}
}
