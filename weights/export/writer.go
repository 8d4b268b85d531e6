package export

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/show"
)

// A sourceWriter collects a file of source code and the first error.
type sourceWriter struct {
	*dialect
	spoken  string // the language, in errors
	opt     Options
	buf     bytes.Buffer
	used    map[string]string // identifier: what has it
	err     error
	program *formula.Program // nil: the file is linear

	identifiers map[string]string // of constants, by term
	arrays      map[string]string // of tables of one number, by name
}

// write returns the whole file: a head that says where the weights come from,
// the type of tapered terms, the groups, and the function of a formula.
func (d *dialect) write(spoken string, f *weights.File, opt Options) ([]byte, error) {
	if d.check != nil {
		if err := d.check(opt.Package); err != nil {
			return nil, err
		}
	}
	program, err := f.Program()
	if err != nil {
		return nil, err
	}
	f = untapered(f)
	w := &sourceWriter{dialect: d, spoken: spoken, opt: opt, used: map[string]string{}, program: program, identifiers: map[string]string{}, arrays: map[string]string{}}
	for _, name := range d.taken {
		w.used[w.filled(name)] = ownName
	}
	w.head(f)
	body := w.buf.Len()
	w.types(f)
	for _, s := range sections(f) {
		w.section(s)
	}
	w.evaluate(f)
	w.indented(body)
	w.buf.WriteString(w.filled(d.end))
	if d.format == nil || w.err != nil {
		return w.buf.Bytes(), w.err
	}
	return d.format(w.buf.Bytes())
}

// filled puts the names of package and halves into a declaration.
func (w *sourceWriter) filled(text string) string {
	text = strings.NewReplacer("$pkg", w.opt.Package, "$PKG", strings.ToUpper(w.opt.Package)).Replace(text)
	return w.opt.High.fill(text)
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

func (w *sourceWriter) head(f *weights.File) {
	w.remark(fmt.Sprintf("Code generated from the weights of set %s; DO NOT EDIT.", f.Set))
	w.printf("\n")
	if w.about != "" {
		w.remark(w.filled(w.about))
		w.remark("")
	}
	for _, line := range slices.Concat(w.unit(), w.phase(f)) {
		w.remark(line)
	}
	w.remark("")
	for _, fact := range show.Facts(f) {
		w.printf("%s\t%s\n", w.comment, strings.TrimRight(harmless(fmt.Sprintf("%-8s %s", fact.Key, fact.Text)), " "))
	}
	w.buf.WriteString(strings.Replace(w.filled(w.begin), "$imports", w.imports(), 1))
}

// unit says what the weights are.
func (w *sourceWriter) unit() []string {
	if w.program == nil {
		return []string{"Unit: centipawns for one count of the term, White's count minus Black's. The", "evaluation, White-relative, is the sum of count times weight."}
	}
	return []string{
		"Unit: centipawns for one count of the term, White's count minus Black's, of terms of",
		"the sum linear. The evaluation, White-relative, is what " + w.filled(w.function) + " makes of the",
		"sums of count times weight; terms of other sums say which.",
	}
}

// phases say what φ is in the phases of [weights.File.Phase]: the same as tapered.PeSTO and tapered.AlphaOne.
var phases = map[string][]string{
	"pesto": {
		"Phase: n is 1 for each knight and bishop, 2 for each rook and 4 for each queen on the board,",
		"of both sides, at most 24. φ is n/24: a pair is worth (mg·n + eg·(24−n)) / 24.",
	},
	"alphaone": {
		"Phase: n is 1 for each pawn, 8 for each knight and bishop, 16 for each rook and 32 for each",
		"queen on the board, of both sides, at most 208. φ is n/208: a pair is worth (mg·n + eg·(208−n)) / 208.",
	},
}

// phase says how to find the phase of tapered weights; a formula says it itself.
func (w *sourceWriter) phase(f *weights.File) []string {
	if w.program != nil || !slices.ContainsFunc(f.Terms, func(t weights.Term) bool { return t.Tapered }) || phases[f.Phase] == nil {
		return nil
	}
	lines := append([]string{""}, phases[f.Phase]...)
	if f.EndgameScale != "" {
		lines[2] = strings.Replace(lines[2], "eg·", "eg·scale·", 1)
	}
	return lines
}

// indented indents what was written since a place.
func (w *sourceWriter) indented(from int) {
	if w.indent == "" {
		return
	}
	body := strings.TrimRight(w.buf.String()[from:], "\n") + "\n"
	w.buf.Truncate(from)
	for line := range strings.Lines(body) {
		if line != "\n" {
			w.buf.WriteString(w.indent)
		}
		w.buf.WriteString(line)
	}
}

// types declares the type of tapered terms, if there are any.
func (w *sourceWriter) types(f *weights.File) {
	if slices.ContainsFunc(f.Terms, func(t weights.Term) bool { return t.Tapered }) {
		w.buf.WriteString(w.filled(w.declaration()))
	}
}

// declaration returns the type of tapered terms and how one is made.
func (w *sourceWriter) declaration() string {
	if w.opt.Packed {
		return w.packed
	}
	return w.pairs
}

// section writes the constants of a group and its tables.
func (w *sourceWriter) section(s section) {
	if len(s.tables) == 0 || !s.tables[0].board {
		w.constants(s.Group)
	}
	for i := range s.tables {
		w.table(&s.tables[i], s.Group)
	}
}

// kind indexes what differs between numbers and pairs.
func kind(g weights.Group) int {
	if g.Tapered {
		return 1
	}
	return 0
}

func (w *sourceWriter) constants(g weights.Group) {
	if len(g.Terms) == 0 {
		return
	}
	w.buf.WriteString(w.open[kind(g)])
	for _, t := range g.Terms {
		layout, note := w.constant, t.Name+margin(t.Value)+sumsOfTerm(t)
		if g.Tapered {
			layout, note = w.variable, t.Name
		}
		w.identifiers[t.Name] = w.named(t.Name)
		w.printf(layout+" %[4]s %[5]s\n", w.identifiers[t.Name], w.typeOf(g), w.literal(&t, g), w.comment, harmless(note))
	}
	w.buf.WriteString(w.close)
}

// typeOf returns the type of a group's weights.
func (w *sourceWriter) typeOf(g weights.Group) string {
	switch {
	case g.Tapered && w.opt.Packed && w.packedScore != "":
		return w.packedScore
	case g.Tapered:
		return w.filled(w.score)
	case w.whole(g):
		return w.integer
	}
	return w.decimal
}

// whole reports whether the group's weights are integers. Those of other sums than linear never are:
// a formula may square them, or make a sigmoid of them.
func (w *sourceWriter) whole(g weights.Group) bool { return w.opt.Digits == Whole && !g.Nonlinear }

// table writes an array; of a single board, it draws it in the comment.
func (w *sourceWriter) table(t *table, g weights.Group) {
	name := w.named(t.name)
	first := "a1 first, then b1"
	if w.opt.RankEight {
		first = "a8 first, then b8"
	}
	switch {
	case len(t.sizes) == 0:
		w.remark(fmt.Sprintf("%s is %s%s, %s. As White sees the board:", name, t.name, sumsOfTable(t), first))
		w.drawing(t.group)
	case t.board:
		w.remark(fmt.Sprintf("%s%s is %s by number and square%s, %s.", name, sized(t.dimensions()), t.name, sumsOfTable(t), first))
	default:
		w.remark(fmt.Sprintf("%s%s is %s by number%s; 0 where no term has it.", name, sized(t.sizes), t.name, sumsOfTable(t)))
	}
	if len(t.dimensions()) == 1 && !t.board && !w.whole(g) {
		w.arrays[t.name] = name
	}
	w.buf.WriteString(w.array(name, w.typeOf(g), t.dimensions()))
	w.list(t, g, t.dimensions(), t.terms, "")
	w.buf.WriteString(w.terminator + "\n\n")
}

// drawing draws a board into a comment.
func (w *sourceWriter) drawing(g weights.Group) {
	w.remark("")
	var drawn bytes.Buffer
	if err := show.Board(&drawn, g, false); err != nil {
		w.fail(err)
	}
	for line := range strings.Lines(drawn.String()) {
		w.printf("%s\t%s\n", w.comment, harmless(strings.TrimRight(line, "\n")))
	}
}

// list writes a list of lists, or of eight numbers a line: of a board a rank.
func (w *sourceWriter) list(t *table, g weights.Group, sizes []int, terms []*weights.Term, indent string) {
	w.printf("%s\n", w.brackets[0])
	inner := indent + "    "
	if len(sizes) > 1 {
		step := len(terms) / sizes[0]
		for i := range sizes[0] {
			w.buf.WriteString(inner)
			w.list(t, g, sizes[1:], terms[i*step:(i+1)*step], inner)
			w.printf(", %s %d\n", w.comment, i)
		}
	} else {
		w.rows(t, g, terms, inner)
	}
	w.printf("%s%s", indent, w.brackets[1])
}

// rows writes numbers, eight a line.
func (w *sourceWriter) rows(t *table, g weights.Group, terms []*weights.Term, indent string) {
	var lines [][]*weights.Term
	for line := range slices.Chunk(terms, 8) {
		lines = append(lines, line)
	}
	if t.board && w.opt.RankEight {
		slices.Reverse(lines)
	}
	for i, line := range lines {
		w.buf.WriteString(indent)
		for j, term := range line {
			if j > 0 {
				w.buf.WriteString(" ")
			}
			w.buf.WriteString(w.literal(term, g) + ",")
		}
		w.buf.WriteString(w.label(t, i) + "\n")
	}
}

// label names the rank of a board's line.
func (w *sourceWriter) label(t *table, line int) string {
	switch {
	case !t.board:
		return ""
	case w.opt.RankEight:
		line = 7 - line
	}
	return fmt.Sprintf(" %s rank %d", w.comment, line+1)
}

// literal returns the term's value as it stands in the source code, 0 of none.
func (w *sourceWriter) literal(t *weights.Term, g weights.Group) string {
	if t == nil {
		t = &weights.Term{}
	}
	switch {
	case g.Tapered && w.opt.Packed:
		return fmt.Sprintf(w.filled(w.packedOf), int(weights.Whole(t.MG.Value)), int(weights.Whole(t.EG.Value)))
	case g.Tapered:
		return fmt.Sprintf(w.filled(w.pairOf), int(weights.Whole(t.MG.Value)), int(weights.Whole(t.EG.Value)))
	case w.whole(g):
		return strconv.Itoa(int(weights.Whole(t.Value.Value)))
	}
	return w.float(weights.PlusZero(t.Value.Value))
}

func (w *sourceWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// named returns the identifier of a term or board and takes it.
func (w *sourceWriter) named(term string) string {
	name := w.identifier(term)
	if name = w.opt.Prefix + name; name == w.opt.Prefix || !w.valid(name) {
		w.fail(fmt.Errorf("term %s: has no valid %s name", term, w.spoken))
	}
	if other, ok := w.used[name]; ok {
		w.fail(fmt.Errorf("term %s: its %s name %s is taken by %s: %s", term, w.spoken, name, other, w.remedy(other)))
	}
	w.used[name] = term
	return name
}

// ownName is what has a name that no term may have.
const ownName = "the language or its header"

// remedy says what to do about a name that is taken: a prefix parts terms from the language's
// words, and not from each other.
func (w *sourceWriter) remedy(other string) string {
	if other == ownName {
		return "pass -prefix, a text in front of every name"
	}
	return "give one of the two terms another name"
}

func margin(w weights.Weight) string {
	if w.StdErr == 0 {
		return ""
	}
	return " ±" + weights.Number(w.Interval95())
}
