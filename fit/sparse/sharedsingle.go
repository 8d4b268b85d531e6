package sparse

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/shards"
)

// A gamesPart is games in whose rows of some segments a wanted weight takes part.
type gamesPart struct {
	games []uint32 // ascending
}

var _ shards.Partial[*gamesPart] = (*gamesPart)(nil)

// Merge implements [shards.Partial].
func (p *gamesPart) Merge(o *gamesPart) error {
	p.games = append(slices.Clip(p.games), o.games...)
	slices.Sort(p.games)
	p.games = slices.Compact(p.games)
	return nil
}

const gamesKind = "games of rare weights"

// MarshalBinary implements [shards.Partial].
func (p *gamesPart) MarshalBinary() ([]byte, error) { return shards.Marshal(gamesKind, p.code) }

// UnmarshalBinary implements [shards.Partial].
func (p *gamesPart) UnmarshalBinary(text []byte) error {
	return shards.Unmarshal(gamesKind, text, p.code)
}

func (p *gamesPart) code(c *shards.Coder) { shards.Numbers(c, &p.games) }

// A singlePart is the rows of games in some segments.
type singlePart struct {
	segments []singleSegment // in their order
}

type singleSegment struct {
	number int
	games  []sandwich.Game // in the order of their first rows
}

var _ shards.Partial[*singlePart] = (*singlePart)(nil)

// Merge implements [shards.Partial].
func (p *singlePart) Merge(o *singlePart) error {
	for _, s := range o.segments {
		at, twice := slices.BinarySearchFunc(p.segments, s.number, func(a singleSegment, n int) int { return cmp.Compare(a.number, n) })
		if twice {
			return fmt.Errorf("games of segment %d come twice", s.number)
		}
		p.segments = slices.Insert(p.segments, at, s)
	}
	return nil
}

// whole returns the games of all segments, in the order of their first rows.
func (p *singlePart) whole() (all []sandwich.Game) {
	index := make(map[uint32]int)
	for _, s := range p.segments {
		for i := range s.games {
			g := &s.games[i]
			at, ok := index[g.ID]
			if !ok {
				at = len(all)
				index[g.ID] = at
				all = append(all, sandwich.Game{ID: g.ID})
			}
			all[at].Append(g)
		}
	}
	return all
}

const singleKind = "rows of games"

// MarshalBinary implements [shards.Partial].
func (p *singlePart) MarshalBinary() ([]byte, error) { return shards.Marshal(singleKind, p.code) }

// UnmarshalBinary implements [shards.Partial].
func (p *singlePart) UnmarshalBinary(text []byte) error {
	*p = singlePart{}
	return shards.Unmarshal(singleKind, text, p.code)
}

func (p *singlePart) code(c *shards.Coder) {
	shards.List(c, &p.segments, func(s *singleSegment) {
		c.Int(&s.number)
		shards.List(c, &s.games, func(g *sandwich.Game) { codeGame(c, g) })
	})
}

// codeGame codes a game; of one that is read the rows must be those of its numbers.
func codeGame(c *shards.Coder, g *sandwich.Game) {
	id, starts := uint64(g.ID), make([]int64, len(g.Start))
	for i, at := range g.Start {
		starts[i] = int64(at)
	}
	c.Uint(&id)
	shards.Numbers(c, &starts)
	shards.Numbers(c, &g.Index)
	shards.Numbers(c, &g.X)
	shards.Numbers(c, &g.First)
	shards.Numbers(c, &g.Second)
	shards.Numbers(c, &g.Gauss)
	if !c.Reading() {
		return
	}
	g.ID, g.Start = uint32(id), make([]int, len(starts))
	for i, at := range starts {
		g.Start[i] = int(at)
	}
	rows, entries := len(g.First), len(g.Index)
	if len(starts) != rows+1 || len(g.Second) != rows || len(g.Gauss) != rows || len(g.X) != entries ||
		!slices.IsSorted(starts) || starts[0] != 0 || starts[rows] != int64(entries) {
		c.Fail(shards.ErrForeign)
	}
}

// sharedSingle is Single where processes share the rows.
func (d *Design) sharedSingle(ctx context.Context, w []float64, kind Curvature, wanted []bool) ([]sandwich.Game, error) {
	var only []uint32
	if wanted != nil {
		all, err := d.sharedGames(ctx, w, wanted)
		if err != nil {
			return nil, err
		}
		only = append([]uint32{}, all.games...) // not nil
	}
	all, err := d.sharedRows(ctx, w, kind, only)
	if err != nil {
		return nil, err
	}
	return all.whole(), nil
}

// sharedGames finds the games of wanted weights.
func (d *Design) sharedGames(ctx context.Context, w []float64, wanted []bool) (*gamesPart, error) {
	if err := d.tell(ctx, &Order{Pass: passGames, W: w, Wanted: wanted}); err != nil {
		return nil, err
	}
	low, high := d.Own(d.Segments())
	return packed.Gather(ctx, d.Exchange, passGames, func() *gamesPart { return new(gamesPart) }, func() (*gamesPart, error) {
		return d.gamesOf(ctx, w, wanted, low, high)
	})
}

// sharedRows gathers the rows of games; nil: of all.
func (d *Design) sharedRows(ctx context.Context, w []float64, kind Curvature, games []uint32) (*singlePart, error) {
	if err := d.tell(ctx, &Order{Pass: passSingle, W: w, Kind: kind, Games: games}); err != nil {
		return nil, err
	}
	var only map[uint32]bool
	if games != nil {
		only = make(map[uint32]bool)
	}
	for _, id := range games {
		only[id] = true
	}
	low, high := d.Own(d.Segments())
	return packed.Gather(ctx, d.Exchange, passSingle, func() *singlePart { return new(singlePart) }, func() (*singlePart, error) {
		return d.singleOf(ctx, w, kind, only, low, high)
	})
}

// gamesOf finds the games of wanted weights in the segments low to high−1.
func (d *Design) gamesOf(ctx context.Context, w []float64, wanted []bool, low, high int) (*gamesPart, error) {
	s := d.singling(w, Exact)
	defer s.release()
	s.only = make(map[uint32]bool)
	err := d.Some(ctx, low, high, func(_ int, seg *packed.Segment) error {
		s.cells(seg, s.find(wanted))
		return d.faulty(ctx, s.fault)
	})
	return &gamesPart{slices.Sorted(maps.Keys(s.only))}, err
}

// singleOf gathers the rows of games in the segments low to high−1; nil: of all games.
func (d *Design) singleOf(ctx context.Context, w []float64, kind Curvature, only map[uint32]bool, low, high int) (*singlePart, error) {
	s, p := d.singling(w, kind), new(singlePart)
	defer s.release()
	s.only = only
	return p, d.Some(ctx, low, high, func(i int, seg *packed.Segment) error {
		s.games, s.index = nil, make(map[uint32]int)
		s.cells(seg, s.gather)
		p.segments = append(p.segments, singleSegment{i, s.games})
		return d.faulty(ctx, s.fault)
	})
}

// Single returns the rows of games one by one, at weights w: of those games in which a
// weight takes part that wanted says, or of all with a nil wanted. Games stand in the order
// of their first rows, and derivatives are those of Σ w·loss.
func (d *Design) Single(ctx context.Context, w []float64, kind Curvature, wanted []bool) ([]sandwich.Game, error) {
	if d.Exchange != nil {
		return d.sharedSingle(ctx, w, kind, wanted)
	}
	s := d.singling(w, kind)
	defer s.release()
	return s.games, d.allSingle(ctx, s, wanted)
}
