// Package source writes formulas as functions of programming languages: for engines, and for the
// project's own evaluation.
//
// The function's parameters are numbers of a floating-point type, see [Parameters]. Weights are
// expressions that the caller gives, or come as one last parameter, in the order of [WeightOrder]. Equal parts are computed once, branches that are not taken not at all.
//
// The function of Go gives the bits that the program's tape gives, on every machine: its products cannot
// be fused with sums. Those of other languages do so if their compiler fuses nothing
// (-ffp-contract=off), as far as exp and log are the same.
package source

import (
	"fmt"
	"go/format"
	"io"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/formula/kernel"
)

// Number writes a number as a floating-point constant of the language, the shortest that is x again.
func Number(d Dialect, x float64) string { return languages[d].constant(x) }

// Imports returns the lines that a file with the function needs at its beginning: none or more.
func Imports(d Dialect, p *formula.Program) []string {
	if d != Go {
		return languages[d].imports
	}
	for _, n := range p.Nodes() {
		switch n.Op {
		case kernel.Abs, kernel.Sqrt, kernel.Sigmoid, kernel.Exp, kernel.Log, kernel.Trunc, kernel.Round:
			return languages[d].imports
		}
	}
	return nil
}

// Parameters returns the function's parameters in their order, without that of the weights: the parts of
// the sums in the order of the scope, middlegame before endgame; the inputs in that order; and the row's
// factors. Only what the program reads is among them.
func Parameters(d Dialect, p *formula.Program) []Parameter { return newNames(d, p).parameters }

// Write writes the formula as a function, after what it needs. Go is formatted as gofmt does.
func Write(w io.Writer, d Dialect, p *formula.Program, o Options) error {
	if int(d) >= len(languages) {
		return fmt.Errorf("unknown language %d", d)
	}
	text := newWriter(d, p, o).text()
	if d == Go {
		formatted, err := format.Source([]byte(text))
		if err != nil {
			return err
		}
		text = string(formatted)
	}
	_, err := io.WriteString(w, indented(text, o.Indent))
	return err
}
