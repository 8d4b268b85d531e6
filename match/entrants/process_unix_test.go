//go:build unix

package entrants_test

import (
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// What an entrant is tried with has ended when it is known.
func TestNothingLeft(t *testing.T) {
	t.Parallel()
	for _, option := range []string{"", "no such option"} {
		pid := filepath.Join(t.TempDir(), "pid")
		s := foreign(t, "pid="+pid)
		if option != "" {
			s = s.With(option, 1)
		}
		_, err := s.Entrant(t.Context())
		if (err == nil) != (option == "") {
			t.Fatalf("option %q: %v", option, err)
		}
		n, err := strconv.Atoi(strings.TrimSpace(firstLine(t, pid)))
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(n, 0); err != syscall.ESRCH {
			t.Errorf("option %q: the process is still there: %v", option, err)
		}
	}
}
