package guard

import (
	"math"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// Labels says which of the two evaluations goes better with the labels of the rows.
type Labels struct {
	Rows   int     `json:"rows"`
	Old    float64 `json:"old"`    // mean squared error of expected scores, at the evaluation's own best K
	New    float64 `json:"new"`    // the same
	Change float64 `json:"change"` // of new to old, as a share of old: negative is better
}

// sampleRows is about how many rows the sample has: enough for a distance to a hundredth of it.
const sampleRows = 1 << 17

// A sample holds what labels and both evaluations say of some of the rows.
type sample struct {
	chance        uint64 // of a row, times 2⁶⁴
	target        []float32
	before, after []float32 // centipawns
	phase         []uint8   // index of phaseNames
	games         []uint32
}

func newSample(data rows.Data) sample { return sample{chance: rows.Share(sampleRows, data.Rows())} }

func (s *sample) add(b *matrix.Block, i, row, phase int, before, after float64) {
	if splitmix.Mix(uint64(row)) > s.chance {
		return
	}
	s.target = append(s.target, label(b, i))
	s.before, s.after = append(s.before, float32(before)), append(s.after, float32(after))
	s.phase = append(s.phase, uint8(phase))
	s.games = append(s.games, b.Game[i])
}

// label is the expected score of a row: its probability, its result or, without either, what its
// score is worth at K = 1; NaN if it has none.
func label(b *matrix.Block, i int) float32 {
	switch {
	case b.Expected != nil && !math.IsNaN(float64(b.Expected[i])):
		return b.Expected[i]
	case b.Result[i] != matrix.ResultUnknown:
		return float32(b.Result[i]-matrix.ResultBlack) / 2
	case b.Score[i] != matrix.NoScore:
		return float32(winprob.Expected(1, float64(b.Score[i])))
	}
	return float32(math.NaN())
}

// fitK finds the K of an evaluation; ok is false where the labels determine none.
func (s *sample) fitK(evaluation []float32) (k winprob.KFit, ok bool) {
	k, err := winprob.FitK(&winprob.Points{Score: evaluation, Expected: s.target, Cluster: s.games}, winprob.KOptions{})
	return k, err == nil
}

// compare returns nil where labels determine no K.
func (s *sample) compare() *Labels {
	before, knows := s.fitK(s.before)
	after, ok := s.fitK(s.after)
	if !knows || !ok {
		return nil
	}
	return &Labels{Rows: before.N, Old: before.Loss, New: after.Loss, Change: after.Loss/before.Loss - 1}
}
