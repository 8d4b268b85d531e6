package sparse

import (
	"context"
	"fmt"

	"centipawn/shards"
)

// A scoringPart is what the rows of some segments give to Scores: sums of scores, then squares of
// lengths, and rows and bits of games by weight.
type scoringPart struct {
	Sums  shards.Sums
	Rows  []int
	Games []int // only of one segment, as All
	All   int
	Seen  []uint64
}

var _ shards.Partial[*scoringPart] = (*scoringPart)(nil)

// Merge implements [shards.Partial].
func (p *scoringPart) Merge(o *scoringPart) error {
	for i, n := range o.Rows {
		p.Rows[i] += n
		p.Games[i] += o.Games[i]
	}
	p.All += o.All
	for i, bits := range o.Seen {
		p.Seen[i] |= bits
	}
	return p.Sums.Merge(&o.Sums)
}

// MarshalBinary implements [shards.Partial].
func (p *scoringPart) MarshalBinary() ([]byte, error) {
	sums, err := p.Sums.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return encode(&scoringText{sums, p.Rows, p.Games, p.All, p.Seen})
}

// UnmarshalBinary implements [shards.Partial].
func (p *scoringPart) UnmarshalBinary(b []byte) error {
	var t scoringText
	if err := decode(b, &t); err != nil {
		return err
	}
	if len(t.Rows) != len(p.Rows) || len(t.Games) != len(p.Games) || len(t.Seen) != len(p.Seen) {
		return fmt.Errorf("scores of %d weights, want %d", len(t.Rows), len(p.Rows))
	}
	p.Rows, p.Games, p.All, p.Seen = t.Rows, t.Games, t.All, t.Seen
	return p.Sums.UnmarshalBinary(t.Sums)
}

// scoringText is a scoringPart as it is sent.
type scoringText struct {
	Sums  []byte
	Rows  []int
	Games []int
	All   int
	Seen  []uint64
}

// shared adds up the scores of several segments.
func (s *scoring) shared(ctx context.Context) error {
	fresh := func() *scoringPart {
		return &scoringPart{Rows: make([]int, s.d.Weights), Games: make([]int, s.d.Weights), Seen: make([]uint64, len(s.seen))}
	}
	all, err := gather(ctx, s.d.Exchange, "scores", fresh, func() (*scoringPart, error) {
		p := fresh()
		low, high := s.d.part(len(s.d.plans))
		err := s.d.some(ctx, low, high, func(i int, seg *segment) error {
			v := p.Sums.Fresh(s.length + 1)
			s.squares = 0
			if s.Pools != nil {
				s.Pools = v[:s.length]
			}
			if err := s.segment(ctx, seg); err != nil {
				return err
			}
			v[s.length] = s.squares
			return p.Sums.Add(i, v)
		})
		copy(p.Rows, s.Rows)
		copy(p.Games, s.Games)
		copy(p.Seen, s.seen)
		p.All = s.All
		return p, err
	})
	if err != nil {
		return err
	}
	sums, err := all.Sums.Total(len(s.d.plans))
	if err != nil {
		return err
	}
	if s.Pools != nil {
		s.Pools = sums[:s.length:s.length]
	}
	s.squares, s.Rows, s.Games, s.All, s.seen = sums[s.length], all.Rows, all.Games, all.All, all.Seen
	return nil
}
