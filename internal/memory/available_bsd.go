//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package memory

import (
	"math/bits"
	"runtime"

	"golang.org/x/sys/unix"
)

// Available returns the memory of the machine less what blocks hold, in bytes. How much
// other programs leave is not asked: these systems say it in a way of their own each.
func Available() int64 {
	total, err := unix.SysctlUint64(sysctl())
	return max(usable(total, err == nil, bits.UintSize)-InUse(), 0)
}

// sysctl returns the name of the size of the physical memory.
func sysctl() string {
	switch runtime.GOOS {
	case "darwin":
		return "hw.memsize"
	case "netbsd":
		return "hw.physmem64"
	}
	return "hw.physmem"
}
