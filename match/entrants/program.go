package entrants

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/cli"
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
	if player := s.quoted(); player != "" {
		return fmt.Errorf("%s: no such program: a path with blanks stands in quotes: pass %s", s.Command, player)
	}
	return fmt.Errorf("%w%s", s.missing(), s.arguments())
}

// missing is why the program cannot be found, and what may have been meant.
func (s *Spec) missing() error {
	info, err := os.Stat(s.Command)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: pass the command of a program that speaks UCI, or a weights file", s.Command)
	case err == nil && hasPath(s.Command):
		return fmt.Errorf("%s is a file that cannot be executed: pass weights=%s if it holds weights, or make it executable", s.Command, s.Command)
	case err == nil:
		return fmt.Errorf("%s is a file here, and no command: pass weights=%s if it holds weights, or .%c%s if it is a program", s.Command, s.Command, filepath.Separator, s.Command)
	case hasPath(s.Command) || filepath.Ext(s.Command) != "":
		return fmt.Errorf("%s: no such file: pass the path of a program that speaks UCI, or of weights, whose name ends in .json; one with blanks in quotes, as %s", s.Command, cli.Quote(programMark+`"/opt/my engines/engine" -x`))
	}
	return fmt.Errorf("%s: no such program: pass the command of one that speaks UCI, or a weights file, whose name ends in .json", s.Command)
}

// arguments says how the arguments of a file's command are passed, where they stand in it; "" elsewhere.
func (s *Spec) arguments() string {
	first, rest, several := strings.Cut(s.Command, " ")
	if _, err := exec.LookPath(first); !several || err != nil {
		return ""
	}
	return fmt.Sprintf("; arguments of a command stand apart, in a file: command = %q, args = %q", first, strings.Fields(rest))
}

// quoted returns the player in quotes, where its path holds blanks that were taken for the ends of
// words, and the longest such path that is a file; "" elsewhere.
func (s *Spec) quoted() string {
	for n := len(s.Args); n > 0; n-- {
		path := strings.Join(append([]string{s.Command}, s.Args[:n]...), " ")
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return cli.Quote(programMark + client.Spell(path, s.Args[n:]))
		}
	}
	return ""
}

// hasPath reports whether a text is a path and no name, as of a command to be looked for
// in PATH.
func hasPath(text string) bool { return strings.ContainsRune(filepath.ToSlash(text), '/') }
