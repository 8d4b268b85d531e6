package shards

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
)

// A Coder writes the fields of a partial result, or reads them: one function names them for
// [Marshal] and [Unmarshal], so that the two cannot differ. Numbers are little-endian; the bytes depend
// on the values alone.
//
// What is read may be anything: a length is believed as far as there are bytes for it.
type Coder struct {
	text    []byte // that is left, or that was written
	reading bool
	err     error
}

// Errors of [Unmarshal].
var (
	// ErrCut is wrapped by the error of a text that is not whole.
	ErrCut = errors.New("it is cut short or damaged: remove it, and the shard is done again")
	// ErrForeign is wrapped by the error of a text that is something else.
	ErrForeign = errors.New("it is none")
)

// sealHead begins every text; the kind and an end of line follow, the length of the fields in 8 bytes,
// the fields, and their CRC-32C.
const sealHead = "centipawn part 1 "

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Marshal writes the fields of a partial result of a kind.
func Marshal(kind string, fields func(*Coder)) ([]byte, error) {
	head := []byte(sealHead + kind + "\n")
	c := &Coder{text: append(head, make([]byte, 8)...)}
	fields(c)
	if c.err != nil {
		return nil, fmt.Errorf("%s: %w", kind, c.err)
	}
	body := c.text[len(head)+8:]
	binary.LittleEndian.PutUint64(c.text[len(head):], uint64(len(body)))
	return binary.LittleEndian.AppendUint32(c.text, crc32.Checksum(body, castagnoli)), nil
}

// Unmarshal reads the fields that Marshal wrote. It reads nothing of a text that is cut short or of another
// kind; fields may refer to it.
func Unmarshal(kind string, text []byte, fields func(*Coder)) error {
	body, err := open(kind, text)
	if err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	c := &Coder{text: body, reading: true}
	fields(c)
	if c.err == nil && len(c.text) > 0 {
		c.err = ErrForeign
	}
	if c.err != nil {
		return fmt.Errorf("%s: %w", kind, c.err)
	}
	return nil
}

// open returns the fields of a text.
func open(kind string, text []byte) ([]byte, error) {
	head := []byte(sealHead + kind + "\n")
	if n := min(len(head), len(text)); !bytes.Equal(head[:n], text[:n]) {
		return nil, ErrForeign
	}
	if len(text) < len(head)+8+4 {
		return nil, ErrCut
	}
	length, rest := binary.LittleEndian.Uint64(text[len(head):]), text[len(head)+8:]
	if length != uint64(len(rest)-4) {
		return nil, ErrCut
	}
	body := rest[:length]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(rest[length:]) {
		return nil, ErrCut
	}
	return body, nil
}

// Reading reports whether fields are read.
func (c *Coder) Reading() bool { return c.reading }

// Fail ends the coding with an error.
func (c *Coder) Fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// take returns the next n bytes of what is read; nil if there are fewer.
func (c *Coder) take(n int) []byte {
	if c.err != nil || n < 0 || n > len(c.text) {
		c.Fail(ErrForeign)
		return nil
	}
	b := c.text[:n]
	c.text = c.text[n:]
	return b
}

// Uint codes a number.
func (c *Coder) Uint(p *uint64) {
	if !c.reading {
		c.text = binary.LittleEndian.AppendUint64(c.text, *p)
	} else if b := c.take(8); b != nil {
		*p = binary.LittleEndian.Uint64(b)
	}
}

// Int codes whole numbers.
func (c *Coder) Int(list ...*int) {
	for _, p := range list {
		v := uint64(*p)
		c.Uint(&v)
		*p = int(v)
	}
}

// Float codes a number; every NaN stays the one that it is.
func (c *Coder) Float(list ...*float64) {
	for _, p := range list {
		v := math.Float64bits(*p)
		c.Uint(&v)
		*p = math.Float64frombits(v)
	}
}

// Bool codes truth values.
func (c *Coder) Bool(list ...*bool) {
	for _, p := range list {
		v := 0
		if *p {
			v = 1
		}
		c.Int(&v)
		if v != 0 && v != 1 {
			c.Fail(ErrForeign)
		}
		*p = v == 1
	}
}

// length codes that of a list whose elements take that many bytes at least.
func (c *Coder) length(n, bytes int) int {
	c.Int(&n)
	if c.reading && (n < 0 || n > len(c.text)/bytes) {
		c.Fail(ErrForeign)
	}
	if c.err != nil {
		return 0
	}
	return n
}

// Bytes codes bytes of any number.
func (c *Coder) Bytes(p *[]byte) {
	n := c.length(len(*p), 1)
	if c.reading {
		*p = c.take(n)
	} else {
		c.text = append(c.text, *p...)
	}
}

// Text codes a text.
func (c *Coder) Text(p *string) {
	b := []byte(*p)
	c.Bytes(&b)
	*p = string(b)
}

// A number has the same size everywhere.
type number interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// Numbers codes a list of numbers; an empty one is read as nil.
func Numbers[T number](c *Coder, p *[]T) {
	size := binary.Size(*new(T))
	n := c.length(len(*p), size)
	if c.reading {
		*p = nil
		if n > 0 {
			*p = make([]T, n)
		}
	}
	Fixed(c, *p)
}

// Fixed codes numbers whose number is known.
func Fixed[T number](c *Coder, list []T) {
	if !c.reading {
		c.text, _ = binary.Append(c.text, binary.LittleEndian, list) // of numbers it has no error
	} else if b := c.take(len(list) * binary.Size(*new(T))); len(b) > 0 {
		_, _ = binary.Decode(b, binary.LittleEndian, list) // as many bytes as it wants
	}
}

// Ints codes whole numbers whose number is known.
func Ints(c *Coder, list []int) {
	for i := range list {
		c.Int(&list[i])
	}
}

// List codes a list whose elements take a byte at least; an empty one is read as nil.
func List[T any](c *Coder, p *[]T, element func(*T)) {
	n := c.length(len(*p), 1)
	if c.reading {
		*p = nil
	}
	for i := range n {
		if c.err != nil {
			return
		}
		if c.reading {
			*p = append(*p, *new(T))
		}
		element(&(*p)[i])
	}
}

// Part codes a partial result within another.
func Part[P Partial[P]](c *Coder, p P) {
	var text []byte
	var err error
	if !c.reading {
		text, err = p.MarshalBinary()
	}
	if c.Bytes(&text); c.err == nil && c.reading {
		err = p.UnmarshalBinary(text)
	}
	if err != nil {
		c.Fail(err)
	}
}
