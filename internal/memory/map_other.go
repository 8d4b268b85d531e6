//go:build nommap || !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package memory

import (
	"io"
	"unsafe"

	"example.org/centipawn/internal/disk"
)

// MapFile reads a file to memory, where there is no mmap; the bytes begin at an address that is
// aligned for every type.
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
	words := make([]uint64, (info.Size()+7)/8)
	data = unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))[:info.Size()]
	_, err = io.ReadFull(f, data)
	return data, func() error { return nil }, err
}

// Forget does nothing where files are read whole.
func Forget() {}
