// Package inspect looks at samples for what spoils a fit without being an error of reading.
//
// [Inputs] compares the labels of some rows, before a long run, with the material on the board: are
// they of the view and the unit that the options say? A [Watch] counts all rows as they are
// read. What is doubtful is a note with a code.
package inspect

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/note"
)

// Inputs looks at every input of a reader before the first chunk is read: at the first
// 20,000 rows and at 20,000 random ones, chosen by the seed. In a plain file
// they lie anywhere, in an archive in the first 4 MB of text; of a stream only
// the first are seen, and kept for the reading. Errors are those of reading.
//
// If no result of an input is a probability, one that comes later is a
// fault of its line: by then the writer of rows has declared what they hold.
func Inputs(r *datasets.Reader, seed uint64) ([]Inspection, error) {
	limit := max(inspectFloor, min(inspectPrefix, 4*inspectPrefix/r.Inputs()))
	all := make([]Inspection, r.Inputs())
	for i := range all {
		var err error
		if all[i], err = one(r, i, newObserver(seed, limit)); err != nil {
			return nil, err
		}
		r.RefuseFractions(i, all[i].Results.Fractions == 0)
	}
	return all, nil
}

// one inspects the i-th input. Of what is missing at its end the reading tells.
func one(r *datasets.Reader, i int, o *observer) (Inspection, error) {
	p, err := r.Preview(i)
	if err != nil {
		return Inspection{}, err
	}
	defer p.Close()
	if err := o.look(p); err != nil && (!breaksOff(err) || len(o.first) == 0) {
		return Inspection{}, err
	}
	in := inspect(p.Name(), p.Options(), o)
	in.Columns = p.Columns()
	return in, nil
}

// breaksOff reports whether part of an archive or of a record is missing.
func breaksOff(err error) bool {
	return errors.Is(err, datasets.ErrTruncated) || errors.Is(err, datasets.ErrIncomplete)
}

// Refusal returns what stands against reading the inputs with their options,
// nil if there is nothing.
func Refusal(inspections []Inspection) error {
	var errs []error
	for _, in := range inspections {
		for _, f := range in.Findings {
			if f.Level == note.Error {
				errs = append(errs, fmt.Errorf("%s:1: %s", in.Name, f.Text))
			}
		}
	}
	return errors.Join(errs...)
}

// inspect computes the figures of an inspection and draws the conclusions.
func inspect(name string, opt datasets.Options, o *observer) Inspection {
	in := Inspection{Name: name}
	var rows []observation
	all := slices.Concat(o.first, o.random)
	o.setGames(all)
	for _, obs := range all {
		if !obs.evaluates() {
			continue
		}
		if obs.black && opt.POV == datasets.POVMover {
			obs.label = -obs.label
		}
		rows = append(rows, obs)
	}
	in.Rows = len(rows)
	in.relate(rows)
	in.relateResults(all)
	in.measure(rows)
	in.judge(opt, o)
	return in
}

// relate computes the rank correlations.
func (in *Inspection) relate(rows []observation) {
	in.WhiteToMove = relation(rows, func(o observation) bool { return !o.black })
	in.BlackToMove = relation(rows, func(o observation) bool { return o.black })
	x, y := columnsOf(rows, 1)
	in.White = Spearman(x, y)
	x, y = columnsOf(rows, -1)
	in.Mover = Spearman(x, y)
}

// relateResults computes the rank correlations of results.
func (in *Inspection) relateResults(rows []observation) {
	var known []observation
	r := &in.Results
	for _, obs := range rows {
		if obs.points < 0 {
			continue
		}
		if obs.points != 0 && obs.points != 0.5 && obs.points != 1 {
			r.Fractions++
		}
		obs.label = 2*obs.points - 1 // a sign to turn
		known = append(known, obs)
	}
	r.Equal = !slices.ContainsFunc(known, func(obs observation) bool { return obs.points != known[0].points })
	var side Inspection
	side.relate(known)
	r.Rows, r.WhiteToMove, r.BlackToMove = len(known), side.WhiteToMove, side.BlackToMove
	r.White, r.Mover = side.White, side.Mover
}

func relation(rows []observation, of func(observation) bool) (r Relation) {
	var side, edge []observation
	for _, o := range rows {
		if !of(o) {
			continue
		}
		side = append(side, o)
		if math.Abs(o.material) >= edgePawns {
			edge = append(edge, o)
		}
	}
	r.Rows, r.Edge = len(side), len(edge)
	material, label := columnsOf(side, 1)
	r.Rho, r.Bound, r.Games = clusteredSpearman(material, label, func(i int) uint32 { return side[i].game })
	r.EdgeRho = Spearman(columnsOf(edge, 1))
	return r
}

// columnsOf returns material and label as two columns, both times black where
// Black is to move.
func columnsOf(rows []observation, black float64) (material, label []float64) {
	material, label = make([]float64, len(rows)), make([]float64, len(rows))
	for i, o := range rows {
		sign := 1.0
		if o.black {
			sign = black
		}
		material[i], label[i] = sign*o.material, sign*o.label
	}
	return material, label
}

// measure computes the label's unit. Rows are turned to the view in which
// label and material agree, for the unit does not depend on the view.
func (in *Inspection) measure(rows []observation) {
	turned := make([]observation, len(rows))
	decimals := 0
	for i, o := range rows {
		if o.black && in.BlackToMove.clear() < 0 || !o.black && in.WhiteToMove.clear() < 0 {
			o.label = -o.label
		}
		if !o.whole {
			decimals++
		}
		turned[i] = o
	}
	in.Slope, in.Low, in.High = winsorSlope(columnsOf(turned, 1))
	in.Decimals = float64(decimals) / float64(max(len(rows), 1))
}
