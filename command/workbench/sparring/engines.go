package sparring

import (
	"slices"
	"sync"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/search"
)

// mostKept is how many engines are kept for games that go on.
const mostKept = 4

// Engines keeps the engines that have played in games, so that each goes on with what it knows: its table, or its tree.
// The zero value is empty. Its methods may be called by several goroutines.
type Engines struct {
	mu   sync.Mutex
	idle []*Player // that gave its move longest ago first
}

// A Player is an engine in a game. It serves one goroutine at a time.
type Player struct {
	*engine.Engine
	of    Opponent
	start board.Position
	keys  []uint64 // of the game when it was asked last
}

// Take returns the engine that has searched in this very game before as this opponent, here or earlier; else a new one.
// Give it back with Give, or close it.
func (k *Engines) Take(of Opponent, g *search.Game) (*Player, error) {
	if p := k.kept(of, g); p != nil {
		return p, nil
	}
	e, err := of.Engine()
	if err != nil {
		return nil, err
	}
	return &Player{Engine: e, of: of}, nil
}

// kept removes the engine from those that are kept, nil if there is none.
func (k *Engines) kept(of Opponent, g *search.Game) *Player {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, p := range k.idle {
		if p.of == of && p.start == g.Start() && len(p.keys) <= len(g.Keys()) && slices.Equal(p.keys, g.Keys()[:len(p.keys)]) {
			k.idle = slices.Delete(k.idle, i, i+1)
			return p
		}
	}
	return nil
}

// Give keeps an engine that has searched the position of g. The one that was asked longest ago is closed if there are
// too many.
func (k *Engines) Give(p *Player, g *search.Game) error {
	p.start, p.keys = g.Start(), slices.Clone(g.Keys())
	k.mu.Lock()
	k.idle = append(k.idle, p)
	var old *Player
	if len(k.idle) > mostKept {
		old, k.idle = k.idle[0], slices.Delete(k.idle, 0, 1)
	}
	k.mu.Unlock()
	if old == nil {
		return nil
	}
	return old.Close()
}

// Kept returns how many engines are kept.
func (k *Engines) Kept() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.idle)
}
