package features

import (
	"math/bits"

	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

// A Tally receives the counted terms of a position. One made by [NewScore]
// adds weight × count; one made by [NewTrace] records the counts. The terms
// cannot tell which: both see the same calls. A tally is for one goroutine.
type Tally struct {
	trace *Trace // nil while scoring

	weights []tapered.Packed // by Term; nil while tracing
	sum     tapered.Packed
	sides   [2]tapered.Packed // own counts of the family at hand, by board.Color
	others  [MaxSums]tapered.Packed

	context Context // of the position that is counted
	black   Term    // see part, of the family at hand
	plain   bool    // its terms have one weight each

	blender *Blender // of a set's trace
}

// NewScore returns a tally that adds weight × count in whole numbers, for sets
// whose counts are whole ([Set.Kind]). The weights are by term, a plain term's
// twice.
func NewScore(weights []tapered.Packed) *Tally { return &Tally{weights: weights} }

// NewTrace returns a tally that records the counts of n terms.
func NewTrace(n int) *Tally { return &Tally{trace: newTrace(&layout{places: n})} }

// Add adds n to the count of a term. A tally of sides does not learn what of n is White's: see
// [Tally.AddFor] and [Tally.AddDifference].
func (t *Tally) Add(term Term, n int) {
	if t.trace != nil {
		t.trace.add(term+t.trace.net, float64(n))
		return
	}
	t.sum += t.weights[term] * tapered.Packed(n)
}

// AddReal adds x to the count of a term that is not a whole number. A tally made by
// [NewScore] takes the whole part.
func (t *Tally) AddReal(term Term, x float64) {
	if t.trace != nil {
		t.trace.add(term+t.trace.net, x)
		return
	}
	t.sum += t.weights[term] * tapered.Packed(int(x))
}

// AddSide adds n to the count of a side's own of a term of a family with two sums.
func (t *Tally) AddSide(term Term, color board.Color, n int) {
	if t.trace != nil {
		t.trace.add(term+Term(color)*t.black, float64(n)*t.trace.own[color&1])
		return
	}
	t.sides[color&1] += t.weights[term] * tapered.Packed(n)
}

// intoSum returns a family's count with its counts going to a sum of its own.
func intoSum(count counter, sum int8) counter {
	return func(c *Context, t *Tally, first Term) {
		linear := t.sum
		t.sum = 0
		count(c, t, first)
		t.others[sum&(MaxSums-1)] += t.sum
		t.sum = linear
	}
}

// intoSides returns a family's count with each side's own counts going to a sum of its own;
// from the place of White's count of a term to that of Black's are black places. What is
// counted for both together stays linear: [LawSum] tells.
func intoSides(count counter, sums [2]int8, black Term, plain bool) counter {
	return func(c *Context, t *Tally, first Term) {
		t.black, t.plain, t.sides = black, plain, [2]tapered.Packed{}
		count(c, t, first)
		t.others[sums[board.White]&(MaxSums-1)] += t.sides[board.White]
		t.others[sums[board.Black]&(MaxSums-1)] += t.sides[board.Black]
		t.black = 0
	}
}

// AddSquares adds 1 to the term first + square for every square of plus and -1
// for every square of minus. It is Add for terms by square, in one call.
func (t *Tally) AddSquares(first Term, plus, minus board.Bitboard) {
	if t.trace != nil {
		t.trace.addSquares(first, plus, minus)
		return
	}
	sum, weights := t.sum, t.weights[first:]
	for plus := plus &^ minus; plus != 0; {
		sum += weights[plus.Pop()]
	}
	for minus := minus &^ plus; minus != 0; {
		sum -= weights[minus.Pop()]
	}
	t.sum = sum
}

// unit is what one piece adds: White's and Black's.
var unit = [2]float32{1, -1}

// Sum returns the sum of weight × count of the linear terms, of a tally made by
// [NewScore].
func (t *Tally) Sum() tapered.Packed { return t.sum }

// Others returns the other sums, by [Set.Sums], of a tally made by [NewScore]. They are
// the tally's, and may be changed.
func (t *Tally) Others() *[MaxSums]tapered.Packed { return &t.others }

// Sums returns the sums of weight × count of a tally made by [NewScore], in whole
// numbers.
func (t *Tally) Sums() (sums Sums) {
	sums.Linear = tapered.Pair{MG: float64(t.sum.MG()), EG: float64(t.sum.EG())}
	for i, sum := range t.others {
		sums.Others[i] = tapered.Pair{MG: float64(sum.MG()), EG: float64(sum.EG())}
	}
	return sums
}

// Trace returns the counts of a tally made by [NewTrace].
func (t *Tally) Trace() *Trace { return t.trace }

// Start makes the tally ready to count p in parts. What the parts have in common is
// computed once.
func (t *Tally) Start(p *board.Position) {
	t.Reset()
	t.context.reset(p)
}

// UsePawns gives the tally what it need not compute of the position that it was
// started with: the skeletons of its pawns. They must stay as they are.
func (t *Tally) UsePawns(s *Skeletons) { t.context.skeletons = s }

// Reset makes the tally ready for another position.
func (t *Tally) Reset() {
	t.sum, t.others = 0, [MaxSums]tapered.Packed{}
	if t.trace != nil {
		t.trace.reset()
	}
}

// A Trace holds the counts of one position: dense by term, with a note of the
// terms that were touched so that sparse sets need not look at all of them, and
// beside them, as sets, the pieces that AddSquares added. Counts are summed in
// float64, so that the order of a term's pieces leaves no trace in the float32
// of a row.
//
// A term of a family with two sums has two counts: White's in the term's own place,
// Black's after the last term, in the same order. These places are a row's columns.
type Trace struct {
	layout  *layout
	counts  []float64
	touched []uint64     // bit set of terms whose count is in counts
	pieces  []squareSets // of 64 terms each

	black, net Term       // of a tally of sides, see NewSides; 0: of another
	own        [2]float64 // by board.Color, what 1 of a side's own count is stored as
}

// squareSets are terms to which 1 was added, or taken from. None is in both sets.
type squareSets struct{ plus, minus uint64 }

func (m *squareSets) either() uint64 { return m.plus | m.minus }

func newTrace(l *layout) *Trace {
	words := (l.places + 63) / 64
	return &Trace{
		layout: l, counts: make([]float64, l.places), touched: make([]uint64, words), pieces: make([]squareSets, words),
		own: [2]float64{1, 1},
	}
}

// SideCount returns a side's own count of a term that White and Black count apart.
func (tr *Trace) SideCount(term Term, color board.Color) float64 {
	if color == board.Black {
		term = tr.layout.black(term)
	}
	return tr.Count(term)
}

func (tr *Trace) add(term Term, x float64) {
	tr.counts[term] += x
	tr.touched[term>>6] |= 1 << (term & 63)
}

func (tr *Trace) addSquares(first Term, plus, minus board.Bitboard) {
	if tr.black != 0 && minus != 0 {
		if plus != 0 {
			tr.addSquares(first, plus, 0)
		}
		first, plus = first+tr.black, 0
	}
	both := plus & minus
	p, m, shift := uint64(plus&^both), uint64(minus&^both), first&63
	tr.addPieces(first>>6, p<<shift, m<<shift)
	if p, m := p>>(64-shift), m>>(64-shift); p|m != 0 {
		tr.addPieces(first>>6+1, p, m)
	}
}

// addPieces adds to the terms from 64·word on. A term's second piece goes to counts.
func (tr *Trace) addPieces(word Term, plus, minus uint64) {
	m := &tr.pieces[word]
	again := (plus | minus) & m.either()
	m.plus |= plus &^ again
	m.minus |= minus &^ again
	for ; again != 0; again &= again - 1 {
		bit := bits.TrailingZeros64(again)
		tr.add(word<<6+Term(bit), float64(unit[minus>>bit&1]))
	}
}

// Count returns the count of a term, White's minus Black's; of one that both count
// apart White's own.
func (tr *Trace) Count(term Term) float64 {
	m, bit := &tr.pieces[term>>6], term&63
	return tr.counts[term] + float64(m.plus>>bit&1) - float64(m.minus>>bit&1)
}

// weigh adds the sums of weight × count.
func (tr *Trace) weigh(weights []tapered.Pair, sums *Sums) {
	for word := range tr.pieces {
		for set := tr.touched[word] | tr.pieces[word].either(); set != 0; set &= set - 1 {
			place := Term(word<<6 + bits.TrailingZeros64(set))
			n := tr.Count(place)
			to := &sums.Linear
			if other := tr.layout.sum(place); other != noSum {
				to, place = &sums.Others[other], tr.layout.term(place)
			}
			to.MG += weights[place].MG * n
			to.EG += weights[place].EG * n
		}
	}
}

// AppendEntries appends the terms whose count is not zero, in rising order, to
// columns and their counts to counts. Columns are places: see [Set.Columns].
func (tr *Trace) AppendEntries(columns []uint16, counts []float32) ([]uint16, []float32) {
	for word := range tr.pieces {
		if tr.touched[word] == 0 {
			columns, counts = tr.pieces[word].appendEntries(columns, counts, word<<6)
			continue
		}
		tr.settle(word)
		for set := tr.touched[word]; set != 0; set &= set - 1 {
			term := word<<6 + bits.TrailingZeros64(set)
			if n := tr.counts[term]; n != 0 {
				columns, counts = append(columns, uint16(term)), append(counts, float32(n))
			}
		}
	}
	return columns, counts
}

// settle moves pieces to the counts.
func (tr *Trace) settle(word int) {
	m := tr.pieces[word]
	tr.pieces[word] = squareSets{}
	for set := m.either(); set != 0; set &= set - 1 {
		bit := bits.TrailingZeros64(set)
		tr.add(Term(word<<6+bit), float64(unit[m.minus>>bit&1]))
	}
}

// appendEntries appends the pieces of the terms from first on.
func (m *squareSets) appendEntries(columns []uint16, counts []float32, first int) ([]uint16, []float32) {
	minus := m.minus
	for set := m.either(); set != 0; set &= set - 1 {
		bit := bits.TrailingZeros64(set) & 63
		columns, counts = append(columns, uint16(first+bit)), append(counts, unit[minus>>bit&1])
	}
	return columns, counts
}

func (tr *Trace) reset() {
	for word, set := range tr.touched {
		for ; set != 0; set &= set - 1 {
			tr.counts[word<<6+bits.TrailingZeros64(set)] = 0
		}
		tr.touched[word] = 0
	}
	clear(tr.pieces)
}
