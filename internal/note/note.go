// Package note holds warnings as values. What is doubtful about data, a fit or a match is a [Note]:
// a code that stays the same from version to version, a level, and a sentence that says what was
// found and what to do. Programs decide by code, kind and arguments, never by what a text says.
//
// [Registry] describes every code. docs/warnings.md is made from it.
package note

import (
	"fmt"
	"strings"
)

// A Code names a warning, such as [F03]. Codes are stable, texts are not.
type Code string

// A Level says what a note means for the result. The zero value is [Warning].
type Level int8

const (
	Remark  Level = iota - 1 // is mentioned; nothing is wrong
	Warning                  // makes the result doubtful
	Error                    // nothing is written, or the file is not what it is said to be
)

var levelNames = map[Level]string{Remark: "note", Warning: "warning", Error: "error"}

// String returns "note", "warning" or "error".
func (l Level) String() string { return levelNames[l] }

// MarshalText gives a level its name in JSON.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// A Kind distinguishes the causes of one code, where a program has to know: see the constants
// of the package that raises it.
type Kind uint8

// A Note is a warning, remark or error about data or a result.
type Note struct {
	Code    Code     `json:"code"`
	Text    string   `json:"text"`              // what was found and what to do
	Columns []string `json:"columns,omitempty"` // weights that it is about

	Level Level `json:"-"`
	Kind  Kind  `json:"-"`
	Args  []any `json:"-"` // figures and names of the text, in its order
}

// New makes a note whose text is formatted as by [fmt.Sprintf].
func New(code Code, format string, args ...any) Note {
	return Note{Code: code, Text: fmt.Sprintf(format, args...), Args: args}
}

// Refuse makes a note of level [Error]. As a Note is an error, it can be returned as it is.
func Refuse(code Code, format string, args ...any) Note {
	n := New(code, format, args...)
	n.Level = Error
	return n
}

// Mention makes a note of level [Remark].
func Mention(code Code, format string, args ...any) Note {
	n := New(code, format, args...)
	n.Level = Remark
	return n
}

// String returns code and text.
func (n Note) String() string { return string(n.Code) + ": " + n.Text }

// Error is String: a note that stops the work is returned as an error.
func (n Note) Error() string { return n.String() }

// Parse reads what [Note.String] wrote. Text without a registered code is a note without one.
func Parse(s string) Note {
	if code, text, ok := strings.Cut(s, ": "); ok && Code(code).Registered() {
		return Note{Code: Code(code), Text: text}
	}
	return Note{Text: s}
}

// A List is notes in the order in which they were found.
type List []Note

// Add appends a note as by [New] and returns it, for its level, kind or columns to be set.
func (l *List) Add(code Code, format string, args ...any) *Note {
	*l = append(*l, New(code, format, args...))
	return &(*l)[len(*l)-1]
}

// Has reports whether the list has a note of the code.
func (l List) Has(code Code) bool {
	for _, n := range l {
		if n.Code == code {
			return true
		}
	}
	return false
}

// Codes are those of the notes, in their order.
func (l List) Codes() []Code {
	codes := make([]Code, len(l))
	for i, n := range l {
		codes[i] = n.Code
	}
	return codes
}
