package lichess

import (
	"bytes"
	"encoding/json"
	"math"

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

// null passes over null, if it comes next.
func (c *cursor) null() bool {
	c.blanks()
	const null = "null"
	if !bytes.HasPrefix(c.rest, []byte(null)) {
		return false
	}
	c.rest = c.rest[len(null):]
	return true
}

// number reads a whole number, which may be written as 14.0 or as a text: a part of a centipawn is
// doubtful. ok is false for null, an empty text and NaN, as Python writes it.
func (c *cursor) number() (n int, ok bool) {
	c.blanks()
	if c.null() {
		return 0, false
	}
	if bytes.HasPrefix(c.rest, []byte("NaN")) {
		c.rest = c.rest[len("NaN"):]
		return 0, false
	}
	var digits []byte
	if len(c.rest) > 0 && c.rest[0] == '"' {
		if digits = c.text(); len(digits) == 0 {
			return 0, false
		}
	} else {
		end := bytes.IndexAny(c.rest, " \t\r\n,]}")
		if end < 0 {
			end = len(c.rest)
		}
		if digits, c.rest = c.rest[:end], c.rest[end:]; !json.Valid(digits) {
			c.fail()
			return 0, false
		}
	}
	v, valid := cut.Float(digits)
	if !valid || v != math.Trunc(v) || math.Abs(v) > largest {
		c.fail()
		return 0, false
	}
	return int(v), true
}

// largest number that is read.
const largest = 1e15

// whole is number where none is 0.
func (c *cursor) whole() int {
	n, _ := c.number()
	return n
}

// optional reads a text, nothing for null.
func (c *cursor) optional() []byte {
	if c.null() {
		return nil
	}
	return c.text()
}

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
		if !json.Valid(c.rest[:n]) && string(c.rest[:n]) != "NaN" {
			c.fail()
			return
		}
		c.rest = c.rest[n:]
	}
}
