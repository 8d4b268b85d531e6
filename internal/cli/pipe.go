package cli

import (
	"io"
	"sync/atomic"
	"time"
)

// A pipe is an output that may have no reader: a write to it may never return.
type pipe struct {
	io.Writer
	begun, ended atomic.Uint64 // writes
}

// Write implements [io.Writer].
func (p *pipe) Write(text []byte) (int, error) {
	p.begun.Add(1)
	defer p.ended.Add(1)
	return p.Writer.Write(text)
}

// waitForStuck returns when a write that runs has not ended within patience.
func (p *pipe) waitForStuck(patience time.Duration) {
	for {
		ended := p.ended.Load()
		runs := p.begun.Load() > ended
		time.Sleep(patience)
		if runs && p.ended.Load() == ended {
			return
		}
	}
}
