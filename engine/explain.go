package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// Explain implements [uci.Engine]: the evaluation of p by the weights, term by
// term, whatever search is chosen. It may be called while a search runs.
func (e *Engine) Explain(p *board.Position) string {
	x, err := e.Explanation(p)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	x.table(e.opt.Weights).Write(&b)
	if sums := x.sums(); sums != nil {
		fmt.Fprintf(&b, "\nthe formula's sums; a price is what one unit adds, on average on the way from no counts\n%s\n\n", e.opt.Weights.Formula)
		sums.Write(&b)
	}
	fmt.Fprintf(&b, "\nphase %.2f, 1 with all pieces on the board", x.Phase)
	if x.Scale != 1 {
		fmt.Fprintf(&b, "; endgame scale %.4g", x.Scale)
	}
	fmt.Fprintf(&b, "\nevaluation %+.1f centipawns, White's view; in a search %+d\n", x.Sum, x.Whole)
	if k := e.opt.Weights.Provenance.ResultK(); k != nil {
		fmt.Fprintf(&b, "expected score for White %.2f at K = %.4g\n", winprob.Expected(k.Value, x.Sum), k.Value)
	}
	b.WriteString(e.lacks())
	return b.String()
}

// lacks names the families and tables of the set of which the weights have no term.
func (e *Engine) lacks() string {
	lacks, err := eval.Missing(e.opt.Weights)
	var groups []string
	for _, l := range lacks {
		if l.All {
			groups = append(groups, cmp.Or(l.Group, strings.Join(l.Terms, ", ")))
		}
	}
	if err != nil || len(groups) == 0 {
		return ""
	}
	return fmt.Sprintf("not in the weights file, worth 0: %s\n", strings.Join(groups, ", "))
}

// An Explanation is an evaluation term by term, and the whole number of centipawns
// that a search has for it, by rounded weights.
type Explanation struct {
	eval.Explanation
	Whole int `json:"search"` // White's view
}

// Explanation returns the evaluation of p by the weights, term by term.
func (e *Engine) Explanation(p *board.Position) (x Explanation, err error) {
	slow, err := eval.New(e.opt.Weights)
	if err != nil {
		return x, err
	}
	fast := e.evaluator()
	fast.Reset(p)
	return Explanation{slow.Explain(p), fast.Evaluate(p)}, nil
}

// explained is what a group of terms adds.
type explained struct {
	name            string // "": terms that have no group, without a line of their own
	board           bool   // a piece-square table: its squares are not listed
	lines           []eval.Line
	mg, eg, product float64
	formula         bool // there are terms of sums of a formula: mg and eg do not add up
}

// table returns the terms by groups, those of the weights file, with a sum for each
// and for all.
func (x *Explanation) table(f *weights.File) *plaintext.Table {
	t := &plaintext.Table{Header: []string{"term", "count", "weight mg", "weight eg", "mg", "eg", "centipawns"}}
	total := explained{name: "sum", formula: len(x.Sums) > 0}
	for _, g := range x.groups(f) {
		total.mg, total.eg, total.product = total.mg+g.mg, total.eg+g.eg, total.product+g.product
		summed := g.board || len(g.lines) > 1 && g.name != ""
		if summed {
			g.addSum(t)
		}
		if g.board {
			continue
		}
		for i := 0; i < len(g.lines); i++ {
			i += addLine(t, g.lines[i:], summed)
		}
	}
	if x.Rest != 0 {
		total.product += x.Rest
		t.Add("of no term", "", "", "", "", "", tenths(x.Rest))
	}
	total.addSum(t)
	return t
}

// addLine adds the first of some terms, with the other side's count of it if that comes next, and
// returns 1 then, 0 else.
func addLine(t *plaintext.Table, lines []eval.Line, within bool) (more int) {
	line := lines[0]
	w, count, product := line.Weight, fmt.Sprintf("%+g", line.Count), line.Product
	mg, eg := tenths(line.Count*w.MG), tenths(line.Count*w.EG)
	if line.In != "" {
		mg, eg = "", ""
		count = fmt.Sprintf("%g in %s", line.Count, line.In)
		if len(lines) > 1 && lines[1].Term == line.Term {
			more = 1
			count += fmt.Sprintf(", %g in %s", lines[1].Count, lines[1].In)
			product += lines[1].Product
		}
	}
	t.Add(indent(line.Term, within), count, weights.Number(w.MG), weights.Number(w.EG), mg, eg, tenths(product))
	return more
}

// sums returns the sums of a formula; nil if there is none.
func (x *Explanation) sums() *plaintext.Table {
	if len(x.Sums) == 0 {
		return nil
	}
	t := &plaintext.Table{Header: []string{"sum", "mg", "eg", "price mg", "price eg", "centipawns"}}
	for _, s := range x.Sums {
		eg, price := fmt.Sprintf("%.4g", s.Value.EG), fmt.Sprintf("%.3g", s.Price.EG)
		if s.Plain {
			eg, price = "", ""
		}
		t.Add(s.Name, fmt.Sprintf("%.4g", s.Value.MG), eg, fmt.Sprintf("%.3g", s.Price.MG), price, tenths(s.Product))
	}
	return t
}

func (g *explained) addSum(t *plaintext.Table) {
	name, mg, eg := g.name, tenths(g.mg), tenths(g.eg)
	if g.board {
		name = fmt.Sprintf("%s, squares: %d", name, len(g.lines))
	}
	if g.formula {
		mg, eg = "", ""
	}
	t.Add(name, "", "", "", mg, eg, tenths(g.product))
}

// groups returns the terms that count by the groups of the weights file, in their
// order. A term that is not in the file is worth nothing and omitted.
func (x *Explanation) groups(f *weights.File) (list []*explained) {
	of, order := make(map[string]*explained), make(map[string]int)
	var all []*explained
	for _, g := range f.Groups() {
		group := &explained{name: g.Name, board: g.Board}
		all = append(all, group)
		for _, term := range g.Terms {
			of[term.Name], order[term.Name] = group, len(order)
		}
	}
	for _, line := range x.Lines {
		g := of[line.Term]
		if g == nil {
			continue
		}
		g.lines = append(g.lines, line)
		g.formula = g.formula || line.In != ""
		g.mg += line.Count * line.Weight.MG
		g.eg += line.Count * line.Weight.EG
		g.product += line.Product
	}
	for _, g := range all {
		slices.SortStableFunc(g.lines, func(a, b eval.Line) int { return cmp.Compare(order[a.Term], order[b.Term]) })
		if len(g.lines) > 0 {
			list = append(list, g)
		}
	}
	return list
}

func indent(name string, within bool) string {
	if within {
		return "  " + name
	}
	return name
}

func tenths(v float64) string { return fmt.Sprintf("%+.1f", v) }
