package source

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/weights"
)

// Options says how tables stand in source code. The zero value works.
type Options struct {
	// RankEight: the first number of a piece-square table is a8's, then b8's, as
	// on a diagram seen by White. Otherwise it is a1's, then b1's.
	RankEight bool

	// EndgameFirst: the first number of a pair is the endgame's.
	EndgameFirst bool

	// Names says what the numbers are, and where entries with a place stand. What it
	// does not name is found by its name.
	Names []Entry

	// Only: the arrays of these names, in this order, which counts in [ImportInOrder] alone.
	// Nothing: all.
	Only []string
}

// squares puts squares into the order of the source.
func (o Options) squares(list []int) {
	if o.RankEight {
		slices.SortFunc(list, func(a, b int) int { return cmp.Compare(a^56, b^56) })
	}
}

// An Entry says what the next numbers of a source are.
type Entry struct {
	Name    string // of a term; of a table without the square or the indices
	Squares []int  // of a piece-square table, in the source's order
	Sizes   []int  // of a table of numbered terms, NAME.0.0 first
	Tapered bool   // a pair for each
	Side    string // "mg" or "eg": only this half of tapered terms
	Place   string // array of the source, with indices: Mobility[0]; "": of that name

	// Of a name in braces, one of several that stand together at Place: its indices there,
	// and how many names each of the braces holds.
	At, Of []int
}

// ReadNames reads what the numbers of a source are, one entry a line:
//
//	tempo                  a number: a plain term
//	material.pawn tapered  a pair
//	material.pawn.mg       a number: half a pair; .eg has to come, too
//	pst.pawn[64] tapered   64 pairs: a piece-square table
//	pst.pawn.mg[64]        64 numbers: half a table
//	mobility[4][9] tapered 36 pairs: mobility.0.0 to mobility.3.8
//
// The word of a half may stand elsewhere in the name: pst.mg.pawn[64], mg.pst.pawn[64].
//
// Braces are those of a trace's declarations: pst.{pawn,knight}[64], Mobility.{0..3}.{0..27},
// and pst.pawn.{a8..h1} or {a1..h8} for a board in this order.
//
// After = stands where in the source they are: pst.pawn[64] tapered = Tables[0]. The place may
// be a name with those around it, eval::Tables or Eval.Tables[0], ::Tables at the top of the file,
// with keys, Tables[PAWN], or a line, eval.cpp:12. With
// braces each is a dimension of the place. A # begins a comment. Errors are
// file:line: what: why.
func ReadNames(name string, r io.Reader, opt Options) ([]Entry, error) {
	var entries []Entry
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(text) == "" {
			continue
		}
		line, err := parseLine(text, opt)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		entries = append(entries, line...)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("%s: no names", name)
	}
	return entries, nil
}

// parseLine returns the entries of a line, several of one with braces.
func parseLine(text string, opt Options) ([]Entry, error) {
	what, place, placed := strings.Cut(text, "=")
	place = strings.TrimSpace(place)
	if _, _, err := parsePlace(place); placed && err != nil {
		return nil, err
	}
	fields := strings.Fields(what)
	tapered := len(fields) == 2 && fields[1] == "tapered"
	if len(fields) == 0 || len(fields) > 2 || len(fields) == 2 && !tapered {
		return nil, fmt.Errorf("%s: want a name, and \"tapered\" or nothing", strings.Join(fields, " "))
	}
	list, err := expand(fields[0], opt)
	if err != nil {
		return nil, err
	}
	for i := range list {
		e := &list[i]
		e.Place, e.Tapered = place, tapered
		if e.Side != "" && e.Tapered {
			return nil, fmt.Errorf("%s: half of a pair is one number: omit \"tapered\"", fields[0])
		}
		if err := weights.ValidName(e.Name); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// maxTable is how many numbers an entry may name.
const maxTable = 1 << 16

// parseName takes a name with its sizes. A last size of 64 is that of a board.
func (e *Entry) parseName(text string, opt Options) error {
	var err error
	if e.Name, e.Sizes, err = indexed(text); err != nil {
		return fmt.Errorf("%s: a table is NAME[64] or NAME[4][28]", text)
	}
	if n := len(e.Sizes); n > 0 && e.Sizes[n-1] == 64 {
		e.Sizes = e.Sizes[:n-1]
		for sq := range 64 {
			e.Squares = append(e.Squares, sq)
		}
		opt.squares(e.Squares)
	}
	e.Name, e.Side = cutSide(e.Name)
	if total := e.total(); total < 1 || total > maxTable {
		return fmt.Errorf("%s: a table has from 1 to %d numbers", text, maxTable)
	}
	return nil
}

// cutSide takes the word of a half out of a name, where there is one: pst.pawn and mg of
// pst.pawn.mg, pst.mg.pawn and mg.pst.pawn.
func cutSide(name string) (rest, side string) {
	parts := strings.Split(name, ".")
	at := slices.IndexFunc(parts, isSide)
	if last := len(parts) - 1; isSide(parts[last]) {
		at = last
	}
	if at < 0 || len(parts) == 1 {
		return name, ""
	}
	return strings.Join(slices.Delete(slices.Clone(parts), at, at+1), "."), parts[at]
}

func isSide(part string) bool { return part == "mg" || part == "eg" }

// total is how many numbers or boards the entry names, at most one more than it may.
func (e *Entry) total() int {
	total := 1
	for _, size := range e.Sizes {
		total = min(total*size, maxTable+1)
	}
	return total
}

// parsePlace takes the name of an array and its indices apart.
func parsePlace(text string) (name string, path []int, err error) {
	plain := keyIndex.ReplaceAllString(text, ".$1")
	for numberIndex.MatchString(plain) {
		plain = numberIndex.ReplaceAllString(plain, ".$1.")
	}
	if name, path, err = indexed(plain); err != nil || name == "" || strings.ContainsAny(name, " \t") {
		err = fmt.Errorf("= %s: a place is the name of an array with indices, such as Mobility[0] or eval::Mobility[0], or its line, eval.cpp:12", text)
	}
	return name, path, err
}

// keyIndex is [PAWN], the key of an element.
var keyIndex = regexp.MustCompile(`\[([A-Za-z_]\w*)\]`)

// numberIndex is [2] in front of a key.
var numberIndex = regexp.MustCompile(`\[(\d{1,6})\]\.`)

var indices = regexp.MustCompile(`^([^\[\]]*)((?:\[\d{1,6}\])*)$`)

// indexed takes NAME[1][2] apart.
func indexed(text string) (name string, list []int, err error) {
	m := indices.FindStringSubmatch(text)
	if m == nil {
		return "", nil, strconv.ErrSyntax
	}
	for _, field := range strings.FieldsFunc(m[2], func(r rune) bool { return r == '[' || r == ']' }) {
		n, err := strconv.Atoi(field)
		if err != nil {
			return "", nil, err
		}
		list = append(list, n)
	}
	return m[1], list, nil
}

// entriesOf returns a file's terms as entries: neighbours of one table together.
func entriesOf(f *weights.File, opt Options) []Entry {
	var entries []Entry
	for _, t := range f.Terms {
		name, board := weights.GroupOf(t.Name)
		if !board {
			entries = append(entries, Entry{Name: t.Name, Tapered: t.Tapered})
			continue
		}
		if n := len(entries); n > 0 && entries[n-1].Squares != nil && entries[n-1].Name == name && entries[n-1].Tapered == t.Tapered {
			entries[n-1].Squares = append(entries[n-1].Squares, weights.Square(t.Name))
			continue
		}
		entries = append(entries, Entry{Name: name, Squares: []int{weights.Square(t.Name)}, Tapered: t.Tapered})
	}
	for _, e := range entries {
		opt.squares(e.Squares)
	}
	return entries
}

// numbers is how many the entry takes.
func (e *Entry) numbers() int { return len(e.weights(Options{})) }

// String is the entry as it stands in a file of names.
func (e *Entry) String() string {
	s := e.Name
	if e.Side != "" {
		s += "." + e.Side
	}
	for _, size := range e.Sizes {
		s += fmt.Sprintf("[%d]", size)
	}
	if e.Squares != nil {
		s += fmt.Sprintf("[%d]", len(e.Squares))
	}
	if e.Tapered {
		s += " tapered"
	}
	if e.Place != "" {
		s += " = " + e.Place
	}
	return s
}

// terms returns the names of the terms that the entry names, in its order.
func (e *Entry) terms() []string {
	names := []string{e.Name}
	for _, size := range e.Sizes {
		var next []string
		for _, name := range names {
			for i := range size {
				next = append(next, fmt.Sprintf("%s.%d", name, i))
			}
		}
		names = next
	}
	if e.Squares == nil {
		return names
	}
	var squares []string
	for _, name := range names {
		for _, sq := range e.Squares {
			squares = append(squares, name+"."+weights.SquareName(sq))
		}
	}
	return squares
}

// A board is one of the tables that an entry names, and its indices.
type board struct {
	Entry
	path []int
}

// rankEight reports whether the first square of a board is a8.
func (e *Entry) rankEight() bool { return len(e.Squares) > 0 && e.Squares[0] >= 56 }

// boards returns the entry's piece-square tables one by one; of other entries themselves.
func (e *Entry) boards() []board {
	if e.Squares == nil {
		return []board{{Entry: *e}}
	}
	list := []board{{Entry{Name: e.Name, Squares: e.Squares, Tapered: e.Tapered, Side: e.Side}, nil}}
	for _, size := range e.Sizes {
		var next []board
		for _, b := range list {
			for i := range size {
				one := b
				one.Name = fmt.Sprintf("%s.%d", b.Name, i)
				one.path = append(slices.Clone(b.path), i)
				next = append(next, one)
			}
		}
		list = next
	}
	return list
}

// weights returns the names of the weights that the entry's numbers are for, in the order
// of the pairs.
func (e *Entry) weights(opt Options) []string {
	var names []string
	for _, term := range e.terms() {
		switch {
		case e.Tapered && opt.EndgameFirst:
			names = append(names, term+".eg", term+".mg")
		case e.Tapered:
			names = append(names, term+".mg", term+".eg")
		case e.Side != "":
			names = append(names, term+"."+e.Side)
		default:
			names = append(names, term)
		}
	}
	return names
}

// Skeleton returns a file of the terms that entries name, all 0.
func Skeleton(set string, entries []Entry) (*weights.File, error) {
	f, tapered, seen := &weights.File{Set: set}, map[string]bool{}, map[string]bool{}
	for _, e := range entries {
		if err := e.declare(f, tapered); err != nil {
			return nil, err
		}
		for _, name := range e.weights(Options{}) {
			if seen[name] {
				return nil, fmt.Errorf("%s: named twice", name)
			}
			seen[name] = true
		}
	}
	for _, w := range f.Weights() {
		if !seen[w.Name] {
			return nil, fmt.Errorf("%s: only its other half is named", w.Name)
		}
	}
	return f, f.Validate()
}

// pair reports whether the entry's terms are tapered.
func (e *Entry) pair() bool { return e.Tapered || e.Side != "" }

// declare adds the entry's terms to a file that has not got them.
func (e *Entry) declare(f *weights.File, tapered map[string]bool) error {
	for _, name := range e.terms() {
		was, known := tapered[name]
		if known && was != e.pair() {
			return fmt.Errorf("%s: named both as tapered and as plain", name)
		}
		if !known {
			f.Terms = append(f.Terms, weights.Term{Name: name, Tapered: e.pair()})
		}
		tapered[name] = e.pair()
	}
	return nil
}
