//go:build unix && !linux

package memory

// askHuge does nothing: only Linux lets a program ask for huge pages.
func askHuge([]byte) {}
