package matrix

import "slices"

// packed holds counts in the type of a schema: one of the slices is in use.
type packed struct {
	int8    []int8
	int16   []int16
	float32 []float32
}

// pack replaces p's content by counts that fit t (see firstMisfit).
func (p *packed) pack(counts []float32, t CountType) {
	switch t {
	case Int8:
		p.int8 = convert(p.int8, counts)
	case Int16:
		p.int16 = convert(p.int16, counts)
	case Float32:
		p.float32 = append(p.float32[:0], counts...)
	}
}

// unpack returns the counts lo to hi. Float32 are shared, others converted
// into buf, which is grown where needed.
func (p *packed) unpack(t CountType, lo, hi int64, buf *[]float32) []float32 {
	switch t {
	case Int8:
		*buf = convert(*buf, p.int8[lo:hi])
	case Int16:
		*buf = convert(*buf, p.int16[lo:hi])
	default:
		return p.float32[lo:hi:hi]
	}
	return *buf
}

// convert makes dst the values of src, in dst's type and memory.
func convert[D, S int8 | int16 | float32](dst []D, src []S) []D {
	dst = resize(dst, len(src))
	for i, v := range src {
		dst[i] = D(v)
	}
	return dst
}

// resize returns n values, whatever they are, in the memory of s if it is enough.
func resize[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
