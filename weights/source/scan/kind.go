package scan

import (
	"fmt"
	"math"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/numeral"
)

// Holds reports whether value i is the weight w, in centipawns, rounded to the digits that it is
// written with.
func (a *Array) Holds(i int, w float64) bool {
	return numeral.StandsFor(a.Values[i], numeral.Decimals(a.Text(i)), w)
}

// Numeral returns a value, in centipawns, as value i is written: see [Array.Text]. The error says
// that a pair, of 16 bits a half, or the type of the array does not hold it.
func (a *Array) Numeral(i int, value float64) (string, error) {
	if a.Pairs && math.Abs(value) > math.MaxInt16 {
		return "", fmt.Errorf("%s does not fit into 16 bits", weights.Number(value))
	}
	if err := numeral.Fits(a.kind, value); err != nil {
		return "", err
	}
	return numeral.Write(a.Text(i), value)
}

// kind returns the integer type of a name, of which the value begins at a token: it stands
// before the name on its line, between the two, or before the list.
func (l *listing) kind(name, value int) string {
	line := l.token(name).line
	first, last := name, name+farthest
	for first > max(0, name-farthest) && l.tokens[first-1].line == line && !l.isOneOf(first-1, "=", ";", "{", "}", "(", ")") {
		first--
	}
	for value < last && l.token(value).line == line && !l.isOneOf(value, "{", "=", "(", ";", ",") && l.token(value).kind != endToken {
		value++
	}
	var words []string
	for i := first; i < min(value, last); i++ {
		if numeral.Limited(l.text(i)) && l.isName(i) && i != name {
			words = append(words, l.text(i))
		}
	}
	return strings.Join(words, " ")
}

// otherwise reports whether a token begins another branch of a condition.
func (l *listing) otherwise(i int) bool {
	tok := l.tokens[i]
	if tok.kind != conditionToken {
		return false
	}
	word, _ := directive(l.src[tok.pos:])
	return word == "else" || word == "elif" || word == "elifdef" || word == "elifndef" || l.text(i) == "#[cfg"
}
