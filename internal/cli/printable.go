package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns a text for a terminal: whatever is in a name or a file's content, no control
// character but newline and tab gets there. Others, and bytes that are no UTF-8, are written
// as \x1b is.
func Printable(text string) string {
	if strings.IndexFunc(text, unprintable) < 0 {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if unprintable(r) {
			b.WriteString(escaped(text[:n]))
		} else {
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

func unprintable(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r == utf8.RuneError
}

// escaped writes each byte in hexadecimal.
func escaped(bytes string) (text string) {
	for i := range len(bytes) {
		text += fmt.Sprintf(`\x%02x`, bytes[i])
	}
	return text
}

// Printf prints to a terminal what is [Printable].
func Printf(w io.Writer, format string, args ...any) (int, error) {
	return io.WriteString(w, Printable(fmt.Sprintf(format, args...)))
}
