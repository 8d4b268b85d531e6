// Package eval evaluates positions with a weights file.
//
// The terms are counted by package features, by the very code that counted
// them for the fit; this package adds what they are worth. Evaluations are
// centipawns from White's view, whoever is to move.
package eval

import (
	"fmt"

	"centipawn/board"
	"centipawn/features"
	"centipawn/tapered"
	"centipawn/weights"
)

// An Evaluator evaluates positions with one weights file. It keeps buffers: a
// goroutine needs its own.
type Evaluator struct {
	set     *features.Set
	weights []tapered.Pair // by features.Term
	score   *features.Tally
	trace   *features.Tally
}

// New returns the evaluator of a weights file. The file's set must be
// registered, and count as it did when the weights were fitted.
func New(f *weights.File) (*Evaluator, error) {
	set, err := features.Lookup(f.Set)
	if err != nil {
		return nil, err
	}
	if set.Hash() != f.SetHash {
		return nil, fmt.Errorf("the weights are for set %s (hash %s), this program counts %s (hash %s): fit them again",
			f.Set, f.SetHash, set.Name(), set.Hash())
	}
	pairs, err := pairs(set, f)
	if err != nil {
		return nil, err
	}
	return &Evaluator{set, pairs, features.NewScore(pairs), set.NewTrace()}, nil
}

// pairs returns the weights by term. A term that the file does not name was
// not fitted and is worth nothing.
func pairs(set *features.Set, f *weights.File) ([]tapered.Pair, error) {
	list := make([]tapered.Pair, len(set.Terms()))
	for _, w := range f.Terms {
		term, ok := set.Term(w.Name)
		switch {
		case !ok:
			return nil, fmt.Errorf("the weights name a term %s, which set %s does not have", w.Name, set.Name())
		case w.Tapered != (set.Terms()[term].Taper == features.Tapered):
			return nil, fmt.Errorf("term %s is tapered in one of the weights file and set %s only", w.Name, set.Name())
		case w.Tapered:
			list[term] = tapered.Pair{MG: w.MG.Value, EG: w.EG.Value}
		default:
			list[term] = tapered.Pair{MG: w.Value.Value, EG: w.Value.Value}
		}
	}
	return list, nil
}

// Evaluate returns the evaluation of p in centipawns from White's view.
func (e *Evaluator) Evaluate(p *board.Position) float64 {
	e.score.Reset()
	e.set.Count(p, e.score)
	return e.score.Sum().Blend(e.set.Phase().Of(p))
}

// An Explanation is an evaluation term by term.
type Explanation struct {
	Phase float64 `json:"phase"` // φ, 1 with all pieces on the board
	Lines []Line  `json:"terms"` // those whose count is not zero, in the set's order
	Sum   float64 `json:"sum"`   // of the products: the evaluation in centipawns
}

// A Line is one term of an evaluation.
type Line struct {
	Term    string       `json:"term"`
	Unit    string       `json:"unit"`    // of the count
	Count   float64      `json:"count"`   // White's minus Black's
	Weight  tapered.Pair `json:"weight"`  // centipawns a count; both the same for a plain term
	Product float64      `json:"product"` // count × blended weight, in centipawns
}

// Explain returns the evaluation of p term by term.
func (e *Evaluator) Explain(p *board.Position) Explanation {
	e.trace.Reset()
	e.set.Count(p, e.trace)
	x := Explanation{Phase: e.set.Phase().Of(p), Lines: []Line{}}
	for term, def := range e.set.Terms() {
		n := e.trace.Trace().Count(features.Term(term))
		if n == 0 {
			continue
		}
		product := n * e.weights[term].Blend(x.Phase)
		x.Lines = append(x.Lines, Line{def.Name, def.Unit, n, e.weights[term], product})
		x.Sum += product
	}
	return x
}
