//go:build unix

package prove

import (
	"os/exec"
	"syscall"
)

// ownGroup lets a build lead a process group, which Ctrl-C ends as a whole: make and its compilers.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}
