package doctor

import (
	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/winprob"
)

// Whether labels are turned with the side to move shows in the rows with a piece
// more or less: there label and material rarely have different signs. Where they
// agree with White to move, and disagree with Black to move, labels are turned; where
// that is so in some stretches of lines and not in others, files of two views were
// joined. A game that the better side lost has both kinds of rows, and proves nothing.
const (
	turnedPawns = 3
	turnedScore = 200  // centipawns, at least: in the middle of an exchange material says little
	turnedRows  = 50   // of a stretch, for each side to move, to judge it
	turnedShare = 0.80 // of these agree, or disagree
)

// A view counts the rows of a stretch by side to move, and those in which label and
// material agree.
type view [2]struct{ rows, agree int }

// stretches are those of a file.
type stretches struct {
	straight, turned int      // stretches
	lines            lineList // first lines of the turned ones
}

// addScore looks at the score of a row.
func (v *view) addScore(s *datasets.Sample) {
	if s.Score != winprob.NoScore && s.Score.Mate() == 0 && abs(int(s.Score)) >= turnedScore {
		v.add(s, int(s.Score))
	}
}

// addResult looks at its result.
func (v *view) addResult(s *datasets.Sample) {
	switch s.Result {
	case datasets.WhiteWins:
		v.add(s, 1)
	case datasets.BlackWins:
		v.add(s, -1)
	}
}

func (v *view) add(s *datasets.Sample, label int) {
	material := datasets.Material(&s.Position)
	if abs(material) < turnedPawns || label == 0 {
		return
	}
	side := &v[s.Position.SideToMove()]
	side.rows++
	count(&side.agree, (label > 0) == (material > 0))
}

// sign returns 1 if most rows of a side to move agree, -1 if most disagree, else 0.
func (v *view) sign(c board.Color) int {
	switch n := v[c]; {
	case n.rows < turnedRows:
		return 0
	case float64(n.agree) > turnedShare*float64(n.rows):
		return 1
	case float64(n.agree) < (1-turnedShare)*float64(n.rows):
		return -1
	}
	return 0
}

// add judges the stretch of a chunk.
func (x *stretches) add(v *view, chunk *datasets.Chunk, most int) {
	if white, black := v.sign(board.White), v.sign(board.Black); white*black < 0 {
		x.turned++
		x.lines.add(chunk.Line, most)
	} else if white*black > 0 {
		x.straight++
	}
}

func (x *stretches) merge(y *stretches, most int) {
	x.straight += y.straight
	x.turned += y.turned
	x.lines.merge(&y.lines, most)
}
