package input

import (
	"errors"
	"io"
	"sync/atomic"
)

// Stdin is the name of the standard input among files.
const Stdin = "-"

// A Text is an input of whatever format, decompressed. It is for readers of
// other formats than this package's.
type Text struct {
	in   *File
	name string
	raw  atomic.Int64
}

// OpenText opens the file name, or stdin if the name is "-". Compression (zstd,
// gzip, bzip2) is recognised by the first bytes.
func OpenText(name string, stdin io.Reader) (*Text, error) {
	t := &Text{name: name}
	var stream io.Reader
	if name == Stdin {
		t.name, stream = "stdin", stdin
	}
	var err error
	if t.in, err = Open(name, stream, &t.raw, nil); err != nil {
		fault := &LineError{File: t.name, Err: err}
		if errors.Is(err, ErrTruncated) {
			fault.Line = 1
		}
		return nil, fault
	}
	return t, nil
}

// Read implements [io.Reader].
func (t *Text) Read(p []byte) (int, error) {
	n, err := t.in.text.Read(p)
	if err != nil && err != io.EOF {
		err = ReadFault(err)
	}
	return n, err
}

// Raw returns how many bytes of the input were read, compressed if it is. It may
// be called from any goroutine.
func (t *Text) Raw() int64 { return t.raw.Load() }

// Sum ends the reading and returns the SHA-256 of the input's raw bytes in
// hexadecimal; of a stream that was not read to its end it is empty.
func (t *Text) Sum() (string, error) {
	if err := t.in.Finish(); err != nil {
		return "", &LineError{File: t.name, Line: 1, Err: err}
	}
	return t.in.Sum(), nil
}

// Close closes the file.
func (t *Text) Close() error { return t.in.Close() }
