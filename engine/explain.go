package engine

import (
	"cmp"
	"fmt"
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
}

// table returns the terms by groups, those of the weights file, with a sum for each
// and for all.
func (x *Explanation) table(f *weights.File) *plaintext.Table {
	t := &plaintext.Table{Header: []string{"term", "count", "weight mg", "weight eg", "mg", "eg", "centipawns"}}
	total := explained{name: "sum"}
	for _, g := range x.groups(f) {
		total.mg, total.eg, total.product = total.mg+g.mg, total.eg+g.eg, total.product+g.product
		summed := g.board || len(g.lines) > 1 && g.name != ""
		if summed {
			g.addSum(t)
		}
		if g.board {
			continue
		}
		for _, line := range g.lines {
			w := line.Weight
			t.Add(indent(line.Term, summed), fmt.Sprintf("%+g", line.Count), weights.Number(w.MG), weights.Number(w.EG),
				tenths(line.Count*w.MG), tenths(line.Count*w.EG), tenths(line.Product))
		}
	}
	if x.Block != nil {
		total.product += x.addBlock(t)
	}
	total.addSum(t)
	return t
}

func (g *explained) addSum(t *plaintext.Table) {
	name := g.name
	if g.board {
		name = fmt.Sprintf("%s, squares: %d", name, len(g.lines))
	}
	t.Add(name, "", "", "", tenths(g.mg), tenths(g.eg), tenths(g.product))
}

// addBlock adds the quadratic terms, which each side counts apart, and returns what
// they are worth.
func (x *Explanation) addBlock(t *plaintext.Table) float64 {
	b := x.Block
	t.Add(fmt.Sprintf("block (White %.4g, Black %.4g)", b.White, b.Black), "", "", "", "", "", tenths(b.Value))
	for _, line := range b.Lines {
		t.Add("  "+line.Term, fmt.Sprintf("%g - %g", line.White, line.Black), weights.Number(line.Weight))
	}
	return b.Value
}

// groups returns the terms that count by the groups of the weights file, in their
// order. A term that is not in the file is worth nothing and omitted.
func (x *Explanation) groups(f *weights.File) (list []*explained) {
	of := make(map[string]*explained)
	var all []*explained
	for _, g := range f.Groups() {
		group := &explained{name: g.Name, board: g.Board}
		all = append(all, group)
		for _, term := range g.Terms {
			of[term.Name] = group
		}
	}
	for _, line := range x.Lines {
		g := of[line.Term]
		if g == nil {
			continue
		}
		g.lines = append(g.lines, line)
		g.mg += line.Count * line.Weight.MG
		g.eg += line.Count * line.Weight.EG
		g.product += line.Product
	}
	for _, g := range all {
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
