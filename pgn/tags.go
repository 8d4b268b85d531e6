package pgn

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"example.org/centipawn/board"
)

// A tagText is a tag pair as it stands in a text.
type tagText struct {
	name, value []byte // the value as written, between its quotes
	length      int    // of the whole; of a faulty one up to the end of the line
	fault       string // what is wrong with it; "" for nothing
}

// readTag reads the tag pair that the text begins with. A quote that does not
// end the tag belongs to the value, whether or not it is escaped.
func readTag(text []byte) (t tagText) {
	i := 1 + countBlanks(text[1:])
	t.name = text[i : i+nameLength(text[i:])]
	i += len(t.name)
	i += countBlanks(text[i:])
	switch {
	case len(t.name) == 0:
		return tagText{length: lineEnd(text), fault: "no name"}
	case i == len(text) || text[i] != '"':
		return t.readBare(text, i)
	}
	i++
	for start := i; i < len(text) && text[i] != '\n' && text[i] != '\r'; i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && isEscaped(text[i+1]):
			i++
		case text[i] == '"':
			if end := i + 1 + countBlanks(text[i+1:]); end < len(text) && text[end] == ']' {
				t.value, t.length = text[start:i], end+1
				return t
			}
		}
	}
	return tagText{name: t.name, length: lineEnd(text), fault: `no "] at the end of the line`}
}

// readBare reads a value without quotes, or in others, that begins at i: up to a bracket at the end
// of the line or before another tag.
func (t tagText) readBare(text []byte, i int) tagText {
	end := lineEnd(text)
	for n := i; n < end; n++ {
		after := n + 1 + countBlanks(text[n+1:end])
		if text[n] != ']' || after < end && text[after] != '[' {
			continue
		}
		value := bytes.Trim(text[i:n], " \t")
		for _, quotes := range [][2]string{{"'", "'"}, {"“", "”"}, {"„", "“"}, {"«", "»"}} {
			if inner, found := bytes.CutPrefix(value, []byte(quotes[0])); found {
				value = bytes.TrimSuffix(inner, []byte(quotes[1]))
				break
			}
		}
		if len(value) > 0 {
			t.value, t.length = value, n+1
			return t
		}
		break
	}
	return tagText{name: t.name, length: end, fault: "no value in quotes"}
}

// isEscaped reports whether a backslash before c is an escape.
func isEscaped(c byte) bool { return c == '"' || c == '\\' }

func countBlanks(text []byte) (n int) {
	for n < len(text) && (text[n] == ' ' || text[n] == '\t') {
		n++
	}
	return n
}

// nameLength returns how many bytes may be the name of a tag: printing
// characters but quotes and brackets.
func nameLength(text []byte) (n int) {
	for n < len(text) && isNameByte(text[n]) {
		n++
	}
	return n
}

func isNameByte(c byte) bool {
	return c > ' ' && c < 0x7f && c != '"' && c != '[' && c != ']'
}

// looksLikeTag reports whether a text begins with [, the name of a tag and a
// quote, and whether it ends before that is certain.
func looksLikeTag(text []byte) (yes, cut bool) {
	text = text[1:]
	text = text[countBlanks(text):]
	n := nameLength(text)
	if n > 0 && !isLetter(text[0]) {
		return false, false
	}
	rest := text[n+countBlanks(text[n:]):]
	if len(rest) == 0 {
		return false, true
	}
	return n > 0 && rest[0] == '"', false
}

// addTag keeps a tag for finishTags, which makes strings of all in one
// allocation.
func (g *Game) addTag(t tagText, at int) {
	g.values = append(g.values, t.name...)
	name := len(g.values)
	g.values = appendText(g.values, t.value)
	g.spans = append(g.spans, tagSpan{at, name, len(g.values)})
}

// finishTags makes the tags from what addTag has kept.
func (g *Game) finishTags() {
	all, start := string(g.values), 0
	for _, s := range g.spans {
		g.Tags = append(g.Tags, Tag{all[start:s.name], all[s.name:s.value]})
		start = s.value
	}
}

// appendText appends the value of a tag without its escapes and in UTF-8.
func appendText(dst, value []byte) []byte {
	latin1 := !utf8.Valid(value)
	for i := 0; i < len(value); i++ {
		c := value[i]
		if c == '\\' && i+1 < len(value) && isEscaped(value[i+1]) {
			i++
			c = value[i]
		}
		if latin1 {
			dst = utf8.AppendRune(dst, rune(c))
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

// setUp finds out the variant and the start position from the tags. With an error
// comes the index of the tag that is to blame.
func (g *Game) setUp() (tag int, err error) {
	variant, tag := g.tagFold("Variant")
	switch variantOf(variant) {
	case chess960:
		g.Chess960 = true
	case otherVariant:
		return tag, fmt.Errorf("%w: %.40q", ErrVariant, variant)
	}
	fen, tag := g.tagFold("FEN")
	if strings.TrimSpace(fen) == "" {
		setUp, tag := g.tagFold("SetUp")
		if setUp == "1" {
			err = fmt.Errorf("%w: SetUp is 1, but there is no FEN", ErrStart)
		}
		return tag, err
	}
	read := g.ReadFEN
	if read == nil {
		read = board.ParseFEN
	}
	start, err := read(fen)
	if err != nil {
		return tag, fmt.Errorf("%w: FEN %.100q: %w", ErrStart, fen, err)
	}
	g.Start = start
	g.Chess960 = g.Chess960 || hasShredderRights(&start)
	return tag, nil
}

// tagFold is Tag without regard to case; the index is -1 if there is no such tag.
func (g *Game) tagFold(name string) (value string, index int) {
	for i, t := range g.Tags {
		if len(t.Name) == len(name) && strings.EqualFold(t.Name, name) {
			return t.Value, i
		}
	}
	return "", -1
}

var standardStart = board.Start()

// hasShredderRights reports whether castling rights are those of Chess960 alone:
// of a king off the e-file, or a rook off the corner.
func hasShredderRights(p *board.Position) bool {
	for rooks := p.CastlingRooks(); rooks != 0; {
		rook := rooks.Pop()
		king := p.King(p.PieceAt(rook).Color())
		if king.File() != board.E1.File() || rook.File() != board.A1.File() && rook.File() != board.H1.File() {
			return true
		}
	}
	return false
}

// A variant is a set of rules.
type variant uint8

const (
	standard variant = iota
	chess960
	otherVariant
)

// variants are the names that programs give to chess and Chess960, in lower case
// and without blanks and signs.
var variants = map[string]variant{
	"": standard, "standard": standard, "chess": standard, "normal": standard, "orthodox": standard,
	"fromposition": standard, "classical": standard, "regular": standard,
	"chess960": chess960, "960": chess960, "fischerandom": chess960, "fischerrandom": chess960,
	"fischerandomchess": chess960, "fischerrandomchess": chess960, "frc": chess960, "dfrc": chess960,
	"doublefischerrandom": chess960, "doublefischerandom": chess960, "doublefischerrandomchess": chess960,
}

// variantOf returns the rules that are meant by a value of the tag Variant.
func variantOf(name string) variant {
	var buf [32]byte
	key := buf[:0]
	for i := range len(name) {
		switch c := name[i]; {
		case isLetter(c):
			key = append(key, c|0x20)
		case c-'0' <= 9 || c >= utf8.RuneSelf:
			key = append(key, c)
		}
	}
	v, known := variants[string(key)]
	if !known {
		return otherVariant
	}
	return v
}

// lineEnd returns the number of bytes before the end of the line.
func lineEnd(text []byte) int {
	for i, c := range text {
		if c == '\n' || c == '\r' {
			return i
		}
	}
	return len(text)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
