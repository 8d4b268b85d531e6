package inspect

import (
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/note"
)

// otherHalves are what 0, 1 and 2 may also mean: White's points of each.
var otherHalves = []struct {
	codes  datasets.ResultCodes
	points [3]float64
}{
	{"0=1/2-1/2,1=1-0,2=0-1", [3]float64{0.5, 1, 0}},
	{"0=1/2-1/2,1=0-1,2=1-0", [3]float64{0.5, 0, 1}},
	{"0=1-0,1=1/2-1/2,2=0-1", [3]float64{1, 0.5, 0}},
	{"0=1-0,1=0-1,2=1/2-1/2", [3]float64{1, 0, 0.5}},
	{"0=0-1,1=1-0,2=1/2-1/2", [3]float64{0, 1, 0.5}},
}

// alikeCodes is the share of the best correlation from which another one is as good.
const alikeCodes = 0.75

// judgeCodes reports whether results of 0, 1 and 2, taken for half points, mean something else:
// material goes with that at least twice as well (D02).
func (in *Inspection) judgeCodes(opt datasets.Options, o *observer) bool {
	usual := max(in.Results.White, in.Results.Mover)
	if opt.Codes != datasets.CodesAuto || o.layout == nil || o.layout.Columns().Codes != datasets.CodesHalves || in.Results.Rows < minSide || usual >= clearRho {
		return false
	}
	best, most := -1, clearRho
	var rhos []float64
	for i, other := range otherHalves {
		rhos = append(rhos, o.relateCodes(other.points))
		if rhos[i] >= most && rhos[i] > 2*usual {
			best, most = i, rhos[i]
		}
	}
	if best < 0 {
		return false
	}
	alike := ""
	for i, rho := range rhos {
		if i != best && rho >= alikeCodes*most {
			alike += " or " + string(otherHalves[i].codes)
		}
	}
	n := in.refuse(note.D02, "results are coded otherwise than 2, 1 and 0 for a win of White, a draw and a win of Black: so their rank correlation with material is %+.2f, otherwise up to %+.2f: pass -result-codes %v%s", usual, most, otherHalves[best].codes, alike)
	if alike == "" {
		n.Kind = AboutCodes
	}
	return true
}

// relateCodes returns the rank correlation of material with results of which 0, 1 and 2 are those
// points.
func (o *observer) relateCodes(meaning [3]float64) float64 {
	var material, points []float64
	for _, rows := range [][]observation{o.first, o.random} {
		for i := range rows {
			if rows[i].points >= 0 {
				material = append(material, rows[i].material)
				points = append(points, meaning[int(2*rows[i].points)])
			}
		}
	}
	return Spearman(material, points)
}

// judgeUnread names values that may be labels and are not read (D01).
func (in *Inspection) judgeUnread(o *observer) {
	if o.layout == nil {
		return
	}
	if unread := o.layout.Columns().Unread; unread != "" {
		in.Findings.Add(note.D01, "not read: %s; if it is a label, name it with -score or -result", unread)
	}
}
