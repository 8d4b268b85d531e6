//go:build !unix

package building

import (
	"os/exec"
	"time"
)

// ownGroup does nothing: there are no process groups here.
func ownGroup(*exec.Cmd) {}

// endGroup does nothing, for the same reason.
func endGroup(*exec.Cmd, time.Time) {}
