//go:build unix

package prove

import (
	"context"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestNoChildLeft: a build that is stopped is gone when the run ends, and so is what it has started,
// whichever of them ignore the signal.
func TestNoChildLeft(t *testing.T) {
	const deaf = `(trap '' TERM; exec sleep 60) & echo $! > $ROOT/child; `
	for name, build := range map[string]string{
		"the child ignores it": deaf + "wait",
		"both ignore it":       "trap '' TERM; " + deaf + "wait; wait",
		"a child's child":      `sh -c "` + strings.ReplaceAll(strings.ReplaceAll(deaf, `$!`, `\$!`), `"`, `\"`) + `wait" & wait`,
		"neither":              "sleep 60 & echo $! > $ROOT/child; wait",
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := newRun(t)
			root, err := os.Getwd()
			if err != nil {
				t.Fatal(err)
			}
			t.Setenv("ROOT", root)
			r.Build, r.Grace = build, 300*time.Millisecond
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error)
			go func() { done <- run(ctx, r) }()
			child := 0
			for until := time.Now().Add(20 * time.Second); child == 0 && time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
				text, _ := os.ReadFile("child")
				child, _ = strconv.Atoi(strings.TrimSpace(string(text)))
			}
			cancel()
			if err := <-done; err == nil || !strings.Contains(err.Error(), "stopped; the same command goes on") {
				t.Errorf("error %v", err)
			}
			for until := time.Now().Add(5 * time.Second); child != 0 && syscall.Kill(child, 0) == nil; time.Sleep(5 * time.Millisecond) {
				if state, err := os.ReadFile("/proc/" + strconv.Itoa(child) + "/stat"); err == nil && strings.Contains(string(state), ") Z ") {
					break // its new parent has not looked yet
				}
				if time.Now().After(until) {
					_ = syscall.Kill(child, syscall.SIGKILL)
					t.Fatal("a child is left")
				}
			}
			if child == 0 {
				t.Fatal("the build has not started")
			}
		})
	}
}
