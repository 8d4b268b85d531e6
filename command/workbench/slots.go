package workbench

import (
	"context"
	"runtime"
)

// slots has a place for each thing that may run at once.
type slots chan struct{}

// newSlots returns a place for each processor.
func newSlots() slots { return make(slots, runtime.GOMAXPROCS(0)) }

// take takes a slot, and waits for one if none is free. It reports false if the browser has left.
func (s slots) take(ctx context.Context, stream *events) bool {
	select {
	case s <- struct{}{}:
		return true
	default:
	}
	if stream.send("waiting", nil) != nil {
		return false
	}
	select {
	case s <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// free frees a slot.
func (s slots) free() { <-s }
