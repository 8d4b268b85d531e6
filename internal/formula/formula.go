// Package formula reads, evaluates and differentiates evaluations that are not linear: formulas over
// sums of count × weight.
//
//	danger = square(max(0, danger_white)) - square(max(0, danger_black));
//	eg = linear.eg + if linear.eg > 0 then max(complexity, -linear.eg) else -max(complexity, linear.eg);
//	linear.mg * mg + danger / 100 * mg + eg * eg_factor
//
// A formula is NAME = EXPRESSION; as often as it helps, and an expression: the evaluation in centipawns
// from White's view. See docs/formula.md for the language.
//
// [Parse] reads a text, [Formula.Compile] gives its names a meaning, [Program.NewTape] evaluates the
// program and its derivatives for many rows at a time.
package formula

import "slices"

// QuadraticBlock is the formula of evaluations with the danger to the kings squared, in the sums white
// and black: White's own danger to the enemy king, and Black's.
//
// A sum u of 100 is worth a pawn with all pieces on the board, one of 200 four: the danger that a side
// makes grows faster than its parts. Below 0 it is nothing.
//
// Source: the attack units of king safety, chessprogramming.org, "King Safety"; squared as in
// T. Romstad, M. Costalba and J. Kiiski, Stockfish (from 2016).
const QuadraticBlock = "linear + (square(max(0, white)) - square(max(0, black))) / 100 * mg"

// Parse reads a formula. The error is an *Error: whatever is wrong without knowing what names mean.
func Parse(text string) (*Formula, error) {
	if len(text) > maxText {
		return nil, source("").wrong(0, "the formula has %d bytes: at most %d can be read", len(text), maxText)
	}
	p := parser{Formula: Formula{text: source(text)}}
	if err := p.formula(); err != nil {
		return nil, err
	}
	if _, _, err := p.compile(nil); err != nil {
		return nil, err
	}
	return &p.Formula, nil
}

// Text returns the formula as it was given.
func (f *Formula) Text() string { return string(f.text) }

// Weights returns the names of the weights that the formula reads by name, weight(NAME) and those of
// its lookup tables NAME.0, NAME.1, …, in the order in which they first occur.
func (f *Formula) Weights() []string {
	var list []string
	seen := map[string]bool{}
	f.weights(func(name string) {
		if !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	})
	return list
}

// Compile gives the names of a formula their meaning. The error is an *Error: it names what is not known
// and what there is. Every sum of the scope has to be read.
func (f *Formula) Compile(s Scope) (*Program, error) {
	if err := f.check(&s); err != nil {
		return nil, err
	}
	b, root, err := f.compile(&s)
	if err != nil {
		return nil, err
	}
	p := b.program(root)
	if err := f.unread(&s, p); err != nil {
		return nil, err
	}
	p.scope = Scope{slices.Clone(s.Sums), slices.Clone(s.Inputs)}
	return p, nil
}
