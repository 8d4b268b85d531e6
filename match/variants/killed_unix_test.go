//go:build unix

package variants

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// killed is a run that is killed while it builds.
func killed(folder string) {
	if err := os.Chdir(folder); err != nil {
		panic(err)
	}
	cfg := sourceConfig()
	cfg.Source.Command = slow
	e, err := Open(context.Background(), cfg)
	panic(must(e, err))
}

// slow makes a program that is no engine, and later, by absolute paths and whoever has started it, another one.
const slow = `printf '#!/bin/sh\nexit 3\n' > engine; chmod +x engine; cp engine late; echo $PWD > $ROOT/began
if test -e $ROOT/go; then ` + compiler + `; else sleep 1.5; mkdir -p "$PWD"; cp $PWD/late $PWD/engine; touch $ROOT/ended; fi`

// TestKilled: of a run that is killed, and of its build that goes on, nothing passes for done.
func TestKilled(t *testing.T) {
	cfg := newSource(t)
	folder := must(os.Getwd())
	run := exec.Command(os.Args[0], killedWord, folder)
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	wait(t, "began")
	if err := run.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = run.Wait()
	put(t, filepath.Join(os.Getenv("ROOT"), "go"), "")
	cfg.Source.Command = slow
	e := open(t, cfg)
	if got := score(t, start(t, e), ""); got != 12 {
		t.Error(got)
	}
	if builtTimes() != 1 || filepath.Base(filepath.Dir(e.Spec.Command)) != "2" {
		t.Errorf("built %d times, %s", builtTimes(), e.Spec.Command)
	}
	wait(t, "ended")
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = open(t, cfg)
	if got := score(t, start(t, e), ""); got != 12 || builtTimes() != 1 {
		t.Errorf("%d, built %d times", got, builtTimes())
	}
}

func wait(t *testing.T, name string) {
	t.Helper()
	name = filepath.Join(os.Getenv("ROOT"), name)
	for until := time.Now().Add(20 * time.Second); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(name); err == nil {
			return
		}
	}
	t.Fatal(name, "is not there")
}
