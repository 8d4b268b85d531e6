// Package eval evaluates positions with a weights file.
//
// The terms are counted by package features, by the very code that counted
// them for the fit; this package adds what they are worth. Evaluations are
// centipawns from White's view, regardless of the side to move.
package eval

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	_ "example.org/centipawn/features/standard" // known by name
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights"
)

// An Evaluator evaluates positions with one weights file. It keeps buffers: a
// goroutine needs its own.
type Evaluator struct {
	set     *features.Set
	weights []tapered.Pair // by features.Term, and those of the set's parameters
	trace   *features.Tally
	path    *path // of explanations, made when the first is asked for
}

// New returns the evaluator of a weights file. The file's set must be
// registered, and count as it did when the weights were fitted; published and imported
// weights have no hash and are known by name. The file may lack terms,
// as a fit omits what its data never show; they are worth nothing. But a piece must
// be worth something: see [Missing].
func New(f *weights.File) (*Evaluator, error) {
	if err := f.Require(weights.Evaluation); err != nil {
		return nil, err
	}
	set, err := features.Lookup(f.Set)
	if err != nil {
		return nil, err
	}
	if f.SetHash != "" && f.SetHash != set.Hash() {
		return nil, fmt.Errorf("the weights are for set %s (hash %s), this program counts %s (hash %s): fit them again",
			f.Set, f.SetHash, set.Name(), set.Hash())
	}
	if err := checkScale(set, f); err != nil {
		return nil, err
	}
	if err := checkFormula(set, f); err != nil {
		return nil, err
	}
	pairs, err := pairs(set, f)
	if err != nil {
		return nil, err
	}
	if err := checkPieces(set, f); err != nil {
		return nil, err
	}
	return &Evaluator{set: set, weights: pairs, trace: set.NewTrace()}, nil
}

// checkScale compares the scale of the endgame weights by name.
func checkScale(set *features.Set, f *weights.File) error {
	name := ""
	if scale := set.Scale(); scale != nil {
		name = scale.Name
	}
	if f.EndgameScale != name {
		return fmt.Errorf("the weights are for the endgame scale %q, set %s has %q: fit them again",
			f.EndgameScale, set.Name(), name)
	}
	return nil
}

// checkFormula compares the formulas. Files without one, such as published weights, may lack the terms
// of the set's other sums, which are then worth nothing; not what its formula reads by name.
func checkFormula(set *features.Set, f *weights.File) error {
	switch {
	case f.Formula == set.Formula(), f.Formula == "" && len(set.Parameters()) == 0:
		return nil
	case set.Formula() == "":
		return fmt.Errorf("the weights are for a formula, set %s is linear: fit them again", set.Name())
	}
	return fmt.Errorf("the weights are for the formula %q, set %s has %q: fit them again", f.Formula, set.Name(), set.Formula())
}

// pairs returns the weights by term, and those of the parameters after them. A term that
// the file does not name was not fitted and is worth nothing.
func pairs(set *features.Set, f *weights.File) ([]tapered.Pair, error) {
	terms, parameters := len(set.Terms()), set.Parameters()
	list := make([]tapered.Pair, terms+len(parameters))
	known := make([]bool, len(list))
	for _, w := range f.Terms {
		place := slices.Index(parameters, w.Name) + terms
		if !w.Parameter {
			term, ok := set.Term(w.Name)
			if !ok {
				return nil, unknownTerm(set, w.Name)
			}
			if err := sameTerm(set, term, w); err != nil {
				return nil, err
			}
			place = int(term)
		} else if place < terms {
			return nil, fmt.Errorf("the weights file has a parameter %s, which the formula of set %s does not read", w.Name, set.Name())
		}
		known[place], list[place] = true, tapered.Pair{MG: w.Value.Value, EG: w.Value.Value}
		if w.Tapered {
			list[place] = tapered.Pair{MG: w.MG.Value, EG: w.EG.Value}
		}
	}
	for i, name := range parameters {
		if !known[terms+i] {
			return nil, fmt.Errorf("the weights file lacks %s, which the formula of set %s reads", name, set.Name())
		}
	}
	return list, nil
}

// sameTerm compares what the weights file and the set say of a term.
func sameTerm(set *features.Set, term features.Term, w weights.Term) error {
	if w.Tapered != (set.Terms()[term].Taper == features.Tapered) {
		return fmt.Errorf("weights file and set %s disagree on whether term %s is tapered", set.Name(), w.Name)
	}
	if sums := set.SumsOf(term); !slices.Equal(w.Sums, sums) {
		return fmt.Errorf("term %s counts in %s of the weights file, in %s of set %s", w.Name, sumNames(w.Sums), sumNames(sums), set.Name())
	}
	return nil
}

// sumNames says which sums a term counts in.
func sumNames(sums []string) string {
	if len(sums) == 0 {
		return "the linear sum"
	}
	return "the sums " + strings.Join(sums, ", ")
}

func unknownTerm(set *features.Set, name string) error {
	return fmt.Errorf("the weights file has a term %s, set %s has not", name, set.Name())
}

// Evaluate returns the evaluation of p in centipawns from White's view.
func (e *Evaluator) Evaluate(p *board.Position) float64 {
	return e.set.Evaluate(p, e.trace, e.weights)
}

// Weight returns the weight of a term of the set, in centipawns a count.
func (e *Evaluator) Weight(term features.Term) tapered.Pair { return e.weights[term] }
