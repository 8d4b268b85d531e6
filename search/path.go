package search

import (
	"slices"

	"example.org/centipawn/board"
)

// Path is the line from a game's past to the node that is searched: what a search
// needs to see draws. Its zero value is ready for Reset; it serves one goroutine.
// Entering and leaving a position does not allocate.
type Path struct {
	visits []visit
	root   int // index of the root
}

// visit is a position on the path.
type visit struct {
	key   uint64
	reach int // how many visits ago the same position can have stood at the earliest
}

// pathRoom is room enough for a search as deep as it gets and its quiescence.
const pathRoom = 2 * MaxPly

// Reset begins at the position of g. The path remembers the game from its last
// capture or pawn move on.
func (t *Path) Reset(g *Game) {
	keys := g.reversible()
	t.visits = slices.Grow(t.visits[:0], len(keys)+pathRoom)
	for i, key := range keys {
		t.visits = append(t.visits, visit{key, i})
	}
	t.root = len(t.visits) - 1
}

// Push enters the position p, which a move has reached.
func (t *Path) Push(p *board.Position) {
	reach := t.visits[len(t.visits)-1].reach + 1
	t.visits = append(t.visits, visit{p.Key(), min(reach, p.HalfmoveClock())})
}

// PushNull enters the position p, which a null move has reached. Nothing before it
// is a repetition, since no one passes in a game.
func (t *Path) PushNull(p *board.Position) { t.visits = append(t.visits, visit{p.Key(), 0}) }

// Pop leaves the position entered last.
func (t *Path) Pop() { t.visits = t.visits[:len(t.visits)-1] }

// Repeated reports whether the position entered last is to count as a draw by
// repetition: it has stood before since the root, the root included, or twice
// before in all. A position that comes back once in the tree can come back again,
// so that the search need not wait for the third time.
func (t *Path) Repeated() bool {
	last := len(t.visits) - 1
	v := t.visits[last]
	before := 0
	for i := last - 4; i >= last-v.reach; i -= 2 {
		if t.visits[i].key != v.key {
			continue
		}
		if before++; i >= t.root || before == 2 {
			return true
		}
	}
	return false
}

// Before returns how often the position entered last has stood on the board before.
func (t *Path) Before() (n int) {
	last := len(t.visits) - 1
	v := t.visits[last]
	for i := last - 4; i >= last-v.reach; i -= 2 {
		if t.visits[i].key == v.key {
			n++
		}
	}
	return n
}

// IsDraw reports whether p, the position entered last, is a draw by repetition, by
// fifty moves without mate, or by dead material. Stalemate is for the search to
// see.
func (t *Path) IsDraw(p *board.Position) bool {
	if t.Repeated() {
		return true
	}
	if p.HalfmoveClock() >= fiftyMoves {
		return !p.InCheck() || p.CountMoves() > 0
	}
	fighting := p.ByType(board.Pawn) | p.ByType(board.Rook) | p.ByType(board.Queen)
	return fighting == 0 && p.Status() == board.DeadPosition
}
