package prove

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
)

// header is the source that holds the weights: its "compiler" makes a program that prints it.
const (
	header   = "static const int Tempo = 12; // by hand\n"
	compiler = "{ echo '#!/bin/sh'; echo \"cat <<'END'\"; cat src/eval.h; echo END; } > engine && chmod +x engine"
)

func tempo(value float64) *weights.File {
	return &weights.File{Set: "test", Terms: []weights.Term{{Name: "Tempo", Value: weights.Weight{Value: value}}}}
}

// newRun makes a source in a new folder, goes there, and returns a run in the folder run, with what
// it says.
func newRun(t *testing.T) (r *Run, said *[]string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("builds by sh")
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"src/eval.h": header, "src/eval.o": "stale", ".git/HEAD": "x", "Cargo.toml": "", "target/debug/engine": "x", "src/target/data": "kept", "engine": "stale",
	} {
		put(t, name, text)
	}
	return again()
}

// again is another process's run of the same.
func again() (r *Run, said *[]string) {
	said = new([]string)
	text, _ := os.ReadFile("src/eval.h")
	return &Run{
		Dir: "run", Source: ".", Texts: []source.Code{{Name: "src/eval.h", Data: text}}, Old: tempo(12), New: tempo(9),
		Build: compiler, Program: "engine", Twice: true,
		Stage: func(stage, text string) { *said = append(*said, stage+" "+text) },
	}, said
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// run runs, and returns the error.
func run(ctx context.Context, r *Run) error {
	lock, err := r.Make(ctx)
	if lock != nil {
		err = errors.Join(err, lock.Close())
	}
	return err
}

func mustRun(t *testing.T, r *Run) {
	t.Helper()
	if err := run(t.Context(), r); err != nil {
		t.Fatal(err)
	}
}

// TestMake: either copy holds its weights, the builds are made from them and the source stays.
func TestMake(t *testing.T) {
	r, said := newRun(t)
	mustRun(t, r)
	for i, want := range []string{"write new: new weights, 1 file changed of 4,", "write old: old weights, 0 files changed of 4,"} {
		if !strings.HasPrefix((*said)[i], want) {
			t.Errorf("said %q, want %q", (*said)[i], want)
		}
	}
	for side, want := range map[string]string{New: strings.Replace(header, "12", "9", 1), Old: header} {
		text, err := os.ReadFile(filepath.Join("run", side, "src/eval.h"))
		if err != nil || string(text) != want {
			t.Errorf("%s: %q, %v, want %q", side, text, err, want)
		}
		if program, _ := os.ReadFile(r.Command(side)); !strings.Contains(string(program), want) {
			t.Errorf("%s: the program is %q", side, program)
		}
	}
	if text, _ := os.ReadFile("src/eval.h"); string(text) != header {
		t.Errorf("the source has become %q", text)
	}
}

// TestLinks: what links lead to within the source is built from the copy, and so is a source that
// is named by a link.
func TestLinks(t *testing.T) {
	r, _ := newRun(t)
	for link, target := range map[string]string{"code": "src", "eval.h": "src/eval.h", "../" + filepath.Base(t.Name()) + ".link": "."} {
		if target, _ = filepath.Abs(target); os.Symlink(target, link) != nil {
			t.Skip("no links here")
		}
	}
	r.Source = "../" + filepath.Base(t.Name()) + ".link"
	r.Build = strings.ReplaceAll(compiler, "cat src/eval.h", "cat code/eval.h eval.h")
	mustRun(t, r)
	want := strings.Repeat(strings.Replace(header, "12", "9", 1), 2)
	if program, _ := os.ReadFile(r.Command(New)); !strings.Contains(string(program), want) {
		t.Errorf("the program is %q", program)
	}
	for name, want := range map[string]string{"src/eval.h": header, "engine": "stale"} {
		if text, err := os.ReadFile(name); err != nil || string(text) != want {
			t.Errorf("%s has become %q, %v", name, text, err)
		}
	}
}

// TestProducts: libraries that a build may have made are left out where git tells them from those
// of the source; elsewhere they are copied, and it is said.
func TestProducts(t *testing.T) {
	git := func(args ...string) {
		t.Helper()
		if text, err := exec.CommandContext(t.Context(), "git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, text)
		}
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	for _, tt := range []struct {
		name  string
		known bool
		says  string
	}{
		{"a checkout", true, "copy left out, since a build may have made them and git does not track them: lib/stale.a"},
		{"no checkout", false, "copy copied as they are, though a build may have made them: lib/own.a; lib/stale.a; remove them if it makes them again"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, said := newRun(t)
			put(t, "lib/own.a", "x")
			put(t, "lib/stale.a", "x")
			if err := os.RemoveAll(".git"); err != nil {
				t.Fatal(err)
			}
			t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(must(os.Getwd())))
			if tt.known {
				git("init", "-q")
				git("add", "lib/own.a")
			}
			mustRun(t, r)
			if (*said)[0] != tt.says {
				t.Errorf("said %q, want %q", (*said)[0], tt.says)
			}
			if !exists("run/new/lib/own.a") || exists("run/new/lib/stale.a") == tt.known {
				t.Error("copied", must(filepath.Glob("run/new/lib/*")))
			}
		})
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestLinkOutside: a link to a folder outside stays one, and it is said, since both builds use it.
func TestLinkOutside(t *testing.T) {
	r, said := newRun(t)
	folder := t.TempDir()
	if os.Symlink(folder, "nets") != nil {
		t.Skip("no links here")
	}
	mustRun(t, r)
	target, err := filepath.EvalSymlinks("run/new/nets")
	if want := must(filepath.EvalSymlinks(folder)); err != nil || target != want || !strings.HasPrefix((*said)[0], "copy links to folders outside of the source stay links") || !strings.HasSuffix((*said)[0], "nets to "+want) {
		t.Errorf("%s, %v, said %q", target, err, *said)
	}
}

// TestStopped: a run that is stopped after any of its lines goes on there, and does again only
// what was not done; a build that was stopped begins in a fresh copy.
func TestStopped(t *testing.T) {
	newRun(t)
	for lines, want := range [][]string{
		1: {"write new"},
		2: {"write new", "write old"},
		3: {"write old"}, // the new one was being built
		4: {"write new", "write old", "build new"},
		5: {"write new", "build new"},
	} {
		if err := os.RemoveAll("run"); err != nil {
			t.Fatal(err)
		}
		r, said := again()
		ctx, cancel := context.WithCancel(t.Context())
		r.Stage = func(stage, text string) {
			if *said = append(*said, stage+" "+text); len(*said) >= lines {
				cancel()
			}
		}
		if lines == 0 {
			cancel()
		}
		if err := run(ctx, r); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "stopped; the same command goes on") {
			t.Errorf("stopped after %q: %v", *said, err)
		}
		r, now := again()
		mustRun(t, r)
		var done []string
		for _, line := range *now {
			if what, ok := strings.CutSuffix(line, ": done before"); ok {
				done = append(done, what)
			}
		}
		if !slices.Equal(done, want) || !r.built(New) || !r.built(Old) {
			t.Errorf("stopped after %q, it goes on with %q: done before %q, want %q", *said, *now, done, want)
		}
	}
}

// TestDoneBefore: nothing that is done is done again until what it was done from changes.
func TestDoneBefore(t *testing.T) {
	r, _ := newRun(t)
	mustRun(t, r)
	check := func(what string, change func(r *Run), fresh bool) {
		t.Helper()
		r, said := again()
		change(r)
		mustRun(t, r)
		if last := (*said)[len(*said)-1]; strings.Contains(last, "done before") == fresh {
			t.Errorf("%s: %q", what, *said)
		}
	}
	check("the same", func(*Run) {}, false)
	check("another build", func(r *Run) { r.Build += " && true" }, true)
	check("the first build", func(*Run) {}, true)
	check("other weights", func(r *Run) { r.New = tempo(8) }, true)
	put(t, "log.txt", "what the last run has printed")
	check("a new file", func(r *Run) { r.New = tempo(8) }, false)
	put(t, "src/eval.h", header+"// more\n")
	check("another source", func(r *Run) { r.New = tempo(8) }, true)
	check("the same source", func(r *Run) { r.New = tempo(8) }, false)

	put(t, "run/match/games.jsonl", "a game")
	put(t, "src/eval.h", header)
	r, said := again()
	r.New = tempo(8)
	if mustRun(t, r); !strings.Contains((*said)[0], "the source has changed since it was copied, and the match is of the copy: src/eval.h") {
		t.Errorf("a source that changed after a game: %q", *said)
	}
	r, _ = again()
	if err := run(t.Context(), r); err == nil || !strings.Contains(err.Error(), "write.new: ") || !strings.Contains(err.Error(), "another engine than the one that has played") {
		t.Errorf("other weights after a game: %v", err)
	}
}

// TestFailed: errors name their stage and what to do; nothing passes for a build that is none.
func TestFailed(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(r *Run)
		want   []string
	}{
		{"the build fails", func(r *Run) { r.Build = "echo no rule >&2; exit 7" },
			[]string{"build: echo no rule", "exit status 7; the end of run/new.log:\nno rule\nmend the source, -build or -engine"}},
		{"another program", func(r *Run) { r.Build = "true" }, []string{"build: true: makes no program engine: pass the one that it makes as -engine"}},
		{"other old weights", func(r *Run) { r.Old = tempo(11) }, []string{"write: src/eval.h:1: Tempo: the source has 12, the old weights have 11"}},
		{"no new weights", func(r *Run) { r.New = tempo(12.3) }, []string{"write: rounded as in the source, the new weights are the old ones"}},
		{"elsewhere", func(r *Run) { r.Source = "target" }, []string{"eval.h is not in ", "pass -src"}},
		{"no source", func(r *Run) { r.Source = "nowhere" }, []string{"copy: ", "nowhere"}},
		{"somebody's folder", func(r *Run) { r.Dir = "mine" }, []string{"mine/new would be overwritten"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := newRun(t)
			put(t, "mine/new/thesis.txt", "x")
			tt.change(r)
			err := run(t.Context(), r)
			for _, want := range tt.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("error %v, want %q in it", err, want)
				}
			}
			if !exists("mine/new/thesis.txt") {
				t.Error("removed what is not its own")
			}
			if text, _ := os.ReadFile("src/eval.h"); string(text) != header {
				t.Errorf("the source has become %q", text)
			}
		})
	}
}

// TestLocked: a second run of a folder is refused.
func TestLocked(t *testing.T) {
	r, _ := newRun(t)
	lock, err := r.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	r, _ = again()
	if err := run(t.Context(), r); err == nil || !strings.Contains(err.Error(), "another run is writing here") {
		t.Errorf("error %v", err)
	}
}
