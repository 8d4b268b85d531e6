package scan

import "strings"

// A branch is a preprocessor condition that has not ended.
type branch struct {
	line  int  // of its #if
	known bool // its condition is a constant
	taken bool // a branch that surely counts stood before: the others are not code
}

// conditions are those around a place, the outermost first.
type conditions []branch

// An effect is what a directive says of the lines after it.
type effect uint8

const (
	none     effect = iota // it is not a condition
	code                   // they surely are code, as they were before
	noCode                 // they surely are not code
	doubtful               // they are code if a condition holds that this program cannot know
)

// follow takes a directive that may choose code: the branch of #if 0 is not, nor is #else
// after #if 1.
func (c *conditions) follow(line int, word, rest string) effect {
	value := known(rest)
	switch word {
	case "if", "ifdef", "ifndef":
		if word != "if" {
			value = ""
		}
		*c = append(*c, branch{line, value != "", value == "1"})
		return effectOf(value)
	case "elif", "elifdef", "elifndef", "else", "endif":
		if len(*c) > 0 {
			return c.another(word, value)
		}
	}
	return none
}

func effectOf(value string) effect {
	switch value {
	case "0":
		return noCode
	case "1":
		return code
	}
	return doubtful
}

// another takes what ends a branch.
func (c *conditions) another(word, value string) effect {
	top := &(*c)[len(*c)-1]
	was := code
	if !top.known {
		was = doubtful
	}
	switch {
	case word == "endif":
		*c = (*c)[:len(*c)-1]
		return was
	case top.taken:
		return noCode
	case word == "else":
		return was
	}
	top.known = top.known && value != ""
	top.taken = value == "1"
	return effectOf(value)
}

// directive returns the word after the # that text begins with, and what follows it.
func directive(text string) (word, rest string) {
	text = strings.TrimLeft(text[1:], " \t")
	n := nameLength(text)
	return text[:n], text[n:]
}

// known returns the value of a condition that is a constant, "0" or "1"; else "".
func known(condition string) string {
	condition, _, _ = strings.Cut(condition, "\n")
	condition, _, _ = strings.Cut(condition, "//")
	condition, _, _ = strings.Cut(condition, "/*")
	switch strings.Trim(condition, " \t\r()") {
	case "0", "false":
		return "0"
	case "1", "true":
		return "1"
	}
	return ""
}
