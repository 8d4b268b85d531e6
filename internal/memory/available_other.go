//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd && !windows

package memory

import "math/bits"

// Available returns what blocks may take on systems that are not asked, in bytes.
func Available() int64 { return max(usable(0, false, bits.UintSize)-InUse(), 0) }
