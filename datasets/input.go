package datasets

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// pieceSize is how much is read at a time.
const pieceSize = 256 << 10

// An input is one file, or a stream, and its decompression. Its raw bytes are
// hashed as they pass.
type input struct {
	raw        rawReader
	file       *os.File // nil for a stream that the caller gave
	text       io.Reader
	decoder    *zstd.Decoder // to be freed, if any
	roomy      bool          // decoder is
	decoders   *decoders     // where it comes from and goes to; nil: from nowhere
	compressed bool
}

// rawReader hashes and counts what is read through it.
type rawReader struct {
	r     io.Reader
	hash  hash.Hash
	bytes int64
	total *atomic.Int64 // of all inputs, for progress
	eof   bool
}

func (r *rawReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.hash.Write(p[:n])
	r.bytes += int64(n)
	r.total.Add(int64(n))
	r.eof = r.eof || err == io.EOF
	return n, err
}

// openInput opens a file, or reads a stream if there is one, whatever its
// compression.
func openInput(name string, stream io.Reader, total *atomic.Int64) (*input, error) {
	return openShared(name, stream, total, nil)
}

// openShared is openInput with decoders that were used before.
func openShared(name string, stream io.Reader, total *atomic.Int64, d *decoders) (*input, error) {
	in := &input{raw: rawReader{r: stream, hash: sha256.New(), total: total}, decoders: d}
	if stream == nil {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot open: %w", pathless(err))
		}
		in.file, in.raw.r = f, f
	}
	if err := in.decompress(); err != nil {
		in.close()
		return nil, err
	}
	return in, nil
}

// decompress looks at the first bytes of the input, not at its name, and puts
// the right decoder over it.
func (in *input) decompress() error {
	br := bufio.NewReaderSize(&in.raw, pieceSize)
	magic, err := br.Peek(4)
	if err != nil && err != io.EOF {
		return fmt.Errorf("cannot read: %w", pathless(err))
	}
	in.compressed = true
	switch {
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}), isSkippable(magic):
		head, _ := br.Peek(zstd.HeaderMaxSize) // an error comes back when it is read
		in.decoder, in.roomy, err = in.decoders.get(br, head)
		in.text = in.decoder
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		in.text, err = newMemberReader(br)
	case bytes.HasPrefix(magic, []byte("BZh")):
		in.text, err = bzip2.NewReader(br), nil
	default:
		in.text, err, in.compressed = br, nil, false
	}
	if err != nil {
		return readFault(err)
	}
	return nil
}

// isSkippable reports whether magic begins a skippable zstd frame, which tools
// that compress in parallel put first.
func isSkippable(magic []byte) bool {
	return len(magic) == 4 && magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:], []byte{0x2a, 0x4d, 0x18})
}

// readFault says what an error of reading means.
func readFault(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
		return fmt.Errorf("cannot read: %w: it ends in the middle", ErrTruncated)
	}
	return fmt.Errorf("cannot read: %w", pathless(err))
}

// pathless cuts operation and path from an error of the system: the message
// begins with them.
func pathless(err error) error {
	var perr *os.PathError
	if errors.As(err, &perr) {
		return perr.Err
	}
	return err
}

// readPiece appends the next piece to buf. Pieces are full but for the last
// one, however little a pipe gives at a time: where chunks end must not depend
// on it. It returns io.EOF with the last one.
func (in *input) readPiece(buf []byte) ([]byte, error) {
	start := len(buf)
	if cap(buf)-start < pieceSize {
		buf = append(make([]byte, 0, 2*start+pieceSize), buf...)
	}
	for len(buf) < start+pieceSize {
		n, err := in.text.Read(buf[len(buf) : start+pieceSize])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, io.EOF
		}
		if err != nil {
			return buf, readFault(err)
		}
	}
	return buf, nil
}

// finish frees the decoder and reads what is left of a regular file, so that
// the hash is of all of it.
func (in *input) finish() error {
	in.closeDecoder()
	in.text = nil
	if in.raw.eof || !in.regular() {
		return nil
	}
	if _, err := io.Copy(io.Discard, &in.raw); err != nil {
		return fmt.Errorf("cannot read: %w", pathless(err))
	}
	return nil
}

// sum returns the hash of the raw bytes in hexadecimal, nothing if they were
// not read to the end.
func (in *input) sum() string {
	if !in.raw.eof {
		return ""
	}
	return hex.EncodeToString(in.raw.hash.Sum(nil))
}

func (in *input) regular() bool {
	if in.file == nil {
		return false
	}
	info, err := in.file.Stat()
	return err == nil && info.Mode().IsRegular()
}

func (in *input) closeDecoder() {
	if in.decoder != nil {
		in.decoders.put(in.decoder, in.roomy)
		in.decoder = nil
	}
}

func (in *input) close() error {
	in.closeDecoder()
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}
