package prove

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

// build builds a side, unless that is done.
func (r *Run) build(ctx context.Context, side string) error {
	if r.built(side) {
		r.say("build", side+": done before")
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// The next run copies again whatever happens here.
	if err := errors.Join(r.forget(side), removeProgram(r.Command(side))); err != nil {
		return err
	}
	name, began := filepath.Join(r.Dir, side+".log"), time.Now()
	r.say("build", fmt.Sprintf("%s: %s, output in %s", side, r.Build, name))
	log, err := disk.Create(name)
	if err != nil {
		return err
	}
	err = errors.Join(r.shell(ctx, side, log.File), log.Close())
	if err == nil {
		err = executable(r.Command(side))
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s: %w%s\nmend the source, -build or -engine, and run it again", r.Build, err, said(name))
	}
	r.say("build", fmt.Sprintf("%s: done in %.1f s", side, time.Since(began).Seconds()))
	return r.mark(built, side)
}

// shell runs the build command.
func (r *Run) shell(ctx context.Context, side string, log *os.File) error {
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/C"
	}
	cmd := exec.CommandContext(ctx, shell, flag, r.Build)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = filepath.Join(r.Dir, side), log, log, r.grace()
	ownGroup(cmd)
	cancel, killed := cmd.Cancel, time.Time{} // when it is killed after it was told to end
	cmd.Cancel = func() error {
		killed = time.Now().Add(r.grace())
		return cancel()
	}
	ended := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		r.watch("build "+side, ended)
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

func (r *Run) grace() time.Duration { return cmp.Or(r.Grace, defaultGrace) }

// watch tells, every second, how long a build takes.
func (r *Run) watch(what string, ended <-chan struct{}) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for n := 1; ; n++ {
		select {
		case <-ended:
			return
		case <-tick.C:
			if r.At != nil {
				r.At(what, n)
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

// built reports whether the program of a side is there.
func (r *Run) built(side string) bool {
	return r.state.done(built, side) && executable(r.Command(side)) == nil
}
