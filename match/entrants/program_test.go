package entrants_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

// TestNoProgram: a command that is none says what may have been meant.
func TestNoProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("new.jsn", []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll("my engines", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("my engines/sf 17", nil, 0o700); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ command, dir, want string }{
		{"new.jsn", "", "new.jsn is a file here, and no command: pass weights=new.jsn if it holds weights"},
		{filepath.Join(here, "new.jsn"), "", "is a file that cannot be executed: pass weights="},
		{here, "", "is a folder: pass the command"},
		{"newer.jsn", "", "newer.jsn: no such file: pass the path of a program that speaks UCI, or of weights, whose name ends in .json"},
		{"./my engines/sf 17 -u", "", `./my: no such program: a path with blanks stands in quotes: pass 'cmd:"./my engines/sf 17" -u'`},
		{"./my engine", "", `; one with blanks in quotes, as 'cmd:"/opt/my engines/engine" -x'`},
		{"no-such-engine", "", "no-such-engine: no such program: pass the command"},
		{self, "nowhere", "dir nowhere: no such folder"},
		{self, "new.jsn", "dir new.jsn: no such folder"},
	}
	for _, tt := range tests {
		t.Run(tt.command+" in "+tt.dir, func(t *testing.T) {
			words := strings.Fields(tt.command) // as flags without quotes have it
			_, err := entrants.Spec{Command: words[0], Args: words[1:], Dir: tt.dir, Limit: play.Limit{Depth: 1}}.Entrant(t.Context())
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}
