package building

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.org/centipawn/internal/disk"
)

// Build runs the command in a copy of the folder; what it prints is in the file log. tell is called every second with how
// many have passed. The error has the end of the log, or is that of ctx. The copy must
// be fresh: of a build that was stopped something stays.
func (s *Source) Build(ctx context.Context, copied, log string, tell func(seconds int)) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	program := filepath.Join(copied, s.Program)
	if err := removeProgram(program); err != nil {
		return err
	}
	out, err := disk.Create(log)
	if err != nil {
		return err
	}
	err = errors.Join(s.shell(ctx, copied, out.File, tell), out.Close())
	if err == nil {
		err = executable(program)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s: %w%s", s.Command, err, said(log))
	}
	return nil
}

// Built reports whether the program is there, in a copy of the folder.
func (s *Source) Built(copied string) bool {
	return executable(filepath.Join(copied, s.Program)) == nil
}

// shell runs the build command.
func (s *Source) shell(ctx context.Context, copied string, log *os.File, tell func(seconds int)) error {
	return Shell(ctx, Command{Line: s.Command, Dir: copied, Out: log, Err: log, Grace: s.Grace, Tell: tell})
}

// removeProgram removes what came with the copy: it would pass for what the build has made.
func removeProgram(path string) error {
	for _, p := range []string{path, path + ".exe"} {
		if err := disk.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// executable returns an error if there is no such program.
func executable(path string) error {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs // LookPath searches names without a folder
	}
	if _, err := exec.LookPath(path); err != nil {
		return fmt.Errorf("makes no program %s: pass the one that it makes as -engine, by its path in the source", filepath.Base(path))
	}
	return nil
}

// said returns the last lines of a log.
func said(name string) string {
	const most = 10
	text, err := os.ReadFile(name)
	if text = bytes.TrimRight(text, "\r\n"); err != nil || len(text) == 0 {
		return ""
	}
	lines := strings.Split(string(text), "\n")
	return fmt.Sprintf("; the end of %s:\n%s", name, strings.Join(lines[max(0, len(lines)-most):], "\n"))
}
