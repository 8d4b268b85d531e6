package selfplay

import (
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
	"example.org/centipawn/winprob"
)

// Samples yields the positions after the opening, each with the move that was
// played, its score and depth, the game's result and end; game is what they have
// as [datasets.Sample.Game]. The sample is valid during the call.
func Samples(g *play.Record, game uint32, yield func(*datasets.Sample) bool) {
	s := datasets.Sample{
		Position: g.Start, Result: datasets.Result(g.Result), Expected: float32(math.NaN()), Game: game, End: endOf(g.End),
	}
	p := &s.Position
	for i := range g.Moves {
		m := &g.Moves[i]
		if i >= g.Book {
			side := p.SideToMove()
			s.Ply = uint16(2*(p.FullmoveNumber()-1) + int(side))
			s.Move, s.Left = m.Move, uint16(len(g.Moves)-i)
			s.Score, s.Depth = Label(m.Score, m.Scored, side), uint8(min(m.Depth, math.MaxUint8))
			if !yield(&s) {
				return
			}
		}
		p.Make(m.Move)
	}
}

// Label returns what a player says of side's position, White's view. In the position there is a move:
// a mate in 0, which some engines say of a mate that they find at once, is no score, for it does not
// tell who mates.
func Label(score search.Score, scored bool, side board.Color) winprob.Score {
	score = score.White(side)
	switch n := score.MateMoves(); {
	case !scored || score.IsMate() && n == 0:
		return winprob.NoScore
	case !score.IsMate():
		return winprob.Centipawns(int(score))
	case n > 0:
		return winprob.MateIn(1, n)
	}
	return winprob.MateIn(-1, -score.MateMoves())
}

// endOf returns how far the result of a game can be believed.
func endOf(e play.End) datasets.End {
	switch {
	case e == play.Unfinished || e == play.HarnessFault:
		return datasets.EndUnterminated
	case e.Forfeit():
		return datasets.EndForfeit
	case e == play.DrawAgreed || e == play.Resigned || e == play.MateAgreed || e == play.MaxPlies || e == play.TableWin || e == play.TableDraw:
		return datasets.EndAdjudicated
	}
	return datasets.EndNormal
}
