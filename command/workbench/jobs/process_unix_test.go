//go:build unix

package jobs

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestKilled: a job whose process was killed is said to have died, and goes on.
func TestKilled(t *testing.T) {
	p := project(t)
	q := opened(t, p)
	j := added(t, q, matchCall("m", "100000"))
	played(t, p, "m", 1)
	j = until(t, q, j.ID, Running)
	if err := syscall.Kill(j.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if j = until(t, q, j.ID, Died); !strings.Contains(j.Why, "killed") {
		t.Errorf("%+v", j)
	}
	if err := q.Resume(t.Context(), j.ID); err != nil {
		t.Fatal(err)
	}
	until(t, q, j.ID, Running)
}

// TestBirth: a process is known by more than its number.
func TestBirth(t *testing.T) {
	mine := birth(os.Getpid())
	if mine == "" || mine != birth(os.Getpid()) || birth(-1) != "" || birth(1<<30) != "" {
		t.Errorf("born %q", mine)
	}
	stat := "12 (a) Z b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20"
	if got := birthOf(stat, "b"); got != "4711 after boot b" {
		t.Errorf("%q", got)
	}
	if got := birthOf(strings.Replace(stat, ") S", ") Z", 1), "b"); got != "" {
		t.Errorf("a process that has ended was born %q", got)
	}
	if birthOf("12", "b") != "" {
		t.Error("a line that is cut off has a birth")
	}
}
