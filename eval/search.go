package eval

import (
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights"
)

// A SearchEvaluator evaluates the positions of a search: it follows the moves that
// are made and taken back. A goroutine needs its own.
type SearchEvaluator struct {
	set   *features.Set
	tally *features.Tally
	slow  *Evaluator // of sets with counts that are not whole; else nil
	scale float64    // see Scale

	table  *table
	totals []total // of the positions from the root on, the current one last
	unit   float64 // of the sums, in centipawns: a power of two

	caches *caches
	kept   kept // in them of sums other than linear

	squaresAlone bool // there is nothing to count but piece-square tables

	blender *features.Blender
	sum     features.Sums // of the current position
	others  int           // number of sums beside linear
	tapered bool          // some of them have two weights a term
	bounded bool          // evaluations by a formula are held in bounds
}

// NewSearch returns the evaluator that a search uses, of a weights file. If the
// counts of its set are whole, the weights are rounded to 1/256 of a centipawn
// ([weights.File.RoundedTo]; coarser if one is larger than 1,953 centipawns), and
// added as integers. Else they are as they stand, and nothing is kept from one position
// to the next.
func NewSearch(f *weights.File) (*SearchEvaluator, error) {
	slow, err := New(f)
	if err != nil {
		return nil, err
	}
	if slow.set.Kind() != features.Count {
		return &SearchEvaluator{slow: slow, scale: scaleOf(f), bounded: slow.set.Formula() != ""}, nil
	}
	unit, err := unitOf(slow)
	if err != nil {
		return nil, err
	}
	packed, err := pack(f, unit)
	if err != nil {
		return nil, err
	}
	tally := features.NewScore(packed)
	e := &SearchEvaluator{
		set:    slow.set,
		scale:  scaleOf(f),
		tally:  tally,
		table:  newTable(slow.set, tally),
		totals: make([]total, 1, 256),
		unit:   unit,
		caches: newCaches(keptOf(slow.set)),
		kept:   keptOf(slow.set),

		blender: slow.set.NewBlender(slow.parameters()),
		others:  len(slow.set.Sums()),
		tapered: slices.Contains(slow.set.TaperedSums(), true),
		bounded: slow.set.Formula() != "",

		squaresAlone: slow.set.Has(features.OnSquares) && len(slow.set.Families()) == 1 && slow.set.Scale() == nil,
	}
	return e, e.knowBareKings()
}

// maxWeight is the largest weight, in units, with which no sum leaves the 32 bits of a
// [tapered.Packed]: a position's counts add up to some two thousand.
const maxWeight = 500_000

// finestUnit is that of the sums where it can be. Whole centipawns moved the evaluation of the
// built-in weights by 4.6 centipawns on average of [features.Positions] and by 28 at most: a
// count of space.safe is up to 60, and its weight then off by up to half a centipawn a square.
const finestUnit = 1.0 / 256

// unitOf returns the unit in which the linear weights fit: [finestUnit] times a power of two, 1 at
// most.
func unitOf(e *Evaluator) (unit float64, err error) {
	unit = finestUnit
	for term, def := range e.set.Terms() {
		if len(e.set.SumsOf(features.Term(term))) > 0 {
			continue
		}
		w := e.weights[term]
		for max(math.Abs(w.MG), math.Abs(w.EG)) > maxWeight*unit {
			if unit *= 2; unit > 1 {
				return 0, fmt.Errorf("term %s has a weight of more than %d centipawns: too large for a search", def.Name, maxWeight)
			}
		}
	}
	return unit, nil
}

// pack returns the weights of a file, rounded to units, in the order of the set's terms.
// Those of sums other than linear are in units of [weights.SumStep].
func pack(f *weights.File, unit float64) ([]tapered.Packed, error) {
	rounded, err := New(f.RoundedTo(unit))
	if err != nil {
		return nil, err
	}
	packed := make([]tapered.Packed, len(rounded.set.Terms()))
	for term, def := range rounded.set.Terms() {
		w, step := rounded.weights[term], unit
		if len(rounded.set.SumsOf(features.Term(term))) > 0 {
			step = weights.SumStep
		}
		if max(math.Abs(w.MG), math.Abs(w.EG)) > maxWeight*step {
			return nil, fmt.Errorf("term %s has a weight of more than %g: too large for a search", def.Name, maxWeight*step)
		}
		packed[term] = tapered.Pack(int(w.MG/step), int(w.EG/step))
	}
	return packed, nil
}

// parameters returns the weights that the set's formula reads by name.
func (e *Evaluator) parameters() (list []float64) {
	for _, w := range e.weights[len(e.set.Terms()):] {
		list = append(list, w.MG)
	}
	return list
}

// Reset makes p the position from which moves are pushed.
func (e *SearchEvaluator) Reset(p *board.Position) {
	if e.slow == nil {
		e.totals = append(e.totals[:0], e.table.of(p))
	}
}

// Push follows a move that is about to be made in p. Null moves are not pushed.
func (e *SearchEvaluator) Push(p *board.Position, m board.Move) {
	if e.slow == nil {
		e.totals = append(e.totals, total{})
		n := len(e.totals)
		e.table.after(&e.totals[n-1], &e.totals[n-2], p, m)
	}
}

// Pop takes back the move that was pushed last.
func (e *SearchEvaluator) Pop() {
	if e.slow == nil {
		e.totals = e.totals[:len(e.totals)-1]
	}
}

// largest is the bound of an evaluation by a formula, in centipawns: far above any material, and
// below every score of a mate.
const largest = 20_000

// Evaluate returns the evaluation, in whole centipawns from White's view, of the
// position that the pushed moves have reached: [features.Blender.Blend], rounded to the
// nearest whole number, a half away from zero. That of a formula is at most 20,000 either
// way, and 0 where it is not a number.
func (e *SearchEvaluator) Evaluate(p *board.Position) int {
	if e.slow != nil {
		return e.whole(e.slow.Evaluate(p))
	}
	sums, step := e.sums(p)
	scale := 0
	if !e.squaresAlone {
		scale = e.set.ScaleIndex(e.tally)
	}
	return e.whole(e.blender.Blend(sums, step, scale))
}

// whole rounds an evaluation.
func (e *SearchEvaluator) whole(v float64) int {
	if e.bounded {
		switch {
		case v > largest:
			return largest
		case v < -largest:
			return -largest
		case v != v:
			return 0
		}
	}
	return round(v)
}

// round is [math.Round] of what is below 2^52, without a branch: twice what is left of a
// number after its whole part is exact, and 1, 0 or -1 before the point.
func round(v float64) int {
	whole := int(v)
	return whole + int(2*(v-float64(whole)))
}

// sums returns the sums of p, exactly those of its row with the rounded weights, and the
// step of its phase. They are the evaluator's.
func (e *SearchEvaluator) sums(p *board.Position) (sums *features.Sums, step int) {
	total := &e.totals[len(e.totals)-1]
	sum := total.squares
	if !e.squaresAlone {
		e.tally.Start(p)
		pawns, kings := e.pawns(p)
		numbers, material := e.material(total.pieces)
		sum += pawns + numbers + e.part(features.OnEverything)
		if e.bounded {
			e.addKept(kings, material)
			e.otherSums()
		}
	}
	e.sum.Linear = tapered.Pair{MG: float64(sum.MG()) * e.unit, EG: float64(sum.EG()) * e.unit}
	return &e.sum, min(total.step, e.set.Phase().Steps())
}

// otherSums sets the sums beside linear.
func (e *SearchEvaluator) otherSums() {
	others, sums := e.tally.Others(), e.sum.Others[:e.others]
	for i := range sums {
		v := float64(others[i].EG()) * weights.SumStep
		sums[i].MG, sums[i].EG = v, v
	}
	if e.tapered {
		for i := range sums {
			sums[i].MG = float64(others[i].MG()) * weights.SumStep
		}
	}
}

// scaleOf returns how many centipawns of weights are worth one of the built-in ones. Margins
// stand for what a search may find beside the static evaluation, so the spread of that
// decides, where it was measured as that of the built-in weights was. Else K does: a
// centipawn that says less of the result is a smaller one. Without either it is 1.
func scaleOf(f *weights.File) float64 {
	own, builtin := &f.Provenance, &weights.Builtin().Provenance
	ratio := 1.0
	switch a, b := own.Spread, builtin.Spread; {
	case a != nil && b != nil && a.Depth == b.Depth && a.Positions == b.Positions:
		ratio = a.StdDev / b.StdDev
	case own.ResultK() != nil:
		ratio = builtin.ResultK().Value / own.ResultK().Value
	}
	return min(max(ratio, 1/float64(largestScale)), largestScale)
}

// largestScale is the largest [SearchEvaluator.Scale], its inverse the smallest: what is
// beyond is in another unit.
const largestScale = 4

// Scale implements search.Scaled: the size of the weights' centipawn, by the
// spread or the K of the file.
func (e *SearchEvaluator) Scale() float64 { return e.scale }
