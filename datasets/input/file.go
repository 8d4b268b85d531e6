// Package input reads files, streams and pipes as bytes: it recognises compression (zstd, gzip,
// bzip2) and UTF-16, hashes what it reads, ends with a context where somebody waits for a writer, and copies
// what must be read twice.
package input

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

// PieceSize is how much is read at a time.
const PieceSize = 256 << 10

// ErrTruncated is wrapped by the error of an archive that breaks off.
var ErrTruncated = errors.New("truncated archive")

// A File is one file, or a stream, and its decompression. Its raw bytes are
// hashed as they pass.
type File struct {
	raw        rawReader
	file       *os.File // nil for a stream that the caller gave
	text       io.Reader
	decoder    *zstd.Decoder // to be freed, if any
	roomy      bool          // decoder is
	decoders   *Decoders     // where it comes from and goes to; nil: from nowhere
	compressed bool
	utf16      bool
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

// Open opens a file, or reads a stream if there is one, whatever its compression. total counts
// the raw bytes; d has decoders that were used before, and may be nil.
func Open(name string, stream io.Reader, total *atomic.Int64, d *Decoders) (*File, error) {
	in := &File{raw: rawReader{r: stream, hash: sha256.New(), total: total}, decoders: d}
	if stream == nil {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot open: %w", Pathless(err))
		}
		in.file, in.raw.r = f, f
	}
	if err := in.decompress(); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

// decompress looks at the first bytes of the input, not at its name, and puts
// the right decoder over it.
func (in *File) decompress() error {
	br := bufio.NewReaderSize(&in.raw, PieceSize)
	magic, err := br.Peek(4)
	if err != nil && err != io.EOF {
		return fmt.Errorf("cannot read: %w", Pathless(err))
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
		return ReadFault(err)
	}
	return in.recode()
}

// isSkippable reports whether magic begins a skippable zstd frame, which tools
// that compress in parallel put first.
func isSkippable(magic []byte) bool {
	return len(magic) == 4 && magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:], []byte{0x2a, 0x4d, 0x18})
}

// ReadFault says what an error of reading means.
func ReadFault(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
		return fmt.Errorf("cannot read: %w: it ends in the middle", ErrTruncated)
	}
	return fmt.Errorf("cannot read: %w", Pathless(err))
}

// Pathless cuts operation and path from an error of the system: the message
// begins with them.
func Pathless(err error) error {
	var perr *os.PathError
	if errors.As(err, &perr) {
		return perr.Err
	}
	return err
}

// ReadPiece appends the next piece to buf. Pieces are full but for the last
// one, however little a pipe gives at a time: where chunks end must not depend
// on it. It returns io.EOF with the last one.
func (in *File) ReadPiece(buf []byte) ([]byte, error) {
	start := len(buf)
	if cap(buf)-start < PieceSize {
		buf = append(make([]byte, 0, 2*start+PieceSize), buf...)
	}
	for len(buf) < start+PieceSize {
		n, err := in.text.Read(buf[len(buf) : start+PieceSize])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, io.EOF
		}
		if err != nil {
			return buf, ReadFault(err)
		}
	}
	return buf, nil
}

// ReadAt reads from a place of a file that is not an archive. What is read this way is not hashed.
func (in *File) ReadAt(p []byte, offset int64) (int, error) {
	n, err := in.file.ReadAt(p, offset)
	in.raw.total.Add(int64(n))
	return n, err
}

// Finish frees the decoder and reads what is left of a regular file, so that
// the hash is of all of it.
func (in *File) Finish() error {
	in.closeDecoder()
	in.text = nil
	if in.raw.eof || !in.Regular() {
		return nil
	}
	if _, err := io.Copy(io.Discard, &in.raw); err != nil {
		return fmt.Errorf("cannot read: %w", Pathless(err))
	}
	return nil
}

// Sum returns the hash of the raw bytes in hexadecimal, nothing if they were
// not read to the end.
func (in *File) Sum() string {
	if !in.raw.eof {
		return ""
	}
	return hex.EncodeToString(in.raw.hash.Sum(nil))
}

// Regular reports whether it is a regular file, which can be read twice.
func (in *File) Regular() bool {
	if in.file == nil {
		return false
	}
	info, err := in.file.Stat()
	return err == nil && info.Mode().IsRegular()
}

func (in *File) closeDecoder() {
	if in.decoder != nil {
		in.decoders.put(in.decoder, in.roomy)
		in.decoder = nil
	}
}

// Compressed reports whether the text is not the file's bytes: it is an archive, or UTF-16.
func (in *File) Compressed() bool { return in.compressed || in.utf16 }

// Bytes returns how many raw bytes were read.
func (in *File) Bytes() int64 { return in.raw.bytes }

// Close closes the file.
func (in *File) Close() error {
	in.closeDecoder()
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}
