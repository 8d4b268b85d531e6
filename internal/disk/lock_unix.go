//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package disk

import (
	"errors"
	"syscall"
)

// Locks says whether [File.Lock] keeps other runs out.
const Locks = true

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

// LockPath locks a folder until unlock is called.
func LockPath(path string) (unlock func() error, err error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	if err := f.Lock(); err != nil {
		return nil, errors.Join(err, f.File.Close())
	}
	return f.File.Close, nil
}
