//go:build nommap || !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package matrix

import (
	"io"
	"os"
)

// mapFile reads a file to memory, where there is no mmap.
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
	data, err = readAligned(f, info.Size())
	return data, func() error { return nil }, err
}

// lockPath does nothing: Windows itself refuses to remove files that are open,
// and to rename a folder that is.
func lockPath(string) (unlock func() error, err error) { return func() error { return nil }, nil }

// lock does nothing, for the same reason.
func lock(*os.File) bool { return true }

// readAligned reads a whole file to memory that is aligned for every type.
func readAligned(f *os.File, size int64) ([]byte, error) {
	words := make([]uint64, (size+7)/8)
	b := bytesOf(words)[:size]
	_, err := io.ReadFull(f, b)
	return b, err
}
