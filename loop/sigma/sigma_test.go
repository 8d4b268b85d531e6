package sigma

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/neural/nn"
)

// childDir is the variable that makes this test's binary do the run of iterations in the folder that it
// names.
const childDir = "CENTIPAWN_SIGMA_TEST_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		_, err := Run(context.Background(), looped(dir), func(e Event) {
			if e.Stage != Reading {
				fmt.Println(e.Stage, e.Done)
			}
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// write writes lessons beside the folder of a run: every position after two moves with a move and an
// evaluation; and a puzzle.
func write(t *testing.T, dir string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("fen,eval,game,move\n")
	start := board.Start()
	for i, a := range start.LegalMoves(nil) {
		p := start
		p.Make(a)
		for k, m := range p.LegalMoves(nil) {
			if k%4 == i%4 {
				fmt.Fprintf(&b, "%s,%d,%d,%s\n", p.FEN(), 10*i-100, i, p.UCI(m))
			}
		}
	}
	beside := filepath.Dir(dir)
	err := errors.Join(os.WriteFile(filepath.Join(beside, "lessons.csv"), []byte(b.String()), 0o666), os.WriteFile(filepath.Join(beside, "puzzles.csv"), []byte(puzzle), 0o666))
	if err != nil {
		t.Fatal(err)
	}
}

// puzzle is a file of a mate in one.
const puzzle = `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
a,5k2/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1,f8g8 a1a8,900,80,90,10,mateIn1,,
`

// tiny is a run of a second: the lessons stand beside its folder.
func tiny(dir string) Options {
	c := Practical()
	c.Blocks, c.Channels, c.Hidden = 1, 4, 4
	return Options{
		Dir: dir, Network: c, Warm: []string{filepath.Join(filepath.Dir(dir), "lessons.csv")}, Test: 0.2, Seed: 3, Threads: 2,
		Training: Training{Steps: 24, Batch: 8, Part: 4, Measure: 10, Save: 4},
	}
}

// folders returns a new folder for a run, with lessons beside it.
func folders(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	write(t, dir)
	return dir
}

// files returns the bytes of all files of a run.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == "run.lock" || filepath.Base(filepath.Dir(path)) == "gate" {
			return err
		}
		text, err := os.ReadFile(path)
		all[path[len(dir):]] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// same reports files that two runs do not share.
func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	if !maps.Equal(got, want) {
		for name, text := range want {
			if got[name] != text {
				t.Errorf("%s differs", name)
			}
		}
		for name := range got {
			if _, ok := want[name]; !ok {
				t.Errorf("%s is too many", name)
			}
		}
	}
}

func mustRun(t *testing.T, opt Options) *Report {
	t.Helper()
	rep, err := Run(t.Context(), opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// TestRun: the network learns, the folder has what the package says, and a second call changes nothing.
func TestRun(t *testing.T) {
	opt := tiny(folders(t))
	opt.Training.Steps = 150
	opt.Training.Rate = Rate{stages: []stage{{rate: 0.02}}}
	rep := mustRun(t, opt)
	w := rep.Warm
	first, last := w.Points[0].Test, w.Last()
	if w.Steps != 150 || last.Step != 150 || len(w.Points) != 16 || w.Train+w.Test != w.Lessons.Lessons || w.Lessons.Lessons != 100 {
		t.Errorf("%+v", w)
	}
	if !(last.Test.Legal > 2*first.Legal) || !(last.Policy > 0) {
		t.Errorf("before %+v, after %+v", first, last)
	}
	list := files(t, opt.Dir)
	for _, name := range []string{"run.json", "start.nn", "best.nn", "index.html", "tables.md", "result.json", "loss.png", "policy.svg", "warm/metrics.json", "warm/network.nn"} {
		if list["/"+name] == "" {
			t.Errorf("no %s", name)
		}
	}
	f, err := nn.Read(filepath.Join(opt.Dir, "best.nn"))
	if err != nil || f.Steps != 150 || f.Network.Config() != opt.Network {
		t.Errorf("%+v, %v", f, err)
	}
	opt.Threads = 5
	mustRun(t, opt)
	same(t, files(t, opt.Dir), list)
}

// TestStopped: a run that was stopped after any step ends with the bytes of one that was not, with any
// number of threads.
func TestStopped(t *testing.T) {
	opt := tiny(folders(t))
	mustRun(t, opt)
	want := files(t, opt.Dir)

	opt = tiny(folders(t))
	for stop := 1; stop <= 23; stop += 3 {
		opt.Threads = 1 + stop%3
		ctx, cancel := context.WithCancel(t.Context())
		_, err := Run(ctx, opt, func(e Event) {
			if e.Stage == Teaching && e.Done >= int64(stop) {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped after %d steps: %v", stop, err)
		}
		if page, err := os.ReadFile(filepath.Join(opt.Dir, "index.html")); err != nil || !bytes.Contains(page, []byte("Warm start")) {
			t.Fatalf("stopped after %d steps there is no page: %v", stop, err)
		}
	}
	mustRun(t, opt)
	same(t, files(t, opt.Dir), want)
}

// TestKilled: a run that was killed ten times, within the warm start, games, training and gates, ends
// with the bytes of one that was not.
func TestKilled(t *testing.T) {
	long.Skip(t, "kills ten runs")
	opt := looped(folders(t))
	mustRun(t, opt)
	want := files(t, opt.Dir)

	dir := folders(t)
	for kill := range 10 {
		killChild(t, dir, 1+3*kill)
	}
	mustRun(t, looped(dir))
	same(t, files(t, dir), want)
}

// killChild does the run of iterations in another process and kills it after so many steps, games or pairs.
func killChild(t *testing.T, dir string, steps int) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childDir+"="+dir)
	var diag bytes.Buffer
	child.Stderr = &diag
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for range steps {
		if !lines.Scan() {
			break
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed
	if diag.Len() > 0 {
		t.Fatal(diag.String())
	}
}

// TestOtherSettings: the folder of a run is entered with its settings alone.
func TestOtherSettings(t *testing.T) {
	opt := tiny(folders(t))
	mustRun(t, opt)
	before := files(t, opt.Dir)
	for want, change := range map[string]func(*Options){
		"seed":        func(o *Options) { o.Seed = 4 },
		"rate":        func(o *Options) { o.Training.Rate = Rate{stages: []stage{{rate: 0.1}}} },
		"temperature": func(o *Options) { o.Lessons.Temperature = 5 },
		"channels":    func(o *Options) { o.Network.Channels = 5 },
	} {
		other := opt
		change(&other)
		if _, err := Run(t.Context(), other, nil); err == nil || !strings.Contains(err.Error(), "other settings") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	same(t, files(t, opt.Dir), before)
}

// TestInit: a run begins with the network of a file; one that is none, or no network of chess, is refused.
func TestInit(t *testing.T) {
	dir := folders(t)
	first := tiny(dir)
	mustRun(t, first)
	opt := tiny(filepath.Join(filepath.Dir(dir), "second"))
	opt.Init = filepath.Join(dir, "best.nn")
	rep := mustRun(t, opt)
	if got, want := rep.Warm.Points[0].Test, mustRun(t, first).Warm.Last().Test; got.Policy != want.Policy || got.Value != want.Value {
		t.Error("it does not begin where the first has ended")
	}
	other, err := nn.New[float32](nn.Config{Planes: 3, Moves: 2, Channels: 2, Blocks: 1, Hidden: 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(t.TempDir(), "foreign.nn")
	if err := (&nn.File{Encoding: "paper", Network: other}).Write(foreign); err != nil {
		t.Fatal(err)
	}
	for want, name := range map[string]string{"a network of 3 planes": foreign, "no network, or one": opt.Warm[0], "no such file": "none.nn"} {
		opt := tiny(filepath.Join(t.TempDir(), "run"))
		opt.Init = name
		if _, err := Run(t.Context(), opt, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestSpoilt: what is wrong with a checkpoint or with the lessons is told, and what to do.
func TestSpoilt(t *testing.T) {
	opt := tiny(folders(t))
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, opt, func(e Event) {
		if e.Done >= 3 && e.Stage == Teaching {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	path := filepath.Join(opt.Dir, "warm", "training")
	if err := os.WriteFile(path, []byte("centipawn training 1\n{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), opt, nil); err == nil || !strings.Contains(err.Error(), "remove it to train from scratch") {
		t.Errorf("checkpoint: %v", err)
	}
	opt = tiny(folders(t))
	if err := os.WriteFile(opt.Warm[0], []byte("fen,eval,move\n"+startFEN+",0,e2e4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), opt, nil); err == nil || !strings.Contains(err.Error(), "want more positions, of more games") {
		t.Errorf("one lesson: %v", err)
	}
	if err := os.WriteFile(opt.Warm[0], []byte("fen,eval\n"+startFEN+",0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	opt.Dir += "2"
	if _, err := Run(t.Context(), opt, nil); !errors.Is(err, lesson.ErrNoMoves) {
		t.Errorf("no moves: %v", err)
	}
}

// TestPublished: the paper's network has 23.1 million parameters.
func TestPublished(t *testing.T) {
	if n := Published().Size(); n != 23_097_415 {
		t.Errorf("%d parameters", n)
	}
}

func TestValidate(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"no folder":                func(o *Options) { o.Dir = "" },
		"share of 1 for the test":  func(o *Options) { o.Test = 1 },
		"share of 2 of the result": func(o *Options) { o.Lessons.Result = 2 },
		"a temperature of -1":      func(o *Options) { o.Lessons.Temperature = -1 },
		"-3 threads":               func(o *Options) { o.Threads = -3 },
		"batches of 1":             func(o *Options) { o.Training.Batch = 1 },
		"the last part has one":    func(o *Options) { o.Training.Batch, o.Training.Part = 9, 4 },
		"two gates":                func(o *Options) { o.Gate, o.GateWins = &elo.SPRT{Elo1: 5}, 3 },
		"exploration of -1":        func(o *Options) { o.Games.CInit = -1 },
		"a legality of 1000":       func(o *Options) { o.Training.Legality = 1000 },
		"0 channels":               func(o *Options) { o.Network.Channels = 0 },
	} {
		opt := tiny("x").WithDefaults()
		change(&opt)
		if err := opt.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
