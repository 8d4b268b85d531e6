package pgn

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"example.org/centipawn/board"
)

// readFields reads a comment of TCEC, "d=12, mt=1000, wv=0.31,": White's view, or, where only the
// engine's own is told (ev), the mover's.
func (a *Annotation) readFields(text []byte, mover board.Color) bool {
	if bytes.IndexByte(text, '=') < 0 {
		return false
	}
	value, own := field(text, "wv="), false
	if value == nil {
		value, own = field(text, "ev="), true
	}
	c := cursor{rest: value}
	score, ok := c.score(numbers{whole: true, comma: true})
	if !ok || len(c.rest) > 0 && c.rest[0] != ',' && !c.blanks() {
		return false
	}
	if own && mover == board.Black {
		score = score.Neg()
	}
	depth := cursor{rest: field(text, "d=")}
	n, _ := depth.integer()
	a.Score, a.Depth = score, uint8(min(n, math.MaxUint8))
	if mt, _, _ := bytes.Cut(field(text, "mt="), []byte(",")); bytes.IndexByte(mt, ':') >= 0 {
		readClock(&a.Elapsed, mt)
	} else if ms, err := strconv.Atoi(string(mt)); err == nil && a.Elapsed == NoTime && ms >= 0 && ms < longestClock {
		a.Elapsed = time.Duration(ms) * time.Millisecond
	}
	return true
}

// field returns what follows a name and =, to the end of the text; nil if it does not stand there.
func field(text []byte, name string) []byte {
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte(name))
		if n < 0 {
			return nil
		}
		at += n
		if at == 0 || text[at-1] == ',' || isBlank[text[at-1]] {
			return text[at+len(name):]
		}
		at++
	}
}

// readEngine reads the comment of an engine's move, whose score is the mover's; anything else
// leaves the annotation as it is.
func (a *Annotation) readEngine(text []byte, mover board.Color, cp bool) bool {
	c := cursor{rest: text}
	if c.skip('(') { // the principal variation, or all of it
		end := bytes.IndexByte(c.rest, ')')
		if end >= 0 && end == len(c.rest)-1 && a.readSearch(c.rest[:end], mover, cp) {
			return true
		}
		c.rest = c.rest[end+1:] // all of it if there is no )
		c.blanks()
	}
	return a.readSearch(c.rest, mover, cp)
}

// readSearch reads score, depth and time.
func (a *Annotation) readSearch(text []byte, mover board.Color, cp bool) bool {
	c := cursor{rest: text}
	score, ok := c.score(numbers{cp: cp, comma: true})
	if !ok {
		return false
	}
	if mover == board.Black {
		score = score.Neg()
	}
	depth, elapsed, ok := c.search()
	if !ok {
		return false
	}
	a.Score, a.Depth = score, uint8(min(depth, math.MaxUint8))
	if a.Elapsed == NoTime {
		a.Elapsed = elapsed
	}
	return true
}

// search reads what follows a score: "/12 0.5s", "|d12|0:05", " d12 5s", or OpenBench's
// " 15/32 130 325610".
func (c *cursor) search() (depth int, elapsed time.Duration, ok bool) {
	slash := c.skip('/') || c.skip('|')
	if !slash && !c.blanks() {
		return 0, NoTime, false
	}
	bracket := c.skip('(')
	named := c.depthName()
	if depth, ok = c.integer(); !ok || bracket && !c.skip(')') {
		return 0, NoTime, false
	}
	if !slash && !named {
		elapsed, ok = c.openBench()
		return depth, elapsed, ok
	}
	if c.skip('/') { // the selective depth
		if _, ok = c.integer(); !ok {
			return 0, NoTime, false
		}
	}
	elapsed, ok = c.times()
	return depth, elapsed, ok
}

// depthName moves over a name of the depth, which needs no slash then.
func (c *cursor) depthName() bool {
	if len(c.rest) == 0 || c.rest[0]|0x20 != 'd' {
		return false
	}
	for _, name := range []string{"depth=", "depth ", "d=", "d", "D"} {
		if rest, found := bytes.CutPrefix(c.rest, []byte(name)); found {
			c.rest = rest
			return true
		}
	}
	return false
}

// times reads what follows a depth: nothing, or a time in seconds, with an s or at the end of
// the comment, or as 1:05; or milliseconds and nodes. Shares of a hundred and counts may follow; and
// anything after a comma, or after the s.
func (c *cursor) times() (d time.Duration, ok bool) {
	d = NoTime
	var plain []float64 // numbers without a unit
	exact := false      // the first has decimals
	for {
		if len(c.rest) == 0 || c.rest[0] == ',' {
			break
		}
		if !c.skip('|') && !c.blanks() {
			return NoTime, false
		}
		word := c.word()
		if d == NoTime && bytes.IndexByte(word, ':') > 0 {
			if readClock(&d, word); d == NoTime {
				return NoTime, false
			}
			continue
		}
		x, unit, ok := amount(word)
		switch {
		case !ok || !(x >= 0):
			return NoTime, false
		case d == NoTime && len(plain) == 0 && (unit == "s" || unit == "ms"):
			if unit == "ms" {
				x /= 1000
			}
			d, ok = seconds(x)
			return d, ok && (len(c.rest) == 0 || c.rest[0] == ',' || c.blanks())
		case unit == "":
			exact = exact || len(plain) == 0 && bytes.ContainsAny(word, ".,")
			plain = append(plain, x)
		}
	}
	switch {
	case d != NoTime || len(plain) == 0:
		return d, true
	case len(plain) > 1 && !exact:
		return seconds(plain[0] / 1000)
	}
	return seconds(plain[0])
}

// word reads up to a blank, a bar, or a comma that belongs to no number.
func (c *cursor) word() []byte {
	n := 0
	for ; n < len(c.rest); n++ {
		b := c.rest[n]
		number := b == ',' && n > 0 && c.rest[n-1]-'0' <= 9 && n+1 < len(c.rest) && c.rest[n+1]-'0' <= 9
		if b == '|' || isBlank[b] || b == ',' && !number {
			break
		}
	}
	word := c.rest[:n]
	c.rest = c.rest[n:]
	return word
}

// amount reads a number and its unit: a few letters, or %.
func amount(word []byte) (x float64, unit string, ok bool) {
	n := 0
	for n < len(word) && (word[n]-'0' <= 9 || bytes.IndexByte([]byte(".,e+-"), word[n]) >= 0) {
		n++
	}
	digits := word[:n]
	if bytes.IndexByte(digits, ',') >= 0 {
		digits = bytes.ReplaceAll(digits, []byte(","), []byte("."))
	}
	x, err := strconv.ParseFloat(string(digits), 64)
	unit = string(word[n:])
	if err != nil || len(unit) > 4 {
		return 0, "", false
	}
	for i := range len(unit) {
		if !isLetter(unit[i]) && unit != "%" {
			return 0, "", false
		}
	}
	return x, unit, true
}

// seconds returns a time that a move can have taken.
func seconds(x float64) (time.Duration, bool) {
	if !(x >= 0 && x < longestClock) {
		return NoTime, false
	}
	return time.Duration(math.Round(x * float64(time.Second))), true
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

// evalNames are words before an evaluation.
var evalNames = []string{"wv", "ev", "eval", "evaluation", "score"}

// looksLikeEvaluation reports whether a comment that is not understood seems to hold an
// evaluation: a signed number with decimals, a number before /12, a mate, a share of a hundred, or
// a number after a word such as score.
func looksLikeEvaluation(text []byte) bool {
	c := cursor{rest: bytes.TrimLeft(text, "( ")}
	signed := c.sign() != 0
	if c.skip('#') || signed && c.skip('M') {
		_, ok := c.integer()
		return ok
	}
	_, number := c.integer()
	exact := number && c.hasDecimals(true)
	if exact {
		c.rest = c.rest[1:]
		c.hundredths()
	}
	if !number {
		return namesEvaluation(text)
	}
	slash := c.skip('/')
	if slash || c.skip('|') {
		c.depthName()
		_, ok := c.integer()
		return ok && (exact || signed)
	}
	blank := c.blanks()
	if c.skip('%') {
		return len(c.rest) == 0 || c.rest[0] == ',' || c.rest[0] == '/' || c.blanks() && len(c.rest) > 0 && c.rest[0]-'0' <= 9
	}
	return signed && exact && (blank || len(c.rest) == 0 || c.rest[0] == ',' || c.rest[0] == ')')
}

// namesEvaluation reports whether a number follows the name of an evaluation.
func namesEvaluation(text []byte) bool {
	if bytes.IndexByte(text, '=') < 0 && bytes.IndexByte(text, ':') < 0 {
		return false
	}
	text = bytes.ToLower(text)
	for _, name := range evalNames {
		at := bytes.Index(text, []byte(name))
		if at < 0 || at > 0 && isLetter(text[at-1]) {
			continue
		}
		c := cursor{rest: text[at+len(name):]}
		c.blanks()
		if !c.skip('=') && !c.skip(':') {
			continue
		}
		c.blanks()
		c.sign()
		if c.skip('m') || c.skip('#') || len(c.rest) > 0 && c.rest[0]-'0' <= 9 {
			return true
		}
	}
	return false
}
