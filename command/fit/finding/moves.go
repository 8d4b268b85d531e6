package finding

import (
	"fmt"
	"strconv"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

// roots are how well a fit of choices chooses.
func roots(res *fit.Result) []*table {
	v := res.Moves
	if v == nil || v.OnTrain == nil {
		return nil
	}
	line := fmt.Sprintf("%s training positions of %s moves", plaintext.Thousands(v.Train.Roots), plaintext.Thousands(v.Train.Moves))
	if v.Test.Roots > 0 {
		line += fmt.Sprintf(", %s test positions", plaintext.Thousands(v.Test.Roots))
	}
	if n := v.Train.Single + v.Test.Single; n > 0 {
		line += fmt.Sprintf("; %s of one move say nothing", plaintext.Thousands(n))
	}
	if v.NoRoot > 0 {
		line += fmt.Sprintf("; %s rows are of no position", plaintext.Thousands(v.NoRoot))
	}
	t := rootErrors(v)
	t.before = []string{line}
	if v.Temperature.Fitted {
		t.before = append(t.before, fmt.Sprintf("temperature %.1f cp (standard error %.1f), fitted at the start weights", v.Temperature.Value, v.Temperature.StdErr))
	}
	t.say("no cross entropy is below the teacher's own, %.6f", v.Measured().Entropy)
	return []*table{t, rootCalibration(v)}
}

// rootErrors are the errors of start weights and fit.
func rootErrors(v *fit.MoveResult) *table {
	t := columns("on the "+v.Calibrated.String()+" positions", "cross entropy", "95 %", "teacher's move", "95 %", "regret of the best", "95 %", "of a draw by chance", "95 %")
	t.title = "Errors of the choice"
	add := func(name string, m *fit.MoveMetrics) {
		if m == nil {
			return
		}
		cells := []string{name}
		for _, e := range []fit.MoveEstimate{m.CrossEntropy, m.Accuracy, m.StaticRegret, m.Regret} {
			cells = append(cells, weights.SixDecimals(e.Value), interval(e.Interval, weights.SixDecimals))
		}
		t.Add(cells...)
	}
	add("start weights", v.Start)
	add("fitted", v.Measured())
	add("change", v.Change)
	add("by rounding", v.Rounded)
	return t
}

// rootCalibration are the chances of moves, and how often each is the teacher's.
func rootCalibration(v *fit.MoveResult) *table {
	t := columns("chance of a move", "moves", "teacher's chance", "teacher's best")
	t.title = "Chances of moves, and how often each is the teacher's"
	for _, b := range v.Calibration {
		t.Add(fmt.Sprintf("%.4f", b.Predicted), strconv.Itoa(b.Moves), fmt.Sprintf("%.4f", b.Teacher), fmt.Sprintf("%.4f", b.Best))
	}
	return t
}
