//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package match

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lockFile opens a file and locks it until it is closed or this process ends, however it does: two runs in one folder
// would play each game twice.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: another run plays this match: wait for it, or pass another folder: %w", path, err), f.Close())
	}
	return f, nil
}
