package pgn

import (
	"bytes"
	"math"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/winprob"
)

// read adds what a comment says. cp says that its numbers are centipawns. It reports whether the
// comment looks like an evaluation that is not understood.
func (a *Annotation) read(text Comment, mover board.Color, cp bool) (unread bool) {
	text = trimBlanks(text)
	if isBook(text) {
		a.Book = true
		return false
	}
	if n := bytes.IndexByte(text, '['); n >= 0 {
		unread = a.readCommands(text[n:], cp)
		text = plainPart(text)
	}
	if a.Score != winprob.NoScore {
		return false
	}
	read := a.readFields(text, mover) || a.readEngine(text, mover, cp)
	return !read && (unread || looksLikeEvaluation(text))
}

// isBook reports whether a comment marks a move of an opening book: {book}, {Book move},
// {book, mb=+0+0+0+0+0,}, {o.b.}.
func isBook(text []byte) bool {
	if len(text) > 0 && bytes.IndexByte([]byte("bBfFoO()."), text[0]) < 0 {
		return false
	}
	text = bytes.Trim(text, blanks+"().")
	for _, name := range bookMarks {
		if bytes.EqualFold(text, name) {
			return true
		}
	}
	n := len(bookMarks[0])
	if len(text) <= n || !bytes.EqualFold(text[:n], bookMarks[0]) {
		return false
	}
	rest := text[n:]
	return rest[0] == ',' || rest[0] == '/' || rest[0] == ' ' && len(rest) > 1 && rest[1]-'0' <= 9
}

// bookMarks are what programs write to moves of an opening book; the first may have more after it.
var bookMarks = [][]byte{[]byte("book"), []byte("book move"), []byte("from book"), []byte("opening book"), []byte("o.b"), []byte("ob")}

// blanks are the bytes that separate the words of a comment.
const blanks = " \t\v\f\r\n"

// isBlank has them by byte.
var isBlank = func() (is [256]bool) {
	for _, b := range []byte(blanks) {
		is[b] = true
	}
	return is
}()

// trimBlanks returns a text without the blanks around it.
func trimBlanks(text []byte) []byte {
	for len(text) > 0 && isBlank[text[0]] {
		text = text[1:]
	}
	for len(text) > 0 && isBlank[text[len(text)-1]] {
		text = text[:len(text)-1]
	}
	return text
}

// plainPart returns the first stretch of a comment that is not a [%command].
func plainPart(text []byte) []byte {
	for bytes.HasPrefix(text, []byte("[%")) {
		_, rest, found := bytes.Cut(text, []byte("]"))
		if !found {
			return nil
		}
		text = trimBlanks(rest)
	}
	if n := bytes.Index(text, []byte("[%")); n >= 0 {
		text = text[:n]
	}
	return trimBlanks(text)
}

// readCommands reads [%name value] wherever it stands. It reports an evaluation that is not
// understood.
func (a *Annotation) readCommands(text []byte, cp bool) (unread bool) {
	for {
		_, rest, found := bytes.Cut(text, []byte("[%"))
		if !found {
			return unread
		}
		command, rest, found := bytes.Cut(rest, []byte("]"))
		if !found {
			return unread
		}
		text = rest
		if n := bytes.IndexAny(command, blanks); n >= 0 {
			unread = a.command(string(command[:n]), trimBlanks(command[n:]), cp) || unread
		}
	}
}

func (a *Annotation) command(name string, value []byte, cp bool) (unread bool) {
	switch {
	case name == "eval":
		return !a.readEval(value, cp) && hasDigit(value)
	case strings.HasPrefix(name, "ev"): // ChessBase's profile of a game, %evp
		return hasDigit(value)
	case name == "clk":
		readClock(&a.Clock, value)
	case name == "emt":
		readClock(&a.Elapsed, value)
	}
	return false
}

func hasDigit(text []byte) bool { return bytes.ContainsAny(text, "0123456789") }

// readEval reads the value of %eval: White's score and, after a comma or a slash, the
// depth.
func (a *Annotation) readEval(value []byte, cp bool) bool {
	c := cursor{rest: value}
	comma := bytes.Count(value, []byte(",")) == 2 // the first belongs to the score
	score, ok := c.score(numbers{cp: cp, whole: true, comma: comma})
	if !ok {
		return false
	}
	depth := 0
	if c.skip(',') || c.skip('/') {
		depth, ok = c.integer()
	}
	if !ok || len(c.rest) > 0 {
		return false
	}
	if a.Score == winprob.NoScore {
		a.Score, a.After, a.Depth = score, true, uint8(min(depth, math.MaxUint8))
	}
	return true
}
