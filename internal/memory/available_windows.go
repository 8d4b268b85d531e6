package memory

import (
	"math/bits"
	"unsafe"

	"golang.org/x/sys/windows"
)

// memoryStatus is MEMORYSTATUSEX of the Windows API; sizes are bytes.
type memoryStatus struct {
	length, load                    uint32
	totalPhysical, physical         uint64
	totalCommit, commit             uint64
	totalVirtual, virtual, extended uint64
}

// The compiler checks the size that Windows expects.
var _ [64]byte = [unsafe.Sizeof(memoryStatus{})]byte{}

var globalMemoryStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// Available returns how many bytes this process can still have without swapping: the
// least of free memory, what may be committed, and what the address space leaves.
func Available() int64 {
	s := memoryStatus{length: uint32(unsafe.Sizeof(memoryStatus{}))}
	ok, _, _ := globalMemoryStatus.Call(uintptr(unsafe.Pointer(&s)))
	return usable(min(s.physical, s.commit, s.virtual), ok != 0, bits.UintSize)
}
