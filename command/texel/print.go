package texel

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/loop"
)

// A printer shows how a run goes on: a meter for each stage on standard error, and a
// line for each iteration on standard output, unless that is for JSON.
type printer struct {
	out        io.Writer
	iterations int

	stages progress.Stages
	stage  string    // with its iteration
	began  time.Time // of the iteration
	games  time.Time // of its games
	first  int64     // games that were there already
	speed  float64   // games a second
	fresh  int       // iterations that this call has played
	spent  time.Duration
	head   bool // is printed
}

func newPrinter(q *request, std cli.Streams) *printer {
	t := &printer{out: std.Out, stages: progress.Stages{W: std.Err}, iterations: q.loop.Iterations, began: time.Now()}
	if q.json {
		t.out = io.Discard
	}
	return t
}

// print takes an event.
func (t *printer) print(e loop.Event) {
	if e.Metrics != nil {
		t.close()
		t.iteration(e)
		return
	}
	if stage := fmt.Sprintf("iteration %d: %s", e.Iteration, e.Stage); stage != t.stage {
		t.stage = stage
		if e.Stage == loop.Playing {
			t.games, t.first = time.Now(), e.Done
		}
	}
	now := ""
	switch {
	case e.Stage == loop.Playing:
		if s := time.Since(t.games).Seconds(); s > 0 {
			t.speed = float64(e.Done-t.first) / s
		}
		now = fmt.Sprintf("%.1f games/s", t.speed)
	case e.Loss != 0:
		now = fmt.Sprintf("loss %.6f", e.Loss)
	}
	t.stages.At(t.stage, e.Done, e.Total, now)
}

// close takes the meter away.
func (t *printer) close() {
	t.stages.Done()
	t.stage = ""
}

// iteration prints the line of an iteration.
func (t *printer) iteration(e loop.Event) {
	m := e.Metrics
	if !t.head {
		t.head = true
		name := "test mse"
		if m.Choice != nil {
			name = "entropy"
		}
		fmt.Fprintf(t.out, "%9s %8s %8s %8s", "iteration", "games/s", name, "before")
		for _, v := range m.Values {
			fmt.Fprintf(t.out, " %11s", v.Name)
		}
		fmt.Fprintln(t.out, "   left")
	}
	speed, left := "", ""
	if !e.Resumed {
		t.fresh++
		t.spent += time.Since(t.began)
		if t.speed > 0 { // else there were no games to play
			speed = fmt.Sprintf("%.1f", t.speed)
		}
		left = (t.spent / time.Duration(t.fresh) * time.Duration(t.iterations-e.Iteration)).Round(time.Second).String()
	}
	t.began, t.speed = time.Now(), 0
	found, old := m.Loss()
	fmt.Fprintf(t.out, "%9d %8s %8s %8s", e.Iteration, speed, lossText(found), lossText(old))
	for _, v := range m.Values {
		fmt.Fprintf(t.out, " %11s", fmt.Sprintf("%.0f/%.0f", v.MG, v.EG))
	}
	fmt.Fprintln(t.out, strings.TrimRight("   "+left+predicted(m)+gate(m), " "))
}

// predicted says what Elo is to be expected of new weights.
func predicted(m *loop.Metrics) string {
	if m.Predicted == nil {
		return ""
	}
	return "  predicted " + m.Predicted.Elo.String()
}

// gate says what became of new weights.
func gate(m *loop.Metrics) string {
	switch {
	case m.Gate == nil:
		return ""
	case m.Gate.Passed:
		return "  gate passed"
	}
	return fmt.Sprintf("  gate closed, %d plays on", m.Best)
}

// lossText prints a loss, nothing where nothing was held out.
func lossText(loss float64) string {
	if math.IsNaN(loss) {
		return ""
	}
	return fmt.Sprintf("%.5f", loss)
}
