package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// plan decides on the matrix.
func (x *run) plan() (*plan, error) {
	columns := x.header.Columns
	if columns == nil {
		x.ZeroBased = x.ZeroBased || x.seen.zero
		var err error
		if columns, err = x.seen.columns(x.base()); err != nil {
			return nil, x.named(err)
		}
	}
	p := &plan{directory: x.header.Directory(columns, x.base()), factors: x.seen.some&header.KeyMG != 0}
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
		p.ledger.formula.explain = x.header.Explain
	}
	return p, nil
}

// schema makes the schema of the matrix.
func (x *run) schema(p *plan, columns []matrix.Column) error {
	text, err := x.header.Formula()
	if err != nil {
		return err
	}
	p.shapes = x.header.Shapes()
	p.schema = matrix.Schema{
		Set: x.set(), Phase: "trace", Columns: p.directory.Columns(x.header.Several()),
		Counts: x.seen.counts, Optional: x.seen.optional(len(x.files)), MG: p.mg.values, EG: p.eg.values,
	}
	p.schema.SetHash = setHash(p.schema.Columns, text)
	if text != "" {
		if p.schema, err = p.schema.WithFormula(text); err != nil {
			return x.header.Explain(err)
		}
		if err := x.readsPhase(p); err != nil {
			return err
		}
	}
	return x.header.Explain(p.schema.Validate())
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

// setHash is the identity of a set of columns: names, order, and which are
// tapered, and of the formula that reads them.
func setHash(columns []matrix.Column, text string) string {
	h := sha256.New()
	for _, c := range columns {
		fmt.Fprintf(h, "%q %t\n", c.Name, c.Tapered)
	}
	if text != "" {
		fmt.Fprintf(h, "formula %q\n", text)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// named names the first file in an error that is not of a line.
func (x *run) named(err error) error {
	var line *datasets.LineError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &line) && line.File != "":
		return err
	case line != nil:
		err = line.Err
	}
	return fmt.Errorf("%s: %w", x.files[0].name, err)
}

// set returns the name of the set.
func (x *run) set() string {
	if x.header.Set != "" {
		return x.header.Set
	}
	name, _, _ := strings.Cut(x.files[0].base, ".")
	if name == "" {
		return x.files[0].base
	}
	return name
}
