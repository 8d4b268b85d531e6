package workbench

import "strings"

// plainName are the characters that a shell does not interpret.
const plainName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+-"

// quoteForShell quotes a word for a shell, if it needs quotes.
func quoteForShell(word string) string {
	if word != "" && strings.Trim(word, plainName) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
