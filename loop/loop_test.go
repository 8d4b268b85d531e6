package loop

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/engine"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/features"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/weights"
)

// tiny is a run of a second or so. A strong prior stands in for data.
func tiny(dir string) Options {
	return Options{
		Dir: dir, Set: features.Lishex, Iterations: 2, Games: 10, Limit: play.Limit{Nodes: 40}, Rules: selfplay.MateRules(), PerGame: -1, PriorRows: 500, Seed: 3, Threads: 2,
		Gate: &elo.SPRT{Elo0: -400, Elo1: -300}, GatePairs: 2,
	}
}

// files returns the bytes of all files of a run but for the games of gates, whose
// journals have times.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || filepath.Base(filepath.Dir(path)) == "gate" || name == "run.lock" {
			return err
		}
		text, err := os.ReadFile(path)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// sameFiles compares two runs.
func sameFiles(t *testing.T, got, want map[string]string) {
	t.Helper()
	if g, w := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(g, w) {
		t.Errorf("files %v, want %v", g, w)
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s has other bytes", name)
		}
	}
}

// unbroken is the run that broken ones are compared with.
func unbroken(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	done, err := Run(t.Context(), tiny(dir), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range done {
		if m.Iteration != i+1 || m.Played.Games != 10 || m.Rows == 0 || m.Test == nil || len(m.Values) != 5 || m.Gate == nil {
			t.Errorf("metrics of iteration %d: %+v", i+1, m)
		}
	}
	if len(done) != 2 {
		t.Errorf("%d iterations, want 2", len(done))
	}
	return files(t, dir)
}

func TestRun(t *testing.T) {
	want := unbroken(t)
	for _, name := range []string{"run.json", "init.json", "best.json", "material.svg", "loss.png", "index.html",
		"tables.md", "result.json", "001/games-001-seed3.viri.zst", "001/samples-001.epd.zst", "001/funnel.json", "001/weights.json", "001/metrics.json", "002/gate.json"} {
		if want[filepath.FromSlash(name)] == "" {
			t.Errorf("no %s", name)
		}
	}
	if f, err := weights.Decode("001/weights.json", strings.NewReader(want[filepath.Join("001", "weights.json")])); err != nil {
		t.Error(err)
	} else if p := f.Provenance.Prior; p == nil || p.Rows != tiny("").PriorRows || p.SHA256 != fmt.Sprintf("%x", sha256.Sum256([]byte(want["init.json"]))) {
		t.Errorf("the weights say of the prior: %+v", p)
	}
	best := "init.json"
	for _, iteration := range []string{"001", "002"} {
		if strings.Contains(want[filepath.Join(iteration, "gate.json")], `"passed": true`) {
			best = filepath.Join(iteration, "weights.json")
		}
	}
	if want["best.json"] != want[best] {
		t.Errorf("the best weights are not those of %s, which passed last", best)
	}

	t.Run("one thread, made longer", func(t *testing.T) {
		opt := tiny(t.TempDir())
		opt.Threads = 1
		for opt.Iterations = 1; opt.Iterations <= 2; opt.Iterations++ {
			if _, err := Run(t.Context(), opt, nil); err != nil {
				t.Fatal(err)
			}
		}
		opt.Iterations = 1 // less than there is: nothing is taken back
		if done, err := Run(t.Context(), opt, nil); err != nil || len(done) != 2 {
			t.Errorf("%d iterations, %v", len(done), err)
		}
		sameFiles(t, files(t, opt.Dir), want)
	})
	t.Run("stopped at every stage", func(t *testing.T) {
		long.Skip(t, "makes rounds")
		opt := tiny(t.TempDir())
		breaks := 0
		for ; ; breaks++ {
			if breaks > 40 {
				t.Fatal("the run does not end")
			}
			if err := stopped(t, opt); err == nil {
				break
			} else if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
		if breaks < 6 {
			t.Errorf("stopped %d times only", breaks)
		}
		sameFiles(t, files(t, opt.Dir), want)
	})
	t.Run("killed", func(t *testing.T) { killed(t, want) })
}

// stopped runs until the first stage that this call comes to has told something, and
// a little of it is done.
func stopped(t *testing.T, opt Options) error {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := Event{}
	_, err := Run(ctx, opt, func(e Event) {
		switch {
		case e.Metrics != nil:
		case first.Stage == "":
			first = e
		case e.Stage != first.Stage || e.Iteration != first.Iteration:
			cancel() // the stage after it has begun
		case e.Stage == Playing && e.Done > first.Done+3:
			cancel()
		}
	})
	return err
}

// killVariable makes the test binary a run that is to be killed.
const killVariable = "CENTIPAWN_LOOP_KILLED"

// TestMain runs the loop in the folder that [killVariable] names, if it does.
func TestMain(m *testing.M) {
	if dir := os.Getenv(killVariable); dir != "" {
		if _, err := Run(context.Background(), tiny(dir), nil); err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// killed kills a run at many moments, and lets it end at last.
func killed(t *testing.T, want map[string]string) {
	long.Skip(t, "makes rounds")
	dir := filepath.Join(t.TempDir(), "run")
	for moment := 150 * time.Millisecond; ; moment = moment * 7 / 4 {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), killVariable+"="+dir)
		var said bytes.Buffer
		c.Stderr = &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(moment, func() { _ = c.Process.Kill() }) // it may have ended
		err := c.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		if said.Len() > 0 {
			t.Fatalf("%s", &said)
		}
	}
	sameFiles(t, files(t, dir), want)
}

// TestReportOfGames: games whose report a kill has prevented get one.
func TestReportOfGames(t *testing.T) {
	long.Skip(t, "makes rounds")
	opt := tiny(t.TempDir())
	if _, err := Run(t.Context(), opt, nil); err != nil {
		t.Fatal(err)
	}
	want := files(t, opt.Dir)
	for _, name := range []string{"games-002-seed3.viri.zst.json", "metrics.json"} {
		if err := os.Remove(filepath.Join(opt.Dir, "002", name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Run(t.Context(), opt, nil); err != nil {
		t.Fatal(err)
	}
	sameFiles(t, files(t, opt.Dir), want)
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	opt := tiny(dir)
	opt.Iterations, opt.Gate = 1, nil
	if _, err := Run(t.Context(), opt, nil); err != nil {
		t.Fatal(err)
	}
	strange := t.TempDir()
	if err := os.WriteFile(filepath.Join(strange, "letter.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.json")
	if f, ok := weights.Published("alphaone"); !ok || f.Write(bad) != nil {
		t.Fatal("no file of another set")
	}
	for _, tt := range []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"another seed", func(o *Options) { o.Seed = 4 }, "seed: 3 before, 4 now"},
		{"another limit", func(o *Options) { o.Limit.Nodes = 60 }, `limit: "nodes=40" before, "nodes=60" now`},
		{"another search", func(o *Options) { o.Search = "base" }, `search: none before, "base" now`},
		{"a search without weights", func(o *Options) { o.Search = "alphaone-v1" }, "one that plays by weights"},
		{"positions of its own", func(o *Options) { o.From = []string{"loop_test.go"} }, "from.1: none before"},
		{"fewer than no threads", func(o *Options) { o.Threads = -1 }, "-1 threads"},
		{"a book that is even", func(o *Options) { o.Opening = Opening{Book: "b.epd", Balance: 50} }, "the book b.epd"},
		{"a gate", func(o *Options) { o.Gate = &elo.SPRT{Elo1: 5} }, "gate.elo1: none before, 5 now"},
		{"another's folder", func(o *Options) { o.Dir = strange }, "letter.txt"},
		{"no folder", func(o *Options) { o.Dir = "" }, "folder"},
		{"a limit of time", func(o *Options) { o.Limit = play.Limit{MoveTime: time.Second} }, "nodes or depth"},
		{"another set's weights", func(o *Options) { o.Init, o.Dir = bad, filepath.Join(t.TempDir(), "new") }, "F11"},
		{"no weights", func(o *Options) { o.Init, o.Dir = "absent.json", filepath.Join(t.TempDir(), "new") }, "absent.json"},
		{"a pattern of nothing", func(o *Options) { o.Freeze, o.Dir = []string{"nobody.*"}, filepath.Join(t.TempDir(), "new") }, "freeze nobody.*"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := opt
			tt.change(&o)
			if _, err := Run(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// TestFolders: a folder is a run's if there is its run.json, or what a run leaves that is
// killed before it has written it. What is in another's is left alone.
func TestFolders(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files []string
		taken bool
	}{
		{"empty", nil, true},
		{"killed at its beginning", []string{"run.lock", "run.json" + ".123.partial"}, true},
		{"killed later", []string{"run.lock", "run.json", initName + ".123.partial"}, true},
		{"of downloads", []string{"film.partial"}, false},
		{"of some beginning", []string{"run.lock", "run.json" + ".123.partial", "run.partial"}, false},
		{"of settings of that name", []string{"run.json" + ".txt"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			opt := tiny(t.TempDir()).WithDefaults()
			for _, name := range tt.files {
				if err := os.WriteFile(filepath.Join(opt.Dir, name), nil, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			lock, err := open(&opt)
			if (err == nil) != tt.taken {
				t.Errorf("error %v, want it taken: %v", err, tt.taken)
			}
			if err == nil {
				defer lock.Close()
			} else if list, _ := os.ReadDir(opt.Dir); len(list) != len(tt.files) {
				t.Errorf("left of %v: %v", tt.files, list)
			}
		})
	}
}

// TestSameRun: options that say the same in other words are those of the same run.
func TestSameRun(t *testing.T) {
	opt := tiny(t.TempDir()).WithDefaults()
	opt.Set = features.PeSTO
	for _, freeze := range [][]string{nil, {}} {
		opt.Freeze = freeze
		lock, err := open(&opt)
		if err != nil {
			t.Fatalf("freeze %#v: %v", freeze, err)
		}
		if err := errors.Join(os.MkdirAll(filepath.Join(opt.Dir, "001"), 0o777), folder.Write(filepath.Join(opt.Dir, "001", gamesName), 0), lock.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTwice: a second run of the same folder is refused, and does no harm to the first.
func TestTwice(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no locks")
	}
	opt := tiny(filepath.Join(t.TempDir(), "run"))
	opt.Iterations, opt.Gate = 1, nil
	writing := filepath.Join(opt.Dir, "some.partial")
	var second error
	_, err := Run(t.Context(), opt, func(e Event) {
		if e.Stage == Playing && e.Done == 1 {
			err := os.WriteFile(writing, nil, 0o666)
			_, second = Run(t.Context(), opt, nil)
			if err != nil || !folder.Exists(writing) {
				t.Error("the second run has removed what the first was writing")
			}
		}
	})
	if err != nil || second == nil || !strings.Contains(second.Error(), "another run is writing here") {
		t.Errorf("error %v, of the second run %v", err, second)
	}
}

// TestBuild: games are bound to the program that plays them.
func TestBuild(t *testing.T) {
	opt := tiny(filepath.Join(t.TempDir(), "run"))
	program, err := engine.Build()
	if err != nil {
		t.Fatal(err)
	}
	journal := filepath.Join(opt.Dir, "001", "games-001-seed3.viri.zst"+selfplay.JournalEnding)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = Run(ctx, opt, func(Event) { cancel() })
	text, readErr := os.ReadFile(journal)
	if !errors.Is(err, context.Canceled) || readErr != nil || !bytes.Contains(text, []byte(program)) {
		t.Fatalf("%v, %v: the journal does not name the program", err, readErr)
	}
	if err := os.WriteFile(journal, bytes.Replace(text, []byte(program), []byte("another build"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), opt, nil); err == nil || !strings.Contains(err.Error(), "another build") {
		t.Errorf("error %v, want one that names the other program", err)
	}
}

// TestMadeAgain: what is removed is made again, and a file that cannot be read is no
// iteration.
func TestMadeAgain(t *testing.T) {
	long.Skip(t, "makes rounds")
	opt := tiny(t.TempDir())
	opt.Iterations, opt.Gate = 1, nil
	if _, err := Run(t.Context(), opt, nil); err != nil {
		t.Fatal(err)
	}
	want := files(t, opt.Dir)
	first := filepath.Join(opt.Dir, "001")
	for _, name := range []string{"fit.json", weightsName, gamesName, funnelName} {
		if err := errors.Join(os.Remove(filepath.Join(first, name)), os.Remove(filepath.Join(first, campaign.MetricsName))); err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), opt, nil); err != nil {
			t.Fatalf("without %s: %v", name, err)
		}
		sameFiles(t, files(t, opt.Dir), want)
	}
	if err := os.WriteFile(filepath.Join(first, campaign.MetricsName), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Run(t.Context(), opt, func(e Event) { t.Errorf("told of %+v", e) })
	if err == nil || !strings.Contains(err.Error(), "metrics.json") {
		t.Errorf("error %v, want one with the file's name", err)
	}
}

// TestNoTest: without a game that is held out there is no picture of losses.
func TestNoTest(t *testing.T) {
	opt := tiny(t.TempDir())
	opt.Iterations, opt.Gate, opt.Games, opt.Share = 1, nil, 6, 1e-9
	done, err := Run(t.Context(), opt, nil)
	if err != nil || len(done) != 1 || done[0].Test != nil {
		t.Fatalf("%d iterations, %v", len(done), err)
	}
	if all := files(t, opt.Dir); all["index.html"] == "" || all["loss.png"] != "" || strings.Contains(all["tables.md"], "NaN") {
		t.Errorf("the page or its pictures are wrong: %s", all["tables.md"])
	}
}

// TestPredict: an iteration says what is to be expected of its weights, and keeps what it searched.
func TestPredict(t *testing.T) {
	long.Skip(t, "makes rounds")
	opt := tiny(t.TempDir())
	opt.Gate, opt.Iterations, opt.Predict = nil, 1, 12
	done, err := Run(t.Context(), opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p := done[0].Predicted; p == nil || p.Difference.Roots != 12 || p.Different == 0 || !(p.Elo.Low < p.Elo.High) {
		t.Errorf("%+v", p)
	}
	if w := done[0].PredictedWarnings; !w.Has(note.V13) { // the line is of other weights and nodes
		t.Errorf("warnings %v", w)
	}
	if info, err := os.Stat(filepath.Join(opt.Dir, predictName)); err != nil || info.Size() == 0 {
		t.Errorf("no cache: %v", err)
	}
	opt.Predict = 13
	if _, err := Run(t.Context(), opt, nil); err == nil || !strings.Contains(err.Error(), "predict: 12 before, 13 now") {
		t.Errorf("with other settings: %v", err)
	}
}

// TestWarnings: an iteration tells the warnings that stand in its weights file, but for
// those about labels that are its own.
func TestWarnings(t *testing.T) {
	opt := tiny(t.TempDir())
	opt.Iterations, opt.Gate = 1, nil
	done, err := Run(t.Context(), opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := weights.Read(filepath.Join(opt.Dir, bestName))
	if err != nil {
		t.Fatal(err)
	}
	want := slices.DeleteFunc(f.Provenance.Warnings, func(w note.Note) bool { return w.Code == note.D02 })
	if got := done[0].Warnings; len(got) == 0 || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("warnings %v, in the file %v", got, want)
	}
}

// TestNothingCameOfIt: a folder is not bound by a run that failed before it had anything.
func TestNothingCameOfIt(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.epd")
	if err := os.WriteFile(bad, []byte("no positions\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	opt := tiny(filepath.Join(t.TempDir(), "run"))
	opt.Iterations, opt.Gate = 1, nil
	failed := opt
	failed.From = []string{bad}
	if _, err := Run(t.Context(), failed, nil); err == nil || !strings.Contains(err.Error(), "bad.epd") {
		t.Fatalf("error %v, want one with the file's name", err)
	}
	if _, err := Run(t.Context(), opt, nil); err != nil {
		t.Errorf("another run in its folder: %v", err)
	}
	if _, err := Run(t.Context(), failed, nil); err == nil || !strings.Contains(err.Error(), "the run here has other settings") {
		t.Errorf("error %v, want one that names the run that is there", err)
	}
}

// TestSearch: any search that evaluates by weights plays the games, a tree too, and they depend on it.
func TestSearch(t *testing.T) {
	long.Skip(t, "makes rounds")
	var games []string
	for _, name := range []string{"", "mcts-modern"} {
		opt := tiny(t.TempDir())
		opt.Search, opt.Iterations, opt.Games, opt.Gate = name, 1, 6, nil
		if _, err := Run(t.Context(), opt, nil); err != nil {
			t.Fatal(err)
		}
		games = append(games, files(t, opt.Dir)[filepath.FromSlash("001/games-001-seed3.viri.zst")])
	}
	if games[0] == games[1] || games[1] == "" {
		t.Error("the games do not depend on the search")
	}
}
