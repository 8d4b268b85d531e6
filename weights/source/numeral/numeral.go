// Package numeral reads a number as source code writes it, and writes another one in its form: with its
// base, its digits after the point, its separators and its suffix.
package numeral

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/centipawn/weights"
)

// separators of digits go. A replacer takes longer to make than to use.
var separators = strings.NewReplacer("_", "", "'", "")

// Parse returns the value of a number with its separators and suffix.
func Parse(text string) (value float64, ok bool) {
	if strings.ContainsAny(text, "_'") {
		text = separators.Replace(text)
	}
	text = strings.ToLower(text)
	if digits, hex := strings.CutPrefix(text, "0x"); hex {
		v, err := strconv.ParseUint(strings.TrimRight(digits, "ul"), 16, 53)
		return float64(v), err == nil
	}
	body := text[:decimalLength(text)]
	v, err := strconv.ParseFloat(body, 64)
	return v, err == nil && !math.IsInf(v, 0) && suffixes[text[len(body):]] && !octal(body, v)
}

// octal reports whether C, Java and Go take the number for an octal one of another value.
func octal(digits string, value float64) bool {
	if len(digits) < 2 || digits[0] != '0' || strings.ContainsAny(digits, ".e") {
		return false
	}
	v, err := strconv.ParseUint(digits, 8, 53)
	return err != nil || float64(v) != value
}

// suffixes are those of numbers in C, C++, Rust, C# and Java.
var suffixes = map[string]bool{
	"": true, "f": true, "d": true, "m": true, "l": true, "u": true, "ul": true, "lu": true, "ll": true, "ull": true,
	"i8": true, "i16": true, "i32": true, "i64": true, "isize": true,
	"u8": true, "u16": true, "u32": true, "u64": true, "usize": true, "f32": true, "f64": true,
}

// decimalLength returns the length of a decimal number without a suffix.
func decimalLength(s string) int {
	digits := func(i int) int {
		for i < len(s) && (isDigit(s[i]) || separated(s, i)) {
			i++
		}
		return i
	}
	i := digits(0)
	if i < len(s) && s[i] == '.' {
		i = digits(i + 1)
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if end := digits(j); end > j {
			return end
		}
	}
	return i
}

// separated reports whether s[i] separates digits.
func separated(s string, i int) bool {
	return (s[i] == '_' || s[i] == '\'') && i+1 < len(s) && isDigit(s[i+1])
}

// Decimals returns how many digits after the point a number's text gives.
func Decimals(text string) int {
	text = strings.ToLower(text)
	if strings.HasPrefix(strings.TrimLeft(text, "+- \t"), "0x") {
		return 0
	}
	start := strings.IndexAny(text, ".0123456789")
	mantissa, exponent, _ := strings.Cut(text[start:start+decimalLength(text[start:])], "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	e, _ := strconv.Atoi(exponent)
	return len(separators.Replace(fraction)) - e
}

// StandsFor reports whether weight, rounded to this many decimals, is number.
func StandsFor(number float64, decimals int, weight float64) bool {
	if number == weight || decimals <= 0 {
		return number == weight || weights.Whole(weight) == number
	}
	// The decimal that strconv rounds to is exact; halves are of no matter here.
	text, err := strconv.ParseFloat(strconv.FormatFloat(weight, 'f', decimals, 64), 64)
	return err == nil && math.Abs(text-number) <= 1e-15*math.Abs(number)
}

// Write returns value as the number in text is written, a sign in front included: in its
// base, with its digits after the point, its separators and its suffix.
func Write(text string, value float64) (string, error) {
	body := strings.TrimLeft(text, "+- \t\r\n")
	length := decimalLength(body)
	sign := ""
	if strings.HasPrefix(text, "+") {
		sign = "+"
	}
	if value < 0 {
		sign = "-"
	}
	size := math.Abs(value)
	if len(body) > 2 && body[0] == '0' && (body[1] == 'x' || body[1] == 'X') {
		return hexadecimal(sign, body, size), nil
	}
	suffix := body[length:]
	if err := within(suffix, value); err != nil {
		return "", err
	}
	digits := decimal(body[:length], size)
	if sign == "-" && !strings.ContainsAny(digits, "123456789") {
		sign = "" // the weight rounds to 0
	}
	return sign + digits + suffix, nil
}

// within refuses what an integer type in a suffix does not hold.
func within(suffix string, value float64) error {
	kind := strings.ToLower(strings.TrimLeft(suffix, "_"))
	if strings.HasSuffix(kind, "u") {
		kind = "u"
	}
	return Fits(kind, value)
}

// hexadecimal writes a size in the digits and the suffix of a number such as 0x1F.
func hexadecimal(sign, like string, size float64) string {
	end := len(like) - len(strings.TrimLeft(like[2:], "0123456789abcdefABCDEF_'"))
	digits := fmt.Sprintf("%0*x", end-2, uint64(math.Round(size)))
	if strings.ToLower(like[2:end]) != like[2:end] {
		digits = strings.ToUpper(digits)
	}
	return sign + like[:2] + digits + like[end:]
}

// decimal writes a size with the point, the exponent and the separators of another number.
func decimal(like string, size float64) string {
	mantissa := strings.ToLower(like)
	mantissa, _, exponent := strings.Cut(mantissa, "e")
	whole, fraction, point := strings.Cut(mantissa, ".")
	form := byte('f')
	if exponent {
		form = 'e'
	}
	text := strconv.FormatFloat(size, form, len(separators.Replace(fraction)), 64)
	if !point && !exponent {
		text = strconv.FormatFloat(math.Round(size), 'f', 0, 64)
	}
	if point && fraction == "" && !exponent {
		text += "."
	}
	if whole == "" {
		text = strings.TrimPrefix(text, "0")
	}
	if i := strings.IndexAny(whole, "_'"); i >= 0 {
		text = grouped(text, whole[i:i+1])
	}
	return text
}

// grouped separates thousands.
func grouped(text, separator string) string {
	whole, fraction, point := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + separator + whole[i:]
	}
	if point {
		whole += "." + fraction
	}
	return whole
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
