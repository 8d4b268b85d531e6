//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package disk

import (
	"os"
	"syscall"
)

// Dup opens once more what this process has open by a number: both write at the same place.
func Dup(fd int, name string) (*File, error) {
	return open(name, func() (*os.File, error) {
		n, err := syscall.Dup(fd)
		if err != nil {
			return nil, &os.PathError{Op: "dup", Path: name, Err: err}
		}
		syscall.CloseOnExec(n)
		return os.NewFile(uintptr(n), name), nil
	})
}
