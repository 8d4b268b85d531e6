package lichess

import (
	"bytes"
	"encoding/json"

	"example.org/centipawn/datasets/cut"
)

// A cursor reads a text of JSON from its front, value by value. After a fault it
// reads nothing more, and bad is set.
//
//	for more := c.open('{', '}'); more; more = c.next('}') {
//		switch string(c.key()) {
//		case "depth":
//			depth = c.integer()
//		default:
//			c.skip()
//		}
//	}
//
// What it accepts is JSON; that it must be so strict is that a faulty line may
// hold anything.
type cursor struct {
	rest  []byte
	bad   bool
	depth int // of arrays and objects within each other
}

// maxNesting is how deep arrays and objects may lie within each other.
const maxNesting = 64

// fail stops the reading.
func (c *cursor) fail() { c.rest, c.bad = nil, true }

// blanks passes over blanks.
func (c *cursor) blanks() {
	for len(c.rest) > 0 && cut.IsBlank(c.rest[0]) {
		c.rest = c.rest[1:]
	}
}

// take passes over blanks and, if it comes next, b.
func (c *cursor) take(b byte) bool {
	c.blanks()
	if len(c.rest) == 0 || c.rest[0] != b {
		return false
	}
	c.rest = c.rest[1:]
	return true
}

// open enters an object or array and reports whether it has anything in it.
func (c *cursor) open(opening, closing byte) bool {
	if c.depth++; !c.take(opening) || c.depth > maxNesting {
		c.fail()
		return false
	}
	if c.take(closing) {
		c.depth--
		return false
	}
	return true
}

// next passes over the comma after a value and reports whether there was one, or
// else over the end of the object or array.
func (c *cursor) next(closing byte) bool {
	switch {
	case c.take(','):
		return true
	case c.take(closing):
		c.depth--
	default:
		c.fail()
	}
	return false
}

// key reads a key and the colon after it.
func (c *cursor) key() []byte {
	key := c.text()
	if !c.take(':') {
		c.fail()
	}
	return key
}

// text reads a string.
func (c *cursor) text() []byte {
	if !c.take('"') {
		c.fail()
		return nil
	}
	for i, b := range c.rest {
		switch {
		case b == '"':
			value := c.rest[:i]
			c.rest = c.rest[i+1:]
			return value
		case b == '\\', b < ' ', b >= 0x80:
			return c.escaped()
		}
	}
	c.fail()
	return nil
}

// escaped reads the rest of a string that holds what is not itself.
func (c *cursor) escaped() []byte {
	end := 0
	for end < len(c.rest) && c.rest[end] != '"' {
		if c.rest[end] == '\\' {
			end++
		}
		end++
	}
	var value string
	if end >= len(c.rest) || json.Unmarshal(bytes.Join([][]byte{nil, c.rest[:end], nil}, []byte{'"'}), &value) != nil {
		c.fail()
		return nil
	}
	c.rest = c.rest[end+1:]
	return []byte(value)
}

// integer reads a whole number of at most 15 digits.
func (c *cursor) integer() (n int) {
	const most = 15
	sign := 1
	if c.take('-') {
		sign = -1
	}
	digits := 0
	for digits < len(c.rest) && c.rest[digits] >= '0' && c.rest[digits] <= '9' {
		n = 10*n + int(c.rest[digits]-'0')
		digits++
		if digits > most {
			break
		}
	}
	if digits == 0 || digits > most || c.rest[0] == '0' && digits > 1 || digits < len(c.rest) && isNumeral(c.rest[digits]) {
		c.fail()
		return 0
	}
	c.rest = c.rest[digits:]
	return sign * n
}

// isNumeral reports whether c goes on with a number that is not whole.
func isNumeral(c byte) bool { return c == '.' || c|0x20 == 'e' }

// skip passes over any value.
func (c *cursor) skip() {
	c.blanks()
	if len(c.rest) == 0 {
		c.fail()
		return
	}
	switch c.rest[0] {
	case '{':
		for more := c.open('{', '}'); more; more = c.next('}') {
			c.key()
			c.skip()
		}
	case '[':
		for more := c.open('[', ']'); more; more = c.next(']') {
			c.skip()
		}
	case '"':
		c.text()
	default:
		n := bytes.IndexAny(c.rest, " \t\r\n,]}")
		if n < 0 {
			n = len(c.rest)
		}
		if !json.Valid(c.rest[:n]) {
			c.fail()
			return
		}
		c.rest = c.rest[n:]
	}
}
