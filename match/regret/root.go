package regret

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/splitmix"
)

// A Root is a position in which players choose a move.
type Root struct {
	Position board.Position
	Game     uint32 // roots of one game share it
}

// A Source gives roots, in an order that depends on nothing else.
type Source interface {
	// more returns the next roots; none where there are no more.
	more(ctx context.Context, r *run) ([]Root, error)
}

// atOnce is how many roots of a file are looked at before it is known how many are needed.
const atOnce = 256

// positions are roots that are there already.
type positions struct{ left []Root }

// Positions returns the positions as roots, in an order that the seed draws. The same position
// counts once.
func Positions(list []Root, seed uint64) Source { return &positions{drawn(slices.Clone(list), seed)} }

// drawn puts roots in the order of their lots, each position once.
func drawn(list []Root, seed uint64) []Root {
	lot := func(r *Root) uint64 { return splitmix.Mix(r.Position.Key() ^ splitmix.Mix(seed)) }
	slices.SortStableFunc(list, func(a, b Root) int { return cmp.Compare(lot(&a), lot(&b)) })
	return slices.CompactFunc(list, func(a, b Root) bool { return a.Position.Key() == b.Position.Key() })
}

func (p *positions) more(context.Context, *run) ([]Root, error) {
	n := min(atOnce, len(p.left))
	list := p.left[:n]
	p.left = p.left[n:]
	return list, nil
}

// Read reads the positions of files that datasets reads, every n-th of them, and returns those that
// the seed draws first: a number at most, however long the files are.
func Read(names []string, every, most int, seed uint64, opt datasets.Options) (list []Root, err error) {
	list, err = read(names, every, most, seed, opt)
	if errors.Is(err, datasets.ErrNoColumn) { // positions alone will do
		opt.Score, opt.Result = datasets.NoColumn, datasets.NoColumn
		list, err = read(names, every, most, seed, opt)
	}
	if err != nil {
		err = fmt.Errorf("%w: fix the file, or pass another one as -roots", err)
	}
	return list, err
}

func read(names []string, every, most int, seed uint64, opt datasets.Options) (list []Root, err error) {
	r, err := datasets.Open(names, opt)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	n := 0
	for s, err := range r.All() {
		if err != nil {
			return nil, err
		}
		if n++; (n-1)%max(1, every) == 0 {
			list = append(list, Root{s.Position, s.Game})
		}
		if len(list) >= 2*most {
			list = first(list, most, seed)
		}
	}
	return first(list, most, seed), nil
}

// first returns the roots that are drawn first.
func first(list []Root, most int, seed uint64) []Root {
	list = drawn(list, seed)
	return list[:min(most, len(list))]
}
