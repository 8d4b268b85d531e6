package text

import (
	"bytes"

	"example.org/centipawn/datasets/cut"
)

// In countries that write 0,5 a program puts ; | or a tab between columns. Then a comma between digits
// is a decimal one, and no separator.

// isDecimalComma reports whether b[at] is a comma between two digits.
func isDecimalComma(b []byte, at int) bool {
	return b[at] == ',' && at > 0 && at+1 < len(b) && isDigit(b[at-1]) && isDigit(b[at+1])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// haveDecimalCommas reports whether the commas between digits are decimal ones in lines of EPD: the first
// separator is another one, and two numbers beside each other would have a sign, a 0 or a third too
// many, or be there in some lines alone.
func haveDecimalCommas(positions []fenFields, what counting) bool {
	lines, least, most, sure, halves := 0, 0, 0, false, true
	for i := range positions {
		_, tail := positions[i].cut(what.counters(positions[i].n))
		tail = bytes.TrimLeft(tail, " ")
		switch {
		case len(tail) == 0:
			continue
		case tail[0] == ',' || !bytes.ContainsAny(tail, ";|\t"):
			return false
		}
		n, ok := 0, true
		for field := range bytes.FieldsFuncSeq(tail, isColumnEnd) {
			number, half, zero, odd := commaIn(cut.Trim(field))
			if number {
				n++
			}
			ok = ok && !odd
			sure, halves = sure || zero, halves && half
		}
		if !ok {
			return false
		}
		if lines++; lines == 1 {
			least = n
		}
		least, most = min(least, n), max(most, n)
		sure = sure || n > 0 && bytes.ContainsAny(bytes.Trim(tail, " ;|\t"), ";|\t")
	}
	return most > 0 && (sure || halves || least < most)
}

func isColumnEnd(c rune) bool { return c == ';' || c == '|' || c == '\t' }

// commaIn looks at the comma in a field. number says that it has one between digits alone, half that it is
// a result, zero that a 0 follows that no whole number begins with, and odd that there are several, or a point.
func commaIn(field []byte) (number, half, zero, odd bool) {
	before, after, found := bytes.Cut(field, []byte(","))
	if !found || len(before) == 0 || len(after) == 0 || !isDigit(before[len(before)-1]) || !isDigit(after[0]) {
		return false, false, false, false
	}
	for _, c := range after {
		if !isDigit(c) {
			return false, false, false, true
		}
	}
	half = string(field) == "0,5" || string(field) == "1,0" || string(field) == "0,0"
	return true, half, len(after) > 1 && after[0] == '0', bytes.IndexByte(before, '.') >= 0
}

// parsePoints reads a number that may have a decimal comma.
func parsePoints(b []byte) (float64, bool) {
	at := bytes.IndexByte(b, ',')
	if at < 0 {
		return cut.Float(b)
	}
	var buf [24]byte
	if len(b) > len(buf) || !isDecimalComma(b, at) {
		return 0, false
	}
	copy(buf[:], b)
	buf[at] = '.'
	return cut.Float(buf[:len(b)])
}
