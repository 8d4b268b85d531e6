//go:build unix

package building

import (
	"os/exec"
	"syscall"
	"time"
)

// ownGroup lets a build lead a process group, which Ctrl-C ends as a whole: make and its compilers.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

// endGroup waits for the end of what is left of a group whose leader has ended, and kills it at a time: a
// shell ends by the signal that its children may ignore.
func endGroup(cmd *exec.Cmd, until time.Time) {
	for group := -cmd.Process.Pid; syscall.Kill(group, 0) == nil; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			_ = syscall.Kill(group, syscall.SIGKILL) // which may have ended just now
			return
		}
	}
}
