package web

import (
	"context"
	"runtime"
)

// Slots has a place for each thing that may run at once.
type Slots chan struct{}

// NewSlots returns a place for each processor.
func NewSlots() Slots { return make(Slots, runtime.GOMAXPROCS(0)) }

// Take takes a slot, and waits for one if none is free. It reports false if the browser has left.
func (s Slots) Take(ctx context.Context, stream *Events) bool {
	select {
	case s <- struct{}{}:
		return true
	default:
	}
	if stream.Send("waiting", nil) != nil {
		return false
	}
	select {
	case s <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// Free frees a slot.
func (s Slots) Free() { <-s }
