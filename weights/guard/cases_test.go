package guard

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/internal/note"
)

// A match is a case of the calibration: two evaluations, what is judged of them, and their Elo.
type match struct {
	new, old             string
	elo, low, high       float64
	k, distance          float64
	rms, spread, share   float64 // share: of the difference by new terms
	change               float64 // of the squared error on labels
	unsupported, correla float64
}

// matches reads testdata/cases.tsv.
func matches(t *testing.T) (list []match) {
	t.Helper()
	text, err := os.ReadFile("testdata/cases.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), "\t")
		m := match{new: fields[0], old: fields[1]}
		numbers := []*float64{&m.elo, &m.low, &m.high, &m.k, &m.distance, &m.rms, &m.spread, &m.share, &m.change, &m.unsupported, &m.correla}
		for i, n := range numbers {
			if *n, err = strconv.ParseFloat(fields[2+i], 64); err != nil || len(fields) != 2+len(numbers) {
				t.Fatal(line, err)
			}
		}
		list = append(list, m)
	}
	return list
}

func (m *match) lost() bool { return m.high < 0 }
func (m *match) won() bool  { return m.low > 0 }

// report is one with the figures of the match.
func (m *match) report() *Report {
	r := &Report{
		Scale: 1, K: m.k, AddedRMS: m.share, Labels: &Labels{Change: m.change},
		Phases: []Phase{{Name: "all", RMS: 1, Expected: m.distance, Correlation: m.correla}},
	}
	if m.spread > 0 {
		r.Pieces = []Piece{{Name: "knight", Old: 1, Ratio: 1}, {Name: "rook", Old: 1, Ratio: m.spread}}
	}
	r.Unsupported = make([]Move, int(m.unsupported))
	return r
}

// The margins between the thresholds of the distance and the cases next to them.
const (
	belowLost = 0.8  // doubtful from so much of the least distance that lost
	aboveKept = 1.07 // will lose from so much of the largest that did not
)

// thresholds are those that the cases but one give, −1 for all.
func thresholds(list []match, but int) (doubtful, lost float64) {
	doubtful = math.Inf(1)
	for i, m := range list {
		switch {
		case i == but || m.share > newShare || m.change <= -repaired:
		case m.lost():
			doubtful = min(doubtful, belowLost*m.distance)
		default:
			lost = max(lost, aboveKept*m.distance)
		}
	}
	return math.Floor(1000*doubtful) / 1000, math.Ceil(100*lost) / 100
}

// without is the verdict by the thresholds of the other cases.
func without(list []match, i int) (v Verdict) {
	r := list[i].report()
	r.judge()
	for _, why := range r.Reasons {
		if why.Code != note.G02 {
			v = max(v, why.Verdict)
		}
	}
	r.Reasons = nil
	r.far(thresholds(list, i))
	for _, why := range r.Reasons {
		v = max(v, why.Verdict)
	}
	return v
}

// The thresholds of the distance are what the cases give. What lost is at least doubtful, also by
// thresholds that have not seen it; what won is safe; and what will lose has lost. The page has all
// cases as they are judged.
func TestCases(t *testing.T) {
	list := matches(t)
	if doubtful, lost := thresholds(list, -1); math.Abs(doubtful-distance) > 0.0005 || math.Abs(lost-distanceLost) > 0.0005 {
		t.Errorf("distance %.4f and %.4f, want %g and %g", doubtful, lost, distance, distanceLost)
	}
	page, err := os.ReadFile("../../docs/measured/guard.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range list {
		r := m.report()
		r.judge()
		v, alone := r.Verdict, without(list, i)
		if m.lost() && min(v, alone) == Safe || m.won() && max(v, alone) > Safe || !m.lost() && v == Loses {
			t.Errorf("%s against %s, %+.0f (%+.0f to %+.0f): %v, %v by the others\n%v", m.new, m.old, m.elo, m.low, m.high, v, alone, r.Reasons)
		}
		if row := m.row(v, alone); !strings.Contains(string(page), row) {
			t.Errorf("docs/measured/guard.md has not\n%s", row)
		}
	}
}

// row is the case in the table of the page.
func (m *match) row(v, alone Verdict) string {
	distance := fmt.Sprintf("%.4f", m.distance)
	switch {
	case m.share > newShare:
		distance += ", new terms"
	case m.change <= -repaired:
		distance += ", labels"
	}
	said := map[bool]string{true: alone.String(), false: "**" + alone.String() + "**"}[v == alone]
	elo := fmt.Sprintf("%+.0f (%+.0f to %+.0f)", m.elo, m.low, m.high)
	if m.elo == m.high {
		elo = fmt.Sprintf("below %.0f", m.elo)
	}
	row := fmt.Sprintf("| %s | %s | %s | %s | %.2f | %+.1f %% | %v | %s |", m.new, m.old, elo, distance, m.spread, 100*m.change, v, said)
	return strings.ReplaceAll(strings.ReplaceAll(row, " -", " −"), "(-", "(−")
}
