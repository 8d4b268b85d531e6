// Package table has the flag -table of experiments whose tables have flags of their own.
package table

import (
	"slices"
	"strings"
)

// Take takes the flag -table out of the arguments: "" if it is not there.
func Take(args []string) (name string, rest []string) {
	for i, arg := range args {
		flag, value, joined := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		switch {
		case flag != "-table" && (flag != "table" || arg == flag):
		case joined:
			return value, slices.Delete(slices.Clone(args), i, i+1)
		case i+1 < len(args):
			return args[i+1], slices.Delete(slices.Clone(args), i, i+2)
		}
	}
	return "", args
}
