//go:build unix && !race

package memory

import "syscall"

func allocate(size int) ([]byte, error) {
	data, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err == nil {
		askHuge(data)
	}
	return data, err
}

// free cannot fail for memory that allocate has returned.
func free(data []byte) { _ = syscall.Munmap(data) }
