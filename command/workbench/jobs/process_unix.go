//go:build unix

package jobs

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// supported says whether jobs can run on this system: they are stopped by SIGINT.
const supported = true

// begin starts a process in a session of its own: it goes on when this program ends, or its terminal is closed. What it
// prints is added to a file, which must not be a link.
func begin(path string, argv []string, dir, log string, env ...string) (*exec.Cmd, error) {
	out, err := os.OpenFile(log, os.O_WRONLY|os.O_APPEND|os.O_CREATE|syscall.O_NOFOLLOW, privateFile)
	if err != nil {
		return nil, err
	}
	defer out.Close() // the process has its own
	cmd := &exec.Cmd{
		Path: path, Args: argv, Dir: dir, Stdout: out, Stderr: out,
		Env:         append(os.Environ(), env...),
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	return cmd, cmd.Start()
}

// interrupt asks a process to end as Ctrl-C does. The second time ends it at once.
func interrupt(pid int) error { return syscall.Kill(pid, syscall.SIGINT) }

// birth returns when a process was born, in the system's own words; "" if there is none, or it has ended.
func birth(pid int) string {
	if pid < 1 {
		return ""
	}
	if runtime.GOOS != "linux" {
		text, err := exec.Command("ps", "-o", "lstart=", "-p", strconv.Itoa(pid)).Output()
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(text))
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	return birthOf(string(text), bootOf())
}

// The fields of /proc/PID/stat after the name, see proc_pid_stat(5).
const (
	stateField = 0
	startField = 19
)

// birthOf reads /proc/PID/stat.
func birthOf(stat, boot string) string {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:]) // a name may hold anything
	if len(fields) <= startField || strings.ContainsAny(fields[stateField], "ZX") {
		return ""
	}
	return fields[startField] + " after boot " + boot
}

// bootOf names the last start of the system.
func bootOf() string {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "?"
	}
	return strings.TrimSpace(string(text))
}

// howEnded is what the system says of a process that ended by a signal; "" of others.
func howEnded(err error) string {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			return "signal " + status.Signal().String()
		}
	}
	return ""
}
