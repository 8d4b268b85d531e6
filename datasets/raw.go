package datasets

import "iter"

// RawLines returns the lines of a chunk with their numbers, as they stand in the
// file, without the newline; nothing of a file whose records are no lines. They are
// valid until the chunk is used again.
func (c *Chunk) RawLines() iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		if _, ok := c.layout.(lineLayout); !ok {
			return
		}
		number := c.Line
		for line, rest, more := cutLine(c.text[c.skip:]); more; line, rest, more = cutLine(rest) {
			if !yield(number, line) {
				return
			}
			number++
		}
	}
}

// RawHead returns what a text file has in front of its first row: a byte order
// mark, a header, blank lines. It is empty for all chunks but the first.
func (c *Chunk) RawHead() []byte { return c.text[:c.skip] }

// RawOpen reports whether the chunk's last line ends without a newline: the file
// does.
func (c *Chunk) RawOpen() bool {
	_, ok := c.layout.(lineLayout)
	return ok && len(c.text) > 0 && c.text[len(c.text)-1] != '\n'
}
