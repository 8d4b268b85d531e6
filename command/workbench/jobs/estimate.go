package jobs

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"example.org/centipawn/internal/memory"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/matrix"
)

// An Estimate is what is known of a job before it begins. Nothing is guessed.
type Estimate struct {
	Time   string   `json:"time"`
	Memory string   `json:"memory"`
	Facts  []string `json:"facts"`
}

// unknown is said of what nothing tells.
const unknown = "not known"

// Estimate says what is known of a call. Its paths were checked.
func (q *Queue) Estimate(call Call) Estimate {
	e := Estimate{Time: unknown, Memory: unknown, Facts: []string{}}
	if took, ok := q.Earlier(call); ok {
		e.Time = fmt.Sprintf("the last such job here took %v", took.Round(time.Second))
	}
	switch call.Verb {
	case "fit":
		e.fit(q.Project, call)
	case "match":
		e.match(call)
	case "improve":
		if m := call.get("minutes"); m != "" {
			e.Time = "a budget of " + m + " minutes"
		}
	}
	if free := memory.Available(); free > 0 {
		e.Facts = append(e.Facts, plaintext.Megabytes(free)+" of memory are free now")
	}
	return e
}

// fit says how many rows and weights matrices have. Of other files nobody knows before they are read.
func (e *Estimate) fit(p *Project, call Call) {
	rows := 0
	for _, arg := range call.Args {
		m, err := matrix.Open(filepath.Join(p.Dir, arg))
		if err != nil {
			return
		}
		rows += m.Rows()
		if schema := m.Schema(); len(e.Facts) == 0 {
			weights := 0
			for _, c := range schema.Columns {
				weights += len(c.Weights())
			}
			e.Facts = append(e.Facts, plaintext.Count(weights, "weight"))
		}
		_ = m.Close() // it was read only
	}
	if rows > 0 {
		e.Facts = append(e.Facts, plaintext.Count(rows, "row"))
	}
}

// match says how many games a test takes on average, as match does when it begins.
func (e *Estimate) match(call Call) {
	var t elo.SPRT
	bounds := call.get("sprt")
	if bounds == "" || t.ParseBounds(bounds) != nil {
		return
	}
	if model := call.get("model"); model != "" && t.Model.UnmarshalText([]byte(model)) != nil {
		return
	}
	if t = t.WithDefaults(); t.Validate() != nil {
		return
	}
	var list []string
	for _, truth := range []float64{t.Elo0, (t.Elo0 + t.Elo1) / 2, t.Elo1} {
		list = append(list, fmt.Sprintf("%s if the truth is %s", plaintext.Count(int(t.Expected(truth, elo.AssumedDraws)), "game"), elo.Short(truth)))
	}
	e.Facts = append(e.Facts, fmt.Sprintf("on average %s (with %.0f %% draws)", strings.Join(list, ", "), 100*elo.AssumedDraws))
}
