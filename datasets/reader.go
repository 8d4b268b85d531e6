package datasets

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"sync/atomic"

	"example.org/centipawn/datasets/input"
)

// A Reader cuts inputs into chunks, one after the other. Its methods, but for
// Progress, are for one goroutine.
type Reader struct {
	sources []*source
	current int // index of the source that is read
	number  int // of the next chunk
	read    atomic.Int64
	size    int64 // 0 if unknown
	zstd    input.Decoders
}

// Open opens files, "-" being the standard input, and finds out the format
// of each. Compression (zstd, gzip, bzip2) is recognised by the first
// bytes. Every regular file is looked at, so that the last of a hundred cannot
// fail for want of a column after hours. All errors are a [*LineError].
func Open(names []string, opt Options) (*Reader, error) {
	return OpenEach(names, slices.Repeat([]Options{opt}, len(names)))
}

// OpenEach is [Open] with options for each input, in the order of the names.
func OpenEach(names []string, options []Options) (*Reader, error) {
	if len(names) == 0 {
		return nil, errors.New("datasets: no input files")
	}
	if len(options) != len(names) {
		return nil, fmt.Errorf("datasets: options for %d inputs of %d", len(options), len(names))
	}
	if len(names) > math.MaxUint8+1 {
		return nil, fmt.Errorf("datasets: %d input files, at most %d: join some", len(names), math.MaxUint8+1)
	}
	r := &Reader{}
	for i, name := range names {
		opt := options[i]
		s := &source{name: name, index: uint8(i), in: &Input{Options: opt}, decoders: &r.zstd}
		if name == input.Stdin {
			if slices.Contains(names[:i], input.Stdin) {
				return nil, errors.New("datasets: the standard input can be read only once")
			}
			s.name, s.stream = "stdin", opt.interruptible(opt.WithDefaults().Stdin)
		}
		for _, other := range r.sources {
			if filepath.Base(other.name) == filepath.Base(s.name) {
				s.again++
			}
		}
		r.sources = append(r.sources, s)
		if err := s.probe(); err != nil {
			return nil, err
		}
	}
	r.size = r.totalSize()
	return r, nil
}

// NewReader reads one stream, whose name is used in messages.
func NewReader(name string, stream io.Reader, opt Options) *Reader {
	return &Reader{sources: []*source{{name: name, stream: stream, in: &Input{Options: opt}}}}
}

// totalSize returns the size of all inputs, 0 if not all of them are files.
func (r *Reader) totalSize() (total int64) {
	for _, s := range r.sources {
		size, ok := s.regular()
		if !ok {
			return 0
		}
		total += size
	}
	return total
}

// Next fills c with the next chunk, reusing its memory. It returns io.EOF
// after the last one. A chunk does not span files, and where it ends depends
// on the input alone.
func (r *Reader) Next(c *Chunk) error {
	for r.current < len(r.sources) {
		s := r.sources[r.current]
		if s.file == nil {
			if err := s.open(&r.read); err != nil {
				return err
			}
		}
		err := s.next(c, r.number)
		if err == nil {
			c.Number = r.number
			r.number++
			return nil
		}
		if err != io.EOF {
			return err
		}
		if err := s.end(); err != nil {
			return err
		}
		r.current++
	}
	return io.EOF
}

// EndSource leaves the input that is being read: the next chunk is the first of
// the next one. The rest of a regular file is hashed.
func (r *Reader) EndSource() error {
	if r.current == len(r.sources) {
		return nil
	}
	s := r.sources[r.current]
	r.current++
	if s.file == nil {
		return nil
	}
	return s.end()
}

// All returns the rest of the samples in order. A bad line gives a
// [*LineError] and the reading goes on; any other error ends it.
func (r *Reader) All() iter.Seq2[Sample, error] {
	return func(yield func(Sample, error) bool) {
		var c Chunk
		var p Parsed
		for {
			err := r.Next(&c)
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(Sample{}, err)
				return
			}
			c.Parse(&p)
			if !p.yield(yield) {
				return
			}
		}
	}
}

// Progress returns the raw bytes read and the size of all inputs, 0 if that is
// not known. It may be called at any time from any goroutine.
func (r *Reader) Progress() (read, size int64) { return r.read.Load(), r.size }

// Sources says what was read of every input, in order. It ends the reading: if
// a regular file has not been read to its end, the rest is hashed now, however
// long that takes; of a stream the hash is empty then.
func (r *Reader) Sources() ([]Source, error) {
	r.current = len(r.sources)
	described := make([]Source, len(r.sources))
	for i, s := range r.sources {
		var err error
		if described[i], err = s.describe(&r.read); err != nil {
			return nil, err
		}
	}
	r.zstd.Close()
	return described, nil
}

// Close closes the files. It comes after Sources, if that is wanted.
func (r *Reader) Close() error {
	r.current = len(r.sources)
	var errs []error
	defer r.zstd.Close()
	for _, s := range r.sources {
		if s.file != nil {
			errs = append(errs, s.file.Close())
		}
	}
	return errors.Join(errs...)
}
