package sparse

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/ordered"
)

// Scores are the derivatives of the loss summed within games, which is what the
// errors of weights are made of, and the rows and games of each weight.
type Scores struct {
	// Pools holds the sums, a row of Weights for each pool: of Σ w·loss, not of the
	// mean. Games are put together at random, by hash, into so many pools; pools
	// are as independent as games are.
	Pools []float64

	Rows  []int // by weight: rows in which it takes part
	Games []int // by weight: games in which it does
	All   int   // games

	// Effective is (Σn)²/Σn² over the rows n of games: of so many games of equal length
	// the rows would be as many independent ones.
	Effective float64
}

// gameBits is the number of bits by which games are counted where a design has
// several segments: of n games (1 − e^(−n/bits))·bits bits are set, so that n is
// known to about 1 % for 10,000 games and exactly for few; beyond 700,000 the bits are all
// set and the number stays there.
//
// Source: K.-Y. Whang, B. Vander-Zanden, H. Taylor, "A Linear-Time Probabilistic
// Counting Algorithm for Database Applications" (1990).
const gameBits = 1 << 16

// scoring returns the state of Scores before the first row.
func (d *Design) scoring(w []float64, pools int, sums []float64) *scoring {
	s := &scoring{
		d: d, w: w, pools: pools, exact: d.Segments() == 1, length: len(sums),
		Scores: Scores{Pools: sums, Rows: make([]int, d.Weights), Games: make([]int, d.Weights)},
	}
	if !s.exact {
		s.seen = make([]uint64, (d.Weights+1)*gameBits/64)
	}
	return s
}

// scoring is the state of Scores.
type scoring struct {
	Scores
	d       *Design
	placed  *Placed // nil: slopes are found
	w       []float64
	pools   int
	exact   bool
	length  int      // of the sums
	seen    []uint64 // bits by weight, and then of all games; nil if exact
	slope   []float32
	squares float64 // Σ n² over the rows n of games, or of their parts in segments
}

// segment adds the rows of a segment.
func (s *scoring) segment(ctx context.Context, seg *packed.Segment) error {
	if err := s.slopes(ctx, seg); err != nil {
		return err
	}
	order, start := byPool(seg, s.pools)
	const grain = 64
	return ordered.Sum(ctx, s.d.Threads, (s.pools+grain-1)/grain, s.newPool,
		func(p *pool, g int) error {
			for n := g * grain; n < min((g+1)*grain, s.pools); n++ {
				if f := p.add(seg, order[start[n]:start[n+1]], p.sums(n)); f != nil {
					return s.d.faulty(ctx, f)
				}
			}
			return nil
		}, s.merge)
}

// slopes sets the derivatives of the losses of a segment's rows.
func (s *scoring) slopes(ctx context.Context, seg *packed.Segment) error {
	s.slope = slices.Grow(s.slope[:0], seg.Rows)[:seg.Rows]
	if s.placed != nil {
		for row, at := range seg.Place {
			s.slope[row] = float32(s.placed.Value[at])
		}
		return nil
	}
	return s.d.pass(ctx, seg, s.w, func(k *worker, seg *packed.Segment, g *packed.Part) { k.slopes(seg, g, s.slope) }, func(k *worker) { k.sum = 0 })
}

// slopes stores the derivatives of rows' losses by their evaluations.
func (k *worker) slopes(s *packed.Segment, g *packed.Part, slope []float32) {
	k.batches(s, g, func(c *packed.Cell, low, high int) {
		k.derive(s, c, low, high)
		for i, v := range k.z[:high-low] {
			slope[low+i] = float32(v)
		}
	})
	k.codes = -1
}

// byPool returns the rows of a segment by the pools of their games.
func byPool(s *packed.Segment, pools int) (order []uint32, start []int) {
	start = make([]int, pools+1)
	for _, game := range s.Cluster {
		start[1+PoolOf(game, pools)]++
	}
	for i := range pools {
		start[i+1] += start[i]
	}
	next := slices.Clone(start)
	order = make([]uint32, len(s.Cluster))
	for row, game := range s.Cluster {
		p := PoolOf(game, pools)
		order[next[p]] = uint32(row)
		next[p]++
	}
	return order, start
}

// PoolOf scatters games over pools.
//
// Source: the multiplier is that of D. Knuth, "The Art of Computer Programming",
// volume 3 (1973), section 6.4.
func PoolOf(game uint32, pools int) int {
	return int(uint64(game*2654435769) * uint64(pools) >> 32)
}

// A pool is the scratch for the rows of some pools.
type pool struct {
	s       *scoring
	rows    []int    // by weight
	last    []uint32 // by weight: the last of them, counted from 1
	count   []int    // games by weight
	all     int
	games   []uint32  // of the pool
	length  []float64 // rows of each
	squares float64   // Σ length² over games of all pools
	seen    []uint64  // bits by game and weight
	words   int       // of a game
	bits    [][2]uint32

	form     *packed.FormTape // nil without a form
	unwanted []float64        // sums of no use
}

// sums returns where the scores of pool n go.
func (p *pool) sums(n int) []float64 {
	if p.s.Pools == nil {
		return p.unwanted
	}
	return p.s.Pools[n*p.s.d.Weights:][:p.s.d.Weights]
}

func (s *scoring) newPool() *pool {
	n := s.d.Weights
	p := &pool{
		unwanted: make([]float64, n), s: s, rows: make([]int, n), last: make([]uint32, n), count: make([]int, n), words: (n + 63) / 64,
		form: s.d.NewFormTape(),
	}
	if p.form != nil {
		p.form.Begin(s.w)
	}
	return p
}

// add sums the scores of a pool's rows. It ends at one of which the form or a derivative is not finite.
func (p *pool) add(seg *packed.Segment, rows []uint32, sum []float64) *rowFault {
	p.games, p.length, p.seen = p.games[:0], p.length[:0], p.seen[:0]
	for some := range slices.Chunk(rows, batch) {
		if p.form != nil {
			for i, row := range some {
				p.form.Put(i, seg, seg.CellOf(int(row)), int(row))
			}
			p.form.Run(len(some))
			p.form.Slopes()
			if f := p.form.Fault(); f != nil {
				return &rowFault{seg, int(some[f.Row]), f}
			}
		}
		for i, row := range some {
			if !p.s.placed.mutes(seg, int(row)) {
				p.addRow(seg, row, i, sum)
			}
		}
	}
	p.close()
	return nil
}

// addRow adds the scores of a row, the one of the form's at i.
func (p *pool) addRow(seg *packed.Segment, row uint32, i int, sum []float64) {
	d := p.s.d
	slope := float64(p.s.slope[row]) * d.Scale * d.Loss.Unit
	game := p.game(seg.Cluster[row])
	p.length[game]++
	c := seg.CellOf(int(row))
	p.addEntries(seg, c, row, game, slope, sum)
	if p.form == nil {
		return
	}
	p.form.Derive(seg, c, int(row), i)
	for k, u := range p.form.Unit {
		w, v := d.Units[u], p.form.By[k]
		sum[w] += slope * v
		p.mark(row, game, w, v)
	}
}

// addEntries adds the scores of a row's entries.
func (p *pool) addEntries(seg *packed.Segment, c *packed.Cell, row uint32, game int, slope float64, sum []float64) {
	d, factors := p.s.d, p.s.d.Pairs[c.Codes()]
	at := c.Base + (int(row)-c.Low)*c.Entries
	for j, e := range seg.Entries[at:][:c.Entries] {
		sym := &d.Symbols[e]
		x := sym.Count
		if seg.Values != nil {
			x = float64(seg.Values[at+j])
		}
		col := d.Columns[sym.Column]
		col.Spread(sum, factors, slope*x)
		p.mark(row, game, col.Plain, x)
		p.mark(row, game, col.MG, x*factors.MG)
		p.mark(row, game, col.EG, x*factors.EG)
	}
}

// game returns the number of a game within the pool.
func (p *pool) game(id uint32) int {
	if i := slices.Index(p.games, id); i >= 0 {
		return i
	}
	p.games, p.length = append(p.games, id), append(p.length, 0)
	for range p.words {
		p.seen = append(p.seen, 0)
	}
	return len(p.games) - 1
}

// mark notes that a weight takes part in a row.
func (p *pool) mark(row uint32, game int, weight int32, x float64) {
	if weight >= 0 && x != 0 && p.last[weight] != row+1 {
		p.last[weight] = row + 1
		p.rows[weight]++
		p.seen[game*p.words+int(weight)/64] |= 1 << (weight % 64)
	}
}

// close counts the games of the pool.
func (p *pool) close() {
	p.all += len(p.games)
	for _, n := range p.length {
		p.squares += n * n
	}
	for g, id := range p.games {
		if !p.s.exact {
			p.bits = append(p.bits, [2]uint32{uint32(p.s.d.Weights), id})
		}
		for word, set := range p.seen[g*p.words:][:p.words] {
			for ; set != 0; set &= set - 1 {
				weight := word*64 + bits.TrailingZeros64(set)
				p.count[weight]++
				if !p.s.exact {
					p.bits = append(p.bits, [2]uint32{uint32(weight), id})
				}
			}
		}
	}
}

// merge takes the counts of pools over.
func (s *scoring) merge(p *pool) {
	for i := range p.rows {
		s.Rows[i] += p.rows[i]
		s.Games[i] += p.count[i]
		p.rows[i], p.count[i] = 0, 0
	}
	s.All += p.all
	s.squares += p.squares
	for _, b := range p.bits {
		bit := uint(b[0])*gameBits + uint(mixed(b[1])%gameBits)
		s.seen[bit/64] |= 1 << (bit % 64)
	}
	p.all, p.squares, p.bits = 0, 0, p.bits[:0]
}

// mixed spreads games at random, even those that are numbered one after the
// other: as many of their bits coincide as of any games.
//
// Source: A. Appleby, MurmurHash3 (2011), the end of its 32-bit form.
func mixed(game uint32) uint32 {
	game = (game ^ game>>16) * 0x85ebca6b
	game = (game ^ game>>13) * 0xc2b2ae35
	return game ^ game>>16
}

// finish estimates the games where segments share them.
func (s *scoring) finish() {
	rows := float64(s.d.Rows() - s.placed.muted())
	s.Effective = rows * rows / max(1, s.squares)
	if s.exact {
		return
	}
	for i := range s.d.Weights {
		s.Games[i] = s.distinct(i)
	}
	s.All = s.distinct(s.d.Weights)
}

// distinct returns the number of games from the bits that they set.
func (s *scoring) distinct(i int) int {
	set := 0
	for _, word := range s.seen[i*gameBits/64:][:gameBits/64] {
		set += bits.OnesCount64(word)
	}
	empty := max(1, gameBits-set)
	return int(math.Round(-gameBits * math.Log(float64(empty)/gameBits)))
}
