package splitmix

import (
	"math/bits"
	"testing"
)

// TestMix compares with the published generator: its state goes up by the odd constant, and
// its first numbers from the seed 1234567 are these.
//
// Source: Rosetta Code, "Pseudo-random numbers/Splitmix64".
func TestMix(t *testing.T) {
	state := uint64(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := Mix(state); got != want {
			t.Errorf("number %d is %d, want %d", i, got, want)
		}
		state += 0x9e3779b97f4a7c15
	}
}

// TestAvalanche: a changed bit changes half of the others.
func TestAvalanche(t *testing.T) {
	for bit := range 64 {
		changed := 0
		for x := range uint64(1000) {
			changed += bits.OnesCount64(Mix(x*0x9e3779b97f4a7c15) ^ Mix(x*0x9e3779b97f4a7c15^1<<bit))
		}
		if mean := float64(changed) / 1000; mean < 30.5 || mean > 33.5 {
			t.Errorf("bit %d changes %.1f bits on average, want 32", bit, mean)
		}
	}
}

// FuzzMix: different inputs stay different.
func FuzzMix(f *testing.F) {
	f.Add(uint64(0), uint64(1))
	f.Add(uint64(1<<63), uint64(1<<62))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		if (Mix(a) == Mix(b)) != (a == b) {
			t.Errorf("mix(%d) = %d, mix(%d) = %d", a, Mix(a), b, Mix(b))
		}
	})
}
