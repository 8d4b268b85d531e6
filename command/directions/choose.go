package directions

import (
	"math"
	"slices"

	"example.org/centipawn/fit/directions"
	"example.org/centipawn/weights/blend"
	"example.org/centipawn/weights/predict"
)

// A Choice is a part of a direction that is worth a coefficient in a blend.
type Choice struct {
	Name string  `json:"name"` // of the part, such as scores-3000.eg
	File string  `json:"file"` // base name of the direction's weights
	RMS  float64 `json:"rms"`  // root mean square of Δe, expected score
	New  float64 `json:"new"`  // that of what the parts before it do not move
}

// DefaultParts is how many parts a blend of an evening takes: by simulation (docs/measured/blend.md) 4,000 games find four
// fifths of 11 Elo in four directions, and of 19 in six.
const DefaultParts = 4

// leastNew is the root mean square of Δe that a part must bring beside those before it: 0.004 are 0 ± 10 Elo.
const leastNew = 0.004

// Choose returns the parts by phase for a blend, at most most: the one that moves the expected scores most, then, again
// and again, the one that moves them most in ways in which those before do not. Parts of promising directions come in
// question, and of all where these have none. Nil: no part moves them by as much as [leastNew]. The list is complete.
func (l *List) Choose(most int) []Choice {
	some := l.promising()
	if list := l.choose(most, func(i int) bool { return some[i] }); len(list) > 0 {
		return list
	}
	return l.choose(most, func(int) bool { return true })
}

// choose chooses among the parts of some directions.
func (l *List) choose(most int, among func(direction int) bool) (list []Choice) {
	var places, of []int // of parts among the changes, and the direction of each
	for i := range l.Directions {
		if !among(i) {
			continue
		}
		for _, phase := range []blend.Phase{blend.Middlegame, blend.Endgame, blend.Plain} {
			if place := slices.Index(l.Changes.Names, l.Directions[i].Name+"."+string(phase)); place >= 0 {
				places, of = append(places, place), append(of, i)
			}
		}
	}
	for _, p := range directions.Pivots(l.Changes.Gram, places, most, leastNew) {
		d := &l.Directions[of[slices.Index(places, p.Index)]]
		list = append(list, Choice{l.Changes.Names[p.Index], d.File, math.Sqrt(l.Changes.Gram[p.Index][p.Index]), p.New})
	}
	return list
}

// promising says by direction whether it has learned its labels, and its whole step is not likely to lose.
func (l *List) promising() (list []bool) {
	for i := range l.Directions {
		list = append(list, l.Directions[i].learned() && l.Forecast(i).Word != predict.Lose)
	}
	return list
}

// learned reports whether the error on the test rows fell, with its whole interval where there is one.
func (d *Direction) learned() bool {
	e := d.errors()
	switch {
	case e == nil:
		return false
	case e.Interval != nil:
		return e.Interval.High < 0
	}
	return e.Change < 0
}

// Forecast is what the whole step of the i-th direction is expected to be worth, before play, of
// old weights of which it is not known how they were made.
func (l *List) Forecast(i int) predict.Forecast {
	d := &l.Directions[i]
	s := predict.Step{Distance: math.NaN(), Squared: l.Changes.Gram[i][i], Fall: math.NaN()}
	if e := d.errors(); e != nil {
		s.Fall, s.Kind = -e.Change, predict.KindOf(e.Old)
	}
	return predict.Of(s)
}
