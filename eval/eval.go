// Package eval evaluates positions with a weights file.
//
// The terms are counted by package features, by the very code that counted
// them for the fit; this package adds what they are worth. Evaluations are
// centipawns from White's view, regardless of the side to move.
package eval

import (
	"fmt"

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
	weights []tapered.Pair // by features.Term
	trace   *features.Tally
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
	pairs, err := pairs(set, f)
	if err != nil {
		return nil, err
	}
	if err := checkPieces(set, f); err != nil {
		return nil, err
	}
	return &Evaluator{set, pairs, set.NewTrace()}, nil
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

// pairs returns the weights by term, those of the block included. A term that the
// file does not name was not fitted and is worth nothing.
func pairs(set *features.Set, f *weights.File) ([]tapered.Pair, error) {
	list := make([]tapered.Pair, len(set.Terms()))
	first, _ := set.Block()
	for _, w := range f.Terms {
		term, ok := set.Term(w.Name)
		switch {
		case !ok:
			return nil, unknownTerm(set, w.Name)
		case term >= first && w.Linear():
			return nil, fmt.Errorf("term %s is in the block of set %s, but not in that of the weights file", w.Name, set.Name())
		case term < first && !w.Linear():
			return nil, fmt.Errorf("term %s is in the block of the weights file, but not in that of set %s", w.Name, set.Name())
		case w.Tapered != (set.Terms()[term].Taper == features.Tapered):
			return nil, fmt.Errorf("weights file and set %s disagree on whether term %s is tapered", set.Name(), w.Name)
		case w.Tapered:
			list[term] = tapered.Pair{MG: w.MG.Value, EG: w.EG.Value}
		default:
			list[term] = tapered.Pair{MG: w.Value.Value, EG: w.Value.Value}
		}
	}
	return list, nil
}

func unknownTerm(set *features.Set, name string) error {
	return fmt.Errorf("the weights file has a term %s, set %s has not", name, set.Name())
}

// Evaluate returns the evaluation of p in centipawns from White's view.
func (e *Evaluator) Evaluate(p *board.Position) float64 {
	return e.set.Evaluate(p, e.trace, e.weights)
}

// An Explanation is an evaluation term by term.
type Explanation struct {
	Phase float64 `json:"phase"`           // φ, 1 with all pieces on the board
	Scale float64 `json:"scale"`           // of the endgame weights, 1 if the set has none
	Lines []Line  `json:"terms"`           // those whose count is not zero, in the set's order
	Block *Block  `json:"block,omitempty"` // nil if the set has none
	Sum   float64 `json:"sum"`             // of the products and the block: the evaluation in centipawns
}

// A Line is one term of an evaluation.
type Line struct {
	Term    string       `json:"term"`
	Unit    string       `json:"unit"`    // of the count
	Count   float64      `json:"count"`   // White's minus Black's
	Weight  tapered.Pair `json:"weight"`  // centipawns a count; both the same for a plain term
	Product float64      `json:"product"` // count × blended weight, in centipawns
}

// A Block is what the quadratic terms add, see [features.BlockValue].
type Block struct {
	Lines []BlockLine `json:"terms"` // those that a side has a count of
	White float64     `json:"white"` // sum of White's counts × weights; below 0 it is worth nothing
	Black float64     `json:"black"`
	Value float64     `json:"value"` // in centipawns
}

// A BlockLine is one term of the block.
type BlockLine struct {
	Term   string  `json:"term"`
	Unit   string  `json:"unit"`
	White  float64 `json:"white"` // each side's own count
	Black  float64 `json:"black"`
	Weight float64 `json:"weight"`
}

// Weight returns the weight of a term of the set, in centipawns a count.
func (e *Evaluator) Weight(term features.Term) tapered.Pair { return e.weights[term] }

// Explain returns the evaluation of p term by term.
func (e *Evaluator) Explain(p *board.Position) Explanation {
	e.trace.Reset()
	e.set.Count(p, e.trace)
	x := Explanation{Lines: []Line{}}
	x.Phase, x.Scale = e.set.PhaseScale(e.trace)
	first, end := e.set.Block()
	for term, def := range e.set.Terms()[:first] {
		n := e.trace.Trace().Count(features.Term(term))
		if n == 0 {
			continue
		}
		w := e.weights[term]
		product := n * w.MG
		if def.Taper == features.Tapered {
			product = n * (w.MG*x.Phase + w.EG*(1-x.Phase)*x.Scale)
		}
		x.Lines = append(x.Lines, Line{def.Name, def.Unit, n, w, product})
		x.Sum += product
	}
	if first < end {
		x.Block = e.block(first, end, x.Phase)
		x.Sum += x.Block.Value
	}
	return x
}

// block explains the block of the position that was traced last.
func (e *Evaluator) block(first, end features.Term, phi float64) *Block {
	b := &Block{Lines: []BlockLine{}}
	for term := first; term < end; term++ {
		white, black := e.trace.Trace().SideCount(term, board.White), e.trace.Trace().SideCount(term, board.Black)
		if white == 0 && black == 0 {
			continue
		}
		def, w := e.set.Terms()[term], e.weights[term].MG
		b.Lines = append(b.Lines, BlockLine{def.Name, def.Unit, white, black, w})
		b.White += w * white
		b.Black += w * black
	}
	b.Value = features.BlockValue([2]float64{b.White, b.Black}, phi)
	return b
}
