//go:build !linux

package memory

import "math"

// Available returns what blocks may take on systems that are not asked: 4 GiB, or 1 GiB
// with addresses of 32 bits.
func Available() int64 {
	if math.MaxInt == math.MaxInt32 {
		return 1 << 30
	}
	return 4 << 30
}
