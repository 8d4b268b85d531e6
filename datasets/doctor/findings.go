package doctor

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
)

// Thresholds of the findings that are the doctor's own.
const (
	// leastPhase of the rows at least lie in each quarter of the phase (D16).
	leastPhase = 0.05

	// earlyShare and lateShare of the rows may be of the first 16 and the last 10 half
	// moves of their games (D18). In games of 120 half moves it is 13 and 8 per cent.
	earlyShare, lateShare = 0.20, 0.15

	// depthSpread, in plies, is how far the depths of labels may lie apart: from the 5
	// to the 95 per cent quantile (D22).
	depthSpread = 4

	// badShare of the lines may be bad for the others to be worth reading (D07).
	badShare = 0.10
)

// A remark adds findings.
type remark func(x *check, d *Diagnosis, add addFunc)

type addFunc func(f Finding)

// remarks are all of them, by code.
var remarks = []remark{
	remarkText, remarkLabels, remarkReading, remarkWatch, remarkBad, remarkEnd, remarkLayout, remarkRows,
	remarkPhases, remarkNoise, remarkLoud, remarkPlies, remarkDead, remarkDepths, remarkChess960,
}

// judge adds what is remarkable.
func (d *Diagnosis) judge(x *check) {
	d.Findings = []Finding{}
	for _, r := range remarks {
		r(x, d, func(f Finding) { d.Findings = append(d.Findings, f) })
	}
	d.sortFindings()
}

// remarkText speaks of results in the text of lines (D01).
func remarkText(x *check, _ *Diagnosis, add addFunc) {
	r := &x.survey.raw
	if n := r.inText + r.inBoard; n > 0 {
		add(Finding{Note: note.Mention(note.D01, "%d lines have text like another result than theirs: %d outside of the position (ids and the like), %d only in it (1/2 between two ranks); here the field of the result counts, and nothing else",
			n, r.inText, r.inBoard),
			Remedy: "a program that searches the whole line reads wrong results"})
	}
}

// remarkLabels speaks of files without any (D01).
func remarkLabels(_ *check, d *Diagnosis, add addFunc) {
	if !d.Reading.Score && !d.Reading.Result && d.Counts.Samples > 0 {
		add(Finding{Note: note.Refuse(note.D01, "rows have neither scores nor results: there is nothing to fit to"),
			Remedy: "if a column holds one of them, name it with -score or -result"})
	}
}

// remarkReading speaks of views and units (D02, D03) and of ids (S01): what stands
// against the reading that was claimed, and what is doubtful about the one that was
// found.
func remarkReading(x *check, _ *Diagnosis, add addFunc) {
	for _, f := range x.claimed.Findings {
		if f.Level != note.Error {
			continue
		}
		finding := Finding{Note: f}
		if f.Code == note.D26 && x.read.UnitSaid == x.opt.Read.UnitSaid {
			continue // the counts of all rows say it
		}
		if flag := x.turned(f); flag != "" && refusals(x.inspection) == 0 {
			finding.Extract = []string{flag}
		} else {
			finding.Remedy = "no flag repairs it: the labels themselves must be corrected"
		}
		add(finding)
	}
	for _, f := range x.inspection.Findings {
		if f.Level != note.Warning {
			continue
		}
		finding := Finding{Note: f}
		if f.Code == note.S01 {
			finding.Extract = []string{"-game -"}
		}
		add(finding)
	}
	if read := x.opt.Read.Codes; read != x.said.Codes {
		add(Finding{Note: note.Refuse(note.D02, "results are coded otherwise%s, which the first lines do not show: there 0 and 1 look like White's points", x.source.Columns.Codes.Describe()),
			Extract: []string{"-result-codes " + read.String()}})
	}
}

// turned returns the flag by which the reading differs from the claimed one in what
// a warning speaks of, nothing if it does not.
func (x *check) turned(w note.Note) string {
	said, read := x.opt.Read, x.read
	switch {
	case (w.Code == note.D03 || w.Code == note.D26) && (said.Unit != read.Unit || said.UnitSaid != read.UnitSaid):
		return "-unit " + read.Unit.String()
	case w.Kind == inspect.AboutCodes && said.Codes != read.Codes:
		return "-result-codes " + cli.Quote(read.Codes.String())
	case w.Kind == inspect.AboutResults && said.ResultPOV != read.ResultPOV:
		return "-result-pov " + read.ResultPOV.String()
	case w.Kind == inspect.AboutScores && said.POV != read.POV:
		return "-pov " + read.POV.String()
	}
	return ""
}

// remarkWatch adds the warnings that extract gives, too, with what helps.
func remarkWatch(x *check, d *Diagnosis, add addFunc) {
	w := &x.survey.watch
	all := w.Warnings(x.survey.counts)
	if d.Games {
		all = append(all, w.GameWarnings()...)
	}
	for _, warning := range all {
		f := remedyOf(warning, d)
		if f.Kind == inspect.ImpossibleRights && x.said.Castling == datasets.CastlingRefuse {
			f.Extract = []string{"-castling repair"}
			if f.Args[0].(int) > max(x.opt.Bad, 0) {
				f.Level = note.Error
			}
		}
		add(f)
	}
}

// remarkBad speaks of bad lines (D07), and of results in a coding that cannot be
// told (D02).
func remarkBad(x *check, d *Diagnosis, add addFunc) {
	bad := d.Counts.Bad
	if bad == 0 {
		if n := d.Counts.Shallow; n > 0 && d.Counts.Samples == 0 {
			add(Finding{Note: note.Refuse(note.D07, "no evaluation of %[2]d plies or more in %[1]d lines", n, x.read.Depth), Remedy: "pass a smaller -depth"})
		}
		return
	}
	var kinds []string
	for i := range x.survey.bad {
		if n := x.survey.bad[i].n; n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, faultNames[i]))
		}
	}
	f := Finding{Note: note.New(note.D07, "%d of %d lines are bad and left out: %s; the first is line %d: %v",
		bad, d.Counts.Lines, strings.Join(kinds, ", "), x.survey.firstBad.Line, x.survey.firstBad.Err),
		Remedy: "-reject bad.txt writes them to a file, with their reasons"}
	switch most := max(x.opt.Bad, 0); {
	case x.survey.bad[faultSigns].n+x.survey.bad[faultHalves].n > 0:
		f.Code, f.Level, f.Extract, f.Remedy = note.D02, note.Error, []string{"-result -"}, "that leaves the results out: state what they mean with -result-codes to keep them"
	case d.Counts.Samples == 0 && x.survey.bad[faultResult].n > 0:
		f.Level, f.Remedy = note.Error, "no row is left: state what results mean, as in -result-codes w=1-0,d=1/2-1/2,b=0-1, or leave them out with -result -"
	case d.Counts.Samples == 0:
		f.Level, f.Remedy = note.Error, "no row is left: the file is of another kind, or needs another -format or other columns"
	case bad > most && float64(bad) > badShare*float64(d.Counts.Lines):
		f.Level = note.Error
		f.Remedy = fmt.Sprintf("this many suggest that the file, or part of it, is of another kind: look at them before -bad %d reads the rest", bad)
	case bad > most:
		f.Level, f.Extract = note.Error, []string{fmt.Sprintf("-bad %d", bad)}
		f.Text += fmt.Sprintf("; no more than %d are tolerated", most)
	case bad > budget.Default:
		f.Extract = []string{fmt.Sprintf("-bad %d", bad)}
	}
	add(f)
}

// remarkEnd speaks of what makes other programs stop early, and this one (D08).
func remarkEnd(x *check, d *Diagnosis, add addFunc) {
	r := &x.survey.raw
	if x.broken != nil {
		var fault *datasets.LineError
		at := 0
		if errors.As(x.broken, &fault) {
			at = fault.Line
		}
		add(Finding{Note: note.Refuse(note.D08, "%v: %d samples were read before record %d", errors.Unwrap(x.broken), d.Counts.Samples, at),
			Remedy: "the rest is lost, and the file does not say how much: get it again"})
	}
	if d.Counts.Blank > 0 {
		add(Finding{Note: note.Mention(note.D08, "%d blank lines are passed over", d.Counts.Blank),
			Remedy: "some programs stop reading at the first"})
	}
	if !r.open || x.broken != nil {
		return
	}
	for i := range x.survey.bad {
		if slices.Contains(x.survey.bad[i].first, r.last) {
			add(Finding{Note: note.New(note.D08, "the file ends within line %d: part of it is missing", r.last),
				Remedy: "the file does not say how much is missing: get it again"})
			return
		}
	}
	add(Finding{Note: note.Mention(note.D08, "the last line has no newline; it is read"), Remedy: "some programs leave it out"})
}

// remarkLayout speaks of what trips simple readers (D09).
func remarkLayout(x *check, _ *Diagnosis, add addFunc) {
	r := &x.survey.raw
	var has []string
	for _, h := range []struct {
		is   bool
		text string
	}{
		{x.source.UTF16, "UTF-16 text"}, {r.mark && !x.source.UTF16, "a byte order mark"}, {r.returns > 0, fmt.Sprintf("%d lines that end in CRLF", r.returns)},
		{r.quotes > 0, fmt.Sprintf("%d lines with quoted fields", r.quotes)},
	} {
		if h.is {
			has = append(has, h.text)
		}
	}
	if len(has) > 0 {
		add(Finding{Note: note.Mention(note.D09, "the file has %s: all are read", strings.Join(has, ", "))})
	}
}

// remarkRows compares the number of rows with what it is said to be (D10).
func remarkRows(x *check, d *Diagnosis, add addFunc) {
	rows := d.Counts.Lines - d.Counts.Blank
	if want := x.opt.Rows; want > 0 && rows != want {
		add(Finding{Note: note.Refuse(note.D10, "the file has %d rows, not %d as -rows says", rows, want),
			Remedy: "means over the stated number would be wrong by the difference; rows that are missing are lost"})
	}
}

// remarkPhases speaks of phases that hardly occur (D16).
func remarkPhases(x *check, d *Diagnosis, add addFunc) {
	total := d.Counts.Samples
	if total < enoughRows {
		return
	}
	var few []string
	for i, n := range d.Phases {
		if float64(n) < leastPhase*float64(total) {
			few = append(few, fmt.Sprintf("%.1f %% at %.2f to %.2f", plaintext.PercentOf(n, total), float64(i)/phaseBins, float64(i+1)/phaseBins))
		}
	}
	if len(few) > 0 {
		add(Finding{Note: note.New(note.D16, "few rows in a quarter of the phase (0 with bare kings, 1 with all pieces): %s", strings.Join(few, ", ")),
			Remedy: "middlegame and endgame values drift apart where nothing holds them together: add such positions, or even the mix with -balance-phases 25/25/25/25"})
	}
}

// remarkNoise speaks of positions that are not quiet (D17), as far as it shows
// without a search.
func remarkNoise(x *check, d *Diagnosis, add addFunc) {
	n, total := d.Noise, d.Counts.Samples
	if total < enoughRows || float64(n.Unquiet) <= unquietShare*float64(total) {
		return
	}
	f := Finding{Note: note.New(note.D17, "%d of %d rows (%.1f %%) are not quiet: %d are in check, in %d the best or played move is a capture or a promotion",
		n.Unquiet, total, plaintext.PercentOf(n.Unquiet, total), n.Checks, n.Noisy),
		Extract: []string{flagNoCheck}}
	if n.Noisy > 0 {
		f.Extract = append(f.Extract, flagNoNoisy)
	}
	add(f)
}

// remarkLoud speaks of positions in which captures are due (D17), as a search finds.
func remarkLoud(x *check, d *Diagnosis, add addFunc) {
	if n := d.Noise; x.survey.isLoud() {
		add(Finding{Note: note.New(note.D17, "in %d of %d rows not in check (%.1f %%) captures are due: quiescence search is more than %d centipawns from the static evaluation",
			n.Loud, n.Searched, plaintext.PercentOf(n.Loud, n.Searched), x.opt.Bound),
			Extract: []string{flagQuiet}, Remedy: "-quiet replace keeps the rows, with the positions after the captures"})
	}
}

// remarkPlies speaks of the beginning and the end of games (D18).
func remarkPlies(x *check, d *Diagnosis, add addFunc) {
	n, total := d.Noise, d.Counts.Samples
	if n.Book > 0 {
		add(Finding{Note: note.Mention(note.D18, "%d of %d rows (%.1f %%) are before moves of an opening book", n.Book, total, plaintext.PercentOf(n.Book, total)),
			Extract: []string{flagNoBook}})
	}
	if total >= enoughRows && float64(n.Early) > earlyShare*float64(n.Plies) {
		add(Finding{Note: note.Mention(note.D18, "%d of %d rows (%.1f %%) are of the first %d half moves", n.Early, n.Plies, plaintext.PercentOf(n.Early, n.Plies), earlyPlies),
			Remedy: fmt.Sprintf("%s %d.. leaves them out", flagPlies, earlyPlies)})
	}
	if known := n.Lefts; known >= enoughRows && float64(n.Late) > lateShare*float64(known) {
		add(Finding{Note: note.Mention(note.D18, "%d of %d rows (%.1f %%) are of the last %d half moves of their games", n.Late, known, plaintext.PercentOf(n.Late, known), latePlies),
			Remedy: fmt.Sprintf("%s %d leaves them out", flagLastPlies, latePlies)})
	}
}

// remarkDead reports files of games that were not played (D21).
func remarkDead(x *check, d *Diagnosis, add addFunc) {
	c, r := d.Counts, d.Rows.Results
	switch {
	case c.Games > 0 && c.Moveless == c.Games:
		add(Finding{Note: note.Refuse(note.D21, "no move in %d games: did an engine fail to start?", c.Games)})
	case r.Known() >= enoughRows && max(r.White, r.Draw, r.Black) == r.Known():
		kind := "draws"
		switch r.Known() {
		case r.White:
			kind = "wins of White"
		case r.Black:
			kind = "wins of Black"
		}
		f := Finding{Note: note.Refuse(note.D21, "all of %d results are %s: nothing can be learnt from them", r.Known(), kind)}
		if d.Reading.Score {
			f.Remedy = "the scores can be fitted: pass -result -"
		}
		add(f)
	}
}

// remarkDepths speaks of labels from searches of different depths (D22).
func remarkDepths(_ *check, d *Diagnosis, add addFunc) {
	if n := d.Noise; n.Deep-n.Shallow > depthSpread {
		add(Finding{Note: note.Mention(note.D22, "scores are of searches of different depths: 90 %% of them of %d to %d plies, the median is %d", n.Shallow, n.Deep, n.Depth),
			Remedy: "the shallow ones are the noisier labels"})
	}
}

// remarkChess960 speaks of castling rights that only Chess960 has (D23).
func remarkChess960(_ *check, d *Diagnosis, add addFunc) {
	if d.Chess960 > 0 {
		add(Finding{Note: note.Mention(note.D23, "%d of %d positions have castling rights of Chess960; they are read", d.Chess960, d.Counts.Samples),
			Remedy: "a program for standard chess alone reads them wrongly"})
	}
}
