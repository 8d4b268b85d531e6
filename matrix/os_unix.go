//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !nommap

package matrix

import (
	"errors"
	"fmt"
	"math"
	"os"
	"syscall"
)

// mapFile maps a file into memory, read-only. release unmaps it.
//
// A file that is cut short by another process while it is mapped ends this
// one with SIGBUS; finished matrices are only ever replaced as a whole.
func mapFile(path string) (data []byte, release func() error, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	switch size := info.Size(); {
	case !info.Mode().IsRegular():
		return nil, nil, fmt.Errorf("%s: not a regular file", path)
	case size == 0: // cannot be mapped
		return nil, func() error { return nil }, nil
	case size > math.MaxInt:
		return nil, nil, fmt.Errorf("%s: %d bytes are too many for this machine's addresses", path, size)
	}
	data, err = syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	return data, func() error { return syscall.Munmap(data) }, nil
}

// lockPath locks a folder until unlock is called.
func lockPath(path string) (unlock func() error, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if !lock(f) {
		f.Close()
		return nil, errBusy(path)
	}
	return f.Close, nil
}

// lock marks an open file or folder as being written, until it is closed or the
// process ends. It reports whether it was free.
func lock(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return !errors.Is(err, syscall.EWOULDBLOCK) // file systems without locks count as free
}
