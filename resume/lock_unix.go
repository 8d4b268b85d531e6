//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package resume

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock locks an open file until it is closed or this process ends, however it does.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return fmt.Errorf("another run is writing here: wait for it, or pass another place: %w", err)
	}
	return err
}
