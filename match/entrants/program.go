package entrants

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// findable returns an error if there is no program of that command, or no folder for
// it to work in. It says what may have been meant.
func (s *Spec) findable() error {
	if s.Dir != "" {
		if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
			return fmt.Errorf("dir %s: no such folder: pass the one that the program is to work in", s.Dir)
		}
	}
	if _, err := exec.LookPath(s.Command); err == nil {
		return nil
	}
	info, err := os.Stat(s.Command)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: pass the command of a program that speaks UCI, or a weights file", s.Command)
	case err == nil && hasPath(s.Command):
		return fmt.Errorf("%s is a file that cannot be executed: pass weights=%s if it holds weights, or make it executable", s.Command, s.Command)
	case err == nil:
		return fmt.Errorf("%s is a file here, and no command: pass weights=%s if it holds weights, or .%c%s if it is a program", s.Command, s.Command, filepath.Separator, s.Command)
	case hasPath(s.Command) || filepath.Ext(s.Command) != "":
		return fmt.Errorf("%s: no such file: pass the path of a program that speaks UCI, or of weights, whose name ends in .json", s.Command)
	}
	return fmt.Errorf("%s: no such program: pass the command of one that speaks UCI, or a weights file, whose name ends in .json", s.Command)
}

// hasPath reports whether a text is a path and no name, as of a command to be looked for
// in PATH.
func hasPath(text string) bool { return strings.ContainsRune(filepath.ToSlash(text), '/') }
