package guard

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/weights/predict"
)

// A match is a case of the calibration: two evaluations, what is judged of them, and their Elo.
type match struct {
	new, old             string
	elo, low, high       float64
	k, distance          float64
	rms, spread, share   float64 // share: of the difference by new terms
	change               float64 // of the squared error on labels
	unsupported, correla float64
	labels               predict.Kind // of the fit
}

// matches reads ../predict/tables.tsv.
func matches(t *testing.T) (list []match) {
	t.Helper()
	text, err := os.ReadFile("../predict/tables.tsv")
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
			if *n, err = strconv.ParseFloat(fields[2+i], 64); err != nil || len(fields) != 3+len(numbers) {
				t.Fatal(line, err)
			}
		}
		m.labels = predict.Kind(fields[len(fields)-1])
		list = append(list, m)
	}
	return list
}

func (m *match) lost() bool { return m.high < 0 }
func (m *match) won() bool  { return m.low > 0 }

// onResults is the squared error of evaluations on results, which the table does not say.
const onResults = 0.08

// report is one with the figures of the match.
func (m *match) report() *Report {
	r := &Report{
		Scale: 1, K: m.k, fitted: m.labels, AddedRMS: m.share, Labels: &Labels{Old: onResults, New: onResults * (1 + m.change), Change: m.change},
		Phases: []Phase{{Name: "all", RMS: 1, Expected: m.distance, Squared: 1.06 * m.distance * m.distance, Correlation: m.correla}},
	}
	if m.spread > 0 {
		r.Pieces = []Piece{{Name: "knight", Old: 1, Ratio: 1}, {Name: "rook", Old: 1, Ratio: m.spread}}
	}
	r.Unsupported = make([]Move, int(m.unsupported))
	return r
}

// What lost is more probably a loss, what won more probably a gain, and the 95 % interval has nine matches in ten.
// The page has all cases as they are judged.
func TestCases(t *testing.T) {
	list := matches(t)
	page, err := os.ReadFile("../../docs/measured/guard.md")
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for _, m := range list {
		r := m.report()
		r.judge()
		f := r.Forecast
		if m.lost() && f.Gains >= 0.5 || m.won() && f.Gains <= 0.5 {
			t.Errorf("%s against %s, %+.0f (%+.0f to %+.0f): %v\n%v", m.new, m.old, m.elo, m.low, m.high, f, r.Reasons)
		}
		if f.Whole.Low <= m.high && m.low <= f.Whole.High {
			held++
		}
		if row := m.row(f); !strings.Contains(string(page), row) {
			t.Errorf("docs/measured/guard.md has not\n%s", row)
		}
	}
	if 10*held < 9*len(list) {
		t.Errorf("%d of %d", held, len(list))
	}
}

// row is the case in the table of the page.
func (m *match) row(f predict.Forecast) string {
	distance := fmt.Sprintf("%.4f", m.distance)
	if m.share > newShare {
		distance += ", new terms"
	}
	elo := fmt.Sprintf("%+.0f (%+.0f to %+.0f)", m.elo, m.low, m.high)
	if m.elo == m.high {
		elo = fmt.Sprintf("below %.0f", m.elo)
	}
	row := fmt.Sprintf("| %s | %s | %s | %s | %.2f | %+.1f %% | %v | %.0f %%, %s | %.2g |", m.new, m.old, elo, distance, m.spread, 100*m.change, f.Whole, 100*f.Gains, f.Word, f.Best)
	return strings.ReplaceAll(strings.ReplaceAll(row, " -", " −"), "(-", "(−")
}
