package cut

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"unsafe"
)

// Line splits off the first line, without its newline. more is false at the end of the text.
func Line(text []byte) (line, rest []byte, more bool) {
	if len(text) == 0 {
		return nil, nil, false
	}
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return text, nil, true
}

// Trim cuts blanks, tabs and ends of lines from both ends. The common case
// is that there are none.
func Trim(b []byte) []byte {
	for len(b) > 0 && IsBlank(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && IsBlank(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

// IsBlank reports whether c is a blank, a tab or the end of a line.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// IsLetter reports whether c is a letter of ASCII.
func IsLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// Quote quotes a text for a message, cut if it is long.
func Quote(b []byte) string {
	const most = 40
	if len(b) > most {
		return strconv.Quote(string(b[:most])) + "…"
	}
	return strconv.Quote(string(b))
}

// String returns b as a string without a copy. It lives no longer than the call
// that it is an argument of: nothing that a sample or an error keeps may refer
// to the memory of records, and what package board returns does not.
func String(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// powers are those of ten that float64 holds exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// Float reads a finite decimal number. Up to 15 digits it is the quotient of
// two numbers that float64 holds, and so rounded correctly; other numbers are
// left to strconv.
//
// Source: W. Clinger, "How to Read Floating Point Numbers Accurately" (1990).
func Float(b []byte) (float64, bool) {
	rest, negative := b, false
	if len(rest) > 0 && (rest[0] == '-' || rest[0] == '+') {
		negative, rest = rest[0] == '-', rest[1:]
	}
	if len(rest) == 0 || len(rest) > len(powers) {
		return anyFloat(b)
	}
	digits, fraction, point := int64(0), 0, false
	for _, c := range rest {
		switch {
		case c >= '0' && c <= '9':
			digits = 10*digits + int64(c-'0')
			if point {
				fraction++
			}
		case c == '.' && !point && len(rest) > 1:
			point = true
		default:
			return anyFloat(b)
		}
	}
	v := float64(digits) / powers[fraction]
	if negative {
		v = -v
	}
	return v, true
}

// anyFloat is Float for all numbers. It refuses what strconv also
// takes: infinities, NaN, hexadecimal, underscores.
func anyFloat(b []byte) (float64, bool) {
	for _, c := range b {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(string(b), 64)
	return v, err == nil
}

// Float32 is [Float] for numbers that are stored in 32 bits.
func Float32(b []byte) (float32, bool) {
	v, ok := Float(b)
	return float32(v), ok && math.Abs(v) <= math.MaxFloat32
}

// ErrEmpty is wrapped by the error of an input without records.
var ErrEmpty = fmt.Errorf("empty file")
