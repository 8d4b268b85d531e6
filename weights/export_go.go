package weights

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// exportGo writes a Go file. Every group of terms becomes a block of constants,
// of variables or one array.
func exportGo(f *File, opt ExportOptions) ([]byte, error) {
	if !token.IsIdentifier(opt.Package) || opt.Package == "_" {
		return nil, fmt.Errorf("package %q: not a Go identifier", opt.Package)
	}
	g := goWriter{taken: map[string]string{"Score": "the type Score", "S": "the function S"}}
	g.head(f, opt.Package)
	for _, group := range f.Groups() {
		g.group(group)
	}
	if g.err != nil {
		return nil, g.err
	}
	return format.Source(g.buf.Bytes())
}

// A goWriter collects a Go file and the first error.
type goWriter struct {
	buf   bytes.Buffer
	taken map[string]string // identifier: what has it
	err   error
}

func (g *goWriter) printf(layout string, args ...any) { fmt.Fprintf(&g.buf, layout, args...) }

// head writes the package comment and, for tapered terms, their type.
func (g *goWriter) head(f *File, pkg string) {
	g.printf("// Code generated from the weights of set %s; DO NOT EDIT.\n\n", oneLine(f.Set))
	g.printf("// Package %s holds fitted evaluation weights.\n//\n", pkg)
	g.printf("// Unit: centipawns for one count of the term, White's count minus Black's. The\n")
	g.printf("// evaluation, White-relative, is the sum of count times weight.\n//\n")
	for _, fact := range f.describe() {
		g.printf("//\t%-8s %s\n", fact.key, fact.text)
	}
	g.printf("package %s\n\n", pkg)
	for _, t := range f.Terms {
		if t.Tapered {
			g.printf("%s", goScore)
			return
		}
	}
}

// goScore is the type of tapered terms in the exported file.
const goScore = `// A Score is a tapered weight in centipawns: MG with all pieces on the board, EG
// with none. At phase φ it is worth MG·φ + EG·(1−φ), the second part times the
// set's endgame scale, if it has one.
type Score struct{ MG, EG int16 }

// S returns a Score.
func S(mg, eg int16) Score { return Score{MG: mg, EG: eg} }

`

func (g *goWriter) group(group Group) {
	switch {
	case group.Board:
		g.board(group)
	case group.Tapered:
		g.tapered(group)
	default:
		g.plain(group)
	}
}

func (g *goWriter) plain(group Group) {
	g.printf("const (\n")
	for _, t := range group.Terms {
		g.printf("%s float64 = %s // %s%s\n", g.name(t.Name), goFloat(t.Value.Value), t.Name, margin(t.Value))
	}
	g.printf(")\n\n")
}

func (g *goWriter) tapered(group Group) {
	g.printf("var (\n")
	for _, t := range group.Terms {
		g.printf("%s = %s // %s\n", g.name(t.Name), goPair(&t), t.Name)
	}
	g.printf(")\n\n")
}

// board writes a piece-square table: in the comment as White sees it, for the
// reader, and as an array from a1 to h8, for the program.
func (g *goWriter) board(group Group) {
	name := g.name(group.Name)
	squares := group.Squares()
	g.printf("// %s is %s, a1 first, then b1. As White sees the board:\n//\n", name, group.Name)
	var drawn bytes.Buffer
	if err := group.writeBoard(&drawn); err != nil {
		g.fail(err)
	}
	for line := range strings.Lines(drawn.String()) {
		g.printf("//\t%s", line)
	}
	element, cell := "float64", func(t *Term) string { return goFloat(t.Value.Value) }
	if group.Tapered {
		element, cell = "Score", goPair
	}
	g.printf("var %s = [64]%s{\n", name, element)
	for rank := range 8 {
		for file := range 8 {
			t := squares[rank*8+file]
			if t == nil {
				t = &Term{Tapered: group.Tapered}
			}
			g.printf("%s, ", cell(t))
		}
		g.printf("// rank %d\n", rank+1)
	}
	g.printf("}\n\n")
}

func (g *goWriter) fail(err error) {
	if g.err == nil {
		g.err = err
	}
}

// name returns the exported identifier of a term or board and takes it:
// pst.knight becomes PSTKnight, king_attack KingAttack.
func (g *goWriter) name(term string) string {
	var id strings.Builder
	for word := range strings.FieldsFuncSeq(term, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if word == "pst" {
			word = "PST"
		}
		first, size := utf8.DecodeRuneInString(word)
		id.WriteString(string(unicode.ToUpper(first)) + word[size:])
	}
	name := id.String()
	if !token.IsIdentifier(name) || !token.IsExported(name) {
		g.fail(fmt.Errorf("term %s: makes no exported Go name", term))
	}
	if other, ok := g.taken[name]; ok {
		g.fail(fmt.Errorf("term %s: its Go name %s is taken by %s", term, name, other))
	}
	g.taken[name] = term
	return name
}

// goPair returns S(mg, eg), rounded.
func goPair(t *Term) string {
	return fmt.Sprintf("S(%d, %d)", int(roundHalfAway(t.MG.Value)), int(roundHalfAway(t.EG.Value)))
}

// goFloat returns the shortest constant that is v again.
func goFloat(v float64) string { return strconv.FormatFloat(noMinusZero(v), 'g', -1, 64) }

func margin(w Weight) string {
	if w.StdErr == 0 {
		return ""
	}
	return " ±" + Number(w.Interval95())
}
