//go:build linux || darwin

package atomicfile

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestTryPipe: a pipe is not opened to see whether it can be: its reader would find its end.
func TestTryPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("needs named pipes: ", err)
	}
	done := make(chan error, 1)
	go func() { done <- Try(pipe) }()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it waits for a reader")
	}
}
