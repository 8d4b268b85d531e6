package moves

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// Name is the name of the set of terms, in matrices and weights files.
const Name = "moves"

// Phase blends middlegame and endgame weights.
var Phase = &tapered.PeSTO

// families are all that is counted, in the order of their terms.
var families = []family{
	captures, promotions, checks, evasions, safety, threats, activity, castlings, pawns, kings, squares,
}

// terms are the definitions by term; firsts are the first ones of the families.
var terms, firsts = layOut(families)

func layOut(families []family) (terms []features.Definition, firsts []features.Term) {
	for _, f := range families {
		firsts = append(firsts, features.Term(len(terms)))
		terms = append(terms, f.terms...)
	}
	return terms, firsts
}

// Terms returns the definitions by [features.Term]; all have a middlegame and an endgame weight.
// The caller must not change them.
func Terms() []features.Definition { return terms }

// Term returns the index of the term of that name.
func Term(name string) (features.Term, bool) {
	i := slices.IndexFunc(terms, func(d features.Definition) bool { return d.Name == name })
	return features.Term(i), i >= 0
}

// Hash identifies the set: the names of its terms, and what they count for the moves of about a
// thousand fixed positions. A changed count is a changed hash.
var Hash = sync.OnceValue(func() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", Name, Phase.Name)
	for _, def := range terms {
		fmt.Fprintln(h, def.Name)
	}
	c := NewTrace()
	var columns []uint16
	var counts []float32
	for i := range features.Probes() {
		p := &features.Probes()[i]
		c.Start(p)
		for _, m := range p.LegalMoves(nil) {
			columns, counts = c.Count(m).Trace().AppendEntries(columns[:0], counts[:0])
			fmt.Fprintln(h, m, columns, counts)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
})

// A Counter counts the moves of one position after the other. It keeps buffers: a goroutine needs
// its own.
type Counter struct {
	tally *features.Tally
	pos   position
	move  move
}

// NewTrace returns a counter that records counts.
func NewTrace() *Counter { return &Counter{tally: features.NewTrace(len(terms))} }

// NewScore returns a counter that adds weight × count in whole numbers, by weights by term.
func NewScore(weights []tapered.Packed) *Counter { return &Counter{tally: features.NewScore(weights)} }

// Start makes p the position whose moves are counted. It must stay as it is meanwhile.
func (c *Counter) Start(p *board.Position) { c.pos.see(p) }

// Step returns the phase of the position in steps of [Phase].
func (c *Counter) Step() int { return Phase.Step(c.pos.Position) }

// Count counts a legal move of the position, in the view of the side that moves, and returns the
// tally with its counts alone.
func (c *Counter) Count(m board.Move) *features.Tally {
	c.tally.Reset()
	c.move.see(&c.pos, m)
	for i := range families {
		families[i].count(&c.pos, &c.move, c.tally, firsts[i])
	}
	return c.tally
}
