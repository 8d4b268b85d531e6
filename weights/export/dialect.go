package export

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"centipawn/weights"
	"centipawn/weights/show"
)

// A dialect is how a language writes constants. Texts with verbs are formats:
// %[1]s is the constant's name, %[2]s its value.
type dialect struct {
	language   string                       // in errors
	check      func(pkg string) error       // whether the package can have that name; nil: it has none
	comment    string                       // what begins a comment up to the end of the line
	begin      func(pkg string) string      // what follows the head's comment
	end        func(pkg string) string      // what ends the file; nil: nothing
	format     func([]byte) ([]byte, error) // of the whole file; nil: it stays
	identifier func(term string) string     // "" where the language has no such name
	taken      []string                     // keywords, and names of its own
	float      func(v float64) string

	pairs, packed  string    // declarations of S, in either form
	value          string    // format of a pair: two integers
	plain, tapered string    // a constant
	block          string    // declaration of the function of the block's sums
	open           [2]string // before a group's constants, plain and tapered
	close          string    // behind them
	board          [2]string // begins an array of 64, plain and tapered
	endBoard       string
}

// A sourceWriter collects a file of source code and the first error.
type sourceWriter struct {
	*dialect
	buf  bytes.Buffer
	used map[string]string // identifier: what has it
	err  error
}

// write returns the whole file: a head that says where the weights come from,
// the type of tapered terms, and the groups.
func (d *dialect) write(f *weights.File, opt Options) ([]byte, error) {
	if d.check != nil {
		if err := d.check(opt.Package); err != nil {
			return nil, err
		}
	}
	w := &sourceWriter{dialect: d, used: map[string]string{}}
	for _, name := range d.taken {
		w.used[name] = "the language or its header"
	}
	w.head(f, opt)
	explained := false
	for _, group := range f.Groups() {
		if group.Block && !explained {
			w.explainBlock(f.Block)
			explained = true
		}
		if group.Board {
			w.table(group)
		} else {
			w.constants(group)
		}
	}
	if d.end != nil {
		w.buf.WriteString(d.end(opt.Package))
	}
	if d.format == nil || w.err != nil {
		return w.buf.Bytes(), w.err
	}
	return d.format(w.buf.Bytes())
}

func (w *sourceWriter) printf(layout string, args ...any) { fmt.Fprintf(&w.buf, layout, args...) }

// remark writes a line of comment. No text in it can end or continue it.
func (w *sourceWriter) remark(text string) {
	w.buf.WriteString(strings.TrimRight(w.comment+" "+harmless(text), " ") + "\n")
}

// harmless replaces what a compiler reads in comments: control characters, a
// backslash, which C continues a line with, and its other spelling.
func harmless(text string) string {
	return strings.NewReplacer("\\", "/", "??/", "?/").Replace(weights.OneLine(text))
}

func (w *sourceWriter) head(f *weights.File, opt Options) {
	w.remark(fmt.Sprintf("Code generated from the weights of set %s; DO NOT EDIT.", f.Set))
	w.printf("\n")
	if w.language == "Go" {
		w.remark(fmt.Sprintf("Package %s holds fitted evaluation weights.", opt.Package))
		w.remark("")
	}
	w.remark("Unit: centipawns for one count of the term, White's count minus Black's. The")
	w.remark("evaluation, White-relative, is the sum of count times weight.")
	w.remark("")
	for _, fact := range show.Facts(f) {
		w.printf("%s\t%s\n", w.comment, strings.TrimRight(harmless(fmt.Sprintf("%-8s %s", fact.Key, fact.Text)), " "))
	}
	w.buf.WriteString(w.begin(opt.Package))
	for _, t := range f.Terms {
		if t.Tapered {
			w.buf.WriteString(w.declaration(opt.Packed))
			return
		}
	}
}

// declaration returns the type of tapered terms and how one is made.
func (d *dialect) declaration(packed bool) string {
	if packed {
		return d.packed
	}
	return d.pairs
}

// explainBlock writes what the constants that follow are for, and a function.
func (w *sourceWriter) explainBlock(b *weights.Block) {
	for _, line := range remarks(b) {
		w.remark(line)
	}
	w.buf.WriteString(w.block)
}

// kind indexes what differs between plain and tapered groups.
func kind(g weights.Group) int {
	if g.Tapered {
		return 1
	}
	return 0
}

func (w *sourceWriter) constants(g weights.Group) {
	w.buf.WriteString(w.open[kind(g)])
	for _, t := range g.Terms {
		layout, note := w.plain, t.Name+margin(t.Value)
		if g.Tapered {
			layout, note = w.tapered, t.Name
		}
		w.printf(layout+" %[3]s %[4]s\n", w.name(t.Name), w.literal(&t), w.comment, harmless(note))
	}
	w.buf.WriteString(w.close)
}

// table writes a piece-square table: in the comment as White sees it, for the
// reader, and as an array from a1 to h8, for the program.
func (w *sourceWriter) table(g weights.Group) {
	name, squares := w.name(g.Name), g.Squares()
	w.remark(fmt.Sprintf("%s is %s, a1 first, then b1. As White sees the board:", name, g.Name))
	w.remark("")
	var drawn bytes.Buffer
	if err := show.Board(&drawn, g, false); err != nil {
		w.fail(err)
	}
	for line := range strings.Lines(drawn.String()) {
		w.printf("%s\t%s\n", w.comment, harmless(strings.TrimRight(line, "\n")))
	}
	w.printf(w.board[kind(g)], name)
	for rank := range 8 {
		w.printf("    ")
		for _, t := range squares[8*rank : 8*rank+8] {
			if t == nil {
				t = &weights.Term{Tapered: g.Tapered}
			}
			w.printf("%s, ", w.literal(t))
		}
		w.printf("%s rank %d\n", w.comment, rank+1)
	}
	w.buf.WriteString(w.endBoard)
}

// literal returns the term's value as it stands in the source code.
func (w *sourceWriter) literal(t *weights.Term) string {
	if t.Tapered {
		return fmt.Sprintf(w.value, int(math.Round(t.MG.Value)), int(math.Round(t.EG.Value)))
	}
	return w.float(weights.PlusZero(t.Value.Value))
}

func (w *sourceWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// name returns the identifier of a term or board and takes it.
func (w *sourceWriter) name(term string) string {
	name := w.identifier(term)
	if name == "" {
		w.fail(fmt.Errorf("term %s: has no valid %s name", term, w.language))
	}
	if other, ok := w.used[name]; ok {
		w.fail(fmt.Errorf("term %s: its %s name %s is taken by %s", term, w.language, name, other))
	}
	w.used[name] = term
	return name
}

// shortest returns the shortest constant that is v again, with a point or an
// exponent in it, so that no language takes it for an integer.
func shortest(v float64) string {
	text := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// words joins the words of a term's name, letters and digits of ASCII, by an
// underscore: pst.knight becomes pst_knight. "" where that is no identifier.
func words(term string) string {
	for _, r := range term {
		if r > '~' {
			return ""
		}
	}
	fields := strings.FieldsFunc(term, func(r rune) bool { return !isLetter(r) && !isDigit(r) })
	name := strings.Join(fields, "_")
	if name == "" || isDigit(rune(name[0])) {
		return ""
	}
	return name
}

// upperWords is words in capitals, as Rust and Python name constants.
func upperWords(term string) string { return strings.ToUpper(words(term)) }

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
func isDigit(r rune) bool  { return r >= '0' && r <= '9' }

func margin(w weights.Weight) string {
	if w.StdErr == 0 {
		return ""
	}
	return " ±" + weights.Number(w.Interval95())
}

// remarks explain the block in source code.
func remarks(b *weights.Block) []string {
	return []string{
		"The terms that follow are the block: they are counted for each side apart. With",
		"white and black the sums of count times weight of the sides, it adds",
		"",
		"    " + strings.ReplaceAll(b.Form, "^2", "²"),
		"",
		"centipawns to the evaluation; phase is 1 with all pieces on the board, 0 with none.",
	}
}
