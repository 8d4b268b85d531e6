package cli

import (
	"errors"
	"flag"
	"testing"
)

// TestGroups: help shows flags of no group first, then the groups in their order,
// with the defaults that they had before anything was parsed.
func TestGroups(t *testing.T) {
	std, out, _ := streams()
	fs := NewFlags("cmd", "", std, Group{"Second", []string{"z", "absent", "a"}})
	fs.Int("z", 3, "a `number`")
	fs.Bool("a", false, "a switch")
	fs.String("m", "", "a `name`")
	if _, err := Parse(fs, []string{"-z", "4", "-h"}, std); !errors.Is(err, flag.ErrHelp) {
		t.Fatal(err)
	}
	want := "usage: cmd\n\n  -m name\n    \ta name\n\nSecond:\n  -z number\n    \ta number (default 3)\n  -a\ta switch\n"
	if out.String() != want {
		t.Errorf("got  %q\nwant %q", out, want)
	}
}
