//go:build unix

package extract

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"example.org/centipawn/internal/cli"
)

// TestPipeIsInterrupted: a named pipe that no one opens, or into which no one writes more, does
// not keep the command from ending at the first signal.
func TestPipeIsInterrupted(t *testing.T) {
	for _, opened := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "pipe.csv")
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Skip("no named pipes here: ", err)
		}
		if opened {
			f, err := os.OpenFile(name, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := f.WriteString(head + good(3)); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, cancel)
		ended := make(chan error, 1)
		go func() {
			ended <- Main(ctx, []string{"-o", filepath.Join(t.TempDir(), "out.matrix"), name}, cli.Streams{Out: io.Discard, Err: io.Discard})
		}()
		select {
		case err := <-ended:
			if cli.Status(err) != cli.StatusInterrupted {
				t.Errorf("opened %v: error %v, want one with the status of an interruption", opened, err)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("opened %v: the command does not end", opened)
		}
	}
}
