package text

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/winprob"
)

// parseScore reads a score, blanks around it cut off.
func parseScore(b []byte, unit datasets.Unit) (datasets.Label, error) {
	sign, rest := cutSign(b)
	if len(rest) == 0 {
		return datasets.Label{Score: winprob.NoScore}, noScoreOr(b)
	}
	switch c := rest[0]; {
	case c >= '0' && c <= '9', c == '.':
		return parseNumber(b, sign, rest, unit)
	case c == '#' || c|0x20 == 'm':
		return parseMate(b, sign, rest)
	case c == '{' && sign == 0:
		return parsePair(b, unit)
	case sign == 0 && len(rest) > 2 && bytes.EqualFold(rest[:2], []byte("cp")):
		n := bytes.TrimLeft(rest[2:], " :")
		if sign, rest = cutSign(n); len(rest) > 0 {
			return parseNumber(n, sign, rest, unit)
		}
	}
	return datasets.Label{Score: winprob.NoScore}, noScoreOr(b)
}

// cutSign splits off a sign: +1, -1, or 0 for none.
func cutSign(b []byte) (sign int, rest []byte) {
	if len(b) > 0 && b[0] == '+' {
		return 1, b[1:]
	}
	if len(b) > 0 && b[0] == '-' {
		return -1, b[1:]
	}
	return 0, b
}

func noScoreOr(b []byte) error {
	switch string(bytes.ToLower(b)) {
	case "", "?", "none", "null":
		return nil
	}
	return badScore(b)
}

func badScore(b []byte) error {
	return fmt.Errorf("%w %s: want a number such as +56 or a mate such as #+3", datasets.ErrScore, cut.Quote(b))
}

// parseMate reads #3, #+3, #-0, M5, mate -2: a mark, then a number of moves
// that may be missing if there is a sign. b is the whole text.
func parseMate(b []byte, sign int, rest []byte) (datasets.Label, error) {
	n := 1
	if len(rest) >= 4 && bytes.EqualFold(rest[:4], []byte("mate")) {
		n = 4
	}
	inner, digits := cutSign(bytes.TrimLeft(rest[n:], " "))
	if inner != 0 && sign != 0 {
		return datasets.Label{}, badScore(b)
	}
	sign += inner
	moves, ok := parseMoves(digits)
	switch {
	case !ok, len(digits) == 0 && sign == 0:
		return datasets.Label{}, badScore(b)
	case len(digits) == 0:
		return datasets.Label{Score: winprob.MateIn(sign, -1), Kind: datasets.LabelMate}, nil
	case moves == 0 && sign == 0:
		return datasets.Label{Kind: datasets.LabelUnsigned}, nil
	case moves == 0:
		return datasets.Label{Score: winprob.MateIn(sign, 0), Kind: datasets.LabelMated}, nil
	case sign == 0:
		sign = 1
	}
	return datasets.Label{Score: winprob.MateIn(sign, moves), Kind: datasets.LabelMate}, nil
}

// parseMateCell reads a mate in a column of its own: a number of moves with or without a mark, 3,
// -3, 3.0, #3; nothing where there is no mate.
func parseMateCell(b []byte) (datasets.Label, error) {
	none := datasets.Label{Score: winprob.NoScore}
	switch string(bytes.ToLower(b)) {
	case "", "?", "-", "none", "null", "nan", "na", "n/a":
		return none, nil
	}
	sign, rest := cutSign(b)
	if len(rest) > 0 && (rest[0] == '#' || rest[0]|0x20 == 'm') {
		return parseMate(b, sign, rest)
	}
	moves, ok := parseMoves(bytes.TrimSuffix(rest, []byte(".0")))
	switch {
	case !ok || len(rest) == 0:
		return none, fmt.Errorf("%w %s in the column of mates: want a number of moves such as 3 or -3, or nothing", datasets.ErrScore, cut.Quote(b))
	case moves == 0:
		return datasets.Label{Kind: datasets.LabelUnsigned}, nil
	case sign == 0:
		sign = 1
	}
	return datasets.Label{Score: winprob.MateIn(sign, moves), Kind: datasets.LabelMate}, nil
}

// parseMoves reads digits; no digits are 0, too many an unknown distance.
func parseMoves(b []byte) (n int, ok bool) {
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = min(10*n+int(c-'0'), winprob.MaxMate+1)
	}
	return n, true
}

// parseNumber reads a decimal number, unsigned in rest; b is the whole text.
func parseNumber(b []byte, sign int, rest []byte, unit datasets.Unit) (datasets.Label, error) {
	if unit == datasets.UnitCentipawns && isGrouped(rest) {
		return datasets.Label{}, fmt.Errorf("%w %s: %w", datasets.ErrScore, cut.Quote(b), errGrouped)
	}
	d, ok := parseDecimal(rest)
	if !ok {
		return parseFloat(b, unit)
	}
	if sign < 0 {
		d.digits = -d.digits
	}
	if s := winprob.Score(d.digits); d.scale == 1 && unit == datasets.UnitCentipawns && int64(s) == d.digits && s.Mate() == 0 && s != winprob.NoScore {
		return datasets.Label{Score: s, Kind: datasets.LabelNumber, Raw: float64(d.digits)}, nil // the usual case
	}
	return newNumber(float64(d.digits)/float64(d.scale), d.centipawns(unit)), nil
}

// errGrouped refuses what may be a thousand and some, or a number of pawns: no program writes
// thousandths of a centipawn.
var errGrouped = errors.New("thousands, or a decimal comma? write 1234, or pass -unit pawns")

// isGrouped reports whether a number looks like 1.234: one to three digits, the first no 0,
// and three after a point.
func isGrouped(b []byte) bool {
	point := len(b) - 4
	if point < 1 || point > 3 || b[point] != '.' || b[0] == '0' {
		return false
	}
	for i, c := range b {
		if i != point && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// mayBeScore reports whether a text may be a score in some unit.
func mayBeScore(b []byte, unit datasets.Unit) bool {
	l, err := parseScore(b, unit)
	return err == nil && l.Kind != datasets.LabelNone || errors.Is(err, errGrouped)
}

func newNumber(raw, cp float64) datasets.Label {
	s := winprob.Centipawns(int(max(-1e6, min(cp, 1e6))))
	if s.Mate() != 0 {
		return datasets.Label{Score: s, Kind: datasets.LabelCode, Raw: raw}
	}
	return datasets.Label{Score: s, Kind: datasets.LabelNumber, Raw: raw}
}

// A decimal is the number digits/scale, exactly.
type decimal struct {
	digits int64
	scale  int64 // a power of ten
}

// centipawns rounds to whole centipawns, halves away from zero.
func (d decimal) centipawns(unit datasets.Unit) float64 {
	n := d.digits
	if unit == datasets.UnitPawns {
		n *= 100
	}
	if n < 0 {
		return -float64((-2*n + d.scale) / (2 * d.scale))
	}
	return float64((2*n + d.scale) / (2 * d.scale))
}

// parseDecimal reads digits with at most one point or comma among them, as
// many as surely fit. It fails for anything else, exponents included.
func parseDecimal(b []byte) (d decimal, ok bool) {
	const most = 15
	d.scale = 1
	if len(b) > most {
		return d, false
	}
	point, seen := -1, false
	for i, c := range b {
		switch {
		case c >= '0' && c <= '9':
			seen = true
			d.digits = 10*d.digits + int64(c-'0')
			if point >= 0 {
				d.scale *= 10
			}
		case (c == '.' || c == ',') && point < 0:
			point = i
		default:
			return d, false
		}
	}
	// 1,234 may be a thousand and some or one and a bit: do not guess.
	thousands := point >= 0 && b[point] == ',' && len(b)-point == 4
	return d, seen && !thousands && b[len(b)-1] != ','
}

// parseFloat reads what parseDecimal does not: exponents and long numbers.
func parseFloat(b []byte, unit datasets.Unit) (datasets.Label, error) {
	v, ok := cut.Float(b)
	if !ok {
		return datasets.Label{}, badScore(b)
	}
	cp := v
	if unit == datasets.UnitPawns {
		cp *= 100
	}
	return newNumber(v, math.Round(cp)), nil
}

// parsePly reads a number of half moves.
func parsePly(b []byte) (uint16, error) {
	n, err := strconv.ParseUint(string(b), 10, 16)
	if err != nil {
		return 0, fmt.Errorf("%w %s: want a number of half moves (-ply - ignores the column)", datasets.ErrPly, cut.Quote(b))
	}
	return uint16(n), nil
}

// ParseScore reads a score in centipawns, or a mate such as #3 and #-3, as
// written: there is no board to tell whose mate #0 is.
func ParseScore(text []byte) (winprob.Score, error) {
	l, err := parseScore(text, datasets.UnitCentipawns)
	if err == nil && (l.Kind == datasets.LabelMated || l.Kind == datasets.LabelUnsigned) {
		err = badScore(text)
	}
	return l.Score, err
}
