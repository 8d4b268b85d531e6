package source

import (
	"bytes"
	"strings"
)

// A layout says whether the numbers of an array, or all single ones, stand in columns:
// then they are padded on the left.
type layout struct {
	columns bool
	least   map[byte]int // blanks behind a sign, at least
	width   map[byte]int // of blanks and number behind a sign, where all have the same
}

// layoutOf looks for numbers that have more blanks behind the same sign than others.
func layoutOf(arrays []*Array) layout {
	l := layout{least: map[byte]int{}, width: map[byte]int{}}
	each := func(visit func(sign byte, blanks, length int)) {
		for _, a := range arrays {
			for _, p := range a.places {
				blanks, sign := before(a.src[max(0, p.pos-widest):p.pos])
				visit(sign, blanks, int(p.end-p.pos))
			}
		}
	}
	each(l.narrow)
	each(l.measure)
	return l
}

// widest is how many blanks before a number are looked at.
const widest = 200

// narrow notes how many blanks a number has.
func (l *layout) narrow(sign byte, blanks, _ int) {
	least, seen := l.least[sign]
	l.columns = l.columns || seen && least != blanks && sign != '\n' && sign != '\t'
	if !seen || blanks < least {
		l.least[sign] = blanks
	}
}

// measure notes how wide a padded number is, −1 where some differ. The first of a line
// have an indent, which may be any.
func (l *layout) measure(sign byte, blanks, length int) {
	if blanks == l.least[sign] && sign != '\n' {
		return
	}
	if width, seen := l.width[sign]; sign == '\n' || seen && width != blanks+length {
		l.width[sign] = -1
		return
	}
	l.width[sign] = blanks + length
}

// before returns how many blanks text ends in, and what stands before them.
func before(text string) (blanks int, sign byte) {
	rest := strings.TrimRight(text, " ")
	if rest == "" {
		return len(text), '\n'
	}
	return len(text) - len(rest), rest[len(rest)-1]
}

// aligned appends a number in the place of one of a length. In columns it is as wide as
// the others, or ends where the old one did, as long as there are blanks.
func (l layout) aligned(out []byte, length int, number string) []byte {
	if !l.columns {
		return append(out, number...)
	}
	blanks, sign := before(string(out[max(0, len(out)-widest):]))
	width := l.width[sign]
	if width <= 0 {
		width = blanks + length
	}
	least := l.least[sign]
	if sign == '=' { // a = -1 is no a =-1, even beside b=2
		least = max(least, min(blanks, 1))
	}
	out = append(out[:len(out)-blanks], bytes.Repeat([]byte(" "), max(least, width-len(number)))...)
	return append(out, number...)
}
