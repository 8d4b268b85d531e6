package source

import (
	"fmt"
	"strings"
)

// A branch is a preprocessor condition that has not ended.
type branch struct {
	line  int  // of its #if
	taken bool // a branch that surely counts stood before: the others are no code
}

// hash handles what follows a #: a directive of C, else a comment or an attribute,
// which is skipped up to the end of the line.
func (t *tokenizer) hash() {
	word, rest := directive(t.src[t.pos:])
	switch {
	case t.python:
		t.skipTo("\n", false)
	case word == "define":
		t.define(rest)
		t.begun = true
	case !t.begun && t.condition(word, rest):
		t.skipGroup()
	default:
		t.skipTo("\n", false)
	}
}

// directive returns the word after the # that text begins with, and what follows it.
func directive(text string) (word, rest string) {
	text = strings.TrimLeft(text[1:], " \t")
	n := nameLength(text)
	return text[:n], text[n:]
}

// define takes "#define NAME value" for "NAME = value". A macro with arguments is
// skipped, with the lines that it is continued on.
func (t *tokenizer) define(rest string) {
	name := strings.TrimLeft(rest, " \t")
	at := len(t.src) - len(name)
	n := nameLength(name)
	value := strings.TrimLeft(name[n:], " \t")
	if n > 0 && len(value) < len(name)-n && value != "" && value[0] != '\n' && value[0] != '\r' {
		sign := t.lexeme(punctuation, at+n, at+n)
		sign.sign = '='
		t.out = append(t.out, t.lexeme(nameToken, at, at+n), sign)
		t.pos = at + n
		return
	}
	for {
		line, _, more := strings.Cut(t.src[t.pos:], "\n")
		t.pos += len(line)
		if !more || !strings.HasSuffix(strings.TrimRight(line, "\r"), `\`) {
			return
		}
		t.pos++
		t.line++
	}
}

// condition follows the directives that choose code, and reports whether what comes
// next surely is none: the branch of #if 0, and #else behind #if 1. Of conditions that
// this program cannot know, all branches are code.
func (t *tokenizer) condition(word, rest string) (skip bool) {
	value := known(rest)
	switch word {
	case "if", "ifdef", "ifndef":
		if word != "if" {
			value = ""
		}
		t.open = append(t.open, branch{t.line, value == "1"})
		return value == "0"
	case "elif", "elifdef", "elifndef", "else", "endif":
	default:
		return false
	}
	if len(t.open) == 0 {
		return false
	}
	top := &t.open[len(t.open)-1]
	switch {
	case word == "endif":
		t.open = t.open[:len(t.open)-1]
		return false
	case top.taken:
		return true
	}
	top.taken = word == "elif" && value == "1"
	return word == "elif" && value == "0"
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

// skipGroup goes to the line that ends a group of lines that are no code: the #elif,
// #else or #endif of its own condition.
func (t *tokenizer) skipGroup() {
	depth := 0
	for {
		t.skipTo("\n", true)
		if t.pos == len(t.src) {
			t.err = fmt.Errorf("%d: #if without #endif: add it", t.open[len(t.open)-1].line)
			return
		}
		t.line++
		t.begun = false
		line := strings.TrimLeft(t.src[t.pos:], " \t")
		if !strings.HasPrefix(line, "#") {
			continue
		}
		switch word, _ := directive(line); {
		case strings.HasPrefix(word, "if"):
			depth++
		case word == "endif" && depth > 0:
			depth--
		case depth == 0 && (word == "endif" || strings.HasPrefix(word, "el")):
			t.pos = len(t.src) - len(line)
			return
		}
	}
}
