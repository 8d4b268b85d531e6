package building

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

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
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/C"
	}
	cmd := exec.CommandContext(ctx, shell, flag, s.Command)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = copied, log, log, s.grace()
	ownGroup(cmd)
	cancel, killed := cmd.Cancel, time.Time{} // when it is killed after it was told to end
	cmd.Cancel = func() error {
		killed = time.Now().Add(s.grace())
		return cancel()
	}
	ended := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		watch(tell, ended)
		close(watched)
	}()
	err := cmd.Run()
	if !killed.IsZero() {
		endGroup(cmd, killed)
	}
	close(ended)
	<-watched
	return err
}

// defaultGrace is how long a build has to end after Ctrl-C, before it is killed.
const defaultGrace = 5 * time.Second

func (s *Source) grace() time.Duration { return cmp.Or(s.Grace, defaultGrace) }

// watch tells, every second, how long a build takes.
func watch(tell func(seconds int), ended <-chan struct{}) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for n := 1; ; n++ {
		select {
		case <-ended:
			return
		case <-tick.C:
			if tell != nil {
				tell(n)
			}
		}
	}
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
