package lichess

import (
	"bytes"
	"strconv"

	"example.org/centipawn/datasets/text"
	"example.org/centipawn/winprob"
)

// A flatLine is what stands in a line itself and not among its evaluations.
type flatLine struct {
	evaluation
	seen   bool   // it has a label, or the name of one
	result []byte // as written
	kind   []byte // of the score: cp or mate
	value  []byte // the score beside a kind
}

// read reads the value of a key, by the names that columns of tables have.
func (f *flatLine) read(c *cursor, key []byte) {
	switch text.MeaningOf(string(key)) {
	case text.MeansScore:
		f.seen = true
		f.readScore(c)
	case text.MeansMate:
		f.seen = true
		f.readMate(c)
	case text.MeansResult:
		f.seen = true
		f.result = c.token()
	case text.MeansMove:
		f.line = c.token()
	case text.MeansDepth:
		f.depth = c.whole()
	case text.MeansKind:
		f.kind = c.token()
	case text.MeansValue:
		f.value = c.token()
	default:
		if string(key) == "knodes" {
			f.knodes = c.whole()
			return
		}
		c.skip()
	}
}

// resolve reads the score whose kind stands beside it.
func (f *flatLine) resolve(c *cursor) {
	mate, ok := text.ParseKind(f.kind)
	switch {
	case !ok:
	case f.scored && mate && f.written == nil && max(f.score, -f.score) <= winprob.MaxMate:
		f.mate = true
	case !f.scored && len(f.value) > 0:
		f.seen = true
		value := cursor{rest: strconv.AppendQuote(nil, string(f.value))}
		if mate {
			f.readMate(&value)
		} else if f.scored, f.written = true, f.value; bytes.IndexByte(f.value, '.') >= 0 {
			value.fail() // pawns, perhaps
		}
		c.bad = c.bad || value.bad
	}
}

// readScore reads centipawns, a text such as #-3, or an object that holds one of cp and mate. A mate
// comes before centipawns.
func (f *flatLine) readScore(c *cursor) {
	c.blanks()
	switch {
	case len(c.rest) > 0 && c.rest[0] == '{':
		for more := c.open('{', '}'); more; more = c.next('}') {
			f.read(c, c.key())
		}
	case len(c.rest) > 0 && c.rest[0] == '"':
		if written := c.text(); len(written) > 0 && !f.mate {
			f.scored, f.written = true, written
		}
	default:
		if n, ok := c.number(); ok && (!f.mate || f.score == 0) {
			f.scored, f.mate, f.score, f.written = true, false, n, nil
		}
	}
}

// readMate reads moves to mate, a number or a text such as #-3. 0 beside a score is none.
func (f *flatLine) readMate(c *cursor) {
	c.blanks()
	if len(c.rest) > 0 && c.rest[0] == '"' {
		written := c.text()
		if len(written) > 0 && bytes.ContainsAny(written, "#mM") {
			f.scored, f.mate, f.score, f.written = true, true, 1, written
			return
		}
		switch string(bytes.ToLower(written)) {
		case "", "-", "none", "null", "nan":
			return
		}
		*c = cursor{rest: append(strconv.AppendQuote(nil, string(written)), c.rest...), depth: c.depth}
	}
	n, ok := c.number()
	if !ok || n == 0 && f.scored {
		return
	}
	f.scored, f.mate, f.score, f.written = true, true, n, nil
}

// token reads a text or the first of several, or a number as it is written; nothing for null.
func (c *cursor) token() (value []byte) {
	c.blanks()
	switch {
	case c.null() || len(c.rest) == 0:
		return nil
	case c.rest[0] == '"':
		return c.text()
	case c.rest[0] == '[':
		for more := c.open('[', ']'); more; more = c.next(']') {
			if first := c.token(); value == nil {
				value = first
			}
		}
		return value
	}
	before := c.rest
	c.skip()
	return bytes.Trim(before[:len(before)-len(c.rest)], " ")
}
