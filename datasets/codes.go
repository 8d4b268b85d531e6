package datasets

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/datasets/cut"
)

// ResultCodes says what texts in a column of results mean, as -result-codes has it. It is the name of
// a convention or a list CODE=RESULT,... as in w=1-0,d=1/2-1/2,b=0-1. The zero value finds it out.
type ResultCodes string

// The conventions of results, each with what a win, a draw and a loss are in it.
const (
	CodesAuto   ResultCodes = ""       // as the values say
	CodesPoints ResultCodes = "points" // 1, 0.5, 0, or a probability between
	CodesSigns  ResultCodes = "signs"  // 1, 0, -1
	CodesHalves ResultCodes = "halves" // 2, 1, 0: half points
)

var conventions = []ResultCodes{CodesPoints, CodesSigns, CodesHalves}

// A Code is a text and the result that it stands for.
type Code struct {
	Text   string
	Result Result
}

// String returns the convention or list; "auto" of the zero value.
func (c ResultCodes) String() string {
	if c == CodesAuto {
		return "auto"
	}
	return string(c)
}

// Describe says what a win, a draw and a loss are, nothing of points: as in " (1, 0, −1)".
func (c ResultCodes) Describe() string {
	switch c {
	case CodesAuto, CodesPoints:
		return ""
	case CodesSigns:
		return " (1, 0, −1)"
	case CodesHalves:
		return " (2, 1, 0)"
	}
	return " (" + string(c) + ")"
}

// MarshalText and UnmarshalText make ResultCodes a flag for flag.TextVar.
func (c ResultCodes) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText sets c to a convention or a list of codes.
func (c *ResultCodes) UnmarshalText(text []byte) error {
	switch r := ResultCodes(text); {
	case r == "auto":
		*c = CodesAuto
		return nil
	case slices.Contains(conventions, r):
		*c = r
		return nil
	default:
		*c = r
		_, err := r.List()
		return err
	}
}

// List returns the codes of a list, in its order; none of a convention.
func (c ResultCodes) List() (codes []Code, err error) {
	if c == CodesAuto || slices.Contains(conventions, c) {
		return nil, nil
	}
	for part := range strings.SplitSeq(string(c), ",") {
		at := strings.LastIndexByte(part, '=')
		if at < 0 {
			return nil, fmt.Errorf("%q is neither points, signs, halves nor a list such as w=1-0,d=1/2-1/2,b=0-1", c)
		}
		code := Code{Text: strings.TrimSpace(part[:at])}
		if code.Result, err = resultNamed(part[at+1:]); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(codes, func(d Code) bool { return strings.EqualFold(d.Text, code.Text) }) {
			return nil, fmt.Errorf("%q stands twice in %q", code.Text, c)
		}
		codes = append(codes, code)
	}
	return codes, nil
}

// resultNamed reads a result as PGN writes it.
func resultNamed(name string) (Result, error) {
	for r := Unknown; r <= WhiteWins; r++ {
		if strings.TrimSpace(name) == r.String() || r == Draw && strings.TrimSpace(name) == "1/2" {
			return r, nil
		}
	}
	return Unknown, fmt.Errorf("%q: want 1-0, 0-1, 1/2-1/2 or *", name)
}

// FindCode returns the result of a text by a list of codes: of the text itself, whatever its case, or of
// a number that is as large.
func FindCode(codes []Code, text []byte) (Result, bool) {
	for _, c := range codes {
		if bytes.EqualFold(text, []byte(c.Text)) {
			return c.Result, true
		}
	}
	v, ok := cut.Float(text)
	if !ok {
		return Unknown, false
	}
	for _, c := range codes {
		if w, ok := cut.Float([]byte(c.Text)); ok && v == w {
			return c.Result, true
		}
	}
	return Unknown, false
}
