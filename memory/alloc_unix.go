//go:build unix

package memory

import "syscall"

func allocate(size int) ([]byte, error) {
	return syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
}

// free cannot fail for memory that allocate has returned.
func free(data []byte) { _ = syscall.Munmap(data) }
