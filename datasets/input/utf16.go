package input

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// errUTF32 refuses a text that no program here writes.
var errUTF32 = errors.New("cannot read: the text is UTF-32: convert it to UTF-8")

// sniffedBytes is how much of a text tells its encoding, or less if a line ends after lineBytes: a person
// at a terminal waits for an answer. leastBytes is how much of a text without a byte order mark tells it.
const sniffedBytes, lineBytes, leastBytes = 256, 32, 16

// recode puts a decoder over a text that is UTF-16, with a byte order mark or without.
func (in *File) recode() error {
	head := &peeked{r: in.text}
	first := head.fill()
	in.text = head
	if isUTF32(first) {
		return errUTF32
	}
	if order := utf16Order(first); order != nil {
		in.text, in.utf16 = &utf16Reader{r: head, order: order}, true
	}
	return nil
}

// UTF16 reports whether the text is UTF-16, which is read as UTF-8.
func (in *File) UTF16() bool { return in.utf16 }

// utf16Order returns the order of the bytes of UTF-16, nil if a text is something else. Its
// characters must be no control characters, and half of them ASCII, three quarters without a byte
// order mark: else it may be a record; of a game's first moves, the occupied squares are the mark.
func utf16Order(head []byte) binary.ByteOrder {
	marked := true
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		order = binary.LittleEndian
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		order = binary.BigEndian
	case len(head) < leastBytes:
		return nil
	case head[0] == 0:
		order, marked = binary.BigEndian, false
	default:
		order, marked = binary.LittleEndian, false
	}
	units, plain := 0, 0
	for at := 0; at+1 < len(head); at += 2 {
		if marked && at == 0 {
			continue
		}
		units++
		switch c := order.Uint16(head[at:]); {
		case c >= ' ' && c < 0x7f || c == '\n' || c == '\r' || c == '\t':
			plain++
		case c < ' ':
			return nil
		}
	}
	if units == 0 || 2*plain < units || !marked && 4*plain < 3*units {
		return nil
	}
	return order
}

// isUTF32 reports whether a text begins with characters of four bytes.
func isUTF32(head []byte) bool {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		plain := len(head) >= leastBytes
		for at := 0; plain && at+3 < min(len(head), 2*leastBytes); at += 4 {
			c := order.Uint32(head[at:])
			plain = c >= ' ' && c < 0x7f || c == '\n' || c == '\r' || c == '\t' || at == 0 && c == 0xfeff
		}
		if plain {
			return true
		}
	}
	return false
}

// peeked is a reader whose first bytes have been looked at.
type peeked struct {
	r    io.Reader
	left []byte // of the first bytes
	err  error  // after them
}

// fill reads the first bytes, and returns those that tell the encoding, however many the reader gives at
// a time.
func (p *peeked) fill() (first []byte) {
	p.left = make([]byte, sniffedBytes)
	n := 0
	for n < len(p.left) && p.err == nil {
		var m int
		m, p.err = p.r.Read(p.left[n:])
		if n += m; n <= lineBytes {
			continue
		}
		if end := bytes.IndexByte(p.left[lineBytes:n], '\n'); end >= 0 {
			p.left = p.left[:n]
			return p.left[:lineBytes+end+1]
		}
	}
	p.left = p.left[:n]
	return p.left
}

// Read implements [io.Reader].
func (p *peeked) Read(b []byte) (int, error) {
	switch {
	case len(p.left) > 0:
		n := copy(b, p.left)
		p.left = p.left[n:]
		return n, nil
	case p.err != nil:
		return 0, p.err
	}
	return p.r.Read(b)
}

// A utf16Reader reads UTF-16 as UTF-8, its byte order mark too. What is no character becomes U+FFFD.
type utf16Reader struct {
	r     io.Reader
	order binary.ByteOrder
	raw   []byte // not yet decoded
	text  []byte // not yet given
	err   error  // after both
}

// Read implements [io.Reader].
func (u *utf16Reader) Read(b []byte) (int, error) {
	for len(u.text) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.decode()
	}
	n := copy(b, u.text)
	u.text = u.text[n:]
	return n, nil
}

// decode decodes the next bytes. A half of a character waits for its other half.
func (u *utf16Reader) decode() {
	const piece = 32 << 10
	left := len(u.raw)
	u.raw = append(u.raw, make([]byte, piece)...)
	n, err := u.r.Read(u.raw[left:])
	u.raw, u.err, u.text = u.raw[:left+n], err, u.text[:0]
	at := 0
	for at+1 < len(u.raw) {
		c := rune(u.order.Uint16(u.raw[at:]))
		at += 2
		if utf16.IsSurrogate(c) {
			if at+1 >= len(u.raw) && err == nil {
				at -= 2
				break
			}
			if second := rune(0); at+1 < len(u.raw) {
				second = rune(u.order.Uint16(u.raw[at:]))
				if r := utf16.DecodeRune(c, second); r != utf8.RuneError {
					c, at = r, at+2
				} else {
					c = utf8.RuneError
				}
			}
		}
		u.text = utf8.AppendRune(u.text, c)
	}
	if at < len(u.raw) && err != nil {
		u.text, at = utf8.AppendRune(u.text, utf8.RuneError), len(u.raw)
	}
	u.raw = append(u.raw[:0], u.raw[at:]...)
}
