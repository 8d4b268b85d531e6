package inspect

import (
	"fmt"
	"math"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/note"
)

// judge draws the conclusions from the figures.
func (in *Inspection) judge(opt datasets.Options, o *observer) {
	in.judgeUnread(o)
	if opt.Game != datasets.NoColumn {
		in.judgeGames(o)
	}
	if in.Results.Rows > 0 {
		in.judgeResults(opt, o)
	}
	if opt.Score != datasets.NoColumn {
		in.judgeComments(o)
	}
	if opt.Score != datasets.NoColumn && !o.without() && (in.Rows > 0 || o.promised() && len(o.first) > 0) {
		in.judgeScores(opt, o)
	}
}

// judgeScores finds out whose view scores take, and their unit.
func (in *Inspection) judgeScores(opt datasets.Options, o *observer) {
	if in.WhiteToMove.Rows < minSide && in.BlackToMove.Rows < minSide {
		in.Findings.Add(note.D02, "%d scored rows are too few to see whose view the scores take, and in what unit", in.Rows).Kind = TooFew
		return
	}
	in.judgeView(view{
		about: AboutScores, one: "score", other: o.remedy("-score"), povFlag: "-pov", negate: "negate them", pov: opt.POV,
		w: in.WhiteToMove, b: in.BlackToMove, white: in.White, mover: in.Mover,
	})
	if !o.promised() {
		opt.Unit = datasets.UnitCentipawns // of samples: the format has turned them
	}
	in.judgeUnit("scores", "-unit", opt.Unit)
}

// judgeComments refuses games of which more scores are not understood than read: what is left, such as
// the mates, does not represent the games (D26).
func (in *Inspection) judgeComments(o *observer) {
	if n := o.counts; n.Unread > n.Samples-n.Unscored {
		in.refuse(note.D26, "%d of %d comments looked at look like evaluations and are not read, and only %d scores are; the first is at %v: pass -score - to do without scores, or -unit centipawns if the numbers are centipawns",
			n.Unread, n.Comments, n.Samples-n.Unscored, n.FirstUnread)
	}
}

// judgeResults finds out whose points the results are.
func (in *Inspection) judgeResults(opt datasets.Options, o *observer) {
	r := &in.Results
	if r.Equal {
		return // a matter of D14: they contradict nothing
	}
	if in.judgeCodes(opt, o) {
		return
	}
	if r.WhiteToMove.Rows < minSide && r.BlackToMove.Rows < minSide {
		in.Findings.Add(note.D02, "%d rows with a result are too few to see whose points they are", r.Rows).Kind = TooFew
		return
	}
	in.judgeView(view{
		about: AboutResults, one: "result", other: o.remedy("-result"), povFlag: "-result-pov", negate: "exchange 1-0 and 0-1", pov: opt.ResultPOV,
		w: r.WhiteToMove, b: r.BlackToMove, white: r.White, mover: r.Mover,
	})
}

func (in *Inspection) refuse(code note.Code, format string, args ...any) *note.Note {
	n := in.Findings.Add(code, format, args...)
	n.Level = note.Error
	return n
}

// A view is what is known of the view that a kind of label takes, read as the
// options say.
type view struct {
	about                       note.Kind
	one, other, povFlag, negate string       // words of messages
	apart                       string       // what to do about two views; empty: read the parts apart
	pov                         datasets.POV // as the options say
	w, b                        Relation
	white, mover                float64
}

// figures says how labels and material go together.
func (v view) figures() string {
	return fmt.Sprintf("the rank correlation of %s and material is %+.2f with White to move (%d rows of %d games) and %+.2f with Black to move (%d rows of %d games), in all %+.2f in White's frame and %+.2f in the mover's",
		v.one, v.w.Rho, v.w.Rows, v.w.Games, v.b.Rho, v.b.Rows, v.b.Games, v.white, v.mover)
}

// judgeView finds out whose view labels take (D02).
func (in *Inspection) judgeView(v view) {
	w, b := v.w.clear(), v.b.clear()
	other := datasets.POVMover
	if v.pov == datasets.POVMover {
		other = datasets.POVWhite
	}
	refuse := func(format string, args ...any) { in.refuse(note.D02, format, args...).Kind = v.about }
	switch {
	case oneSided(v.w, v.b):
		if v.apart == "" {
			v.apart = "split them by origin, and read one part with -source PATTERN:" + v.povFlag[1:] + "=mover"
		}
		refuse("%ss agree with material much better for one side to move than for the other: %s: the rows seem to mix White's view and the mover's: %s",
			v.one, v.figures(), v.apart)
	case w > 0 && b < 0:
		refuse("%ss are not %s view: %s: pass %s %s", v.one, owner(v.pov), v.figures(), v.povFlag, other)
	case w < 0 && b > 0:
		refuse("%ss are the view of the side that has moved: %s: %s and pass %s %s", v.one, v.figures(), v.negate, v.povFlag, other)
	case b < 0 && w == 0:
		refuse("%ss are not %s view: %s: pass %s %s, or %s", v.one, owner(v.pov), v.figures(), v.povFlag, other, v.negate)
	case w < 0 || b < 0:
		refuse("%ss have the wrong sign, the opposite of %s view: %s: %s", v.one, owner(v.pov), v.figures(), v.negate)
	case v.w.none() && v.b.none():
		refuse("%ss are unrelated to material: %s: %s", v.one, v.figures(), v.other)
	case w == 0 && v.w.Rows >= minSide || b == 0 && v.b.Rows >= minSide:
		in.Findings.Add(note.D02, "the rows do not show whether %ss are %s view: %s", v.one, owner(v.pov), v.figures()).Kind = v.about
	}
}

// owner says whose a view is.
func owner(v datasets.POV) string {
	if v == datasets.POVMover {
		return "the mover's"
	}
	return "White's"
}

// judgeUnit finds out the unit of the scores, or of others that the flag is of (D03).
func (in *Inspection) judgeUnit(scores, flag string, unit datasets.Unit) {
	size := max(math.Abs(in.Low), math.Abs(in.High))
	slope := fmt.Sprintf("%.3g a pawn of material, 95 %% of them between %.4g and %.4g", in.Slope, in.Low, in.High)
	asked := unit == datasets.UnitPawns
	pawns := in.Slope >= minPawnSlope && in.Slope <= maxPawnSlope
	switch {
	case asked && in.Slope >= minCentipawnSlope:
		in.refuse(note.D03, "%s are not pawns: %s: pass %s centipawns", scores, slope, flag)
	case asked && !pawns:
		in.Findings.Add(note.D03, "%s do not look like pawns: %s", scores, slope)
	case asked:
	case size <= 1 && in.Decimals >= decimalShare && !pawns:
		in.refuse(note.D03, "%s are not centipawns but expected scores or the like: %s: if they are White's, from 0 to 1, name their column with -result and pass -score -; if they are pawns pass %s pawns", scores, slope, flag)
	case pawns && in.Decimals >= decimalShare:
		in.refuse(note.D03, "%s are not centipawns: %s, %.0f %% with decimals: pass %s pawns", scores, slope, 100*in.Decimals, flag)
	case in.Slope < minCentipawnSlope || in.Slope > maxCentipawnSlope:
		in.Findings.Add(note.D03, "%s do not look like centipawns: %s", scores, slope)
	}
}

// judgeGames finds ids that number rows: then no split keeps a game together,
// and no standard error knows of it.
func (in *Inspection) judgeGames(o *observer) {
	if ids, many := o.countIDs(); many {
		in.Findings.Add(note.S01, "the first %d rows have %d ids: if they number rows and not games, pass -game -", len(o.first), ids)
	}
}

// countIDs counts the ids among the first rows, and says whether they are too many for ids of
// games.
func (o *observer) countIDs() (ids int, many bool) {
	if !o.games() || len(o.first) < minSide {
		return 0, false
	}
	distinct := make(map[uint32]struct{}, len(o.first))
	for _, obs := range o.first {
		distinct[obs.game] = struct{}{}
	}
	return len(distinct), float64(len(distinct)) >= idShare*float64(len(o.first))
}

// setGames makes stretches of rows the games of rows that do not name theirs.
func (o *observer) setGames(rows []observation) {
	if _, numbered := o.countIDs(); o.games() && !numbered {
		return
	}
	for i := range rows {
		rows[i].game = rows[i].stretch
	}
}

// games reports whether the rows had ids of games.
func (o *observer) games() bool { return o.layout != nil && o.layout.Columns().Game > 0 }

// without reports whether rows that must have scores have no column of them.
func (o *observer) without() bool {
	return o.promised() && o.layout != nil && o.layout.Columns().Score == 0
}

// remedy says what to do about columns that are not labels.
func (o *observer) remedy(flag string) string {
	if o.promised() {
		return "name the right column with " + flag
	}
	return "leave them out with " + flag + " -"
}

// promised reports whether rows must have scores: those of tables; games may
// have none.
func (o *observer) promised() bool {
	_, fixed := o.layout.(datasets.FixedLayout)
	return !fixed
}
