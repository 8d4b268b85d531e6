package predict

import (
	"math"
	"sync"

	"example.org/centipawn/internal/confidence"
)

// An Offset is what a line of regret, drawn through matches of other old weights, promises too much of an engine, in Elo by a
// unit of √D², about the distance of a step.
type Offset struct {
	Mean    float64 `json:"mean"`    // of engines
	StdErr  float64 `json:"stderr"`  // of the mean
	Engines float64 `json:"engines"` // standard deviation of engines about it
	Count   int     `json:"count"`   // engines, the tables of this project one of them
}

// Promised is the offset that matches of real engines have shown.
func Promised() Offset { return promised() }

// Of is what a line that says r of a step comes to for a new engine, which may have the offset of any.
func (o Offset) Of(r Measure, squared float64) Measure {
	d := math.Sqrt(squared)
	return Measure{r.Value - o.Mean*d, math.Sqrt(sq(r.StdErr) + (sq(o.StdErr)+sq(o.Engines))*squared)}
}

var promised = sync.OnceValue(func() Offset { return offsetOf(Engines()) })

// offsetOf estimates the offset from the matches of which regret is known, each engine being one point. The tables whose
// matches draw the line are an engine without offset.
//
// Source: R. Paule, J. Mandel, "Consensus Values and Weighting Factors" (1982).
func offsetOf(list []Match) Offset {
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
func consensus(value, variance []float64) Offset {
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
	return Offset{mean, stdErr, high, len(value)}
}

// see takes what regret says of a step into the prior: an observation of f(1) with the offset of engines.
func (p Prior) see(r *Measure, d2 float64, o Offset) Prior {
	shown := o.Of(*r, d2)
	value, sd := p.At(1)
	slope, curve := p.Var[0][0]-p.Var[0][1]/2, p.Var[0][1]-p.Var[1][1]/2
	total := sd*sd + sq(shown.StdErr)
	if total == 0 {
		return p
	}
	gain := (shown.Value - value) / total
	p.Slope += slope * gain
	p.Curve = max(p.Curve/4, p.Curve+curve*gain)
	p.Var[0][0] -= slope * slope / total
	p.Var[0][1] -= slope * curve / total
	p.Var[1][1] -= curve * curve / total
	p.Var[1][0] = p.Var[0][1]
	return p
}
