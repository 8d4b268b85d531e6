package guard

import (
	"math"

	"centipawn/fit/rows"
	"centipawn/matrix"
	"centipawn/splitmix"
	"centipawn/winprob"
)

// Labels says which of the two evaluations goes better with the labels of the rows.
type Labels struct {
	Rows   int     `json:"rows"`
	Old    float64 `json:"old"`    // mean squared error of expected scores, at the evaluation's own best K
	New    float64 `json:"new"`    // the same
	Change float64 `json:"change"` // of new to old, as a share of old: negative is better
}

// labelRows is about how many rows the labels are asked of.
const labelRows = 1 << 17

// labels gathers labels and both evaluations of a sample of the rows.
type labels struct {
	chance        uint64 // of a row, times 2⁶⁴
	target        []float32
	before, after []float32
	games         []uint32
}

func newLabels(data rows.Data) labels { return labels{chance: rows.Share(labelRows, data.Rows())} }

func (l *labels) add(b *matrix.Block, i, row int, before, after float64) {
	if splitmix.Mix(uint64(row)) > l.chance {
		return
	}
	if y, ok := label(b, i); ok {
		l.target = append(l.target, y)
		l.before, l.after = append(l.before, float32(before)), append(l.after, float32(after))
		l.games = append(l.games, b.Game[i])
	}
}

// label is the expected score of a row: its probability, its result or, without either, what its
// score is worth at K = 1.
func label(b *matrix.Block, i int) (float32, bool) {
	switch {
	case b.Expected != nil && !math.IsNaN(float64(b.Expected[i])):
		return b.Expected[i], true
	case b.Result[i] != matrix.ResultUnknown:
		return float32(b.Result[i]-matrix.ResultBlack) / 2, true
	case b.Score[i] != matrix.NoScore:
		return float32(winprob.Expected(1, float64(b.Score[i]))), true
	}
	return 0, false
}

// compare returns nil where labels determine no K.
func (l *labels) compare() *Labels {
	before, err := winprob.FitK(&winprob.Points{Score: l.before, Expected: l.target, Cluster: l.games}, winprob.KOptions{})
	if err != nil {
		return nil
	}
	after, err := winprob.FitK(&winprob.Points{Score: l.after, Expected: l.target, Cluster: l.games}, winprob.KOptions{})
	if err != nil {
		return nil
	}
	return &Labels{Rows: before.N, Old: before.Loss, New: after.Loss, Change: after.Loss/before.Loss - 1}
}
