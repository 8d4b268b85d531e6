package pgn

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/winprob"
)

// A Writer writes games in PGN's export format: the seven tags of the roster
// first, moves in standard algebraic notation, lines of at most 80 bytes. Longer
// are only the lines of tags, of words without a blank, and of comments that
// contain a }, which cannot stand between braces and so end with their line.
//
// What a Writer writes a [Reader] reads back the same, but for blanks in comments:
// any number of them becomes one blank or the end of a line. A Note that the
// comments do not say is written as a comment of its own, times to the
// millisecond and a depth only with its score; the zero Annotation says nothing.
type Writer struct {
	w    *bufio.Writer
	line int // bytes in the current line
	buf  []byte
}

// NewWriter returns a writer to w. Flush must be called at the end.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriter(w)} }

// Flush writes what is still in memory.
func (w *Writer) Flush() error { return w.w.Flush() }

// Write writes a game. A move that is not legal, or a tag's name that cannot be
// written, is an error, and nothing of the game is written.
func (w *Writer) Write(g *Game) error {
	if err := check(g); err != nil {
		return err
	}
	w.writeTags(g)
	p := g.Start
	w.writeComments(g.Comments)
	numbered := false
	for i := range g.Moves {
		numbered = w.writeMove(&p, &g.Moves[i], numbered)
	}
	w.word(g.Result.String())
	_, err := w.w.WriteString("\n\n")
	w.line = 0
	return err
}

// check returns why a game cannot be written.
func check(g *Game) error {
	for _, t := range g.Tags {
		if t.Name == "" || nameLength([]byte(t.Name)) < len(t.Name) {
			return fmt.Errorf("%w: name %.40q", ErrTag, t.Name)
		}
	}
	p := g.Start
	var buf [board.MaxMoves]board.Move
	for i, m := range g.Moves {
		if m.Move != board.NoMove && !slices.Contains(p.LegalMoves(buf[:0]), m.Move) {
			return fmt.Errorf("ply %d: %w: %v", i+1, board.ErrIllegalMove, m.Move)
		}
		if err := Make(&p, m.Move); err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	return nil
}

// roster are the tags that every game has, in their order.
//
// Source: Portable Game Notation Specification (1994), section 8.1.1.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"},
}

// writeTags writes the roster, then the other tags, each name once, then what the
// start position needs.
func (w *Writer) writeTags(g *Game) {
	for _, t := range roster {
		if value, ok := g.Tag(t.Name); ok {
			t.Value = value
		}
		w.writeTag(t)
	}
	w.writeTag(Tag{"Result", g.Result.String()})
	for i, t := range g.Tags {
		if !g.derived(t) && !hasTag(roster[:], t.Name) && !hasTag(g.Tags[:i], t.Name) {
			w.writeTag(t)
		}
	}
	if name, _ := g.tagFold("Variant"); g.Chess960 && variantOf(name) != chess960 {
		w.writeTag(Tag{"Variant", "Chess960"})
	}
	if g.Chess960 || g.Start != standardStart {
		w.writeTag(Tag{"SetUp", "1"})
		w.writeTag(Tag{"FEN", g.Start.FEN()})
	}
	w.w.WriteByte('\n')
}

// derived reports whether the value of a tag follows from the rest of the game.
func (g *Game) derived(t Tag) bool {
	switch strings.ToLower(t.Name) {
	case "result", "setup", "fen":
		return true
	case "variant":
		v := variantOf(t.Value)
		return v == otherVariant || (v == chess960) != g.Chess960
	}
	return false
}

func hasTag(tags []Tag, name string) bool {
	return slices.ContainsFunc(tags, func(t Tag) bool { return t.Name == name })
}

func (w *Writer) writeTag(t Tag) {
	b := append(w.buf[:0], '[')
	b = append(append(b, t.Name...), ` "`...)
	for i := range len(t.Value) {
		switch c := t.Value[i]; {
		case isEscaped(c):
			b = append(b, '\\', c)
		case c == '\n' || c == '\r':
			b = append(b, ' ')
		default:
			b = append(b, c)
		}
	}
	w.buf = append(b, "\"]\n"...)
	w.w.Write(w.buf)
}

// writeMove writes a move with its number, unless Black's follows White's at
// once, and plays it. It reports whether the next move of Black needs none.
func (w *Writer) writeMove(p *board.Position, m *Move, numbered bool) bool {
	mover := p.SideToMove()
	if number := strconv.Itoa(p.FullmoveNumber()); mover == board.White {
		w.word(number + ".")
	} else if !numbered {
		w.word(number + "...")
	}
	if m.Move == board.NoMove {
		w.word("--")
	} else {
		w.word(p.SAN(m.Move))
	}
	_ = Make(p, m.Move) // checked before
	for _, n := range m.NAGs {
		w.word("$" + strconv.Itoa(int(n)))
	}
	note := m.Note != (Annotation{}) && m.Note != said(m.Comments, mover)
	if note {
		w.writeNote(&m.Note, mover)
	}
	w.writeComments(m.Comments)
	return !note && len(m.Comments) == 0
}

// writeNote writes an annotation as comments: that of the book, that of the
// engine, and one with what Lichess's commands say.
func (w *Writer) writeNote(a *Annotation, mover board.Color) {
	if a.Book {
		w.writeComment(Comment("book"))
	}
	engine := a.Score != winprob.NoScore && !a.After
	if engine {
		w.writeComment(Comment(engineNote(a, mover)))
	}
	var commands string
	if a.Score != winprob.NoScore && a.After {
		commands += fmt.Sprintf("[%%eval %s] ", evalNote(a))
	}
	if a.Clock != NoTime {
		commands += fmt.Sprintf("[%%clk %s] ", clock(a.Clock))
	}
	if a.Elapsed != NoTime && !engine {
		commands += fmt.Sprintf("[%%emt %s] ", clock(a.Elapsed))
	}
	if commands != "" {
		w.writeComment(Comment(commands))
	}
}

// said returns what comments say.
func said(comments []Comment, mover board.Color) Annotation {
	a := NoAnnotation()
	for _, c := range comments {
		a.read(c, mover, false)
	}
	return a
}

func (w *Writer) writeComments(comments []Comment) {
	for _, c := range comments {
		w.writeComment(c)
	}
}

// writeComment writes a comment word by word.
func (w *Writer) writeComment(c Comment) {
	words := bytes.FieldsFunc(c, func(r rune) bool { return r < 0x80 && strings.ContainsRune(blanks, r) })
	if bytes.IndexByte(c, '}') >= 0 {
		w.endLine()
		w.w.WriteString("; ")
		w.w.Write(bytes.Join(words, []byte(" ")))
		w.line = 1
		w.endLine()
		return
	}
	if len(words) == 0 {
		w.word("{}")
		return
	}
	words[0] = append([]byte("{"), words[0]...)
	last := len(words) - 1
	words[last] = append(words[last][:len(words[last]):len(words[last])], '}')
	for _, word := range words {
		w.word(string(word))
	}
}

// word writes a word in the current line or, if there is no room, in the next
// one. At the start of a line % would hide the line.
func (w *Writer) word(s string) {
	if w.line > 0 && w.line+1+len(s) > 80 {
		w.endLine()
	}
	if w.line > 0 || s[0] == '%' {
		w.w.WriteByte(' ')
		w.line++
	}
	w.w.WriteString(s)
	w.line += len(s)
}

// endLine ends the current line if anything is in it.
func (w *Writer) endLine() {
	if w.line > 0 {
		w.w.WriteByte('\n')
		w.line = 0
	}
}
