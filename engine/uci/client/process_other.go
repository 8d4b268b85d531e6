//go:build !unix

package client

import "os/exec"

// ownGroup does nothing: this system has no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup kills the process of a command, which may have ended; not what it has started.
func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
