// Doctor examines a data file before anything is made of it.
//
// Usage:
//
//	doctor [flags] FILE|- [FILE2]
//
// It prints what the file is, what is wrong with it, and the flags of extract and
// fit that bring it in order. The exit status is 0 if there is no error among the
// findings, 1 if there is one or the file cannot be read, 2 if the call is wrong;
// with -strict warnings count as errors.
package main

import (
	"example.org/centipawn/command/doctor"
	"example.org/centipawn/internal/cli"
)

func main() { cli.Main("doctor", doctor.Main) }
