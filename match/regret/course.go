package regret

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/winprob"
)

// A run is a measure of some players.
type run struct {
	Options
	cache  *resume.Cache
	faults []Fault // of all players that were asked, in their order
}

// Spent says what a run searched and what it found in its cache.
type Spent struct {
	Answers int    // that were needed
	Known   int    // of these, in the cache
	Dropped string // of a damaged cache; "" for nothing
}

// judged are roots with the moves of all players, and what the teacher says of those that count.
type judged struct {
	roots  []Root
	owners []int                    // by root: who alone chooses there beside the baseline; 0: all do
	own    []bool                   // by root: of the owner's games against itself
	moves  [][]board.Move           // by player and root; NoMove where it does not choose
	values []map[board.Move]float64 // by root: expected scores of the side that moves
	lost   map[int]bool             // roots of which the teacher has not valued a move
}

// at returns the roots at which a player chooses, or has chosen and was judged.
func (j *judged) at(player int) (list []int) {
	for root, owner := range j.owners {
		missing := j.lost[root] || j.moves[player] != nil && j.moves[player][root] == board.NoMove
		if !missing && (player == 0 || owner == 0 || owner == player) {
			list = append(list, root)
		}
	}
	return list
}

// expected returns the expected score of the side that made the move, from what the teacher found
// for the side that answers. A mate is a point.
func (r *run) expected(a answer) (float64, error) {
	switch {
	case !a.scored:
		return 0, fmt.Errorf("the teacher %s has no score at %v: pass it a larger limit", r.Teacher.Name, r.Teacher.Limit)
	case a.score.IsMate() && a.score > 0:
		return 0, nil
	case a.score.IsMate():
		return 1, nil
	}
	return winprob.Expected(r.K, -float64(a.score)), nil
}
