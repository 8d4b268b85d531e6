package trees

import (
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/search"
)

// A drawer keeps the n positions of a tree whose hashes are least: a draw without replacement that
// does not depend on the order in which a search comes to them, nor on how often it does.
type drawer struct {
	n         int
	salt      uint64
	hashes    []uint64 // ascending
	positions []board.Position
}

func (d *drawer) begin(n int, tree uint32) {
	d.n, d.salt, d.hashes, d.positions = n, splitmix.Mix(uint64(tree)), d.hashes[:0], d.positions[:0]
}

// rank is the hash of a position in a tree.
func rank(key, salt uint64) uint64 { return splitmix.Mix(key ^ salt) }

// add draws a position or does not.
func (d *drawer) add(p *board.Position) {
	h := rank(p.Key(), d.salt)
	if len(d.hashes) == d.n && h >= d.hashes[d.n-1] {
		return
	}
	i, twice := slices.BinarySearch(d.hashes, h)
	if twice {
		return
	}
	if len(d.hashes) == d.n {
		d.hashes, d.positions = d.hashes[:d.n-1], d.positions[:d.n-1]
	}
	d.hashes, d.positions = slices.Insert(d.hashes, i, h), slices.Insert(d.positions, i, *p)
}

// leaves appends leaves of the tree of a root.
func (w *worker) leaves(r *root, dst []datasets.Sample) ([]datasets.Sample, Summary, error) {
	sum := Summary{Roots: 1}
	g := search.NewGame(r.Position)
	if g.Outcome() != search.Ongoing {
		sum.Skipped++
		return dst, sum, nil
	}
	tree := r.tree()
	w.finder.drawer.begin(w.opt.PerTree, tree)
	w.finder.engine.OnLeaf(w.finder.drawer.add)
	w.finder.search(g)
	w.finder.engine.OnLeaf(nil)
	for _, p := range w.finder.drawer.positions {
		s := datasets.Sample{
			Position: p, Expected: datasets.NoExpected, Game: r.Game, Ply: r.Ply, Line: r.Line, Source: r.Source,
			Left: datasets.NoLeft, Tree: tree, Side: datasets.SideOf(p.SideToMove()),
		}
		scored, err := w.teach(&s, search.NewGame(p))
		if err != nil {
			return dst, sum, err
		}
		if !scored {
			sum.Unscored++
			continue
		}
		dst = append(dst, s)
		sum.Rows++
	}
	return dst, sum, nil
}
