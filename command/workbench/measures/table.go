package measures

import (
	"strings"
	"unicode"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/audit"
	"example.org/centipawn/weights/show"
)

// A Weight is a row of the table.
type Weight struct {
	Name     string   `json:"name"`
	Term     string   `json:"term"`
	In       string   `json:"in"` // sums of the formula but linear to which its counts go, or that it is a parameter
	Group    string   `json:"group"`
	Value    float64  `json:"value"`
	Half     float64  `json:"half"` // half the width of the 95 % interval; 0: unknown
	T        float64  `json:"t"`
	Bound    string   `json:"bound"`
	Rows     *int     `json:"rows"`   // that have a count of it; null: no rows were asked for
	Old      *float64 `json:"old"`    // value in the old file; null: it is not there
	Move     *float64 `json:"move"`   // value less old
	MoveT    *float64 `json:"move_t"` // the same in standard errors; null: unknown
	Warnings []int    `json:"warnings"`
}

// A warning is one of the fit or of the audit.
type warning struct {
	Code note.Code `json:"code"`
	Text string    `json:"text"`
	By   string    `json:"by"` // fit or audit
}

// A side is a board or a curve of one phase.
type side struct {
	Name   string  `json:"name"`   // mg, eg or nothing
	Mean   float64 `json:"mean"`   // of a board that includes its piece's value: cells are relative to it; else 0
	Before float64 `json:"before"` // the mean of the old board, if that includes its piece's value
	Points []*cell `json:"points"` // of a board by square from a1, null: no term of the square
}

// A cell is a value with its error.
type cell struct {
	Name string   `json:"name"`
	X    int      `json:"x"` // of a curve: the number at the end of the name
	V    float64  `json:"v"`
	Half float64  `json:"half"`
	Idle bool     `json:"idle"` // 0, and not fitted, as of a pawn on the first rank
	Old  *float64 `json:"old"`
}

// A picture is a board or a curve of every phase.
type picture struct {
	Name  string `json:"name"`
	Sides []side `json:"sides"`
}

// A Table is a weights file as a table, as boards and as curves.
type Table struct {
	Label    string      `json:"label"`
	Set      string      `json:"set"`
	Unit     string      `json:"unit"`
	Facts    []show.Fact `json:"facts"`
	Weights  []Weight    `json:"weights"`
	Removed  []string    `json:"removed"` // weights that only the old file has
	Warnings []warning   `json:"warnings"`
	Boards   []picture   `json:"boards"`
	Curves   []picture   `json:"curves"`

	Codes map[note.Code]note.Explanation `json:"codes"` // of the warnings
}

// TableOf returns the table of a file, beside an old one unless that is nil.
func TableOf(of, beside *items.Item) *Table {
	f := of.File
	out := &Table{
		Label: of.Label, Set: f.Set, Unit: f.Kind.Unit(), Facts: show.Facts(f),
		Weights: []Weight{}, Removed: []string{}, Warnings: warningsOf(f), Boards: []picture{}, Curves: []picture{},
	}
	var codes []note.Code
	for _, w := range out.Warnings {
		codes = append(codes, w.Code)
	}
	out.Codes = note.Explained(codes...)
	var oldBoards map[string]weights.Group
	before, moved := make(map[string]*float64), make(map[string]*float64) // values, and moves in standard errors
	if beside != nil {
		oldBoards = heldBoards(beside.File)
		for _, w := range beside.File.Weights() {
			before[w.Name] = &w.Value
		}
		for _, c := range weights.Compare(beside.File, f).Weights {
			if c.Change == weights.Removed {
				out.Removed = append(out.Removed, c.Name)
			} else if t, known := c.StdErrs(); known && c.Change == weights.Changed {
				moved[c.Name] = &t
			}
		}
	}
	about := make(map[string][]int) // warnings by weight
	for i, w := range out.Warnings {
		for name := range named(w, f) {
			about[name] = append(about[name], i)
		}
	}
	for _, t := range f.Terms {
		group, _ := weights.GroupOf(t.Name)
		for _, w := range t.Weights() {
			row := Weight{
				Name: w.Name, Term: t.Name, In: in(t), Group: group, Value: w.Value, Half: w.Interval95(), T: w.T(), Bound: w.Bound,
				Old: before[w.Name], MoveT: moved[w.Name], Warnings: append(append([]int{}, about[w.Name]...), about[t.Name+"\n"]...),
			}
			if row.Old != nil {
				move := w.Value - *row.Old
				row.Move = &move
			}
			out.Weights = append(out.Weights, row)
		}
	}
	out.Boards, out.Curves = boardsOf(f, before, oldBoards), curvesOf(f, before)
	return out
}

// in says in which sums of a formula a term counts, nothing of the sum linear.
func in(t weights.Term) string {
	if t.Parameter {
		return "parameter"
	}
	return strings.Join(t.Sums, ", ")
}

// warningsOf returns the warnings of the fit, and those of an audit that the fit does not have.
func warningsOf(f *weights.File) []warning {
	list := []warning{}
	for _, n := range f.Provenance.Warnings {
		list = append(list, warning{n.Code, n.Text, "fit"})
	}
	if f.Kind != weights.Evaluation {
		return list
	}
	for _, n := range audit.Check(f) {
		if !f.Provenance.Warnings.Has(n.Code) {
			list = append(list, warning{n.Code, n.Text, "audit"})
		}
	}
	return list
}

// named returns the names in a warning's text that are weights of the file, or terms, each followed by a line
// break.
func named(w warning, f *weights.File) map[string]bool {
	words := make(map[string]bool)
	for _, word := range strings.FieldsFunc(w.Text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",:;()=", r) }) {
		words[strings.TrimRight(word, ".")] = true
	}
	names := make(map[string]bool)
	for _, t := range f.Terms {
		if t.Tapered && words[t.Name] {
			names[t.Name+"\n"] = true
		}
		for _, w := range t.Weights() {
			if words[w.Name] {
				names[w.Name] = true
			}
		}
	}
	return names
}

// nameOf is the name of a term's weight on a side.
func nameOf(t *weights.Term, s weights.Side) string {
	if s.Name == "" {
		return t.Name
	}
	return t.Name + "." + s.Name
}

// heldBoards returns the piece-square tables that include the value of their piece, by name.
func heldBoards(f *weights.File) map[string]weights.Group {
	boards := make(map[string]weights.Group)
	for _, g := range f.Groups() {
		if g.Board && f.HoldsMaterial(g) {
			boards[g.Name] = g
		}
	}
	return boards
}

// boardsOf returns the file's piece-square tables.
func boardsOf(f *weights.File, before map[string]*float64, old map[string]weights.Group) []picture {
	list := []picture{}
	for _, g := range f.Groups() {
		if !g.Board {
			continue
		}
		p := picture{Name: g.Name}
		for _, s := range g.Sides() {
			out := side{Name: s.Name}
			if f.HoldsMaterial(g) {
				out.Mean = g.Mean(s.Of)
			}
			if o, holds := old[g.Name]; holds {
				out.Before = o.Mean(s.Of)
			}
			for _, t := range g.Squares() {
				if t == nil {
					out.Points = append(out.Points, nil)
					continue
				}
				w := s.Of(*t)
				out.Points = append(out.Points, &cell{
					Name: nameOf(t, s), V: w.Value, Half: w.Interval95(),
					Idle: w.Value == 0 && w.Bound == weights.BoundFrozen, Old: before[nameOf(t, s)],
				})
			}
			p.Sides = append(p.Sides, out)
		}
		list = append(list, p)
	}
	return list
}

// leastPoints is how many points make a curve.
const leastPoints = 3

// curvesOf returns the tables by number, such as mobility by reached squares and passed pawns by rank.
func curvesOf(f *weights.File, before map[string]*float64) []picture {
	type key struct {
		name    string
		tapered bool
	}
	var order []key
	terms := make(map[key][]weights.Term)
	for _, t := range f.Terms {
		dot := strings.LastIndexByte(t.Name, '.')
		if _, path := weights.Indices(t.Name); len(path) == 0 || dot < 0 {
			continue
		}
		k := key{t.Name[:dot], t.Tapered}
		if terms[k] == nil {
			order = append(order, k)
		}
		terms[k] = append(terms[k], t)
	}
	list := []picture{}
	for _, k := range order {
		if len(terms[k]) < leastPoints {
			continue
		}
		p := picture{Name: k.name}
		for _, s := range (weights.Group{Tapered: k.tapered}.Sides()) {
			out := side{Name: s.Name}
			for _, t := range terms[k] {
				_, path := weights.Indices(t.Name)
				w := s.Of(t)
				out.Points = append(out.Points, &cell{Name: nameOf(&t, s), X: path[len(path)-1], V: w.Value, Half: w.Interval95(), Old: before[nameOf(&t, s)]})
			}
			p.Sides = append(p.Sides, out)
		}
		list = append(list, p)
	}
	return list
}
