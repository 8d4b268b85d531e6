package memory

import (
	"math"
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	for _, size := range []int64{0, 100, large} {
		before := InUse()
		b, err := New(size)
		if err != nil {
			if size == large {
				t.Skip("needs memory: ", err)
			}
			t.Fatal(err)
		}
		if got := InUse() - before; size == large && got != large {
			t.Errorf("%d bytes allocated: %d are held", size, got)
		}
		words := Slice[[2]uint64](b)
		if len(words) != int(size/16) {
			t.Errorf("%d bytes: %d values of 16 bytes", size, len(words))
		}
		for i := range words {
			if words[i] != [2]uint64{} {
				t.Fatalf("%d bytes: value %d is not zero", size, i)
			}
			words[i] = [2]uint64{1, math.MaxUint64}
		}
		b.Free()
		b.Free()
		if got := InUse(); got > before {
			t.Errorf("%d bytes freed: %d are held, %d before", size, got, before)
		}
		if Slice[byte](b) != nil {
			t.Errorf("%d bytes: a block that was freed has memory", size)
		}
	}
	(*Block)(nil).Free()
}

// What there is not is refused, and nothing ends.
func TestTooMuch(t *testing.T) {
	for _, size := range []int64{Available() + 1, 1 << 45} {
		if b, err := New(size); err == nil || !strings.Contains(err.Error(), "MiB of memory needed, ") {
			t.Errorf("%d bytes: %v, %v", size, b != nil, err)
		}
	}
}

// The memory of a block that is no longer held goes back when another one needs it.
func TestCollected(t *testing.T) {
	before := InUse()
	if _, err := New(large); err != nil {
		t.Skip("needs memory: ", err)
	}
	for range 100 { // collect waits 100 ms for the cleanups; a busy machine needs more
		if collect(math.MaxInt64); InUse() <= before {
			return
		}
	}
	t.Errorf("%d bytes are held, %d before", InUse(), before)
}
