package pgn

import (
	"bytes"
	"time"

	"example.org/centipawn/winprob"
)

// A cursor reads what stands at the beginning of rest.
type cursor struct{ rest []byte }

// skip moves over c if it is next.
func (c *cursor) skip(b byte) bool {
	if len(c.rest) == 0 || c.rest[0] != b {
		return false
	}
	c.rest = c.rest[1:]
	return true
}

// blanks moves over blanks and reports whether there were any.
func (c *cursor) blanks() bool {
	n := 0
	for n < len(c.rest) && isBlank[c.rest[n]] {
		n++
	}
	c.rest = c.rest[n:]
	return n > 0
}

// mostInteger is larger than any number that means something.
const mostInteger = 1e8

// integer reads digits, a larger number as mostInteger.
func (c *cursor) integer() (n int, ok bool) {
	for len(c.rest) > 0 && c.rest[0]-'0' <= 9 {
		n = min(10*n+int(c.rest[0]-'0'), mostInteger)
		c.rest, ok = c.rest[1:], true
	}
	return n, ok
}

// numbers says how the numbers of scores are written.
type numbers struct {
	cp    bool // they are centipawns, not pawns
	whole bool // pawns need no decimals
	comma bool // decimals may follow a comma
}

// mostWhole is beyond all evaluations in whole pawns: a number without decimals that is larger
// means centipawns.
const mostWhole = 99

// score reads pawns ("+0.31", "-1,25") or a mate ("-M3", "#-3", "+Mate5"), or centipawns. Pawns must
// have decimals, but for numbers that may be whole: a number alone may be anything. A share of a
// hundred ("57 %") is no score.
func (c *cursor) score(how numbers) (s winprob.Score, ok bool) {
	sign := c.sign()
	if c.mate() {
		if sign == 0 {
			sign = c.sign()
		}
		n, ok := c.integer()
		return winprob.MateIn(signOr(sign, 1), n), ok
	}
	n, ok := c.integer()
	exact := false // there are decimals
	n *= 100
	if c.hasDecimals(how.comma) {
		c.rest = c.rest[1:]
		n, ok, exact = n+c.hundredths(), true, true
	}
	zero := n == 0 && len(c.rest) > 1 && c.rest[0] == '/' && c.rest[1]-'0' <= 9 // no unit matters
	switch {
	case !ok, len(c.rest) > 0 && c.rest[0] == '%':
		return winprob.NoScore, false
	case how.cp:
		n = (n + 50) / 100
	case !exact && !zero && (!how.whole || n > 100*mostWhole):
		return winprob.NoScore, false
	}
	return winprob.Centipawns(signOr(sign, 1) * min(n, 100*winprob.MaxCentipawns)), true
}

// mate moves over what marks a mate.
func (c *cursor) mate() bool {
	if len(c.rest) == 0 || c.rest[0] != '#' && c.rest[0]|0x20 != 'm' {
		return false
	}
	for _, mark := range []string{"mate", "Mate", "Mat", "M", "#"} {
		if rest, found := bytes.CutPrefix(c.rest, []byte(mark)); found {
			c.rest = bytes.TrimLeft(rest, " ")
			return true
		}
	}
	return false
}

// hasDecimals reports whether a point is next, or a comma before a digit.
func (c *cursor) hasDecimals(comma bool) bool {
	if len(c.rest) == 0 {
		return false
	}
	return c.rest[0] == '.' || comma && c.rest[0] == ',' && len(c.rest) > 1 && c.rest[1]-'0' <= 9
}

// minus is the sign − in UTF-8.
var minus = []byte("−")

// sign reads + or -; 0 if there is none.
func (c *cursor) sign() int {
	switch {
	case c.skip('+'):
		return 1
	case c.skip('-'):
		return -1
	case bytes.HasPrefix(c.rest, minus):
		c.rest = c.rest[len(minus):]
		return -1
	}
	return 0
}

func signOr(sign, other int) int {
	if sign == 0 {
		return other
	}
	return sign
}

// hundredths reads decimals and rounds them to two.
func (c *cursor) hundredths() (n int) {
	for weight := 1000; len(c.rest) > 0 && c.rest[0]-'0' <= 9; weight /= 10 {
		n += int(c.rest[0]-'0') * weight / 10
		c.rest = c.rest[1:]
	}
	return (n + 5) / 10
}

// readClock reads hours, minutes and seconds into d, which is left alone if the
// value is not a clock or d is known already.
func readClock(d *time.Duration, value []byte) {
	if *d != NoTime {
		return
	}
	c := cursor{rest: value}
	total := 0
	for {
		n, ok := c.integer()
		if !ok {
			return
		}
		if total = min(60*total+n, longestClock); !c.skip(':') {
			break
		}
	}
	t := time.Duration(total) * time.Second
	if c.skip('.') {
		t += c.fraction()
	}
	if len(c.rest) == 0 {
		*d = t
	}
}

// longestClock bounds times, in seconds.
const longestClock = 1e7

// fraction reads the decimals of a second.
func (c *cursor) fraction() (d time.Duration) {
	for unit := time.Second / 10; len(c.rest) > 0 && c.rest[0]-'0' <= 9; unit /= 10 {
		d += time.Duration(c.rest[0]-'0') * unit
		c.rest = c.rest[1:]
	}
	return d
}
