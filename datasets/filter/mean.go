package filter

import (
	"math"

	"example.org/centipawn/datasets"
	"example.org/centipawn/winprob"
)

// fixedPoint is what expected scores are multiplied with to be summed as whole
// numbers, whose sum does not depend on the order.
const fixedPoint = 1 << 30

// mean returns the digest of the first of some equal positions with the mean of
// the labels of all. Rows without a score have no part in the score, those without
// result or expected score none in the points. Results that are all equal stay a
// result; else the mean is an expected score. A mate counts as the largest
// evaluation, but stays a mate if all scores are mates of one side.
func (v *Survey) mean(same []uint32) Digest {
	var scores, points labelSum
	results := [datasets.WhiteWins + 1]int{}
	d := *v.at(same[0])
	mates := [3]int{} // by sign, the loser's first
	mate := winprob.NoScore
	for _, i := range same {
		row := v.at(i)
		if row.score != winprob.NoScore {
			sign := row.score.Mate()
			mates[1+sign]++
			scores.add(int64(row.score) * int64(1-sign*sign))
			scores.sum += int64(sign) * winprob.MaxCentipawns
			mate = longest(mate, row.score)
		}
		if p := row.points(); !math.IsNaN(p) {
			points.add(int64(math.Round(p * fixedPoint)))
			results[row.result]++
		}
	}
	d.score, d.result, d.expected = winprob.NoScore, datasets.Unknown, float32(math.NaN())
	switch {
	case scores.n > 0 && max(mates[0], mates[2]) == scores.n:
		d.score = mate
	case scores.n > 0:
		d.score = winprob.Score(math.Round(scores.mean()))
	}
	if points.n > 0 {
		d.expected = float32(points.mean() / fixedPoint)
	}
	for r, n := range results {
		if r != int(datasets.Unknown) && n > 0 && n == points.n {
			d.result, d.expected = datasets.Result(r), float32(math.NaN())
		}
	}
	return d
}

// longest returns the mate that takes longer, of one side's: the less extreme
// score. NoScore is not a mate.
func longest(a, b winprob.Score) winprob.Score {
	if a == winprob.NoScore || max(b, -b) < max(a, -a) {
		return b
	}
	return a
}

// A labelSum is a mean of whole numbers under way.
type labelSum struct {
	sum int64
	n   int
}

func (m *labelSum) add(v int64) { m.sum, m.n = m.sum+v, m.n+1 }

func (m *labelSum) mean() float64 { return float64(m.sum) / float64(m.n) }
