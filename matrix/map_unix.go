//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !nommap

package matrix

import (
	"fmt"
	"math"
	"os"
	"syscall"
)

// mapFile maps a file into memory, read-only. release unmaps it. See [Guard].
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
	case size == 0: // cannot be mapped
		return nil, func() error { return nil }, nil
	case size > math.MaxInt:
		return nil, nil, fmt.Errorf("%s: %d bytes are too many for this machine's addresses", path, size)
	}
	data, err = syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	unmark := mark(path, data)
	return data, func() error {
		unmark()
		return syscall.Munmap(data)
	}, nil
}
