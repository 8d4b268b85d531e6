package winprob

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/centipawn/internal/shards"
)

// Pieces are the points of numbered pieces of the rows, so that processes may gather some each: K and the
// model of wins, draws and losses are made of the points of all, in the order of the pieces.
type Pieces struct {
	list []piece // in the order of their numbers
}

type piece struct {
	number int
	points Points
}

var _ shards.Partial[*Pieces] = (*Pieces)(nil)

// Add adds the points of a piece, which may be added once.
func (p *Pieces) Add(number int, points *Points) error {
	at, twice := slices.BinarySearchFunc(p.list, number, func(a piece, n int) int { return cmp.Compare(a.number, n) })
	if twice {
		return fmt.Errorf("points of piece %d come twice", number)
	}
	p.list = slices.Insert(p.list, at, piece{number, *points})
	return nil
}

// Merge implements [shards.Partial]. Both hold the same slices afterwards.
func (p *Pieces) Merge(o *Pieces) error {
	for i := range o.list {
		if err := p.Add(o.list[i].number, &o.list[i].points); err != nil {
			return err
		}
	}
	return nil
}

// Points returns the points of all pieces.
func (p *Pieces) Points() *Points {
	all := &Points{}
	for i := range p.list {
		all.Append(&p.list[i].points)
	}
	return all
}

const piecesKind = "points"

// MarshalBinary implements [shards.Partial].
func (p *Pieces) MarshalBinary() ([]byte, error) { return shards.Marshal(piecesKind, p.code) }

// UnmarshalBinary implements [shards.Partial].
func (p *Pieces) UnmarshalBinary(text []byte) error {
	*p = Pieces{}
	return shards.Unmarshal(piecesKind, text, p.code)
}

func (p *Pieces) code(c *shards.Coder) {
	shards.List(c, &p.list, func(a *piece) {
		c.Int(&a.number)
		q := &a.points
		shards.Numbers(c, &q.Score)
		shards.Numbers(c, &q.Expected)
		shards.Numbers(c, &q.Phase)
		shards.Numbers(c, &q.Weight)
		shards.Numbers(c, &q.Cluster)
		shards.Numbers(c, &q.Result)
	})
}
