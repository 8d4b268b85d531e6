package datasets

import (
	"fmt"
	"math"
)

// judge draws the conclusions from the figures.
func (in *Inspection) judge(opt Options, o *observer) {
	if opt.Game != noColumn {
		in.judgeGames(o)
	}
	if opt.Score == noColumn {
		return
	}
	if in.WhiteToMove.Rows < minSide && in.BlackToMove.Rows < minSide {
		in.doubt("D02", "%d scored rows are too few to see whose view the scores take, and in what unit", in.Rows)
		return
	}
	in.judgeView(opt)
	in.judgeUnit(opt)
}

func (in *Inspection) refuse(code, format string, args ...any) {
	in.Findings = append(in.Findings, Finding{Refused, Warning{code, fmt.Sprintf(format, args...)}})
}

func (in *Inspection) doubt(code, format string, args ...any) {
	in.Findings = append(in.Findings, Finding{Doubtful, Warning{code, fmt.Sprintf(format, args...)}})
}

// figures says how labels and material go together.
func (in *Inspection) figures() string {
	w, b := in.WhiteToMove, in.BlackToMove
	return fmt.Sprintf("the rank correlation of score and material is %+.2f with White to move (%d rows) and %+.2f with Black to move (%d rows), in all %+.2f in White's frame and %+.2f in the mover's",
		w.Rho, w.Rows, b.Rho, b.Rows, in.White, in.Mover)
}

// judgeView finds out whose view the scores take (D02).
func (in *Inspection) judgeView(opt Options) {
	w, b := in.WhiteToMove.clear(), in.BlackToMove.clear()
	other := POVMover
	if opt.POV == POVMover {
		other = POVWhite
	}
	switch {
	case w > 0 && b < 0:
		in.refuse("D02", "scores are not %s view: %s: pass -pov %s", owner(opt.POV), in.figures(), other)
	case w < 0 && b > 0:
		in.refuse("D02", "scores are the view of the side that has moved: %s: negate them and pass -pov %s", in.figures(), other)
	case b < 0 && w == 0:
		in.refuse("D02", "scores are not %s view: %s: pass -pov %s, or negate them", owner(opt.POV), in.figures(), other)
	case w < 0 || b < 0:
		in.refuse("D02", "scores have the wrong sign, of the opposite of %s view: %s: negate them", owner(opt.POV), in.figures())
	case in.WhiteToMove.none() && in.BlackToMove.none():
		in.refuse("D02", "scores have nothing to do with material: %s: name the right column with -score", in.figures())
	case w == 0 && in.WhiteToMove.Rows >= minSide || b == 0 && in.BlackToMove.Rows >= minSide:
		in.doubt("D02", "it cannot be seen that scores are %s view: %s", owner(opt.POV), in.figures())
	}
}

// owner says whose a view is.
func owner(v POV) string {
	if v == POVMover {
		return "the mover's"
	}
	return "White's"
}

// judgeUnit finds out the unit of the scores (D03).
func (in *Inspection) judgeUnit(opt Options) {
	size := max(math.Abs(in.Low), math.Abs(in.High))
	slope := fmt.Sprintf("%.3g a pawn of material, 95 %% of them between %.4g and %.4g", in.Slope, in.Low, in.High)
	asked := opt.Unit == UnitPawns
	pawns := in.Slope >= minPawnSlope && in.Slope <= maxPawnSlope
	switch {
	case asked && in.Slope >= minCentipawnSlope:
		in.refuse("D03", "scores are not pawns: %s: pass -unit centipawns", slope)
	case asked && !pawns:
		in.doubt("D03", "scores do not look like pawns: %s", slope)
	case asked:
	case size <= 1 && in.Decimals >= decimalShare && !pawns:
		in.doubt("D03", "scores are not centipawns but expected scores or the like: %s", slope)
	case pawns && in.Decimals >= decimalShare:
		in.refuse("D03", "scores are not centipawns: %s, %.0f %% with decimals: pass -unit pawns", slope, 100*in.Decimals)
	case in.Slope < minCentipawnSlope || in.Slope > maxCentipawnSlope:
		in.doubt("D03", "scores do not look like centipawns: %s", slope)
	}
}

// judgeGames finds ids that number rows: then no split keeps a game together,
// and no standard error knows of it.
func (in *Inspection) judgeGames(o *observer) {
	if !o.games() || len(o.first) < minSide {
		return
	}
	distinct := make(map[uint32]struct{}, len(o.first))
	for _, obs := range o.first {
		distinct[obs.game] = struct{}{}
	}
	if float64(len(distinct)) >= idShare*float64(len(o.first)) {
		in.doubt("S01", "the first %d rows have %d ids: if they number rows and not games, pass -game -", len(o.first), len(distinct))
	}
}

// games reports whether the rows had a column of ids.
func (o *observer) games() bool {
	return o.parser.format != nil && o.parser.format.column[roleGame] >= 0
}
