//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !nommap

package memory

import (
	"fmt"
	"math"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"example.org/centipawn/internal/disk"
)

// MapFile maps a file into memory, read-only; the bytes begin at an address that is aligned for
// every type. release unmaps it. Where there is no mmap the file is read. See [Guard].
func MapFile(path string) (data []byte, release func() error, err error) {
	f, err := disk.OpenRegular(path)
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

// Forget lets the system take back the memory that holds what was read of mapped files. Nothing is lost: it is
// read again when it is needed, as a rule from the system's cache of the disk.
func Forget() {
	mapped.Lock()
	defer mapped.Unlock()
	for _, f := range mapped.files {
		_ = unix.Madvise(f.data, unix.MADV_DONTNEED) // where it is not known, the memory stays
	}
}
