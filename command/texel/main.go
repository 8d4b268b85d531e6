// Package texel is the command texel: it learns weights from games of its own, see package
// loop.
package texel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/loop"
)

// Main runs the command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	q, err := parse(args, std)
	if err != nil {
		return err
	}
	began := time.Now()
	t := newPrinter(q, std)
	done, err := loop.Run(ctx, q.loop, t.print)
	t.close()
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w; the same command goes on in %s", err, q.loop.Dir)
	case err != nil:
		return err
	case q.json:
		return cli.WriteJSON(std.Out, Outcome{q.loop.Dir, time.Since(began).Seconds(), done})
	}
	fmt.Fprintf(std.Out, "\nthe weights are in %s, the pictures in %s\n", q.file("best.json"), q.file("index.html"))
	return warn(done, std)
}

// An Outcome is what -json prints.
type Outcome struct {
	Dir        string          `json:"dir"`
	Seconds    float64         `json:"seconds"` // of this call
	Iterations []*loop.Metrics `json:"iterations"`
}

// warn prints the warnings of the last fit, and of what is predicted of it.
func warn(done []*loop.Metrics, std cli.Streams) error {
	var text strings.Builder
	last := done[len(done)-1]
	for _, w := range slices.Concat(last.Warnings, last.PredictedWarnings) {
		fmt.Fprintf(&text, "warning: %v\n", w)
	}
	_, err := std.Err.Write([]byte(text.String()))
	return err
}
