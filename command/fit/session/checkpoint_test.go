package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/weights"
)

// built returns the command, built, and the sample.
func built(t *testing.T) (fit, sample string) {
	t.Helper()
	fit = filepath.Join(t.TempDir(), "fit")
	if out, err := exec.Command("go", "build", "-o", fit, "../../../cmd/fit").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sample, err := filepath.Abs("../../../datasets/sample/sample.csv.zst")
	if err != nil {
		t.Fatal(err)
	}
	return fit, sample
}

// slowFit is a fit that takes some seconds: Adam with tiny steps.
func slowFit(t *testing.T, fit, sample, out, checkpoint string, more ...string) *exec.Cmd {
	t.Helper()
	run := filepath.Join(filepath.Dir(out), "slow.toml")
	if err := os.WriteFile(run, []byte("method = 'adam'\nrate = 0.01\npasses = 2000\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-run", run, "-loss", "sigmoid", "-set", "pesto_mirrored", "-prior", "published", "-prior-rows", "300", "-quick",
		"-limit", "30000", "-o", out, "-checkpoint", checkpoint, sample}
	return exec.Command(fit, append(args, more...)...)
}

// await waits until a state of a later iteration than after is in the file.
func await(t *testing.T, path string, after int) {
	t.Helper()
	for range 600 {
		var c checkpoint
		text, err := os.ReadFile(path)
		if err == nil && json.Unmarshal(text, &c) == nil && c.State.Iteration > after {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("no checkpoint after iteration %d", after)
}

// TestKilled kills a fit in its middle and goes on, with another number of
// threads: the same bytes as of an unbroken run. Then it interrupts one, and finds the
// best weights so far.
func TestKilled(t *testing.T) {
	long.Skip(t, "takes seconds")
	fit, sample := built(t)
	dir := t.TempDir()
	whole, broken, state := filepath.Join(dir, "whole.json"), filepath.Join(dir, "broken.json"), filepath.Join(dir, "state")
	killed := slowFit(t, fit, sample, broken, state)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, state, 0)
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := killed.Wait(); err == nil {
		t.Skip("the fit was over before it was killed")
	}
	if _, err := os.Stat(broken); err == nil {
		t.Fatal("a killed run has written weights")
	}
	interrupted(t, slowFit(t, fit, sample, broken, state), broken, state)
	if out, err := slowFit(t, fit, sample, broken, state, "-threads", "1").CombinedOutput(); err != nil || !bytes.Contains(out, []byte("going on from "+state)) {
		t.Fatalf("going on: %v\n%s", err, out)
	}
	if out, err := slowFit(t, fit, sample, whole, filepath.Join(dir, "other")).CombinedOutput(); err != nil {
		t.Fatalf("unbroken: %v\n%s", err, out)
	}
	a, errA := os.ReadFile(whole)
	b, errB := os.ReadFile(broken)
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("the run that was broken twice has other bytes than the unbroken one")
	}
	if _, err := os.Stat(state); err == nil {
		t.Error("the checkpoint of a complete fit is there still")
	}
}

// interrupted starts a run, interrupts it and checks what it leaves.
func interrupted(t *testing.T, run *exec.Cmd, weights, state string) {
	t.Helper()
	var c checkpoint
	text, err := os.ReadFile(state)
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	var diag bytes.Buffer
	run.Stderr = &diag
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, state, c.State.Iteration)
	if err := run.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = run.Wait() // its status is looked at
	if status := run.ProcessState.ExitCode(); status != 130 || !strings.Contains(diag.String(), "interrupted; the best weights so far are in "+weights+"; the same command goes on from "+state) {
		t.Fatalf("status %d, stderr %s", status, &diag)
	}
	text, err = os.ReadFile(weights)
	if err != nil || !strings.Contains(string(text), `"stopped": "interrupted"`) {
		t.Fatalf("the weights of an interrupted run: %v, %.200s", err, text)
	}
	if _, err := os.Stat(state); err != nil {
		t.Fatal(err)
	}
}

// TestInterruptedAlone interrupts a fit that keeps no checkpoint: the best weights so far are
// written and printed all the same.
func TestInterruptedAlone(t *testing.T) {
	out := filepath.Join(t.TempDir(), "w.json")
	opt := options(t, "-loss", "sigmoid", "-limit", "2000", "-o", out, "../../../datasets/sample/sample.csv.zst")
	ctx, cancel := context.WithCancel(t.Context())
	opt.Fit.Texel.Checkpoint = func(descent.State) error {
		cancel()
		return nil
	}
	var printed bytes.Buffer
	std := cli.Streams{Out: &printed, Err: io.Discard}
	f, err := Run(ctx, opt, std)
	if err != nil || !f.Interrupted() {
		t.Fatalf("%v, %+v", err, f)
	}
	if err := f.Print(std, true); err != nil || !strings.Contains(printed.String(), "by an interruption after") ||
		strings.Contains(printed.String(), "of 0 games") || strings.Contains(printed.String(), "0.0e+00") {
		t.Errorf("%v, printed %s", err, &printed)
	}
	if w, err := weights.Read(out); err != nil || w.Provenance.Stopped != fit.Interrupted {
		t.Errorf("the weights: %+v, %v", w, err)
	}
	if _, err := os.Stat(settings.RunPath(out)); err == nil {
		t.Error("a run file of half a run")
	}
}

// TestInterruptedEarly: before the search has weights nothing is kept, and the error says so, or names the
// state that was there.
func TestInterruptedEarly(t *testing.T) {
	dir := t.TempDir()
	out, state := filepath.Join(dir, "w.json"), filepath.Join(dir, "state")
	args := []string{"-loss", "sigmoid", "-limit", "2000", "-o", out, "-checkpoint", state, "../../../datasets/sample/sample.csv.zst"}
	early := func() error {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		f, err := Run(ctx, options(t, args...), cli.Streams{Out: io.Discard, Err: io.Discard})
		if f != nil || !errors.Is(err, context.Canceled) {
			t.Fatalf("%+v, %v", f, err)
		}
		return err
	}
	if err := early(); !strings.Contains(err.Error(), "nothing is kept, and the same command begins again") {
		t.Error(err)
	}
	s := &session{Options: options(t, args...), saved: &checkpointer{path: state}}
	s.Fit.Texel.Resume = &descent.State{}
	if err := s.notBegun(); !strings.Contains(err.Error(), "the state in "+state+" is as it was, and the same command goes on from it") {
		t.Error(err)
	}
}

// TestCheckpointerWaits: of many states in a second only the first is written, and
// the last when it is asked for.
func TestCheckpointerWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	c := &checkpointer{path: path, of: []byte(`{"a":"b"}`)}
	read := func() int {
		t.Helper()
		s, err := readCheckpoint(path, c.of)
		if err != nil || s == nil {
			t.Fatalf("state %v, error %v", s, err)
		}
		return s.Iteration
	}
	for i := range 5 {
		if err := c.save(descent.State{Iteration: i + 1}); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(); got != 1 {
		t.Errorf("iteration %d is in the file, want 1", got)
	}
	if err := c.flush(); err != nil || read() != 5 {
		t.Errorf("after the end: iteration %d, error %v", read(), err)
	}
	if err := errors.Join(c.remove(), c.remove()); err != nil {
		t.Error(err)
	}
	if s, err := readCheckpoint(path, c.of); s != nil || err != nil {
		t.Errorf("without a file: %v, %v", s, err)
	}
}

func TestCheckpointLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoint")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<30); err != nil { // of holes: no disk is used
		t.Fatal(err)
	}
	if _, err := readCheckpoint(path, nil); err == nil || !strings.Contains(err.Error(), "larger than 256 MiB") {
		t.Errorf("a file of 1 GiB: %v", err)
	}
}
