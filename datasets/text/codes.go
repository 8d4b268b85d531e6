package text

import (
	"bytes"
	"fmt"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
)

// A coding says what the codes of a column of results mean.
type coding struct {
	convention datasets.ResultCodes // points, signs or halves, or the list as it was written
	list       []datasets.Code      // come first
	whites     bool                 // w is White, for there is a b
}

// A target is what a column of results says of a row.
type target struct {
	result   datasets.Result
	expected float32
	colour   bool   // it names the colour that won, whoever is to move
	word     string // in small letters; empty if it is none
}

// words are results in words. A single letter counts in a place that holds nothing else.
var words = func() map[string]target {
	all := map[string]target{}
	for _, w := range []struct {
		result datasets.Result
		colour bool
		words  string
	}{
		{datasets.WhiteWins, true, "white,white wins,white win,white won"},
		{datasets.BlackWins, true, "black,black wins,black win,black won,b"},
		{datasets.WhiteWins, false, "win,wins,won,w"},
		{datasets.BlackWins, false, "loss,lose,loses,lost,l"},
		{datasets.Draw, false, "draw,draws,drawn,tie,tied,d"},
	} {
		for word := range strings.SplitSeq(w.words, ",") {
			all[word] = target{w.result, datasets.NoExpected, w.colour, word}
		}
	}
	return all
}()

// longestWord bounds the length of words.
const longestWord = len("black wins")

// parseWord reads a result in words, whatever their case, with blanks, hyphens or underlines
// between them.
func parseWord(b []byte) (target, bool) {
	if len(b) == 0 || len(b) > longestWord || !cut.IsLetter(b[0]) {
		return target{}, false
	}
	var buf [longestWord]byte
	for i, c := range b {
		switch {
		case c >= 'A' && c <= 'Z':
			c |= 0x20
		case c == '_' || c == '-':
			c = ' '
		}
		buf[i] = c
	}
	t, ok := words[string(buf[:len(b)])]
	return t, ok
}

// parse reads a result, or a probability in its place.
func (c *coding) parse(b []byte) (t target, err error) {
	if c.list != nil {
		if r, ok := datasets.FindCode(c.list, b); ok {
			return target{result: r, expected: datasets.NoExpected}, nil
		}
	}
	t, err = c.number(b)
	if err == nil {
		return t, nil
	}
	if w, ok := parseWord(b); ok {
		w.colour = w.colour || w.word == "w" && c.whites
		return w, nil
	}
	return t, err
}

// number is parse without words.
func (c *coding) number(b []byte) (t target, err error) {
	t.expected = datasets.NoExpected
	if c.convention == datasets.CodesPoints {
		t.result, t.expected, err = parsePoint(b)
		return t, err
	}
	if v, ok := parsePoints(b); ok {
		t.result, ok = c.code(v)
		if !ok {
			return t, fmt.Errorf("%w %s: the codes of results are %s (-result-codes states others)", datasets.ErrResult, cut.Quote(b), c.codes())
		}
		return t, nil
	}
	r, ok := parseResult(b)
	if !ok {
		return t, fmt.Errorf("%w %s: want 1-0, 0-1, 1/2-1/2, * or one of the codes %s (-result-codes states others)", datasets.ErrResult, cut.Quote(b), c.codes())
	}
	t.result = r
	return t, nil
}

// codes lists the codes.
func (c *coding) codes() string {
	switch c.convention {
	case datasets.CodesSigns:
		return signs
	case datasets.CodesHalves:
		return halves
	}
	return string(c.convention)
}

// What a win, a draw and a loss are.
const signs, halves = "1, 0, −1", "2, 1, 0"

// code returns what a number means that is no point.
func (c *coding) code(v float64) (datasets.Result, bool) {
	least := -1.0
	if c.convention == datasets.CodesHalves {
		least = 0
	}
	if c.list != nil {
		return datasets.Unknown, false
	}
	switch v - least {
	case 0:
		return datasets.BlackWins, true
	case 1:
		return datasets.Draw, true
	case 2:
		return datasets.WhiteWins, true
	}
	return datasets.Unknown, false
}

// parsePoint reads the result of a game, or a probability in its place: White's
// expected score. An empty cell is an unknown result.
func parsePoint(b []byte) (r datasets.Result, expected float32, err error) {
	if r, ok := parseResult(b); ok {
		return r, datasets.NoExpected, nil
	}
	v, ok := parsePoints(b)
	switch {
	case ok && v == -1:
		return datasets.Unknown, datasets.NoExpected, codedAs(b, signs, datasets.CodesSigns)
	case ok && v == 2:
		return datasets.Unknown, datasets.NoExpected, codedAs(b, halves, datasets.CodesHalves)
	case !ok || v < 0 || v > 1:
		return datasets.Unknown, datasets.NoExpected, fmt.Errorf("%w %s: want 1-0, 0-1, 1/2-1/2, *, White's points 1, 0.5, 0, a probability between, or a word such as white, black, draw, win, loss (-result-codes states others, -result - ignores the column)",
			datasets.ErrResult, cut.Quote(b))
	case v == 0:
		return datasets.BlackWins, datasets.NoExpected, nil
	case v == 0.5:
		return datasets.Draw, datasets.NoExpected, nil
	case v == 1:
		return datasets.WhiteWins, datasets.NoExpected, nil
	}
	return datasets.Unknown, float32(v), nil
}

// codedAs says that results are of another coding than the lines before showed.
func codedAs(b []byte, codes string, convention datasets.ResultCodes) error {
	return &datasets.CodingError{Text: cut.Quote(b), Codes: codes, Convention: convention}
}

// parseResult reads the usual ways to write the result of a game.
func parseResult(b []byte) (r datasets.Result, ok bool) {
	switch string(b) {
	case "1-0", "1", "1.0", "1:0":
		return datasets.WhiteWins, true
	case "0-1", "0", "0.0", "0:1":
		return datasets.BlackWins, true
	case "1/2-1/2", "1/2", "½-½", "½", "0.5", ".5", "½:½", "1/2:1/2", "0.5-0.5":
		return datasets.Draw, true
	case "*", "?", "":
		return datasets.Unknown, true
	}
	if len(b) > len("unknown") {
		return datasets.Unknown, false
	}
	switch string(bytes.ToLower(b)) {
	case "none", "null", "unknown":
		return datasets.Unknown, true
	}
	return datasets.Unknown, false
}

// ParseTarget reads a label as [datasets.Options].Result has it, from White's view: a
// result, or else White's expected score, which otherwise is NaN. An empty text,
// ? and * are an unknown result.
func ParseTarget(text []byte) (datasets.Result, float32, error) {
	t, err := (&coding{convention: datasets.CodesPoints}).parse(text)
	return t.result, t.expected, err
}
