package tapered

import (
	"math"
	"testing"
)

// TestPacked: sums of products of packed pairs are those of their halves, up to the
// ends of 32 bits.
func TestPacked(t *testing.T) {
	values := []int{math.MinInt32, -70000, -1, 0, 1, 2, 32768, math.MaxInt32}
	for _, mg := range values {
		for _, eg := range values {
			p := Pack(mg, eg)
			if p.MG() != mg || p.EG() != eg {
				t.Errorf("Pack(%d, %d) holds %d and %d", mg, eg, p.MG(), p.EG())
			}
		}
	}
	sum, mg, eg := Pack(100000, -1), 100000, -1
	for n := -300; n <= 300; n += 7 {
		w, v := 3*n+1, -5*n
		sum += Packed(n) * Pack(w, v)
		mg, eg = mg+n*w, eg+n*v
		if sum.MG() != mg || sum.EG() != eg {
			t.Fatalf("after %d: %d and %d, want %d and %d", n, sum.MG(), sum.EG(), mg, eg)
		}
	}
}
