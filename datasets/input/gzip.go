package input

import (
	"bufio"
	"io"

	"github.com/klauspost/compress/gzip"
)

// A memberReader reads the members of a gzip file one after the other. The reader of the
// whole series takes a member whose header breaks off within the file's name for the end.
type memberReader struct {
	raw    *bufio.Reader
	member *gzip.Reader
}

func newMemberReader(raw *bufio.Reader) (*memberReader, error) {
	member, err := gzip.NewReader(raw)
	if err != nil {
		return nil, err
	}
	member.Multistream(false)
	return &memberReader{raw, member}, nil
}

// Read implements [io.Reader].
func (m *memberReader) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil {
		if n, err = m.member.Read(p); err == io.EOF {
			err = m.next()
		}
	}
	return n, err
}

// next begins the next member. It returns io.EOF if there is none.
func (m *memberReader) next() error {
	if _, err := m.raw.Peek(1); err != nil {
		return err
	}
	err := m.member.Reset(m.raw)
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	m.member.Multistream(false)
	return err
}
