package measures

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// A Point says which rows a point of a calibration curve stands for: rows of a phase in order of their expected
// score. All is the number of rows of the whole curve; where the phase has more or fewer rows, First and N are
// scaled to it.
type Point struct {
	From, To      float64 // phase; To is excluded unless it is 1
	First, N, All int
}

// PointRows are the rows of a point of a calibration curve.
type PointRows struct {
	Rows      int      `json:"rows"`
	Exact     bool     `json:"exact"` // the phase has as many rows as the curve
	Part      string   `json:"part"`
	Note      string   `json:"note"`
	K         float64  `json:"k"`
	Label     float64  `json:"label"`     // mean
	Predicted float64  `json:"predicted"` // mean
	Worst     []BadRow `json:"worst"`     // farthest from their labels
}

// Point returns the rows of a point.
func (t *Test) Point(p Point) (*PointRows, error) {
	if t.K == 0 {
		return nil, errors.New("these weights predict centipawns: they have no calibration")
	}
	var list []int
	for i, phase := range t.mg {
		if phase >= p.From && (phase < p.To || p.To == 1) {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(t.score[i], t.score[j]) })
	out := &PointRows{Exact: len(list) == p.All, Part: t.Part, Note: t.Note, K: t.K, Worst: []BadRow{}}
	share := float64(len(list)) / float64(p.All)
	list = list[int(float64(p.First)*share):min(len(list), int(math.Round(float64(p.First+p.N)*share)))]
	out.Rows = len(list)
	total := 0.0
	for _, i := range list {
		total += t.weight[i]
		out.Label += t.weight[i] * t.label[i]
		out.Predicted += t.weight[i] * t.predict(t.score[i])
	}
	if total > 0 {
		out.Label /= total
		out.Predicted /= total
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(t.loss[j], t.loss[i]) })
	same, err := t.with(nil)
	out.Worst = t.badRows(same, list[:min(len(list), WorstRows)])
	return out, err
}
