package inspect

import (
	"math"

	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/winprob"
)

// clusters count the rows of each game, or of whatever else a 64-bit key tells, in
// bounded memory. What they say does not depend on the order of the rows.
//
// A table of cells, which keys are hashed to, finds a game that has much more
// than its share, however many there are; the sum of the squares of its cells
// estimates that of the games' rows. While a [distinct] sample still holds all
// games, it is asked instead, and the answers are exact.
//
// Source: M. Thorup and Y. Zhang, "Tabulation Based 4-Universal Hashing with
// Applications to Second Moment Estimation" (2004), for the estimate.
type clusters struct {
	sample distinct
	rows   int
	cells  []cell // nil before the first row
}

// A cell holds the rows of all keys with one hash, and the first of their lines.
type cell struct {
	rows, line uint32
}

// cellCount is how many cells there are: 512 kB.
const cellCount = 1 << 16

// add counts a row.
func (g *clusters) add(key uint64, line int) {
	if g.cells == nil {
		g.cells = make([]cell, cellCount)
	}
	g.rows++
	g.sample.add(key, winprob.NoScore)
	g.cells[splitmix.Mix(key)%cellCount].merge(cell{1, uint32(min(line, math.MaxUint32))})
}

func (c *cell) merge(d cell) {
	if c.rows == 0 || d.rows > 0 && d.line < c.line {
		c.line = d.line
	}
	c.rows += d.rows
}

// merge adds the rows of h.
func (g *clusters) merge(h *clusters) {
	if h.cells == nil {
		return
	}
	if g.cells == nil {
		g.cells = make([]cell, cellCount)
	}
	g.rows += h.rows
	g.sample.merge(&h.sample)
	for i := range h.cells {
		g.cells[i].merge(h.cells[i])
	}
}

// Clusters say how rows are divided among games.
type Clusters struct {
	Rows      int     `json:"rows"`
	Games     int     `json:"games"`
	Effective float64 `json:"effective"`      // equally long games that would say as much: (Σn)²/Σn² of the games' rows n
	Largest   int     `json:"largest"`        // rows of the game that has the most
	Line      int     `json:"line,omitempty"` // of its first row, 0 if not known
	Exact     bool    `json:"exact"`          // counted, not estimated
}

// Mean returns the average number of rows of a game.
func (c Clusters) Mean() float64 { return float64(c.Rows) / math.Max(float64(c.Games), 1) }

// Share returns that of the largest game in all rows.
func (c Clusters) Share() float64 { return float64(c.Largest) / math.Max(float64(c.Rows), 1) }

// summary returns what was counted.
//
// Source: L. Kish, "Survey Sampling" (1965), section 8.2, for the effective number.
func (g *clusters) summary() (c Clusters) {
	c.Rows = g.rows
	c.Games, _, _, c.Exact = g.sample.duplication()
	squares := 0.0
	if c.Exact {
		squares = g.count(&c)
	} else {
		squares = g.estimate(&c)
	}
	if n := float64(g.rows); n > 0 {
		c.Effective = n * n / math.Max(squares, n)
	}
	return c
}

// count finds the largest game, all being known, and returns the sum of the squared
// numbers of rows. The line is known if no other game shares the cell; of equally
// large games it is that of the first.
func (g *clusters) count(c *Clusters) (squares float64) {
	for i := range g.sample.slots {
		s := &g.sample.slots[i]
		squares += float64(s.rows) * float64(s.rows)
		if s.rows == 0 || int(s.rows) < c.Largest {
			continue
		}
		line := 0
		if n := g.cells[splitmix.Mix(s.key)%cellCount]; n.rows == s.rows {
			line = int(n.line)
		}
		if int(s.rows) > c.Largest || line > 0 && (c.Line == 0 || line < c.Line) {
			c.Largest, c.Line = int(s.rows), line
		}
	}
	return squares
}

// estimate does what count does by the cells: the largest one holds the largest
// game, if that is much larger than others, and some rows more.
func (g *clusters) estimate(c *Clusters) (squares float64) {
	n := float64(g.rows)
	for _, m := range g.cells {
		squares += float64(m.rows) * float64(m.rows)
		c.Largest = max(c.Largest, int(m.rows))
	}
	return (squares - n*n/cellCount) / (1 - 1.0/cellCount)
}
