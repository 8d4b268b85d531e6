// Package replies remembers which moves have done well in random games, after which others, so that later games are less
// random: last good replies, and n-grams. Package mcts asks it wherever a game would play any move at random.
//
// A table is one thread's. It is made for a search, and forgets with [Table.Clear].
package replies

import (
	"math/rand/v2"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/enum"
)

// Kind is what is remembered.
type Kind uint8

// The kinds.
const (
	None Kind = iota
	// LastGood is LGR-1 with forgetting: of each move the last reply to it in a game that was won by the side that
	// replied. A reply that is played in a game that is lost is forgotten.
	//
	// Sources: P. Drake, "The Last-Good-Reply Policy for Monte-Carlo Go" (ICGA Journal 32, 2009); H. Baier, P. Drake,
	// "The Power of Forgetting: Improving the Last-Good-Reply Policy in Monte Carlo Go" (IEEE Trans. CI and AI in Games
	// 2, 2010).
	LastGood
	// LastGoodTwo is LGR-2, which looks at the last two moves first: the same sources.
	LastGoodTwo
	// NGrams plays the move whose sequences of up to three moves, itself the last, have the best mean of values.
	//
	// Source: M. Tak, M. Winands, Y. Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing"
	// (IEEE Trans. CI and AI in Games 4, 2012): sequences of two and three count from a number of games on.
	NGrams
)

var kindNames = []string{"none", "last", "last-two", "ngrams"}

func (k Kind) String() string { return enum.Name(kindNames, k) }

// Of n-grams: how often a sequence of several moves was played before it counts, and how often a move is drawn at random
// in spite of them. Of both the source has other values for other games; these were not tuned.
const (
	enough = 7
	draws  = 0.2
)

// longest is the number of moves of the longest sequence.
const longest = 3

// tableBits are those of the indices of tables by sequences: what falls on the same place replaces what was there.
const tableBits = 16

// Table is what was learnt from games.
type Table struct {
	kind  Kind
	line  []board.Move    // of the game under way
	one   [2][]board.Move // by who replies, and by the move that is replied to
	two   []pair
	grams []gram
}

// A pair is a reply to the last two moves of a side's view.
type pair struct {
	key   uint64
	reply board.Move
}

// A gram is a sequence of moves with the values of its games.
type gram struct {
	key uint64
	sum float32 // to the side that plays its last move
	n   float32
}

// NewTable returns a table without a game.
func NewTable(k Kind) *Table {
	t := &Table{kind: k, line: make([]board.Move, 0, 1024)}
	switch k {
	case LastGood, LastGoodTwo:
		t.one = [2][]board.Move{make([]board.Move, 1<<16), make([]board.Move, 1<<16)}
		t.two = make([]pair, 1<<tableBits)
	case NGrams:
		t.grams = make([]gram, 1<<tableBits)
	}
	return t
}

// Clear forgets all games.
func (t *Table) Clear() {
	clear(t.one[0])
	clear(t.one[1])
	clear(t.two)
	clear(t.grams)
}

// Begin begins a game.
func (t *Table) Begin() { t.line = t.line[:0] }

// Hear takes in a move of the game.
func (t *Table) Hear(m board.Move) { t.line = append(t.line, m) }

// Answer is [Table.Pick] after the moves of the game.
func (t *Table) Answer(moves []board.Move, side board.Color, random *rand.Rand) (index int, ok bool) {
	return t.Pick(t.line, moves, side, random)
}

// End learns from the game: see [Table.Learn].
func (t *Table) End(first board.Color, value float64) { t.Learn(t.line, first, value) }

// key is that of the last n moves of a line, by who plays the last of them.
func key(line []board.Move, n int, side board.Color) uint64 {
	k := uint64(n)<<1 | uint64(side)
	for _, m := range line[len(line)-n:] {
		k = k<<16 | uint64(m)
	}
	return k
}

// slot is the place of a key.
func slot(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> (64 - tableBits) }

// Pick returns the index of the move that a side replies with after a line, and whether it has one.
func (t *Table) Pick(line, moves []board.Move, side board.Color, random *rand.Rand) (index int, ok bool) {
	switch {
	case t.kind == NGrams:
		return t.best(line, moves, side, random)
	case len(line) == 0:
		return 0, false
	}
	if t.kind == LastGoodTwo && len(line) > 1 {
		k := key(line, 2, side)
		if p := &t.two[slot(k)]; p.key == k {
			if index = slices.Index(moves, p.reply); index >= 0 {
				return index, true
			}
		}
	}
	reply := t.one[side][line[len(line)-1]]
	if reply == board.NoMove {
		return 0, false
	}
	index = slices.Index(moves, reply)
	return max(index, 0), index >= 0
}

// best returns the move with the best sequences, one of those that are as good; at times it leaves the choice to chance.
func (t *Table) best(line, moves []board.Move, side board.Color, random *rand.Rand) (index int, ok bool) {
	if random.Float64() < draws {
		return 0, false
	}
	first, most := random.IntN(len(moves)), -1.0
	var tail [longest]board.Move
	known := copy(tail[:longest-1], line[max(len(line)-(longest-1), 0):])
	for i := range moves {
		at := (first + i) % len(moves)
		tail[known] = moves[at]
		if v := t.value(tail[:known+1], side); v > most {
			index, most = at, v
		}
	}
	return index, true
}

// value is the mean of the means of the sequences that end a line; of a move that no game has had it is the largest.
func (t *Table) value(line []board.Move, side board.Color) float64 {
	sum, counted := 0.0, 0.0
	for n := 1; n <= len(line); n++ {
		k := key(line, n, side)
		g := &t.grams[slot(k)]
		switch {
		case n == 1 && (g.key != k || g.n == 0):
			return 1
		case n == 1 || g.key == k && g.n >= enough:
			sum, counted = sum+float64(g.sum/g.n), counted+1
		}
	}
	return sum / counted
}

// Learn takes in a game: its moves, the side that played the first, and its value to that side. Nothing is good about a
// reply in a drawn game, nor bad.
func (t *Table) Learn(line []board.Move, first board.Color, value float64) {
	for i := range line {
		side, worth := first, value
		if i&1 == 1 {
			side, worth = first.Other(), 1-value
		}
		switch {
		case t.kind == NGrams:
			t.count(line[:i+1], side, worth)
		case i > 0 && worth != 0.5:
			t.reply(line[:i], line[i], side, worth > 0.5)
		}
	}
}

// reply keeps a reply to a line, or forgets it.
func (t *Table) reply(line []board.Move, m board.Move, side board.Color, good bool) {
	set(&t.one[side][line[len(line)-1]], m, good)
	if t.kind != LastGoodTwo || len(line) < 2 {
		return
	}
	k := key(line, 2, side)
	p := &t.two[slot(k)]
	if p.key != k {
		*p = pair{key: k}
	}
	set(&p.reply, m, good)
}

// set keeps a good reply, and takes one away that was not.
func set(at *board.Move, m board.Move, good bool) {
	switch {
	case good:
		*at = m
	case *at == m:
		*at = board.NoMove
	}
}

// count adds a value to the sequences that end a line.
func (t *Table) count(line []board.Move, side board.Color, value float64) {
	for n := 1; n <= min(longest, len(line)); n++ {
		k := key(line, n, side)
		g := &t.grams[slot(k)]
		if g.key != k {
			*g = gram{key: k}
		}
		g.sum, g.n = g.sum+float32(value), g.n+1
	}
}
