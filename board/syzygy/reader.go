package syzygy

import "fmt"

// reader takes a file apart from its beginning on. After an error it gives nothing.
type reader struct {
	data []byte
	at   int
	err  error
}

// take returns the next bytes, nil if there are less.
func (r *reader) take(n int) []byte { return r.takeMany(uint64(n), 1) }

// takeMany returns the next bytes of n things of that size.
func (r *reader) takeMany(n, size uint64) []byte {
	left := uint64(len(r.data) - r.at)
	if r.err == nil && n > left/size {
		r.err = fmt.Errorf("the file ends at byte %d, where %d × %d bytes are missing from byte %d on", len(r.data), n, size, r.at)
	}
	if r.err != nil {
		return nil
	}
	from := r.at
	r.at += int(n * size)
	return r.data[from:r.at:r.at]
}

// align skips to an address that a number divides.
func (r *reader) align(to int) { r.take(-r.at & (to - 1)) }
