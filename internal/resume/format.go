package resume

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A Format is how the records of a journal are laid down, each with its checksum (CRC-32,
// Castagnoli): [Lines] or [Frames].
type Format interface {
	append(b, record []byte) []byte
	// next reads a record, and how many bytes of the file it takes. The error is io.EOF at the end,
	// or a *damaged, after which it can go on.
	next(in *bufio.Reader) (record []byte, size int, err error)
	at(path string, n int) string
}

// damaged says why a record is not as it was written.
type damaged struct{ why string }

func (d *damaged) Error() string { return d.why }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Lines are records of JSON objects, one a line, whose last field is the checksum of what stands
// before it. Lines without one, as they were written before there were checksums, are taken and
// counted if no line with one stands before them.
type Lines struct {
	Unchecked int // lines without a checksum that were read
	checked   bool
}

// sumField begins the field of a line's checksum.
const sumField = `,"crc32c":"`

// sumSize is the length of that field with what ends the line.
const sumSize = len(sumField) + 8 + len("\"}\n")

func (l *Lines) append(b, record []byte) []byte {
	return sealed(b, bytes.TrimSuffix(record, []byte("}")))
}

// sealed appends what stands before the checksum, which may be an object, too, and the checksum.
func sealed(b, text []byte) []byte {
	b = append(b, text...)
	return fmt.Appendf(b, "%s%08x\"}\n", sumField, crc32.Checksum(text, castagnoli))
}

func (l *Lines) next(in *bufio.Reader) (record []byte, size int, err error) {
	line, err := in.ReadBytes('\n')
	switch {
	case errors.Is(err, io.EOF) && len(line) > 0:
		return nil, len(line), &damaged{"the line has no end"}
	case err != nil:
		return nil, 0, err
	}
	head := max(0, len(line)-sumSize)
	switch {
	case !bytes.HasPrefix(line[head:], []byte(sumField)):
		if l.checked || !json.Valid(line) {
			return nil, len(line), &damaged{"the line is damaged: it has no checksum"}
		}
		l.Unchecked++
	case string(line[head:]) != string(sealed(nil, line[:head])[head:]):
		return nil, len(line), &damaged{"the line is damaged: it does not have its checksum"}
	default:
		l.checked = true
	}
	return line, len(line), nil
}

func (*Lines) at(path string, n int) string { return fmt.Sprintf("%s:%d", path, n+1) }

// Frames are records of any bytes: the length of the record and its checksum, 4 bytes each,
// little-endian, and the record. What follows a damaged one cannot be found.
type Frames struct{}

const (
	frameHead = 8
	maxFrame  = 1 << 20 // bytes of a record
)

func (Frames) append(b, record []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(record)))
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(record, castagnoli))
	return append(b, record...)
}

func (Frames) next(in *bufio.Reader) (record []byte, size int, err error) {
	var head [frameHead]byte
	if n, err := io.ReadFull(in, head[:]); err != nil {
		return nil, n, torn(err)
	}
	length := binary.LittleEndian.Uint32(head[:])
	if length == 0 || length > maxFrame {
		return nil, 0, lost(in, "its length is damaged")
	}
	record = make([]byte, length)
	if _, err := io.ReadFull(in, record); errors.Is(err, io.EOF) {
		return nil, 0, torn(io.ErrUnexpectedEOF)
	} else if err != nil {
		return nil, 0, torn(err)
	}
	if crc32.Checksum(record, castagnoli) != binary.LittleEndian.Uint32(head[4:]) {
		return nil, 0, lost(in, "it does not have its checksum")
	}
	return record, frameHead + len(record), nil
}

// lost gives up what follows a damaged record.
func lost(in *bufio.Reader, why string) error {
	if _, err := io.Copy(io.Discard, in); err != nil {
		return err
	}
	return &damaged{why}
}

// torn says that a record is cut short.
func torn(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return &damaged{"it is cut short"}
	}
	return err
}

func (Frames) at(path string, n int) string { return fmt.Sprintf("%s: game %d", path, n+1) }
