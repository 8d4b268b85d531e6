package matrix

import "slices"

// pack returns counts that fit t (see [Block.misfit]) in its type, in the memory of *buf.
func pack(counts []float32, t CountType, buf *[]uint64) []byte {
	raw := aligned(buf, len(counts)*countTypes[t].size)
	switch t {
	case Int8:
		convert(valuesOf[int8](raw), counts)
	case Int16:
		convert(valuesOf[int16](raw), counts)
	default:
		copy(valuesOf[float32](raw), counts)
	}
	return raw
}

// unpack is the inverse of pack. Float32 are shared, others converted into *buf.
func unpack(raw []byte, t CountType, buf *[]float32) []float32 {
	*buf = resize(*buf, len(raw)/countTypes[t].size)
	switch t {
	case Int8:
		convert(*buf, valuesOf[int8](raw))
	case Int16:
		convert(*buf, valuesOf[int16](raw))
	default:
		return valuesOf[float32](raw)
	}
	return *buf
}

// convert makes dst, which is as long, the values of src.
func convert[D, S int8 | int16 | float32](dst []D, src []S) {
	for i, v := range src {
		dst[i] = D(v)
	}
}

// aligned returns n bytes of *buf, which is grown where needed, at an address that is
// aligned for every type.
func aligned(buf *[]uint64, n int) []byte {
	*buf = resize(*buf, (n+7)/8)
	return bytesOf(*buf)[:n]
}

// resize returns n values, whatever they are, in the memory of s if it is enough.
func resize[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
