package text

import (
	"bytes"
	"fmt"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/text/written"
)

// values counts what the values of one place in the lines may be.
type values struct {
	filled   int // not empty
	results  int // 1-0 and the like, and words
	draws    int // of these
	blacks   int // of these, a b alone: then a w is White
	small    int // −1, 0, 1 and 2
	minus    int // of these, −1
	zeros    int
	ones     int
	twos     int
	parts    int // numbers between 0 and 1
	decimals int // numbers from 0 to 1 that are written with a point
	numbers  int // that may be scores, with the small ones
	unknown  int // ? for a score or a move that is not known
	kinds    int // that say what a score is, as cp and mate
	mates    int // that are a mate in a column of its own, or none
	first    string
	varied   bool // not all are equal
}

// add counts a value.
func (v *values) add(value []byte) {
	if len(value) == 0 {
		return
	}
	v.note(value)
	if _, err := parseMateCell(value); err == nil {
		v.mates++
	}
	if _, ok := ParseKind(value); ok {
		v.kinds++
	}
	if mayBeScore(value, datasets.UnitCentipawns) {
		v.numbers++
	}
	if string(value) == written.NoValue {
		v.unknown++
		return
	}
	if r, ok := parseWord(value); ok {
		v.results++
		switch {
		case r.result == datasets.Draw:
			v.draws++
		case r.word == "b":
			v.blacks++
		}
		return
	}
	v.number(value)
}

// note remembers whether all values are equal.
func (v *values) note(value []byte) {
	if v.filled++; v.filled == 1 {
		v.first = string(value)
	}
	v.varied = v.varied || string(value) != v.first
}

// number counts a value that may be a code of a result or a probability.
func (v *values) number(value []byte) {
	n, ok := parsePoints(value)
	if !ok {
		if r, known := parseResult(value); known && (r != datasets.Unknown || value[0] == '*') {
			v.results++
			if r == datasets.Draw {
				v.draws++
			}
		}
		return
	}
	if n >= 0 && n <= 1 && bytes.ContainsAny(value, ".,") {
		v.decimals++
	}
	switch n {
	case -1:
		v.minus++
	case 0:
		v.zeros++
	case 1:
		v.ones++
	case 2:
		v.twos++
	default:
		if n > 0 && n < 1 {
			v.parts++
		}
		return
	}
	v.small++
}

// points returns how many values are numbers from 0 to 1.
func (v *values) points() int { return v.zeros + v.ones + v.parts }

// A verdict says whether values without a name are results.
type verdict int8

const (
	notResults  verdict = iota
	perhaps             // or something else that has small numbers
	areResults          // as far as these lines show
	surelyCodes         // and no further line will change what they mean
)

// otherShare of the numbers are none that stand for results: then the place holds scores.
const otherShare = 0.01

// enoughCodes is how many values there are before −1, 0 and 1, or 0, 1 and 2, are results and no
// scores; beside scores a few will do.
const enoughCodes, codesBeside = 10, 3

// verdict judges values that have no name; n is the number of lines, and beside says that another
// place holds scores.
func (v *values) verdict(n int, beside bool) verdict {
	others := v.numbers - v.small - v.parts
	least := enoughCodes
	if beside {
		least = codesBeside
	}
	switch {
	case 2*v.results > n:
		return surelyCodes
	case 2*v.numbers <= n, v.parts > 0 && v.minus+v.twos > 0, float64(others) >= otherShare*float64(v.numbers) && others > 0:
		return notResults
	case others > 0:
		return perhaps
	case v.parts > 0:
		return surelyCodes
	case v.minus > 0 && v.twos > 0:
		return perhaps
	case v.minus > 0 && v.ones > 0 && v.small >= least, v.twos > 0 && v.zeros > 0 && v.small >= least:
		return surelyCodes
	case v.minus+v.twos > 0:
		return perhaps
	case v.zeros > 0 && v.ones > 0, v.decimals > 0:
		return areResults
	}
	return perhaps
}

// coding returns what codes mean among these values. sure is false if further lines may show that
// 0 and 1 are no points.
func (v *values) coding(opt datasets.Options) (c coding, sure bool) {
	c = coding{convention: datasets.CodesPoints, whites: v.blacks > 0}
	switch {
	case opt.Codes != datasets.CodesAuto:
		c.list, _ = opt.Codes.List()
		c.convention = opt.Codes
		return c, true
	case v.parts > 0 || v.minus > 0 && v.twos > 0:
		return c, true
	case v.minus > 0:
		c.convention = datasets.CodesSigns
	case v.twos > 0:
		c.convention = datasets.CodesHalves
	case v.small > 0 && 2*v.results <= v.filled:
		return c, false
	}
	return c, true
}

// refuse says that values without a name may be results, and may be something else: the ones of a
// place that options name by a number. n is the number of lines that have been looked at.
func (v *values) refuse(name string, number, n int, score bool) error {
	what := "is " + v.first + " in all"
	if v.varied {
		what = "has only numbers such as −1, 0, 1 and 2 in most"
	}
	if score {
		return fmt.Errorf("%s %s of the first %d lines: is it the result or the score? pass -result %d or -score %d", name, what, n, number, number)
	}
	return fmt.Errorf("%s %s of the first %d lines: pass -result %d if it is the result, or -result - if it is not", name, what, n, number)
}

// saysKinds reports whether values, of a column with the right name, say what scores are.
func (v *values) saysKinds() bool {
	return v.filled > 0 && 2*(v.kinds+v.zeros+v.ones) > v.filled
}
