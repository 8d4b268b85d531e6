//go:build !unix

package client

import "os/exec"

// ownGroup does nothing: there are no process groups here.
func ownGroup(*exec.Cmd) {}

// killGroup kills the process of a command, which may have ended; not what it has started.
func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
