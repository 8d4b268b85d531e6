package runs

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A Filter takes rows. Its text is conditions separated by spaces, all of which a row must meet:
//
//	kind:fit      the text of the field is this one, in upper or lower case
//	name~foo      the text of the field has this in it
//	mse<0.08      a number below; also <=, >, >= and =
//	age<2h        hours; 3d are days, 30m minutes
//	-kind:match   not this
//	"tcec l"      name, note or tag has this in it; quotes are for texts with spaces
type Filter struct{ all []condition }

// A condition is one of a filter.
type condition struct {
	not bool
	of  func(r *Row) bool
}

const (
	longestFilter  = 1000 // bytes
	mostConditions = 30
)

// ParseFilter parses the text of a filter.
func ParseFilter(text string) (f Filter, err error) {
	if len(text) > longestFilter {
		return f, fmt.Errorf("the filter is longer than %d characters", longestFilter)
	}
	words, err := split(text)
	if err != nil {
		return f, err
	}
	if len(words) > mostConditions {
		return f, fmt.Errorf("the filter has more than %d conditions", mostConditions)
	}
	for _, w := range words {
		c, err := parseCondition(w)
		if err != nil {
			return f, err
		}
		f.all = append(f.all, c)
	}
	return f, nil
}

// Takes reports whether a row meets all conditions.
func (f Filter) Takes(r *Row) bool {
	return !slices.ContainsFunc(f.all, func(c condition) bool { return c.of(r) == c.not })
}

// A word is a part of a filter: name, operator and value, of which the first two may be missing.
type word struct {
	not             bool
	name, op, value string
}

// operators are those that a condition may have; the longer ones come first.
var operators = []string{"<=", ">=", "<", ">", "=", ":", "~"}

// split cuts a filter into words. Quotes hold a value together.
func split(text string) (words []word, err error) {
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		var w word
		if strings.HasPrefix(rest, "-") && len(rest) > 1 {
			w.not, rest = true, rest[1:]
		}
		end := strings.IndexFunc(rest, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(`<>=:~"`, c) })
		if end < 0 {
			end = len(rest)
		}
		w.name, rest = rest[:end], rest[end:]
		for _, op := range operators {
			if strings.HasPrefix(rest, op) {
				w.op, rest = op, rest[len(op):]
				break
			}
		}
		if w.value, rest, err = valueOf(rest); err != nil {
			return nil, err
		}
		if w.op == "" {
			w.name, w.value = "", w.name+w.value
		}
		words = append(words, w)
	}
	return words, nil
}

// valueOf cuts a value off: up to a space, or what is in quotes.
func valueOf(text string) (value, rest string, err error) {
	if strings.HasPrefix(text, `"`) {
		value, rest, ok := strings.Cut(text[1:], `"`)
		if !ok {
			return "", "", errors.New(`a quote is not closed: want "…"`)
		}
		return value, rest, nil
	}
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		return text, "", nil
	}
	return text[:end], text[end:], nil
}

// parseCondition makes a condition of a word.
func parseCondition(w word) (condition, error) {
	c := condition{not: w.not}
	if w.op == "" {
		c.of = func(r *Row) bool {
			return contains(r.Label, w.value) || contains(r.Note, w.value) || slices.ContainsFunc(r.Tags, func(t string) bool { return contains(t, w.value) })
		}
		return c, nil
	}
	f, ok := lookUp(w.name)
	if !ok {
		return c, fmt.Errorf("%q: unknown field; there are %s", w.name, strings.Join(FieldNames(), ", "))
	}
	if w.value == "" {
		return c, fmt.Errorf("%s%s: want a value after it", w.name, w.op)
	}
	if f.number != nil {
		return numeric(c, f, w)
	}
	switch w.op {
	case ":", "=":
		c.of = func(r *Row) bool {
			return slices.ContainsFunc(f.text(r), func(t string) bool { return strings.EqualFold(t, w.value) })
		}
	case "~":
		c.of = func(r *Row) bool {
			return slices.ContainsFunc(f.text(r), func(t string) bool { return contains(t, w.value) })
		}
	default:
		return c, fmt.Errorf("%s%s%s: %s is a text: want %s:%s or, for a part of it, %s~%s", w.name, w.op, w.value, w.name, w.name, w.value, w.name, w.value)
	}
	return c, nil
}

// contains reports whether a text has another in it, in upper or lower case.
func contains(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

// numeric makes a condition of a number.
func numeric(c condition, f field, w word) (condition, error) {
	want, err := parseNumber(f, w.value)
	if err != nil || w.op == "~" {
		return c, fmt.Errorf("%s%s%s: want a number, as %s<0.08", w.name, w.op, w.value, w.name)
	}
	holds := map[string]func(x float64) bool{
		"<": func(x float64) bool { return x < want }, "<=": func(x float64) bool { return x <= want },
		">": func(x float64) bool { return x > want }, ">=": func(x float64) bool { return x >= want },
		"=": func(x float64) bool { return x == want }, ":": func(x float64) bool { return x == want },
	}[w.op]
	c.of = func(r *Row) bool {
		x, ok := f.number(r)
		return ok && holds(x)
	}
	return c, nil
}

// hours are those of a unit of age.
var hours = map[string]float64{"m": 1. / 60, "h": 1, "d": 24}

// parseNumber reads a number, with a minus as it is printed; an age may have a unit.
func parseNumber(f field, text string) (float64, error) {
	text, factor := strings.ReplaceAll(text, "−", "-"), 1.
	if f.name == "age" {
		if by, ok := hours[text[len(text)-1:]]; ok {
			text, factor = text[:len(text)-1], by
		}
	}
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	return factor * x, err
}
