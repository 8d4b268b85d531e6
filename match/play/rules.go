package play

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

// Rules say when a game ends that the laws of chess would go on with, and when a clock is over. The
// zero value has no such rule: the laws alone, and no margin. The rules of the scores are judged
// after every move, and mean what they mean in fastchess; a move without a score agrees with
// nothing.
type Rules struct {
	// The game is drawn if DrawFrom moves are complete, by the number in the position, and the last
	// DrawMoves moves of each side had scores of at most DrawScore centipawns either way; none but
	// the first of them may have been a capture or a pawn's. DrawMoves 0: never.
	DrawFrom, DrawMoves, DrawScore int

	// A side has lost with its move if its last ResignMoves moves had scores of −ResignScore
	// centipawns or worse. ResignTwoSided asks in addition that the last ResignMoves moves of the
	// other side say the same: here fastchess is content with any high score of his. A mate is
	// worse than any score. ResignMoves 0: never.
	ResignMoves, ResignScore int
	ResignTwoSided           bool

	// The game is won if the last MateMoves moves of each side have announced the same side's mate,
	// whatever the scale of other scores. MateMoves 0: never.
	MateMoves int

	// The game is drawn that has MaxPlies half-moves, those of the opening not counted. 0: no
	// limit.
	MaxPlies int

	// Tables are folders of Syzygy tables, separated as in PATH; "": none. A game ends as they say in a
	// position that they know: by a win if no move since the last capture or move of a pawn counts for
	// fifty moves, by a draw in any case.
	Tables string `json:",omitempty"`

	// TimeMargin is by how much clocks and times for a move may be overrun.
	TimeMargin time.Duration
}

// DefaultMargin is the [Rules.TimeMargin] of matches that say nothing of it: what a busy
// machine takes now and then.
const DefaultMargin = 100 * time.Millisecond

// highestScore is the highest score that is not a mate.
const highestScore = int(search.Mate) - search.MaxPly - 1

// Validate returns what is wrong with the rules, and what to pass.
func (r *Rules) Validate() error {
	switch {
	case min(r.DrawFrom, r.DrawMoves, r.DrawScore, r.ResignMoves, r.MateMoves, r.MaxPlies) < 0 || r.TimeMargin < 0:
		return errors.New("rules: a number below 0: pass 0 for none")
	case r.ResignMoves > 0 && (r.ResignScore < 1 || r.ResignScore > highestScore):
		return fmt.Errorf("rules: resigning at a score of %d: pass 1 to %d centipawns", r.ResignScore, highestScore)
	case r.ResignTwoSided && r.ResignMoves == 0:
		return errors.New("rules: resigning two-sided after no moves: pass a number of moves")
	case r.DrawScore > highestScore:
		return fmt.Errorf("rules: a draw within a score of %d: pass 0 to %d centipawns", r.DrawScore, highestScore)
	case r.DrawMoves == 0 && max(r.DrawFrom, r.DrawScore) > 0:
		return errors.New("rules: a draw after no moves of low score: pass a number of moves")
	}
	if _, err := r.tables(); err != nil {
		return fmt.Errorf("rules: tables: %w", err)
	}
	return nil
}

// tables returns the tables that end games, nil for none.
func (r *Rules) tables() (*syzygy.Tables, error) {
	if r.Tables == "" {
		return nil, nil
	}
	return syzygy.Shared(r.Tables)
}

// String is the rules in words, without the margin of time; "" if the laws of chess are all.
func (r *Rules) String() string {
	var list []string
	if r.DrawMoves > 0 {
		list = append(list, fmt.Sprintf("draw from move %d after %d moves each within %d centipawns", r.DrawFrom, r.DrawMoves, r.DrawScore))
	}
	if r.ResignMoves > 0 {
		sides := "of the loser"
		if r.ResignTwoSided {
			sides = "of both"
		}
		list = append(list, fmt.Sprintf("resignation after %d moves %s at %d centipawns", r.ResignMoves, sides, r.ResignScore))
	}
	if r.MateMoves > 0 {
		list = append(list, fmt.Sprintf("a win after %d moves of both that announce the same mate", r.MateMoves))
	}
	if r.MaxPlies > 0 {
		list = append(list, fmt.Sprintf("a draw after %d half-moves", r.MaxPlies))
	}
	if r.Tables != "" {
		list = append(list, "as endgame tables say")
	}
	return strings.Join(list, "; ")
}

// A judge ends games by tables, and by their scores. It counts for how many moves the scores have agreed.
type judge struct {
	rules  Rules
	tables *syzygy.Tables // nil: none
	even   int            // moves of both sides whose scores are those of a draw
	sides  [2]run         // by board.Color
}

// A run is for how many of its moves one side has had such scores.
type run struct{ losing, winning, mated, mating int }

// add takes a move; fresh if it was a capture or a pawn's.
func (j *judge) add(side board.Color, m *Move, fresh bool) {
	if fresh {
		j.even = 0
	}
	draw, resign := search.Score(j.rules.DrawScore), search.Score(j.rules.ResignScore)
	mate := m.Score.IsMate()
	own := &j.sides[side]
	count(&j.even, m.Scored && !mate && max(m.Score, -m.Score) <= draw)
	count(&own.losing, m.Scored && m.Score <= -resign)
	count(&own.winning, m.Scored && m.Score >= resign)
	count(&own.mated, m.Scored && mate && m.Score < 0)
	count(&own.mating, m.Scored && mate && m.Score > 0)
}

// count counts a run on, or ends it.
func count(n *int, on bool) {
	if *n++; !on {
		*n = 0
	}
}

// verdict is how the game has ended with a move of side, complete moves being complete and plies
// played after the opening; Unfinished if it goes on.
func (j *judge) verdict(side board.Color, complete, plies int) (End, pgn.Result) {
	own, enemy, r := &j.sides[side], &j.sides[side.Other()], &j.rules
	switch {
	case r.ResignMoves > 0 && own.losing >= r.ResignMoves && (!r.ResignTwoSided || enemy.winning >= r.ResignMoves):
		return Resigned, wonBy(side.Other())
	case r.MateMoves > 0 && min(own.mated, enemy.mating) >= r.MateMoves:
		return MateAgreed, wonBy(side.Other())
	case r.MateMoves > 0 && min(own.mating, enemy.mated) >= r.MateMoves:
		return MateAgreed, wonBy(side)
	case r.DrawMoves > 0 && j.even >= 2*r.DrawMoves && complete >= r.DrawFrom:
		return DrawAgreed, pgn.Draw
	case r.MaxPlies > 0 && plies >= r.MaxPlies:
		return MaxPlies, pgn.Draw
	}
	return Unfinished, pgn.Unknown
}

// probe is how the game ends by the tables, Unfinished if they do not know its position, or not whether
// fifty moves prevent a win.
func (j *judge) probe(p *board.Position) (End, pgn.Result) {
	if j.tables == nil {
		return Unfinished, pgn.Unknown
	}
	end, known := j.tables.Probe(p)
	side := p.SideToMove()
	switch {
	case !known || (end == syzygy.Win || end == syzygy.Loss) && p.HalfmoveClock() > 0:
		return Unfinished, pgn.Unknown
	case end == syzygy.Win:
		return TableWin, wonBy(side)
	case end == syzygy.Loss:
		return TableWin, wonBy(side.Other())
	}
	return TableDraw, pgn.Draw
}

// wonBy is the result of a game that a side has won.
func wonBy(side board.Color) pgn.Result {
	if side == board.White {
		return pgn.WhiteWins
	}
	return pgn.BlackWins
}
