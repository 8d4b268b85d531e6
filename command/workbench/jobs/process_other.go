//go:build !unix

package jobs

import (
	"errors"
	"os/exec"
)

// supported says whether jobs can run on this system: they are stopped by SIGINT, which it does not have.
const supported = false

var errSystem = errors.New("this system has no signal that stops a job in order")

func begin(string, []string, string, string, ...string) (*exec.Cmd, error) { return nil, errSystem }

func interrupt(int) error { return errSystem }

func birth(int) string { return "" }

func howEnded(error) string { return "" }
