package client

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestDiesWithParent: an engine that does not care for the end of its input does not survive a
// program that had no time to end it.
func TestDiesWithParent(t *testing.T) {
	parent := exec.Command(os.Args[0], harnessWord, "never quits")
	pipe, err := parent.StdoutPipe()
	if err == nil {
		err = parent.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	pid, err := bufio.NewReader(pipe).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	status := "/proc/" + strings.TrimSpace(pid) + "/stat"
	if !runs(status) {
		t.Fatalf("no engine of process %q", pid)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	for until := time.Now().Add(5 * time.Second); runs(status); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the engine still runs")
		}
	}
}

// runs reports whether a process runs, by its file in /proc, and is more than its remains.
func runs(stat string) bool {
	text, err := os.ReadFile(stat)
	_, rest, _ := strings.Cut(string(text), ") ")
	return err == nil && !strings.HasPrefix(rest, "Z")
}
