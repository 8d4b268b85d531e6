// Package shards is what work on more than one machine keeps to, whatever starts it: a shell, a
// batch system or Apache Beam.
//
// The contract: work is a list of shards. What a shard does is a function of the input, the [Shard]
// and the parameters alone. It leaves one file, or a [Partial]. Merging is associative, and gives
// the same bytes whatever the order and the grouping in which parts are merged, and whatever the number of
// shards:
//
//   - counts are whole numbers, whose sums are exact;
//   - sums of floating-point numbers are made within pieces that the data fix, blocks of rows or
//     segments of blocks, and over the pieces in one order that [Sums] keeps;
//   - rows, samples and games are put in the order of their numbers.
//
// A shard that is done is recognised by what it left, and not done again. What it leaves appears
// whole or not at all.
package shards

import (
	"encoding"
	"fmt"
)

// A Partial is the result of some of the work. P is a pointer to the type that implements it.
type Partial[P any] interface {
	// Merge adds the result of other work. The argument is left as it is.
	Merge(P) error

	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// A Shard is part Index of the Of parts that work is cut into. The zero value is the whole.
type Shard struct {
	Index int `json:"index"` // 0..Of-1
	Of    int `json:"of"`    // number of shards; 0 means 1
}

// Parse reads i/n.
func Parse(text string) (Shard, error) {
	var s Shard
	if n, err := fmt.Sscanf(text+"\n", "%d/%d\n", &s.Index, &s.Of); n != 2 || err != nil || s.Of < 1 {
		return s, fmt.Errorf("%q: want i/n, such as 0/4", text)
	}
	return s, s.Validate()
}

// Validate reports what is wrong with the shard.
func (s Shard) Validate() error {
	if s.Of < 0 || s.Index < 0 || s.Index >= s.Count() {
		return fmt.Errorf("shard %v: want i/n with 0 ≤ i < n", s)
	}
	return nil
}

// Count is the number of shards.
func (s Shard) Count() int { return max(1, s.Of) }

// Whole reports whether the shard is all there is.
func (s Shard) Whole() bool { return s.Count() == 1 }

// String returns index/of, as in 0/3.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count()) }

// Holds reports whether piece n is the shard's, where pieces are dealt out one by one.
func (s Shard) Holds(n int) bool { return n%s.Count() == s.Index }

// Pieces is the number of pieces that the shard has of total, where they are dealt out one by one.
func (s Shard) Pieces(total int) int { return (total - s.Index + s.Count() - 1) / s.Count() }

// Range returns the pieces of the shard, low to high−1, where it has neighbouring ones of total.
func (s Shard) Range(total int) (low, high int) {
	part := func(i int) int { return total/s.Count()*i + total%s.Count()*i/s.Count() }
	return part(s.Index), part(s.Index + 1)
}
