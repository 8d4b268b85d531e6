//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package disk

import (
	"errors"
	"syscall"
)

// Lock locks an open file or folder until it is closed or this process ends, however it
// does. File systems without locks count as free.
func (f *File) Lock() error {
	if err := check("lock", f.Name()); err != nil {
		return err
	}
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return nil
}
