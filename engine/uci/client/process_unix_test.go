//go:build unix

package client

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// checkNobodyLeft reports processes of an engine's group that still run.
func checkNobodyLeft(t *testing.T, c *Client) {
	t.Helper()
	group := c.proc.cmd.Process.Pid
	for until := time.Now().Add(5 * time.Second); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		if errors.Is(syscall.Kill(-group, 0), syscall.ESRCH) || !anyRuns(group) {
			return
		}
	}
	t.Errorf("something of the process group %d still runs", group)
}

// anyRuns reports whether a process of the group is more than an orphan's remains, which are the
// init process's to clear away. Where there is no /proc it cannot tell.
func anyRuns(group int) bool {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return true
	}
	for _, e := range entries {
		stat, _ := os.ReadFile("/proc/" + e.Name() + "/stat")
		_, rest, _ := strings.Cut(string(stat), ") ")
		f := strings.Fields(rest) // state, parent, group
		if len(f) > 2 && f[2] == strconv.Itoa(group) && (f[0] != "Z" || f[1] == strconv.Itoa(os.Getpid())) {
			return true
		}
	}
	return false
}
