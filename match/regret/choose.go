package regret

import (
	"context"
	"fmt"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/plaintext"
)

// choose takes the roots: from the source, or from games of the baseline against each candidate, and, if they
// are asked for, from the candidates' games against themselves.
func (r *run) choose(ctx context.Context) (*judged, error) {
	j := &judged{moves: make([][]board.Move, len(r.Players))}
	most, own := r.Roots, 0
	if r.Own != nil {
		own = most / 2
		most -= own
	}
	if r.From != nil {
		if err := r.chooseOf(ctx, j, 0, r.From, most); err != nil {
			return nil, err
		}
	}
	for i := 1; i < len(r.Players); i++ {
		if r.From == nil {
			if err := r.chooseOf(ctx, j, i, playedByBoth(i, *r.Both), most); err != nil {
				return nil, fmt.Errorf("games against %s: %w", r.Players[i].Name, err)
			}
		}
		if r.Own == nil {
			continue
		}
		first := len(j.roots)
		if err := r.chooseOf(ctx, j, i, playedBy(i, *r.Own), own); err != nil {
			return nil, fmt.Errorf("own games of %s: %w", r.Players[i].Name, err)
		}
		for root := first; root < len(j.roots); root++ {
			j.own[root] = true
		}
	}
	return j, nil
}

// chooseOf takes roots of a source, for an owner, until there are enough in which there is a choice and
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
			if len(j.roots)-first < most && !a.failed && !r.decided(a) {
				j.roots, j.owners, j.own = append(j.roots, list[i]), append(j.owners, owner), append(j.own, false)
				j.moves[0] = append(j.moves[0], a.move)
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
