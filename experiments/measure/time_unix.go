//go:build unix

package measure

import (
	"syscall"
	"time"
)

// ProcessorTime returns what the process has used of its processors.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return time.Since(begun)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// begun is when the process began: of use where the system tells no processor time.
var begun = time.Now()
