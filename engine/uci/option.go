package uci

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.org/centipawn/internal/enum"
)

// OptionType is the kind of value that an option takes.
type OptionType uint8

// The five kinds of the protocol.
const (
	Check  OptionType = iota // true or false
	Spin                     // a whole number between Min and Max
	Combo                    // one of Values
	String                   // any text of one line
	Button                   // no value: setting it is the act
)

var optionTypes = []string{Check: "check", Spin: "spin", Combo: "combo", String: "string", Button: "button"}

// String is the word of the protocol.
func (t OptionType) String() string { return enum.Name(optionTypes, t) }

// empty is how the protocol writes a text of no letters.
const empty = "<empty>"

// Option is something that an engine lets its user set.
type Option struct {
	Name     string // may hold blanks; its case means nothing
	Type     OptionType
	Default  string   // as a value is written; "" for a Button, and where an engine states none
	Min, Max int      // of a Spin, both included
	Values   []string // of a Combo
}

// Is reports whether the option has this name, whatever the case and the number of blanks.
func (o *Option) Is(name string) bool {
	return strings.EqualFold(oneBlank(o.Name), oneBlank(name))
}

// String is the line by which an engine declares the option: "option name Hash type spin default 16
// min 1 max 1024".
func (o *Option) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "option name %s type %s", o.Name, o.Type)
	switch {
	case o.Default != "":
		b.WriteString(" default " + o.Default)
	case o.Type == String:
		b.WriteString(" default " + empty)
	}
	if o.Type == Spin {
		fmt.Fprintf(&b, " min %d max %d", o.Min, o.Max)
	}
	if o.Type == Combo {
		for _, v := range o.Values {
			b.WriteString(" var " + v)
		}
	}
	return b.String()
}

// Check says whether the option can be given this value. The error names the range and what to
// pass.
func (o *Option) Check(value string) error {
	_, err := o.Value(value)
	return err
}

// Value checks a value and returns it in its one spelling: true or false in lower case, a number
// without sign or zeros to spare, a Combo's value as it was declared, "" for <empty>.
func (o *Option) Value(text string) (string, error) {
	switch o.Type {
	case Check:
		return o.checkValue(text)
	case Spin:
		return o.spinValue(text)
	case Combo:
		return o.comboValue(text)
	case Button:
		if strings.TrimSpace(text) != "" {
			return "", fmt.Errorf("option %s: %q: a button takes no value: pass its name alone", o.Name, text)
		}
		return "", nil
	}
	return o.stringValue(text)
}

func (o *Option) checkValue(text string) (string, error) {
	v := strings.ToLower(strings.TrimSpace(text))
	if v != "true" && v != "false" {
		return "", fmt.Errorf("option %s: %q: pass true or false", o.Name, text)
	}
	return v, nil
}

func (o *Option) spinValue(text string) (string, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return "", fmt.Errorf("option %s: %q is not a whole number: pass one from %d to %d", o.Name, text, o.Min, o.Max)
	}
	if n < o.Min || n > o.Max {
		return "", fmt.Errorf("option %s: %d is out of range: pass a number from %d to %d", o.Name, n, o.Min, o.Max)
	}
	return strconv.Itoa(n), nil
}

func (o *Option) comboValue(text string) (string, error) {
	for _, v := range o.Values {
		if strings.EqualFold(v, oneBlank(text)) {
			return v, nil
		}
	}
	return "", fmt.Errorf("option %s: %q: pass one of %s", o.Name, text, strings.Join(o.Values, ", "))
}

func (o *Option) stringValue(text string) (string, error) {
	if strings.ContainsAny(text, "\n\r\x00") {
		return "", fmt.Errorf("option %s: %q holds a line break or a zero byte: pass text of one line", o.Name, text)
	}
	if v := strings.TrimSpace(text); v != empty {
		return v, nil
	}
	return "", nil
}

// ParseOption reads a line by which an engine declares an option. It takes what engines print beyond
// the letter of the protocol, where the meaning is clear: keywords in any case, words after the type in
// any order, bounds beyond int64 (int64's own), whole numbers written as 1e3 or 16.0, other words than
// numbers after a bound or the default, no default or one that cannot be read (none), a spin without
// bounds (int64's), a default out of its own range. A String's default is the rest of the line.
func ParseOption(line string) (Option, error) {
	line = strings.TrimSpace(line)
	if strings.ContainsAny(line, "\n\r\x00") {
		return Option{}, fmt.Errorf("option %.80q: a line break or a zero byte: pass one line", line)
	}
	words := strings.Fields(line)
	if len(words) < 2 || !strings.EqualFold(words[0], "option") || !strings.EqualFold(words[1], "name") {
		return Option{}, fmt.Errorf("option %.80q: does not begin with \"option name\"", line)
	}
	at, kind := typeWord(words)
	if at < 0 {
		return Option{}, fmt.Errorf("option %.80q: no type: want \"type\" and check, spin, combo, string or button", line)
	}
	o := Option{Name: strings.Join(words[2:at], " "), Type: kind}
	if o.Name == "" {
		return Option{}, fmt.Errorf("option %.80q: no name", line)
	}
	if err := o.parseRest(words[at+2:], line); err != nil {
		return Option{}, fmt.Errorf("option %.80q: %w", line, err)
	}
	return o, nil
}

// Declares reports whether a line that may be unreadable is meant to declare an option of this name.
func Declares(line, name string) bool {
	words := strings.Fields(strings.ToLower(line))
	if len(words) < 2 || words[0] != "option" {
		return false
	}
	words = words[1:]
	if words[0] == "name" {
		words = words[1:]
	}
	key := strings.Fields(strings.ToLower(name))
	if len(key) == 0 || len(words) < len(key) || !slices.Equal(words[:len(key)], key) {
		return false
	}
	rest := words[len(key):]
	return len(rest) == 0 || slices.Contains([]string{"type", "default", "min", "max", "var"}, strings.TrimRight(rest[0], ":="))
}

// typeWord finds the word "type" that a known type follows, and that; -1 if there is none.
func typeWord(words []string) (at int, kind OptionType) {
	for i := 2; i+1 < len(words); i++ {
		kind := slices.Index(optionTypes, strings.ToLower(words[i+1]))
		if strings.EqualFold(words[i], "type") && kind >= 0 {
			return i, OptionType(kind)
		}
	}
	return -1, 0
}

// parseRest reads the words after the type.
func (o *Option) parseRest(words []string, line string) error {
	switch o.Type {
	case Button:
		return nil
	case String:
		o.Default = stringDefault(words, line)
		return nil
	case Spin:
		o.Min, o.Max = math.MinInt, math.MaxInt
	}
	for len(words) > 0 && !o.keyword(words[0]) {
		words = words[1:]
	}
	for len(words) > 0 {
		end := 1
		for end < len(words) && !o.keyword(words[end]) {
			end++
		}
		if err := o.parseField(strings.ToLower(words[0]), words[1:end]); err != nil {
			return err
		}
		words = words[end:]
	}
	return o.consistent()
}

// keyword reports whether a word begins a field of the option's line.
func (o *Option) keyword(word string) bool {
	switch strings.ToLower(word) {
	case "default":
		return true
	case "min", "max":
		return o.Type == Spin
	case "var":
		return o.Type == Combo
	}
	return false
}

func (o *Option) parseField(word string, values []string) (err error) {
	first := ""
	if len(values) > 0 {
		first = values[0]
	}
	switch {
	case word == "default" && o.Type == Combo:
		o.Default = strings.Join(values, " ")
	case word == "default":
		o.Default = o.defaultValue(first)
	case word == "min":
		o.Min, err = bound(first)
	case word == "max":
		o.Max, err = bound(first)
	case first != "": // var
		o.Values = append(o.Values, strings.Join(values, " "))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", word, err)
	}
	return nil
}

// defaultValue is the default of a Check or a Spin, "" for one that cannot be read: it is what the
// engine has, and not what a user may pass.
func (o *Option) defaultValue(text string) string {
	if o.Type == Check {
		switch v := strings.ToLower(text); v {
		case "true", "1", "on", "yes":
			return "true"
		case "false", "0", "off", "no":
			return "false"
		}
		return ""
	}
	n, err := bound(text)
	if err != nil {
		return ""
	}
	return strconv.Itoa(n)
}

// bound reads a whole number; one beyond int64 is the nearest of that.
func bound(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		return n, nil // Atoi returns the nearest
	}
	f, bad := strconv.ParseFloat(text, 64)
	switch {
	case math.IsNaN(f) || bad != nil && !math.IsInf(f, 0):
		return 0, fmt.Errorf("%q is not a number", text)
	case f >= math.MaxInt:
		return math.MaxInt, nil
	case f <= math.MinInt:
		return math.MinInt, nil
	case f != math.Trunc(f):
		return 0, fmt.Errorf("%s is not a whole number", text)
	}
	return int(f), nil
}

func (o *Option) consistent() error {
	if o.Type == Spin && o.Min > o.Max {
		return fmt.Errorf("min %d is above max %d", o.Min, o.Max)
	}
	if o.Type == Combo && len(o.Values) == 0 {
		return fmt.Errorf("a combo without a value: want \"var\" and a value")
	}
	return nil
}

// stringDefault is the rest of the line after the first "default" after the type, with its blanks
// inside as they are.
func stringDefault(words []string, line string) string {
	at := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, "default") })
	if at < 0 {
		return ""
	}
	all := len(strings.Fields(line))
	rest := afterFields(line, all-len(words)+at+1)
	if rest == empty {
		return ""
	}
	return rest
}

// afterFields is what follows the first n fields of a line, without the blanks around it.
func afterFields(line string, n int) string {
	for ; n > 0; n-- {
		line = strings.TrimSpace(line)
		end := strings.IndexFunc(line, unicode.IsSpace)
		if end < 0 {
			return ""
		}
		line = line[end:]
	}
	return strings.TrimSpace(line)
}

// oneBlank joins the words of a text by one blank each.
func oneBlank(text string) string { return strings.Join(strings.Fields(text), " ") }
