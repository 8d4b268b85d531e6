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
	data = aligned(new([]uint64), int(info.Size()))
	_, err = io.ReadFull(f, data)
	return data, func() error { return nil }, err
}
