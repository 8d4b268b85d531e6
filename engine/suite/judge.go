package suite

import (
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// An attempt at a problem, under way.
type trial struct {
	*Problem
	rule     Rule
	game     *search.Game
	done     int  // moves of the solver
	departed bool // from the solution, by another move that is right as well
	verdicts map[board.Move]bool
}

func newTrial(p *Problem, rule Rule) *trial {
	return &trial{Problem: p, rule: rule, game: search.NewGame(p.Start), verdicts: make(map[board.Move]bool)}
}

// right reports whether the legal move m is right in the position reached. It
// remembers what it said.
func (t *trial) right(m board.Move) bool {
	verdict, known := t.verdicts[m]
	if !known {
		verdict = t.judge(m)
		t.verdicts[m] = verdict
	}
	return verdict
}

func (t *trial) judge(m board.Move) bool {
	if t.Solution == nil {
		return t.judgeSingle(m)
	}
	if !t.departed && m == t.Solution[2*t.done] {
		return true
	}
	switch t.rule {
	case Exactly:
		return false
	case ByMate:
		if t.mates() {
			return forcesBy(t.game.Position(), m, t.Mate-t.done)
		}
	}
	return forcesBy(t.game.Position(), m, 1)
}

// mates reports whether any move that forces mate in time is right.
func (t *trial) mates() bool {
	if t.Solution != nil {
		return t.Mate > 0 && t.rule == ByMate && t.Mate-t.done <= provable
	}
	return t.Mate > 0 && (len(t.Best) == 0 || t.rule == ByMate && t.Mate <= provable)
}

// judgeSingle judges where one move is asked for.
func (t *trial) judgeSingle(m board.Move) bool {
	switch {
	case slices.Contains(t.Avoid, m):
		return false
	case slices.Contains(t.Best, m):
		return true
	case t.mates():
		return forcesBy(t.game.Position(), m, t.Mate)
	}
	return len(t.Best) == 0
}

// play makes the solver's move, which is right, and the reply to it. It reports
// whether the problem is solved.
func (t *trial) play(m board.Move) (solved bool) {
	t.departed = t.departed || t.Solution != nil && m != t.Solution[2*t.done]
	t.game.Make(m)
	t.done++
	clear(t.verdicts)
	if t.done == t.Moves() {
		return true
	}
	reply, ok := t.reply()
	if ok {
		t.game.Make(reply)
	}
	return !ok
}

// reply returns the solution's reply; to another move the first legal one. ok is
// false if there is none: the move has mated.
func (t *trial) reply() (reply board.Move, ok bool) {
	if !t.departed {
		return t.Solution[2*t.done-1], true
	}
	var buf [board.MaxMoves]board.Move
	replies := t.game.Position().LegalMoves(buf[:0])
	if len(replies) == 0 {
		return board.NoMove, false
	}
	return replies[0], true
}
