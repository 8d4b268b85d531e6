package lichess

import (
	"bytes"
	"strings"
)

// A flatLine is what stands in a line itself and not among its evaluations.
type flatLine struct {
	evaluation
	seen   bool   // it has a label, or the name of one
	result []byte // as written
}

// read reads the value of a key, by the names that columns of tables have.
func (f *flatLine) read(c *cursor, key []byte) {
	switch name := strings.ToLower(string(key)); name {
	case "cp", "eval", "evaluation", "score", "cp_score":
		f.seen = true
		f.readScore(c)
	case "mate", "mate_in", "matein":
		f.seen = true
		f.readMate(c)
	case "result", "game_result", "wdl", "outcome":
		f.seen = true
		f.result = c.token()
	case "line", "pv", "move", "bestmove", "best_move":
		f.line = c.token()
	case "depth":
		f.depth = c.whole()
	case "knodes":
		f.knodes = c.whole()
	default:
		c.skip()
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

// readMate reads moves to mate. 0 beside a score is none.
func (f *flatLine) readMate(c *cursor) {
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
