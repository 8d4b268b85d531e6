package shards

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Sums add up vectors of numbered pieces, so that the total has the same bytes in whatever
// order and grouping the pieces come. The pieces 0, 1, 2, … are the leaves of a binary tree, and
// a node is the sum of its two halves: a vector waits until its sibling is there. Of neighbouring
// pieces few vectors wait, at most two for each doubling of their number.
//
// Its zero value holds no piece. A piece may be added once.
type Sums struct {
	nodes []node // in the order of their pieces
	free  [][]float64
}

var _ Partial[*Sums] = (*Sums)(nil)

// SegmentBlocks is the number of blocks of a segment, the piece of rows that passes of a fit make sums of: about a
// million rows. It is a variable for tests, which make it smaller.
var SegmentBlocks = 128

// Segments returns how many segments that many blocks fall into: the most processes that find work in a fit.
func Segments(blocks int) int { return (blocks + SegmentBlocks - 1) / SegmentBlocks }

// A node is the sum of the pieces first, first+1, … first+2^level−1; first is a multiple of 2^level.
type node struct {
	first, level int
	sum          []float64
}

// end is the first piece after the node.
func (n *node) end() int { return n.first + 1<<n.level }

// Fresh returns a vector of zeros for [Sums.Add], one that is not needed any more if there is one.
func (s *Sums) Fresh(length int) []float64 {
	if n := len(s.free); n > 0 && len(s.free[n-1]) == length {
		v := s.free[n-1]
		s.free = s.free[:n-1]
		clear(v)
		return v
	}
	return make([]float64, length)
}

// Add adds the vector of a piece, which is the sums' own from now on.
func (s *Sums) Add(piece int, v []float64) error { return s.insert(node{piece, 0, v}) }

// Merge adds the pieces of o.
func (s *Sums) Merge(o *Sums) error {
	for i := range o.nodes {
		n := o.nodes[i]
		n.sum = append(s.Fresh(len(n.sum))[:0], n.sum...)
		if err := s.insert(n); err != nil {
			return err
		}
	}
	return nil
}

// insert puts a node in its place and joins what can be joined.
func (s *Sums) insert(n node) error {
	at, _ := slices.BinarySearchFunc(s.nodes, n.first, func(a node, first int) int { return a.first - first })
	switch {
	case at < len(s.nodes) && s.nodes[at].first < n.end(), at > 0 && s.nodes[at-1].end() > n.first:
		return fmt.Errorf("piece %d comes twice", n.first)
	case len(s.nodes) > 0 && len(s.nodes[0].sum) != len(n.sum):
		return fmt.Errorf("piece %d has %d numbers, the others %d", n.first, len(n.sum), len(s.nodes[0].sum))
	}
	s.nodes = slices.Insert(s.nodes, at, n)
	for {
		left := at
		if s.nodes[at].first>>s.nodes[at].level&1 == 1 {
			left--
		}
		if left < 0 || left+1 >= len(s.nodes) || !s.join(left) {
			return nil
		}
		at = left
	}
}

// join makes one of a node and the next if they are siblings.
func (s *Sums) join(left int) bool {
	a, b := &s.nodes[left], &s.nodes[left+1]
	if a.level != b.level || a.end() != b.first || a.first>>a.level&1 == 1 {
		return false
	}
	floats.Add(a.sum, b.sum)
	a.level++
	s.free = append(s.free, b.sum)
	s.nodes = slices.Delete(s.nodes, left+1, left+2)
	return true
}

// Total returns the sum of pieces 0 to pieces−1, which must all be there. No pieces have no total.
func (s *Sums) Total(pieces int) ([]float64, error) {
	next := 0
	for i := range s.nodes {
		if s.nodes[i].first != next {
			break
		}
		next = s.nodes[i].end()
	}
	if next != pieces || len(s.nodes) == 0 {
		return nil, fmt.Errorf("piece %d of %d is missing", next, pieces)
	}
	total := slices.Clone(s.nodes[len(s.nodes)-1].sum)
	for i := len(s.nodes) - 2; i >= 0; i-- { // the small ones first, as in a tree that is filled up with zeros
		for k, v := range s.nodes[i].sum {
			total[k] = v + total[k]
		}
	}
	return total, nil
}

// sumsKind is what a text of sums says that it is.
const sumsKind = "sums"

// MarshalBinary implements [Partial].
func (s *Sums) MarshalBinary() ([]byte, error) { return Marshal(sumsKind, s.code) }

// UnmarshalBinary implements [Partial].
func (s *Sums) UnmarshalBinary(text []byte) error {
	*s = Sums{}
	return Unmarshal(sumsKind, text, s.code)
}

// code codes the nodes, one after the other.
func (s *Sums) code(c *Coder) {
	nodes := s.nodes
	List(c, &nodes, func(n *node) {
		c.Int(&n.first, &n.level)
		Numbers(c, &n.sum)
		if !c.Reading() || c.err != nil {
			return
		}
		if n.first < 0 || n.level < 0 || n.level > 40 || n.first&(1<<n.level-1) != 0 {
			c.Fail(ErrForeign)
			return
		}
		if err := s.insert(*n); err != nil {
			c.Fail(err)
		}
	})
}
