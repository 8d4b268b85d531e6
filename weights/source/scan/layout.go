package scan

import (
	"bytes"
	"strings"

	"example.org/centipawn/weights/source/numeral"
)

// A Layout says whether the numbers of an array, or of several, stand in columns:
// then they are padded on the left.
type Layout struct {
	columns bool
	least   map[side]int // blanks after a sign, at least
	width   map[side]int // of blanks and number after a sign, where all have the same
	all     map[side]column
}

// A side is where numbers stand that look alike: after the same sign, in the same half of a pair.
type side struct {
	sign byte
	half int
}

// A column is the numbers after a sign: how wide they are with their blanks, −1 where that differs
// or all are of one length, and whether some are longer than others.
type column struct {
	width, length int
	ragged        bool
	padded        bool // some have more blanks than others
	loose         bool // none is padded, although some are longer
}

// LayoutOf looks for numbers that have more blanks after the same sign than others.
func LayoutOf(arrays []*Array) Layout {
	l := Layout{least: map[side]int{}, width: map[side]int{}, all: map[side]column{}}
	each := func(visit func(at side, blanks, length int)) {
		for _, a := range arrays {
			for i, p := range a.places {
				blanks, sign := before(a.src[max(0, p.pos-widest):p.pos])
				visit(side{sign, a.Half(i)}, blanks, int(p.end-p.pos))
			}
		}
	}
	each(l.narrow)
	each(l.measure)
	for at, c := range l.all {
		c.loose = c.ragged && c.width < 0 && !c.padded
		if !c.ragged || at.sign == '\n' || at.sign == '\t' {
			c.width = -1
		}
		l.all[at] = c
	}
	return l
}

// widest is how many blanks before a number are looked at.
const widest = 200

// narrow notes how many blanks a number has.
func (l *Layout) narrow(at side, blanks, _ int) {
	least, seen := l.least[at]
	l.columns = l.columns || seen && least != blanks && at.sign != '\n' && at.sign != '\t'
	if !seen || blanks < least {
		l.least[at] = blanks
	}
}

// measure notes how wide a padded number is, −1 where some differ. The first of a line
// have an indent, which may be any.
func (l *Layout) measure(at side, blanks, length int) {
	c, seen := l.all[at]
	switch {
	case !seen:
		c = column{width: blanks + length, length: length}
	case c.width != blanks+length:
		c.width = -1
	}
	c.ragged = c.ragged || c.length != length
	c.padded = c.padded || blanks != l.least[at]
	l.all[at] = c
	if blanks == l.least[at] && at.sign != '\n' {
		return
	}
	if width, seen := l.width[at]; at.sign == '\n' || seen && width != blanks+length {
		l.width[at] = -1
		return
	}
	l.width[at] = blanks + length
}

// before returns how many blanks text ends in, and what stands before them.
func before(text string) (blanks int, sign byte) {
	rest := strings.TrimRight(text, " ")
	if rest == "" {
		return len(text), '\n'
	}
	return len(text) - len(rest), rest[len(rest)-1]
}

// Aligned appends a number in the place of one of a length, in a half of a pair. In columns it
// is as wide as the others, or ends where the old one did, as long as there are blanks.
func (l Layout) Aligned(out []byte, length, half int, number string) []byte {
	if !l.columns {
		return append(out, number...)
	}
	blanks, sign := before(string(out[max(0, len(out)-widest):]))
	at := side{sign, half}
	if l.all[at].loose {
		return append(out, number...)
	}
	width := l.width[at]
	if width <= 0 {
		width = blanks + length
	}
	least := l.least[at]
	if sign == '=' { // a = -1 is not a =-1, even beside b=2
		least = max(least, min(blanks, 1))
	}
	pad := max(least, width-len(number))
	if column := l.all[at].width; column >= len(number) { // all end at the same place: no blank is needed
		pad = column - len(number)
	}
	out = append(out[:len(out)-blanks], bytes.Repeat([]byte(" "), pad)...)
	return append(out, number...)
}

// Like returns a pair as source code in the form of the one at a slot, with other values, in
// centipawns, which stand in the order of Values. The error says which does not fit its type.
func (a *Array) Like(slot int, values [2]float64) (string, error) {
	first, second := 2*slot, 2*slot+1
	list := a.lists[a.places[first].list]
	if a.places[first].pos > a.places[second].pos { // eg: 2, mg: 1
		first, second, values = second, first, [2]float64{values[1], values[0]}
	}
	layout := LayoutOf([]*Array{a})
	out, done := []byte(nil), list.pos
	for i, index := range []int{first, second} {
		p := a.places[index]
		text, err := numeral.Write(a.Text(index), values[i])
		if err != nil {
			return "", err
		}
		out = append(out, a.src[done:p.pos]...)
		out = layout.Aligned(out, int(p.end-p.pos), a.Half(index), text)
		done = p.end
	}
	return string(append(out, a.src[done:list.end]...)), nil
}
