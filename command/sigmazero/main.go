// Package sigmazero is the command sigmazero: it trains a network with a policy and a value, see
// package loop/sigma.
package sigmazero

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/loop/sigma"
)

// Main runs the command, or the verb that the first argument names.
var Main = cli.VerbsOr("sigmazero", "Without a verb it trains:", train,
	cli.Verb{Name: "make", Summary: "make a new network, drawn by a seed", Run: makeNew},
	cli.Verb{Name: "mates", Summary: "write positions with a mate in one, as lessons", Run: mates},
	cli.Verb{Name: "show", Summary: "print what is in the file of a network", Run: show},
	cli.Verb{Name: "grade", Summary: "say what a network knows of positions with moves and values", Run: grade},
	cli.Verb{Name: "export", Summary: "write a network as ONNX, for other programs", Run: export},
)

// train is the command without a verb.
func train(ctx context.Context, args []string, std cli.Streams) error {
	q, err := parse(args, std)
	if err != nil {
		return err
	}
	if text := q.run.GateWarning(); text != "" {
		fmt.Fprintf(std.Err, "warning: %s\n", text)
	}
	began := time.Now()
	stages := progress.Stages{W: std.Err}
	rep, err := sigma.Run(ctx, q.run, func(e sigma.Event) {
		stage := e.Stage
		if e.Iteration > 0 {
			stage = fmt.Sprintf("iteration %d: %s", e.Iteration, stage)
		}
		stages.At(stage, e.Done, e.Total, e.Note)
	})
	stages.Done()
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w; the same command goes on in %s", err, q.run.Dir)
	case err != nil:
		return err
	case q.json:
		return cli.WriteJSON(std.Out, Outcome{q.run.Dir, time.Since(began).Seconds(), rep})
	}
	return q.tell(std, rep)
}

// An Outcome is what -json prints.
type Outcome struct {
	Dir     string        `json:"dir"`
	Seconds float64       `json:"seconds"` // of this call
	Report  *sigma.Report `json:"report"`
}

// tell says what a run has come to, and what to do next.
func (q *request) tell(std cli.Streams, rep *sigma.Report) error {
	best := filepath.Join(q.run.Dir, "best.nn")
	fmt.Fprintf(std.Out, "%d parameters\n", rep.Parameters)
	if w := rep.Warm; w != nil {
		p := w.Last()
		fmt.Fprintf(std.Out, "taught %d lessons in %d steps; of %d held out:\n", w.Train, w.Steps, w.Measured)
		printGrade(std.Out, &p.Test)
	}
	for _, m := range rep.Iterations {
		p := &m.Played
		fmt.Fprintf(std.Out, "iteration %d: %d games (%d from puzzles), White %d, drawn %d, Black %d, truncated %d; %d lessons, %d steps%s\n",
			m.Number, p.Games, p.Puzzles, p.White, p.Draws, p.Black, p.Truncated, m.Learned.Train, m.Learned.Steps, gateText(m.Gate, m.Best))
	}
	fmt.Fprintf(std.Out, "\nthe network is %s, the pictures are in %s\n", best, filepath.Join(q.run.Dir, "index.html"))
	fmt.Fprintf(std.Out, "try it on other positions: sigmazero grade %s FILE\n", best)
	return nil
}

// gateText says what became of a new network.
func gateText(g *sigma.Gate, best int) string {
	switch {
	case g == nil:
		return ""
	case g.Passed:
		return fmt.Sprintf("; gate %v", g)
	}
	return fmt.Sprintf("; gate %v: %d plays on", g, best)
}
