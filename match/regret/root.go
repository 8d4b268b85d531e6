package regret

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/plaintext"
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
// the seed draws first: at most so many, however long the files are.
func Read(names []string, every, most int, seed uint64, opt datasets.Options) (list []Root, err error) {
	list, err = read(names, every, most, seed, opt)
	if errors.Is(err, datasets.ErrNoColumn) { // positions alone will do
		opt.Score, opt.Result = datasets.NoColumn, datasets.NoColumn
		list, err = read(names, every, most, seed, opt)
	}
	if err != nil {
		err = fmt.Errorf("%w: mend the file, or pass another one as -roots", err)
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

// choose takes the roots: from the source and, if they are asked for, from the candidates' own games.
func (r *run) choose(ctx context.Context) (*judged, error) {
	j := &judged{moves: make([][]board.Move, len(r.Players))}
	if r.Own == nil {
		return j, r.chooseOf(ctx, j, 0, r.From, r.Roots)
	}
	if err := r.chooseOf(ctx, j, 0, r.From, r.Roots-r.Roots/2); err != nil {
		return nil, err
	}
	for i := 1; i < len(r.Players); i++ {
		if err := r.chooseOf(ctx, j, i, playedBy(i, *r.Own), r.Roots/2); err != nil {
			return nil, fmt.Errorf("own games of %s: %w", r.Players[i].Name, err)
		}
	}
	return j, nil
}

// chooseOf takes roots of a source, for an owner, until there are so many in which there is a choice and
// the baseline's own search finds neither side far ahead, with the baseline's moves.
func (r *run) chooseOf(ctx context.Context, j *judged, owner int, from Source, most int) error {
	first := len(j.roots)
	for len(j.roots)-first < most {
		list, err := from.more(ctx, r)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			break
		}
		list = slices.DeleteFunc(slices.Clone(list), func(root Root) bool { return !choice(&root.Position) })
		answers, err := r.ask(ctx, "baseline", &r.Players[0], atRoots(list))
		if err != nil {
			return err
		}
		for i, a := range answers {
			if len(j.roots)-first < most && !r.decided(a) {
				j.roots, j.owners, j.moves[0] = append(j.roots, list[i]), append(j.owners, owner), append(j.moves[0], a.move)
			}
		}
	}
	return enough(j.roots[first:])
}

// choice reports whether the game goes on and there is more than one move.
func choice(p *board.Position) bool {
	return p.Status() == board.Ongoing && p.HalfmoveClock() < 100 && p.CountMoves() > 1
}

// decided reports whether a side is far ahead. A player that says no score decides nothing.
func (r *run) decided(a answer) bool {
	return a.scored && (a.score.IsMate() || max(int(a.score), -int(a.score)) > r.Bound)
}

// enough refuses roots from which no error can be computed.
func enough(roots []Root) error {
	games := map[uint32]bool{}
	for i := range roots {
		games[roots[i].Game] = true
	}
	if len(games) < 2 {
		return fmt.Errorf("%s of %s that are not decided: pass positions of more games, or a larger -bound",
			plaintext.Count(len(roots), "root"), plaintext.Count(len(games), "game"))
	}
	return nil
}

// atRoots asks for the roots themselves.
func atRoots(roots []Root) []question {
	list := make([]question, len(roots))
	for i := range roots {
		list[i].root = &roots[i]
	}
	return list
}
