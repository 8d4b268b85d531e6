package matrix

import (
	"encoding/binary"
	"unsafe"
)

// largest returns the largest value, 0 if there is none.
func largest[T uint8 | uint16](values []T) T {
	var m T
	for _, v := range values {
		m = max(m, v)
	}
	return m
}

// below reports whether all values are less than bound, which is at least 1.
//
// It takes the values that fill 8 bytes at a time. With h = 2^(bits-1) and
// bound ≤ h, a value v < h plus h - bound has the top bit exactly if v ≥ bound,
// and no carry leaves its lane; values v ≥ h have the top bit themselves.
func below[T uint8 | uint16](values []T, bound int) bool {
	size := int(unsafe.Sizeof(T(0)))
	bits := 8 * size
	high := 1 << (bits - 1)
	if bound > high {
		return int(largest(values)) < bound
	}
	ones := ^uint64(0) / (1<<bits - 1) // 1 in every lane
	tops, add := ones*uint64(high), ones*uint64(high-bound)
	var found uint64
	raw := bytesOf(values)
	for ; len(raw) >= 8; raw = raw[8:] {
		x := binary.LittleEndian.Uint64(raw) // the order of lanes does not matter
		found |= x | (x&^tops + add)
	}
	rest := values[len(values)-len(raw)/size:]
	return found&tops == 0 && int(largest(rest)) < bound
}
