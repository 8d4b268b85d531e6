package memory

import (
	"math"
	"testing"
)

func TestUsable(t *testing.T) {
	for _, tt := range []struct {
		name  string
		bytes uint64
		known bool
		bits  int
		want  int64
	}{
		{"a machine of 64 GiB", 64 << 30, true, 64, 64 << 30},
		{"does not say", 0, false, 64, 4 << 30},
		{"addresses of 32 bits", 64 << 30, true, 32, 1 << 30},
		{"both", 0, false, 32, 1 << 30},
		{"little", 1 << 28, true, 32, 1 << 28},
		{"no limit", math.MaxUint64, true, 64, math.MaxInt64},
	} {
		if got := usable(tt.bytes, tt.known, tt.bits); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
