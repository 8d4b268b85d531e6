package sparse

import (
	"context"
	"fmt"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/shards"
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

const scoresKind = "scores of a fit"

// MarshalBinary implements [shards.Partial].
func (p *scoringPart) MarshalBinary() ([]byte, error) { return shards.Marshal(scoresKind, p.code) }

// UnmarshalBinary implements [shards.Partial].
func (p *scoringPart) UnmarshalBinary(text []byte) error {
	return shards.Unmarshal(scoresKind, text, p.code)
}

func (p *scoringPart) code(c *shards.Coder) {
	weights, words := len(p.Rows), len(p.Seen)
	c.Int(&weights, &words)
	if weights != len(p.Rows) || words != len(p.Seen) {
		c.Fail(fmt.Errorf("scores of %d weights, want %d: %w", weights, len(p.Rows), shards.ErrForeign))
		return
	}
	shards.Ints(c, p.Rows)
	shards.Ints(c, p.Games)
	c.Int(&p.All)
	shards.Fixed(c, p.Seen)
	shards.Part(c, &p.Sums)
}

// shared adds up the scores of several segments.
func (s *scoring) shared(ctx context.Context) error {
	low, high := s.d.Own(s.d.Segments())
	all, err := packed.Gather(ctx, s.d.Exchange, "scores", s.fresh, func() (*scoringPart, error) { return s.some(ctx, low, high) })
	if err != nil {
		return err
	}
	sums, err := all.Sums.Total(s.d.Segments())
	if err != nil {
		return err
	}
	if s.Pools != nil {
		s.Pools = sums[:s.length:s.length]
	}
	s.squares, s.Rows, s.Games, s.All, s.seen = sums[s.length], all.Rows, all.Games, all.All, all.Seen
	return nil
}

// fresh returns a part of no rows.
func (s *scoring) fresh() *scoringPart {
	return &scoringPart{Rows: make([]int, s.d.Weights), Games: make([]int, s.d.Weights), Seen: make([]uint64, len(s.seen))}
}

// some makes the part of the segments low to high−1.
func (s *scoring) some(ctx context.Context, low, high int) (*scoringPart, error) {
	p := s.fresh()
	err := s.d.Some(ctx, low, high, func(i int, seg *packed.Segment) error {
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
}

// Scores returns the scores at weights w, with games in a number of pools.
func (d *Design) Scores(ctx context.Context, w []float64, pools int) (*Scores, error) {
	if err := d.tell(ctx, &Order{Pass: passScores, W: w, Every: pools}); err != nil {
		return nil, err
	}
	return d.scores(ctx, w, pools, make([]float64, pools*d.Weights), nil)
}

// Counts is Scores without the sums, which are a number for each pool and weight.
func (d *Design) Counts(ctx context.Context, w []float64, pools int) (*Scores, error) {
	if err := d.tell(ctx, &Order{Pass: passCounts, W: w, Every: pools}); err != nil {
		return nil, err
	}
	return d.scores(ctx, w, pools, nil, nil)
}

func (d *Design) scores(ctx context.Context, w []float64, pools int, sums []float64, placed *Placed) (*Scores, error) {
	sum := d.scoring(w, pools, sums)
	sum.placed = placed
	var err error
	if d.Alone() || placed != nil {
		err = d.Each(ctx, func(s *packed.Segment) error { return sum.segment(ctx, s) })
	} else {
		err = sum.shared(ctx)
	}
	if err != nil {
		return nil, err
	}
	sum.finish()
	return &sum.Scores, nil
}
