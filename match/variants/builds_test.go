package variants

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// TestBuilt: each weights file has a build, once; equal weights share one; the source stays.
func TestBuilt(t *testing.T) {
	cfg := newSource(t)
	var said []string
	cfg.Stage = func(stage, text string) { said = append(said, stage+" "+text) }
	e := open(t, cfg)
	if e.Kind != Built || e.Name != "Fake 1.0" || !strings.HasPrefix(filepath.ToSlash(e.Spec.Command), "run/builds/") {
		t.Errorf("%+v", e)
	}
	paths := []string{write(t, "a.json", 20), write(t, "b.json", 30), write(t, "c.json", 20.3), write(t, "d.json", 12)}
	if err := e.Prepare(t.Context(), paths); err != nil {
		t.Fatal(err)
	}
	if n := builtTimes(); n != 3 {
		t.Errorf("built %d times, want 3: %q", n, said)
	}
	p := start(t, e)
	for _, tt := range []struct {
		path string
		want int
	}{{"", 12}, {"a.json", 20}, {"b.json", 30}, {"c.json", 20}, {"d.json", 12}, {"", 12}, {write(t, "e.json", 7), 7}, {"b.json", 30}} {
		if got := score(t, p, tt.path); int(got) != tt.want {
			t.Errorf("%q: %d, want %d", tt.path, got, tt.want)
		}
		if n := len(p.(*player).change.(*built).open); n > defaultPrograms {
			t.Errorf("%q: %d programs are open", tt.path, n)
		}
	}
	if text, _ := os.ReadFile("src/eval.h"); string(text) != header {
		t.Errorf("the source has become %q", text)
	}
	if err := p.(play.Setter).SetOption("Hash", "1"); err == nil || !strings.Contains(err.Error(), "option Hash: an engine that is built") {
		t.Error(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, sourceConfig())
	if n := builtTimes(); n != 4 || again.Spec.Command != e.Spec.Command {
		t.Errorf("another run: built %d times, %s and %s", n, again.Spec.Command, e.Spec.Command)
	}
}

// TestKept: the last builds stay, and so does that of the engine's own weights; another that is wanted again is made again,
// and a program of one that is gone plays on.
func TestKept(t *testing.T) {
	e := open(t, newSource(t))
	e.builds.shelf.most = 2
	p, q := start(t, e), start(t, e)
	onDisk := func() int { return len(must(filepath.Glob("run/builds/*/done"))) }
	for i, value := range []float64{20, 30, 40, 20, 40} {
		path := write(t, fmt.Sprint(value, ".json"), value)
		if got := score(t, p, path); got != search.Score(value) {
			t.Errorf("%v: %d", value, got)
		}
		if i == 0 {
			score(t, q, path)
		}
		if got := score(t, q, map[bool]string{true: path}[i == 0]); i > 0 && got != 12 {
			t.Errorf("the other player: %d", got)
		}
		if n := onDisk(); n > 3 {
			t.Errorf("after %v: %d builds", value, n)
		}
	}
	if n := builtTimes(); n != 5 { // 12, 20, 30, 40, and 20 again
		t.Errorf("built %d times", n)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, sourceConfig())
	if len(again.builds.shelf.order) != 3 || onDisk() != 3 {
		t.Errorf("%v, %d on the disk", again.builds.shelf, onDisk())
	}
}

// TestTogether: several players that ask for the same builds wait for them, and none is made twice.
func TestTogether(t *testing.T) {
	e := open(t, newSource(t))
	paths := []string{write(t, "a.json", 20), write(t, "b.json", 30), write(t, "c.json", 31)}
	var all sync.WaitGroup
	for i := range 9 {
		all.Go(func() {
			if _, err := e.builds.make(t.Context(), paths[i%3]); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := builtTimes(); n != 4 {
		t.Errorf("built %d times, want 4", n)
	}
}

// TestSourceChanges: until the check the source is copied again when it has changed; from then on the run is of
// the copy. Files that are new are nothing to it.
func TestSourceChanges(t *testing.T) {
	cfg := newSource(t)
	first := open(t, cfg)
	command := first.Spec.Command
	write(t, "new.json", 40)
	again := func(change func(*Config)) (e *Engine, said string) {
		t.Helper()
		cfg := sourceConfig()
		cfg.Stage = func(stage, text string) { said += stage + " " + text + "\n" }
		change(&cfg)
		e = open(t, cfg)
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		return e, said
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	put(t, "log.txt", "of the run")
	if e, said := again(func(*Config) {}); e.Spec.Command != command || said != "" {
		t.Errorf("a new file: %s, said %q", e.Spec.Command, said)
	}
	if e, _ := again(func(cfg *Config) { cfg.Source.Command += " && true" }); e.Spec.Command == command {
		t.Error("another command has the same build")
	}
	put(t, "src/eval.h", header+"// more\n")
	e, said := again(func(*Config) {})
	if e.Spec.Command == command || !strings.Contains(said, "copy the source is copied again: ") {
		t.Errorf("another source: %s, said %q", e.Spec.Command, said)
	}
	e = open(t, sourceConfig())
	if err := errors.Join(e.Check(t.Context(), "", "new.json", nil), e.Close()); err != nil {
		t.Fatal(err)
	}
	put(t, "src/eval.h", header)
	later, said := again(func(*Config) {})
	if later.Spec.Command != e.Spec.Command || !strings.Contains(said, "this run is of the copy; for the source as it is now pass another folder: src/eval.h") {
		t.Errorf("checked before: %s, said %q", later.Spec.Command, said)
	}
}

// TestBuildFails: errors name the file and have the end of the log; the program that comes with a source never
// passes for a build.
func TestBuildFails(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"the build", func(c *Config) { c.Source.Command = "echo no rule >&2; exit 7" }, "exit status 7; the end of run/builds/"},
		{"no program", func(c *Config) { c.Source.Command = "true" }, "makes no program engine: pass the one that it makes as -engine"},
		{"other old weights", func(c *Config) { c.Old = tempo(11) }, "src/eval.h:1: Tempo: the source has 12, the old weights have 11"},
		{"no folder", func(c *Config) { c.Dir = "" }, "pass a folder for the builds"},
		{"somebody's folder", func(c *Config) { c.Dir = "mine" }, "mine/builds would be overwritten"},
		{"elsewhere", func(c *Config) { c.Source.Folder = "mine" }, "pass -src"},
		{"no engine", func(c *Config) { c.Source.Command = "printf '#!/bin/sh\nexit 3\n' > engine; chmod +x engine" }, "died after"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := newSource(t)
			put(t, "engine", "stale")
			put(t, "mine/builds/thesis.txt", "x")
			tt.change(&cfg)
			if _, err := Open(t.Context(), cfg); err == nil || !strings.Contains(filepath.ToSlash(err.Error()), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
			if _, err := os.Stat("mine/builds/thesis.txt"); err != nil {
				t.Error("removed what is not its own")
			}
		})
	}
}

// TestOneBuildFails: one file's build that fails is an error with its name, which is no player's fault.
func TestOneBuildFails(t *testing.T) {
	cfg := newSource(t)
	cfg.Source.Command = "grep -v 666 src/eval.h >&2 || exit 1; " + compiler
	e := open(t, cfg)
	write(t, "bad.json", 666)
	put(t, "torn.json", "{")
	p := start(t, e)
	for path, want := range map[string]string{
		"bad.json":  "build with the weights bad.json: grep -v 666",
		"torn.json": "torn.json",
		"none.json": "none.json",
	} {
		err := p.(play.Setter).SetOption(Option, path)
		if err == nil || !strings.Contains(err.Error(), want) || play.IsFault(err) {
			t.Errorf("%v, want %q", err, want)
		}
		if err := e.Prepare(t.Context(), []string{write(t, "a.json", 20), path}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("prepared: %v, want %q", err, want)
		}
	}
	if got := score(t, p, ""); got != 12 {
		t.Error(got)
	}
	if err := e.Check(t.Context(), "", write(t, "near.json", 12.2), nil); err == nil || !strings.Contains(err.Error(), "weights near.json: rounded as in the source, they are those that it has") {
		t.Error(err)
	}
}

// TestLocked: a second run of a folder is refused, and a build that is stopped is begun by whoever
// asks next.
func TestLocked(t *testing.T) {
	e := open(t, newSource(t))
	if _, err := Open(t.Context(), sourceConfig()); err == nil || !strings.Contains(err.Error(), "another run is writing here") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	write(t, "a.json", 20)
	if err := e.Prepare(ctx, []string{"a.json"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := e.Prepare(t.Context(), []string{"a.json"}); err != nil {
		t.Error(err)
	}
}
