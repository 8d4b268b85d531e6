package datasets

import (
	"io"
	"sync/atomic"

	"centipawn/winprob"
)

// A Text is an input of whatever format, decompressed. It is for readers of
// other formats than this package's.
type Text struct {
	in   *input
	name string
	raw  atomic.Int64
}

// OpenText opens the file name, or stdin if the name is "-". Compression (zstd,
// gzip, bzip2) is recognised by the first bytes.
func OpenText(name string, stdin io.Reader) (*Text, error) {
	t := &Text{name: name}
	var stream io.Reader
	if name == stdinName {
		t.name, stream = "stdin", stdin
	}
	var err error
	if t.in, err = openInput(name, stream, &t.raw); err != nil {
		return nil, &LineError{File: t.name, Line: 1, Err: err}
	}
	return t, nil
}

// Read implements [io.Reader].
func (t *Text) Read(p []byte) (int, error) {
	n, err := t.in.text.Read(p)
	if err != nil && err != io.EOF {
		err = readFault(err)
	}
	return n, err
}

// Raw returns how many bytes of the input were read, compressed if it is. It may
// be called from any goroutine.
func (t *Text) Raw() int64 { return t.raw.Load() }

// Sum ends the reading and returns the SHA-256 of the input's raw bytes in
// hexadecimal; of a stream that was not read to its end it is empty.
func (t *Text) Sum() (string, error) {
	if err := t.in.finish(); err != nil {
		return "", &LineError{File: t.name, Line: 1, Err: err}
	}
	return t.in.sum(), nil
}

// Close closes the file.
func (t *Text) Close() error { return t.in.close() }

// ParseTarget reads a label as [Options.Result] has it, from White's view: a
// result, or else White's expected score, which otherwise is NaN. An empty text,
// ? and * are an unknown result.
func ParseTarget(text []byte) (Result, float32, error) { return parseTarget(text) }

// ParseScore reads a score in centipawns, or a mate such as #3 and #-3, as
// written: there is no board to tell whose mate #0 is.
func ParseScore(text []byte) (winprob.Score, error) {
	l, err := parseScore(text, UnitCentipawns)
	if err == nil && (l.kind == labelMated || l.kind == labelUnsigned) {
		err = badScore(text)
	}
	return l.score, err
}

// GameHash returns the hash that a sample has as its Game: of an id in the file
// of that base name. An id that is a plain number is one only within its file.
func GameHash(id []byte, base string) uint32 { return hashID(id, hashBytes([]byte(base))) }
