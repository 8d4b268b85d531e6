// Package memory says how much memory a process can still have, and allocates large
// blocks only if they fit: an allocation of Go that fails ends the program. It also maps files
// into memory, and makes an error of one that can no longer be read: a page that is missing ends
// the program, too.
package memory

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// A Block is memory that belongs to its holder. It is returned to the system by Free, or
// once the Block is unreachable; its bytes must not be used after that.
type Block struct {
	bytes []byte
	clean runtime.Cleanup
}

// large is the size in bytes from which blocks are not part of Go's heap: the collector
// would let garbage grow to the size of all blocks, and only these ask for huge pages.
const large = 4 << 20

// reserve is the part of the available memory that blocks leave to everything else: one
// eighth.
const reserve = 8

// What blocks may take, in bytes, of a system that does not say what it has, and with
// addresses of 32 bits.
const (
	unknown     = 4 << 30
	addresses32 = 1 << 30
)

// usable returns how much of what a system has, in bytes, blocks may take. The system may
// not say it; addresses have 32 or 64 bits.
func usable(bytes uint64, known bool, addressBits int) int64 {
	if !known {
		bytes = unknown
	}
	if addressBits == 32 {
		bytes = min(bytes, addresses32)
	}
	return int64(min(bytes, math.MaxInt64))
}

// Largest returns the largest block, in bytes, that [New] allocates now.
func Largest() int64 {
	available := Available()
	return available - available/reserve
}

// inUse is the size of all large blocks, in bytes.
var inUse atomic.Int64

// InUse returns how many bytes the blocks of 4 MiB and more have that were not freed.
func InUse() int64 { return inUse.Load() }

// one lets only one goroutine check and allocate at a time.
var one sync.Mutex

// New allocates a block of size bytes, all zero. A large one is written to, so that other
// processes see that the memory is taken. It fails if there is not enough memory.
func New(size int64) (*Block, error) {
	one.Lock()
	defer one.Unlock()
	if size < large {
		return &Block{bytes: make([]byte, size)}, nil
	}
	if Largest() < size {
		collect(size)
	}
	if most := Largest(); most < size {
		return nil, fmt.Errorf("%d MiB of memory needed, %d MiB available", size>>20, most>>20)
	}
	data, err := allocate(int(size))
	if err != nil {
		return nil, fmt.Errorf("%d MiB of memory needed: %w", size>>20, err)
	}
	clear(data)
	b := &Block{bytes: data}
	inUse.Add(size)
	b.clean = runtime.AddCleanup(b, release, data)
	return b, nil
}

// collect frees the blocks that are no longer held, if that makes room for size bytes.
func collect(size int64) {
	runtime.GC()
	for range 100 { // cleanups have a goroutine of their own
		if Largest() >= size {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// Free returns the memory of the block. A nil block has none.
func (b *Block) Free() {
	if b == nil || b.bytes == nil {
		return
	}
	if len(b.bytes) >= large {
		b.clean.Stop()
		release(b.bytes)
	}
	b.bytes = nil
}

// release returns the bytes of a large block to the system.
func release(data []byte) {
	free(data)
	inUse.Add(-int64(len(data)))
}

// Slice returns the memory of b as values of a type without pointers whose zero value is
// all zero bits. The caller keeps b as long as the slice.
func Slice[T any](b *Block) []T {
	var zero T
	n := len(b.bytes) / int(unsafe.Sizeof(zero))
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b.bytes))), n)
}
