package pgn

import "bytes"

// A kind is what a token is.
type kind uint8

const (
	atEnd       kind = iota // nothing is left
	tagPair                 // [Name "value"], or a line that begins like one
	comment                 // {…}
	openComment             // { without its }
	remark                  // ; up to the end of the line
	opening                 // (
	closing                 // )
	glyph                   // $12
	number                  // 12. or 12... or ...
	ending                  // a result
	word                    // a move, or something unknown
)

// A token is a piece of text that means something.
type token struct {
	kind       kind
	lines      int // ends of lines between the token before and this one
	start, end int
}

// A lexer cuts a text into tokens. It is what the scanner, which looks for the
// ends of games, and the parser have in common.
type lexer struct {
	text []byte
	pos  int

	// more says that the text goes on after its end. A token that touches the end
	// means nothing then.
	more bool
}

// next returns the next token.
func (l *lexer) next() token {
	t := token{lines: l.skipBlanks(), start: l.pos}
	if l.pos < len(l.text) {
		t.kind = l.scan(l.text[l.pos], t.lines > 0 || t.start == 0)
	}
	t.end = l.pos
	return t
}

// scan moves past the token that begins with c.
func (l *lexer) scan(c byte, lineStart bool) kind {
	switch c {
	case '{':
		return l.scanComment()
	case '[':
		return l.scanBracket(lineStart)
	case ';':
		l.pos += lineEnd(l.text[l.pos:])
		return remark
	case '$':
		l.pos++
		l.skipDigits()
		return glyph
	case '(', ')', '*', '}', ']':
		l.pos++
		return single[c]
	}
	return l.scanWord()
}

// single are the kinds of tokens of one byte.
var single = [256]kind{'(': opening, ')': closing, '*': ending, '}': word, ']': word}

// scanBracket moves past a tag. Within a line, only what looks like one is a
// tag.
func (l *lexer) scanBracket(lineStart bool) kind {
	rest := l.text[l.pos:]
	yes, cut := looksLikeTag(rest)
	switch {
	case lineStart || yes:
		l.pos += readTag(rest).length
		return tagPair
	case cut && l.more:
		l.pos = len(l.text)
		return word
	}
	l.pos++
	return word
}

// wideBlanks are blanks beyond ASCII, in UTF-8: the no-break space and its narrow form, the thin and
// the hair space, the zero-width ones and the ideographic one; and the byte order mark, which may
// stand before a file, and between files that were joined.
var wideBlanks = [][]byte{
	[]byte("\u00a0"), []byte("\u202f"), []byte("\u2009"), []byte("\u200a"), []byte("\u2007"), []byte("\u200b"), []byte("\u2060"),
	[]byte("\u3000"), []byte("\ufeff"),
}

// wideStart holds the first bytes of the wide blanks, and the no-break space of Latin-1.
var wideStart = func() (d [256]bool) {
	for _, b := range wideBlanks {
		d[b[0]] = true
	}
	d[0xa0] = true
	return d
}()

// wideBlank returns the length of the blank beyond ASCII that stands at the lexer's place; 0 if
// none does.
func (l *lexer) wideBlank() int {
	if l.pos == len(l.text) || !wideStart[l.text[l.pos]] {
		return 0
	}
	return l.wideLength()
}

// wideLength is wideBlank of a byte that begins one.
func (l *lexer) wideLength() int {
	if l.text[l.pos] == 0xa0 && (l.pos == 0 || l.text[l.pos-1] < 0x80) {
		return 1 // in Latin-1
	}
	for _, b := range wideBlanks {
		if bytes.HasPrefix(l.text[l.pos:], b) {
			return len(b)
		}
	}
	return 0
}

// skipBlanks moves to the next token, over lines that are escaped by % in their
// first column too, and returns the number of line ends.
func (l *lexer) skipBlanks() (lines int) {
	for l.pos < len(l.text) {
		switch c := l.text[l.pos]; {
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
		case c == '\n' || c == '\r':
			if c == '\n' || !l.has(1, '\n') {
				lines++
			}
		case c == '%' && l.atLineStart():
			l.pos += lineEnd(l.text[l.pos:])
			continue
		case c == '\\' && l.has(1, '$'): // a glyph that passed through a string literal
		case wideStart[c] && l.wideLength() > 0:
			l.pos += l.wideLength() - 1
		default:
			return lines
		}
		l.pos++
	}
	return lines
}

// has reports whether c stands n bytes ahead.
func (l *lexer) has(n int, c byte) bool { return l.pos+n < len(l.text) && l.text[l.pos+n] == c }

func (l *lexer) atLineStart() bool {
	return l.pos == 0 || l.text[l.pos-1] == '\n' || l.text[l.pos-1] == '\r'
}

// scanComment moves past the comment, to the next game if it has no end.
func (l *lexer) scanComment() kind {
	n, closed := commentLength(l.text[l.pos:], l.more)
	l.pos += n
	if closed {
		return comment
	}
	return openComment
}

// commentLength returns the length of the comment that the text begins with, and
// whether it has an end. Comments do not nest, so a second { before the first }
// means nothing by itself; with the tags of another game before it, it shows that
// the } belongs to a later comment, and the comment ends where that game begins.
func commentLength(text []byte, more bool) (n int, closed bool) {
	end := bytes.IndexByte(text, '}')
	inner := text[1:]
	if end >= 0 {
		inner = text[1:end]
	}
	second := bytes.IndexByte(inner, '{')
	if second >= 0 {
		inner = inner[:second]
	}
	if second < 0 && (end >= 0 || more) {
		return pastEnd(end, len(text))
	}
	if game := nextGame(inner); game >= 0 {
		return 1 + game, false
	}
	return pastEnd(end, len(text))
}

// pastEnd returns the length up to the byte at end, or all if there is none.
func pastEnd(end, all int) (n int, closed bool) {
	if end < 0 {
		return all, false
	}
	return end + 1, true
}

// nextGame returns the index of the first tag that stands at the start of a line
// after an empty one, -1 if there is none.
func nextGame(text []byte) int {
	for i := 0; ; i++ {
		n := bytes.IndexByte(text[i:], '[')
		if n < 0 {
			return -1
		}
		i += n
		if yes, _ := looksLikeTag(text[i:]); yes && afterEmptyLine(text[:i]) {
			return i
		}
	}
}

// afterEmptyLine reports whether a text ends with an empty line and blanks.
func afterEmptyLine(text []byte) bool {
	l := lexer{text: text, pos: len(bytes.TrimRight(text, " \t\r\n"))}
	return l.skipBlanks() > 1
}

// scanWord moves past a number, a result, a move or anything else.
func (l *lexer) scanWord() kind {
	start := l.pos
	l.skipDigits()
	if l.pos > start && l.atNumberEnd(start) || l.has(0, '.') || l.hasEllipsis() {
		l.skipDots()
		return number
	}
	for l.pos < len(l.text) && (!wideStart[l.text[l.pos]] || l.wideLength() == 0) && (!delimiter[l.text[l.pos]] || l.atPromotion(start)) {
		l.pos++
	}
	if isResult(l.text[start:l.pos]) {
		return ending
	}
	return word
}

// atNumberEnd reports whether the digits since start are the number of a move;
// four zeros are a null move.
func (l *lexer) atNumberEnd(start int) bool {
	if l.pos == len(l.text) || delimiter[l.text[l.pos]] || l.wideBlank() > 0 {
		return string(l.text[start:l.pos]) != "0000"
	}
	return l.text[l.pos] == '.' || l.hasEllipsis()
}

func (l *lexer) skipDigits() {
	for l.pos < len(l.text) && l.text[l.pos]-'0' <= 9 {
		l.pos++
	}
}

// ellipsis is the sign … in UTF-8.
var ellipsis = []byte("…")

func (l *lexer) hasEllipsis() bool {
	return l.has(0, ellipsis[0]) && bytes.HasPrefix(l.text[l.pos:], ellipsis)
}

func (l *lexer) skipDots() {
	for {
		switch {
		case l.has(0, '.'):
			l.pos++
		case l.hasEllipsis():
			l.pos += len(ellipsis)
		default:
			return
		}
	}
}

// delimiter holds the bytes that end a word.
var delimiter = func() (d [256]bool) {
	for _, c := range []byte(" \t\v\f\r\n{}()[];$*") {
		d[c] = true
	}
	return d
}()

// atPromotion reports whether the ( or ) at the lexer's place belongs to a
// promotion in parentheses, e8(Q).
func (l *lexer) atPromotion(start int) bool {
	switch i := l.pos; l.text[i] {
	case '(':
		return i > start && i+2 < len(l.text) && l.text[i+2] == ')' && isLetter(l.text[i+1])
	case ')':
		return i >= start+2 && l.text[i-2] == '(' && isLetter(l.text[i-1])
	}
	return false
}

// A half as a sign: in UTF-8, and in Latin-1.
var half = []byte("½")

const halfLatin1 = 0xbd

// isResult reports whether a word ends a game.
func isResult(w []byte) bool {
	if len(w) < 3 && !bytes.HasPrefix(w, half) || w[0] != '0' && w[0] != '1' && w[0] != half[0] && w[0] != halfLatin1 {
		return false
	}
	_, ok := parseResult(string(w))
	return ok
}
