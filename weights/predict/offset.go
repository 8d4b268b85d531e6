package predict

import (
	"math"
	"sync"

	"example.org/centipawn/internal/confidence"
)

// An offset is what the line of regret promises too much, in Elo by a unit of √D²: the mean of engines, its standard error,
// and how engines scatter about it.
type offset struct{ mean, stdErr, engines float64 }

var promised = sync.OnceValue(func() offset { return offsetOf(Engines()) })

// offsetOf estimates the offset from the matches of which regret is known, each engine being one point. The tables whose
// matches draw the line are an engine without offset.
//
// Source: R. Paule, J. Mandel, "Consensus Values and Weighting Factors" (1982).
func offsetOf(list []Match) offset {
	type sum struct{ weight, weighted float64 }
	by, names := map[string]*sum{}, []string{}
	for i := range list {
		m := &list[i]
		if m.Regret == nil || m.Alpha != 1 {
			continue
		}
		if by[m.Engine] == nil {
			by[m.Engine], names = &sum{}, append(names, m.Engine)
		}
		d2, _ := m.square()
		played := (m.Elo.High - m.Elo.Low) / (2 * confidence.Z95)
		w := d2 / (sq(m.Regret.StdErr) + sq(played))
		by[m.Engine].weight += w
		by[m.Engine].weighted += w * (m.Regret.Value - m.Elo.Value) / math.Sqrt(d2)
	}
	value, variance := []float64{0}, []float64{sq(ownLine)}
	for _, name := range names {
		value, variance = append(value, by[name].weighted/by[name].weight), append(variance, 1/by[name].weight)
	}
	return consensus(value, variance)
}

// ownLine is the error of the offset 0 of those tables, by a unit of √D²: 10 Elo at 0.04.
const ownLine = 250

// consensus is the mean of values with variances of their own and a common scatter.
func consensus(value, variance []float64) offset {
	low, high := 0.0, 1e4
	at := func(scatter float64) (mean, chi, stdErr float64) {
		var down float64
		for i, v := range value {
			w := 1 / (variance[i] + scatter*scatter)
			mean, down = mean+w*v, down+w
		}
		mean /= down
		for i, v := range value {
			chi += sq(v-mean) / (variance[i] + scatter*scatter)
		}
		return mean, chi, 1 / math.Sqrt(down)
	}
	for range 60 {
		mid := (low + high) / 2
		if _, chi, _ := at(mid); chi > float64(len(value)-1) {
			low = mid
		} else {
			high = mid
		}
	}
	mean, _, stdErr := at(high)
	return offset{mean, stdErr, high}
}

// see takes what regret says of a step into the prior: an observation of f(1) with the offset of engines.
func (p Prior) see(r *Measure, d2 float64, o offset) Prior {
	d := math.Sqrt(d2)
	observed, rest := r.Value-o.mean*d, sq(r.StdErr)+(sq(o.stdErr)+sq(o.engines))*d2
	value, sd := p.At(1)
	slope, curve := p.Var[0][0]-p.Var[0][1]/2, p.Var[0][1]-p.Var[1][1]/2
	total := sd*sd + rest
	if total == 0 {
		return p
	}
	gain := (observed - value) / total
	p.Slope += slope * gain
	p.Curve = max(p.Curve/4, p.Curve+curve*gain)
	p.Var[0][0] -= slope * slope / total
	p.Var[0][1] -= slope * curve / total
	p.Var[1][1] -= curve * curve / total
	p.Var[1][0] = p.Var[0][1]
	return p
}
