package client

import (
	"fmt"
	"os"
	"strings"
)

// Words splits a command as a shell does: at blanks that stand neither in quotes nor after a
// backslash, which are taken away. Two marks are more lenient than a shell's, for names that hold
// them: a backslash before a letter or a digit stays, and a ' begins quotes only where a word or a
// part of it begins, so that Bob's needs none. On Windows, where a backslash stands between folders,
// quotes alone are read. The error is of quotes that do not end.
func Words(text string) (words []string, err error) {
	var b strings.Builder
	begun := false
	err = scan(text, func(c byte, bare, mark bool) {
		switch blank := bare && isBlank(c); {
		case blank && begun:
			words, begun = append(words, b.String()), false
			b.Reset()
		case !blank:
			if begun = true; !mark {
				b.WriteByte(c)
			}
		}
	})
	if begun {
		words = append(words, b.String())
	}
	return words, err
}

// Unquote takes the quotes and backslashes of a text away, as [Words] does, and the blanks around it.
func Unquote(text string) (string, error) {
	var b strings.Builder
	err := scan(strings.TrimSpace(text), func(c byte, _, mark bool) {
		if !mark {
			b.WriteByte(c)
		}
	})
	return b.String(), err
}

// SplitOutside splits a text at a separator that stands neither in quotes nor after a backslash, as
// [Words] reads them. The parts keep both.
func SplitOutside(text string, separator byte) (parts []string, err error) {
	from, at := 0, 0
	err = scan(text, func(c byte, bare, _ bool) {
		if at++; bare && c == separator {
			parts, from = append(parts, text[from:at-1]), at
		}
	})
	return append(parts, text[from:]), err
}

// QuoteWord writes a word so that [Words] reads it as one.
func QuoteWord(word string) string {
	if words, err := Words(word); err == nil && len(words) == 1 && words[0] == word && !strings.Contains(word, ",") {
		return word
	}
	if escapes {
		word = strings.ReplaceAll(word, `\`, `\\`)
	}
	return `"` + strings.ReplaceAll(word, `"`, `\"`) + `"`
}

// Spell writes a command with its arguments so that [Words] reads them.
func Spell(command string, args []string) string {
	words := []string{QuoteWord(command)}
	for _, arg := range args {
		words = append(words, QuoteWord(arg))
	}
	return strings.Join(words, " ")
}

// escapes says whether a backslash is one, and no part of paths.
const escapes = os.PathSeparator != '\\'

// scan hands each byte of a text on. It is bare if neither quotes nor a backslash protect it, and a
// mark if it is one of these.
func scan(text string, each func(c byte, bare, mark bool)) error {
	quote, begin := byte(0), 0
	boundary := true // a ' here begins quotes
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote == 0 && (c == '"' || c == '\'' && boundary):
			quote, begin = c, i
			each(c, false, true)
		case quote != 0 && c == quote:
			quote, boundary = 0, true
			each(c, false, true)
			continue
		case c == '\\' && quote != '\'' && i+1 < len(text) && escaped(text[i+1], quote):
			each(c, false, true)
			i++
			each(text[i], false, false)
		default:
			each(c, quote == 0, false)
		}
		boundary = strings.IndexByte(" \t,=/:", text[i]) >= 0
	}
	if quote != 0 {
		return fmt.Errorf("the quotes that begin with %.40s do not end: pass another %c at the end, or \\%c for the letter", text[begin:], quote, quote)
	}
	return nil
}

// escaped reports whether a backslash before a letter protects it; within double quotes only these
// themselves and another backslash.
func escaped(c, quote byte) bool {
	letter := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80
	switch {
	case quote == '"':
		return c == '"' || escapes && c == '\\'
	case !escapes:
		return c == '"'
	}
	return !letter
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
