package cli

import "strings"

// plain are the characters that a shell does not interpret.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+,-"

// Quote writes a text as one word of a shell, in quotes if it needs them.
func Quote(text string) string {
	if text != "" && strings.Trim(text, plain) == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
