package input

import (
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory of a zstd decoder. It is the window of zstd's
// highest level, --ultra -22.
const maxWindow = 128 << 20

// roomyWindow is the largest window of which a decoder keeps two, the window of
// zstd -19: it then moves its history less often, which saves a third of its time.
const roomyWindow = 8 << 20

// Decoders are zstd decoders that are not in use: an input is opened up to three
// times, to be probed, inspected and read. They are for one goroutine. Nil keeps none.
type Decoders struct {
	roomy, frugal []*zstd.Decoder
}

// get returns a decoder of r, whose first bytes are head.
func (d *Decoders) get(r io.Reader, head []byte) (dec *zstd.Decoder, roomy bool, err error) {
	var h zstd.Header
	if h.Decode(head) == nil {
		roomy = h.WindowSize <= roomyWindow && (!h.SingleSegment || h.FrameContentSize <= roomyWindow)
	}
	if d != nil {
		free := d.list(roomy)
		if n := len(*free); n > 0 {
			dec, *free = (*free)[n-1], (*free)[:n-1]
			return dec, roomy, dec.Reset(r)
		}
	}
	// One goroutine fewer to wait for when the input is closed early.
	dec, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(!roomy))
	return dec, roomy, err
}

func (d *Decoders) list(roomy bool) *[]*zstd.Decoder {
	if roomy {
		return &d.roomy
	}
	return &d.frugal
}

// put takes back a decoder that is no longer used.
func (d *Decoders) put(dec *zstd.Decoder, roomy bool) {
	if d == nil || dec.Reset(nil) != nil {
		dec.Close()
		return
	}
	free := d.list(roomy)
	*free = append(*free, dec)
}

// Close frees all that are not in use.
func (d *Decoders) Close() {
	for _, dec := range append(d.roomy, d.frugal...) {
		dec.Close()
	}
	*d = Decoders{}
}
