package trace

import (
	"math"
	"strconv"
)

// powers are those of ten that float64 holds exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// parseFloat reads a finite decimal number. Up to 15 digits it is the quotient of
// two numbers that float64 holds, and so rounded correctly; other numbers are
// left to strconv.
//
// Source: W. Clinger, "How to Read Floating Point Numbers Accurately" (1990).
func parseFloat(b []byte) (float64, bool) {
	rest, negative := b, false
	if len(rest) > 0 && (rest[0] == '-' || rest[0] == '+') {
		negative, rest = rest[0] == '-', rest[1:]
	}
	if len(rest) == 0 || len(rest) > len(powers) {
		return parseAnyFloat(b)
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
			return parseAnyFloat(b)
		}
	}
	v := float64(digits) / powers[fraction]
	if negative {
		v = -v
	}
	return v, true
}

// parseAnyFloat is parseFloat for all numbers. It refuses what strconv takes
// besides: infinities, NaN, hexadecimal, underscores.
func parseAnyFloat(b []byte) (float64, bool) {
	for _, c := range b {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(string(b), 64)
	return v, err == nil
}

// parseFloat32 is parseFloat for numbers that are stored in 32 bits.
func parseFloat32(b []byte) (float32, bool) {
	v, ok := parseFloat(b)
	return float32(v), ok && math.Abs(v) <= math.MaxFloat32
}

// cutPair splits NUMBER:INTEGER off the front of text, which is how nearly all of
// a trace is written. It is not ok for anything else, or for larger numbers.
func cutPair(text []byte) (number, count int, rest []byte, ok bool) {
	i := 0
	for ; i < len(text) && i < 6 && text[i]-'0' <= 9; i++ {
		number = 10*number + int(text[i]-'0')
	}
	if i == 0 || i == len(text) || text[i] != ':' {
		return 0, 0, nil, false
	}
	i++
	negative := i < len(text) && text[i] == '-'
	if negative {
		i++
	}
	start := i
	for ; i < len(text) && i < start+7 && text[i]-'0' <= 9; i++ {
		count = 10*count + int(text[i]-'0')
	}
	if i == start || i < len(text) && text[i] != ' ' && text[i] != '\t' {
		return 0, 0, nil, false
	}
	if negative {
		count = -count
	}
	return number, count, text[i:], true
}
