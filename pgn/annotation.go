package pgn

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/winprob"
)

// read adds what a comment says.
func (a *Annotation) read(text Comment, mover board.Color) {
	text = bytes.Trim(text, blanks)
	if string(text) == "book" {
		a.Book = true
		return
	}
	if n := bytes.IndexByte(text, '['); n >= 0 {
		a.readCommands(text[n:])
	}
	if a.Score == winprob.NoScore {
		a.readEngine(text, mover)
	}
}

// blanks are the bytes that separate the words of a comment.
const blanks = " \t\v\f\r\n"

// readCommands reads [%name value] wherever it stands.
func (a *Annotation) readCommands(text []byte) {
	for {
		_, rest, found := bytes.Cut(text, []byte("[%"))
		if !found {
			return
		}
		command, rest, found := bytes.Cut(rest, []byte("]"))
		if !found {
			return
		}
		text = rest
		if n := bytes.IndexAny(command, blanks); n >= 0 {
			a.command(string(command[:n]), bytes.Trim(command[n:], blanks))
		}
	}
}

func (a *Annotation) command(name string, value []byte) {
	switch name {
	case "eval":
		a.readEval(value)
	case "clk":
		readClock(&a.Clock, value)
	case "emt":
		readClock(&a.Elapsed, value)
	}
}

// readEval reads the value of %eval: White's score and, after a comma, the
// depth.
func (a *Annotation) readEval(value []byte) {
	c := cursor{rest: value}
	score, ok := c.score(true)
	if !ok || a.Score != winprob.NoScore {
		return
	}
	depth := 0
	if c.skip(',') {
		depth, ok = c.integer()
	}
	if ok && len(c.rest) == 0 {
		a.Score, a.After, a.Depth = score, true, uint8(min(depth, math.MaxUint8))
	}
}

// readEngine reads the comment of an engine's move; anything else leaves the
// annotation as it is.
func (a *Annotation) readEngine(text []byte, mover board.Color) {
	c := cursor{rest: text}
	if c.skip('(') { // the principal variation
		end := bytes.IndexByte(c.rest, ')')
		c.rest = c.rest[end+1:] // all of it if there is no )
		c.blanks()
	}
	score, ok := c.score(false)
	if !ok {
		return
	}
	if mover == board.Black {
		score = score.Neg()
	}
	slash := c.skip('/')
	if !slash && !c.blanks() {
		return
	}
	depth, ok := c.integer()
	if !ok {
		return
	}
	elapsed := NoTime
	if slash {
		elapsed, ok = c.seconds()
	} else {
		elapsed, ok = c.openBench()
	}
	if !ok {
		return
	}
	a.Score, a.Depth = score, uint8(min(depth, math.MaxUint8))
	if a.Elapsed == NoTime {
		a.Elapsed = elapsed
	}
}

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
	rest := bytes.TrimLeft(c.rest, blanks)
	moved := len(rest) < len(c.rest)
	c.rest = rest
	return moved
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

// score reads pawns ("+0.31") or a mate ("-M3", "#-3"). Without whole set there
// must be a decimal point: a number alone may be anything.
func (c *cursor) score(whole bool) (s winprob.Score, ok bool) {
	sign := c.sign()
	if c.skip('M') || c.skip('#') {
		if sign == 0 {
			sign = c.sign()
		}
		n, ok := c.integer()
		return winprob.MateIn(signOr(sign, 1), n), ok
	}
	n, ok := c.integer()
	if !ok {
		return winprob.NoScore, false
	}
	n = 100 * min(n, winprob.MaxCentipawns)
	if c.skip('.') {
		n += c.hundredths()
	} else if !whole {
		return winprob.NoScore, false
	}
	return winprob.Centipawns(signOr(sign, 1) * n), true
}

// sign reads + or -; 0 if there is none.
func (c *cursor) sign() int {
	switch {
	case c.skip('+'):
		return 1
	case c.skip('-'):
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

// seconds reads what follows a depth: nothing, or a time in seconds, with an s or
// at the end of the comment; more may follow a comma or the s.
func (c *cursor) seconds() (d time.Duration, ok bool) {
	if !c.blanks() {
		return NoTime, len(c.rest) == 0 || c.rest[0] == ','
	}
	n := 0
	for n < len(c.rest) && (c.rest[n]-'0' <= 9 || bytes.IndexByte([]byte(".e+-"), c.rest[n]) >= 0) {
		n++
	}
	x, err := strconv.ParseFloat(string(c.rest[:n]), 64)
	if err != nil || !(x >= 0 && x < longestClock) {
		return NoTime, false
	}
	c.rest = c.rest[n:]
	unit := c.skip('s')
	end := len(c.rest) == 0 || c.rest[0] == ',' || unit && c.blanks()
	return time.Duration(math.Round(x * float64(time.Second))), end
}

// openBench reads what follows the depth in OpenBench's comments: selective depth,
// milliseconds and nodes.
func (c *cursor) openBench() (d time.Duration, ok bool) {
	if !c.skip('/') {
		return NoTime, false
	}
	if _, ok = c.integer(); !ok || !c.blanks() {
		return NoTime, false
	}
	ms, ok := c.integer()
	if !ok || !c.blanks() {
		return NoTime, false
	}
	_, ok = c.integer()
	return time.Duration(ms) * time.Millisecond, ok && len(c.rest) == 0
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
