package matrix

import "fmt"

// A Shard says which part of an extraction a matrix holds: of the extraction's
// blocks 0, 1, 2, … those whose number is Index modulo Of. The zero value is the
// whole.
type Shard struct {
	Index int `json:"index"` // 0..Of-1
	Of    int `json:"of"`    // number of shards; 0 means 1
}

// Validate reports what is wrong with the shard.
func (s Shard) Validate() error {
	if s.Of < 0 || s.Index < 0 || s.Index >= s.count() {
		return fmt.Errorf("shard %v: want i/n with 0 ≤ i < n", s)
	}
	return nil
}

// Holds reports whether the shard holds block b of the extraction.
func (s Shard) Holds(b int) bool { return b%s.count() == s.Index }

// String returns index/of, as in 0/3.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.count()) }

// count is the number of shards.
func (s Shard) count() int { return max(1, s.Of) }

// blocks is the number of blocks that the shard has of an extraction of total.
func (s Shard) blocks(total int) int { return (total - s.Index + s.count() - 1) / s.count() }
