package trace

import (
	"fmt"
	"slices"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// A plan is what the second pass knows from the first.
type plan struct {
	schema    matrix.Schema
	directory *directory
	mg, eg    factorTable
	factors   bool            // rows have mg
	shapes    []map[int]shape // by file
	ledger    *ledger         // nil: parity is not checked
}

// given is the header that the options declare.
func (o *Options) given() header {
	h := header{set: o.Set, columns: o.Columns}
	if o.Formula == "" {
		return h
	}
	h.columns, h.formula = nil, []textAt{{text: o.Formula}}
	for _, c := range o.Columns {
		switch c.Kind {
		case matrix.Term:
			h.columns = append(h.columns, c)
		case matrix.Input:
			h.inputs = append(h.inputs, textAt{text: c.Name})
		}
	}
	return h
}

// agree adds the header of a file to those before.
func (x *run) agree(h *header) error {
	if x.header.columns == nil {
		x.header.columns, x.header.lines = h.columns, h.lines
	}
	if h.columns != nil && !slices.Equal(h.columns, x.header.columns) {
		return fmt.Errorf("its columns are not those of the other files, or of Options.Columns: %s", firstDifference(h.columns, x.header.columns, x.base()))
	}
	switch {
	case x.header.set == "":
		x.header.set = h.set
	case h.set != "" && h.set != x.header.set && x.Set == "":
		return fmt.Errorf("its set is %s, that of the files before %s", h.set, x.header.set)
	}
	return x.agreeFormula(h)
}

// agreeFormula adds the formula of a file to that of those before.
func (x *run) agreeFormula(h *header) error {
	known := &x.header
	switch {
	case !h.nonlinear():
		return nil
	case h.shaped && len(h.formula) > 0:
		return fmt.Errorf("it declares a formula for all rows and formulas by number: want # formula TEXT or # shape N TEXT")
	case !known.nonlinear():
		known.formula, known.inputs, known.shaped = h.formula, h.inputs, h.shaped
	case h.shaped && x.Formula != "" && !known.shaped:
		known.formula, known.shaped = nil, true
		known.inputs = slices.DeleteFunc(known.inputs, func(d textAt) bool { return d.text == shapeInput })
	case h.shaped != known.shaped:
		return fmt.Errorf("it declares formulas otherwise than the files before: want # formula TEXT in all, or # shape N TEXT")
	case h.text() != known.text():
		return fmt.Errorf("its formula is not that of the other files, or of the training data: %q against %q", h.text(), known.text())
	}
	if have, want := h.names(), known.names(); !slices.Equal(have, want) {
		return fmt.Errorf("its inputs are %q, those of the other files, or of the training data, %q", have, want)
	}
	return nil
}

// plan decides on the matrix.
func (x *run) plan() (*plan, error) {
	columns := x.header.columns
	if columns == nil {
		x.ZeroBased = x.ZeroBased || x.seen.zero
		var err error
		if columns, err = x.seen.columns(x.base()); err != nil {
			return nil, x.named(err)
		}
	}
	p := &plan{directory: newDirectory(&x.header, columns, x.base()), factors: x.seen.some&keyMG != 0, shapes: x.shapes.byFile}
	if p.factors {
		p.mg, p.eg = x.seen.mg.table(), x.seen.eg.table()
	} else if i := slices.IndexFunc(columns, func(c matrix.Column) bool { return c.Tapered }); i >= 0 {
		return nil, x.named(fmt.Errorf("column %d, %s, is tapered, but no row has mg: print the phase as mg:F, 1 with all pieces on the board", i+x.base(), columns[i].Name))
	}
	if err := x.schema(p, columns); err != nil {
		return nil, x.named(err)
	}
	var err error
	if p.ledger, err = newLedger(&p.schema, x.Weights, x.Tolerance); err != nil {
		return nil, x.named(err)
	}
	if p.ledger != nil && p.ledger.formula != nil {
		p.ledger.formula.explain = x.explain
	}
	return p, nil
}

// schema makes the schema of the matrix.
func (x *run) schema(p *plan, columns []matrix.Column) error {
	text, err := x.formula()
	if err != nil {
		return err
	}
	p.schema = matrix.Schema{
		Set: x.set(), Phase: "trace", Columns: p.directory.columns(x.several()),
		Counts: x.seen.counts, Optional: x.seen.optional(len(x.files)), MG: p.mg.values, EG: p.eg.values,
	}
	p.schema.SetHash = setHash(p.schema.Columns, text)
	if text != "" {
		if p.schema, err = p.schema.WithFormula(text); err != nil {
			return x.explain(err)
		}
		if err := x.readsPhase(p); err != nil {
			return err
		}
	}
	return x.explain(p.schema.Validate())
}

// several reports whether rows have an input that says which of several formulas is theirs.
func (x *run) several() bool {
	if x.Formula == "" {
		return len(x.shapes.forms) > 1
	}
	return x.header.shaped && slices.Contains(x.Columns, matrix.Column{Name: shapeInput, Kind: matrix.Input})
}

// formula returns the formula of all rows, "" if the evaluation is linear.
func (x *run) formula() (string, error) {
	if x.header.shaped {
		return x.shapes.choose(x.Formula)
	}
	return x.header.text(), nil
}

// readsPhase reports a formula that reads the phase, if no row has it.
func (x *run) readsPhase(p *plan) error {
	program, err := p.schema.Program()
	if err != nil || p.factors {
		return nil // the schema says what is wrong
	}
	for _, leaf := range program.Leaves {
		if leaf.Kind == formula.RowMG || leaf.Kind == formula.RowEG {
			return fmt.Errorf("the formula reads mg or eg, but no row has mg: print the phase as mg:F, 1 with all pieces on the board")
		}
	}
	return nil
}

// explain says in which line of which file an error of the formula is.
func (x *run) explain(err error) error {
	if x.header.shaped {
		return x.shapes.explain(err)
	}
	return x.header.explain(err)
}
