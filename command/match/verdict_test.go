package match

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"example.org/centipawn/internal/cli"
)

// TestVerdictInterrupted: the first Ctrl-C ends a verdict that waits for its standard input.
func TestVerdictInterrupted(t *testing.T) {
	stdin, terminal := io.Pipe() // no one writes
	defer terminal.Close()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- runVerdict(ctx, []string{"-"}, cli.Streams{In: stdin, Out: io.Discard, Err: io.Discard})
	}()
	cancel()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want that of the context", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("it still waits")
	}
}
