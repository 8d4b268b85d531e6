//go:build unix

package doctor_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.org/centipawn/datasets/doctor"
)

// TestPipe: what can be read only once is copied, and the diagnosis is the file's.
func TestPipe(t *testing.T) {
	text := scored(goodRows(t)[:2000])
	name := filepath.Join(t.TempDir(), "pipe.csv")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	go func() {
		_ = os.WriteFile(name, []byte(strings.Join(text, "\n")+"\n"), 0o600) // a short one is noticed below
	}()
	d, want := examine(t, name, doctor.Options{}), examine(t, write(t, "file.csv", text), doctor.Options{})
	if d.SHA256 != want.SHA256 || d.Counts != want.Counts || d.Verdict != want.Verdict {
		t.Errorf("%+v\nof a file %+v", d, want)
	}
}
