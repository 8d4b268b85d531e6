package nn

import "testing"

// TestBatchBits: a position's output outside of training has the same bits whatever else is in the batch, and
// wherever it stands in it.
func TestBatchBits(t *testing.T) {
	if !Exact {
		t.Skip("products of this build depend on the batch")
	}
	for _, policy := range []Head{ByPlane, ByDense, ByConv} {
		c := Config{Planes: 19, Moves: 73, Channels: 32, Blocks: 2, Hidden: 32, Policy: policy}
		n := newNetwork[float32](t, c)
		b := newBatch[float32](c, 9)
		other := n.Share()
		size := c.Planes * Squares
		all := n.Forward(b.Planes, false)
		for _, at := range []struct{ from, to int }{{0, 1}, {8, 9}, {2, 4}, {3, 7}, {1, 9}} {
			part := other.Forward(b.Planes[at.from*size:at.to*size], false)
			for p := range at.to - at.from {
				if part.Values[p] != all.Values[at.from+p] {
					t.Errorf("%v, %v: value %g, of nine %g", policy, at, part.Values[p], all.Values[at.from+p])
				}
				for m := range c.Moves * Squares {
					if got, want := part.Logit(p, m), all.Logit(at.from+p, m); got != want {
						t.Fatalf("%v, %v, move %d: logit %g, of nine %g", policy, at, m, got, want)
					}
				}
			}
		}
	}
}
