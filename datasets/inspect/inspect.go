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

	"centipawn/datasets"
	"centipawn/note"
)

// Thresholds of an inspection. Calibrated on sets of engine evaluations from
// tournament games and from self-play: there the rank correlation of score and
// material is 0.25 to 0.52 for either side to move, 0.39 to 0.54 among the
// rows with a piece more or less, and the slope 38 to 65 centipawns a pawn.
const (
	// minSide is how many scored rows of a side to move can be judged, and how
	// many of them must have a piece more or less.
	minSide = 500
	minEdge = 100

	// edgePawns is a material difference that decides most games. A share of
	// edgeShare of the rows has one unless they are all openings (0.015).
	edgePawns = 3
	edgeShare = 0.03

	// clearRho is a rank correlation that says something; one below weakRho on both
	// sides is none, if other games would not show rightRho, which is less than public
	// sets have.
	clearRho = 0.10
	weakRho  = 0.05
	rightRho = 0.20

	// chance is how often labels that are right may be refused by the games that were
	// looked at. Rows of one game are no independent witnesses.
	chance = 1e-4

	// Slopes in units of the label per pawn. Between the first two, labels are
	// pawns; between the last two they are centipawns of some scale.
	minPawnSlope      = 0.1
	maxPawnSlope      = 4.0
	minCentipawnSlope = 15.0
	maxCentipawnSlope = 250.0

	// decimalShare is the share of labels with decimals that makes them pawns
	// without doubt.
	decimalShare = 0.10

	// idShare is the share of distinct ids among rows that makes them numbers of
	// rows and not of games.
	idShare = 0.95
)

// An Inspection is what the first rows of an input, and some random ones, say
// of its labels. Labels are compared with the material on the board; those
// that are mates are left out.
type Inspection struct {
	Name string // of the input, as the caller gave it

	Rows int // with a label that is an evaluation

	// Rank correlations (Spearman) of label and material, the label read as the
	// options say: both in White's view, with White and with Black to move; and
	// of all rows, both in White's view and both in the mover's.
	WhiteToMove, BlackToMove Relation
	White, Mover             float64

	// Slope is the label's unit for a pawn of material, by least squares, labels
	// beyond their 2.5 and 97.5 per cent quantiles Low and High pulled in.
	Slope, Low, High float64

	// Decimals is the share of labels that are no whole numbers.
	Decimals float64

	// Results says the same of the rows' results.
	Results ResultInspection

	// Findings say with figures what to pass. Where labels are not what the options say, the
	// level is [note.Error].
	Findings note.List
}

// A ResultInspection is what rows say of the results of their games, read as
// the options say: White's points.
type ResultInspection struct {
	Rows      int  // with a result or a probability
	Fractions int  // with a probability that is neither 0, 0.5 nor 1
	Equal     bool // all are the same

	// Rank correlations (Spearman) of points and material, as in [Inspection].
	WhiteToMove, BlackToMove Relation
	White, Mover             float64
}

// A Relation is the rank correlation of label and material in some rows.
type Relation struct {
	Rows    int
	Games   int // of the rows; or stretches of rows that may be of one game, if they have no ids
	Rho     float64
	Bound   float64 // rows of other games of the kind have a Rho within Rho ± Bound, but for one case in 10,000
	Edge    int     // rows with a difference of a piece or more
	EdgeRho float64 // among them
}

// clear returns the sign of a correlation that is beyond doubt, else 0. A
// negative one must hold among the rows with a piece more or less, too: in
// openings alone, a pawn may well have been given for the better game. And it must not
// be by the chance of a few games.
func (r Relation) clear() int {
	switch {
	case r.Rows >= minSide && r.Rho >= clearRho:
		return 1
	case r.Rows >= minSide && r.Rho <= -max(clearRho, r.Bound) && r.Edge >= minEdge && r.EdgeRho <= -clearRho:
		return -1
	}
	return 0
}

// oneSided reports whether labels of one side to move go with material far less than
// those of the other, and not by chance: of public sets the smaller correlation is at
// least 0.77 of the larger one; if three rows of ten are of the other view it is 0.4.
func oneSided(white, black Relation) bool {
	weak, strong := math.Abs(white.Rho), math.Abs(black.Rho)
	if weak > strong {
		weak, strong = strong, weak
	}
	enough := min(white.Rows, black.Rows) >= minSide && min(white.Edge, black.Edge) >= minEdge
	return enough && strong >= clearRho && weak < strong/2 && strong-weak > math.Hypot(white.Bound, black.Bound)
}

// none reports whether there are many rows, not from openings alone, and no
// correlation.
func (r Relation) none() bool {
	return r.Rows >= minSide && r.Edge >= minEdge && float64(r.Edge) >= edgeShare*float64(r.Rows) &&
		math.Abs(r.Rho) < weakRho && math.Abs(r.EdgeRho) < clearRho && r.Rho+r.Bound < rightRho
}

// Inputs looks at every input of a reader before the first chunk is read: at the first
// 20,000 rows and at 20,000 random ones, chosen by the seed. In a plain file
// they lie anywhere, in an archive in the first 4 MB of text; of a stream only
// the first are seen, and kept for the reading. Errors are those of reading.
//
// If none of the results of an input is a probability, one that comes later is a
// fault of its line: whoever writes rows has declared by then what they hold.
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
	return inspect(p.Name(), p.Options(), o), nil
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
	in.White = spearman(x, y)
	x, y = columnsOf(rows, -1)
	in.Mover = spearman(x, y)
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
	r.EdgeRho = spearman(columnsOf(edge, 1))
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
