package inspect

import (
	"math"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/note"
)

// Written says how evaluations are written. What is not told is recognised.
type Written struct {
	View     datasets.POV
	Unit     datasets.Unit
	ViewSaid bool // View was told
	UnitSaid bool // Unit was told
}

// Recognise finds out by the material on the board whose view evaluations take and in what unit they are, as
// [Inputs] examines scores: evals holds the number of each sample as it stands, not a number where there is
// none. What was told stays, and findings say where the material speaks against it, with the flags
// -eval-pov and -eval-unit; name is whose they are, the rest of the inspection is of the evaluations in
// the view and the unit returned.
func Recognise(name string, samples []datasets.Sample, evals []float32, told Written) (Inspection, Written) {
	o := newObserver(inspectionOfEvals, 0)
	for i := range samples {
		if raw := float64(evals[i]); !math.IsNaN(raw) {
			o.offer(func() (observation, bool) {
				return o.observe(&samples[i], datasets.Label{Kind: datasets.LabelNumber, Raw: raw}), true
			})
		}
	}
	rows := append(o.first, o.random...)
	in := Inspection{Name: name, Rows: len(rows)}
	in.relate(rows)
	if !told.ViewSaid && in.WhiteToMove.clear() > 0 && in.BlackToMove.clear() < 0 {
		told.View = datasets.POVMover
	}
	if told.View == datasets.POVMover {
		for i := range rows {
			if rows[i].black {
				rows[i].label = -rows[i].label
			}
		}
		in.relate(rows)
	}
	in.measure(rows)
	if !told.UnitSaid && in.Slope >= minPawnSlope && in.Slope <= maxPawnSlope {
		told.Unit = datasets.UnitPawns
	}
	in.judgeEvals(told)
	return in, told
}

// inspectionOfEvals chooses the random rows that are looked at.
const inspectionOfEvals = 1

// judgeEvals says what speaks against the view and the unit of evaluations.
func (in *Inspection) judgeEvals(read Written) {
	if in.WhiteToMove.Rows < minSide && in.BlackToMove.Rows < minSide {
		in.Findings.Add(note.D02, "%d evaluations are too few to see whose view they take, and in what unit: they are taken for %s view and %v; -eval-pov and -eval-unit say so", in.Rows, owner(read.View), read.Unit).Kind = TooFew
		return
	}
	in.judgeView(view{
		about: AboutScores, one: "evaluation", other: "pass the right column with -eval", povFlag: "-eval-pov", negate: "negate them", pov: read.View,
		apart: "ask for all in one view", w: in.WhiteToMove, b: in.BlackToMove, white: in.White, mover: in.Mover,
	})
	in.judgeUnit("evaluations", "-eval-unit", read.Unit)
}
