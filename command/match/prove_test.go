package match

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/command/reading"
	"example.org/centipawn/command/weights"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	weightsfile "example.org/centipawn/weights"
)

// engineHere copies the engine of docs/engine.md to a new folder, goes there, and makes of its
// weights old.json, and of changed ones new.json.
func engineHere(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("needs a C compiler: cc")
	}
	files, err := filepath.Glob("../../examples/engine/*.[ch]")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	texts := map[string][]byte{}
	for _, name := range append(files, "../../examples/trace/centipawn_trace.h") {
		if texts[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(t.TempDir())
	texts["names"] = []byte("Tempo\nMaterial[5] tapered\nMobility[4][28] tapered\n")
	for name, text := range texts {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := weights.Main(t.Context(), strings.Fields("import -set carried -names names -o old.json weights.h"), discard); err != nil {
		t.Fatal(err)
	}
	f, err := weightsfile.Read("old.json")
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Terms {
		if term := &f.Terms[i]; term.Tapered {
			term.MG.Value += 3 * float64(i%5)
		}
	}
	if err := f.Write("new.json"); err != nil {
		t.Fatal(err)
	}
}

// proving is the verb, at few nodes.
func proving(more ...string) []string {
	return append(strings.Fields("prove -into weights.h -names names -from old.json -engine engine -nodes 50 -games 4 -maxplies 60 -concurrency 2 -o run new.json"), more...)
}

const compile = "-build=cc engine.c evaluate.c -o engine"

// TestProve: from weights to the verdict, stopped after each stage and continued.
func TestProve(t *testing.T) {
	long.Skip(t, "takes seconds")
	engineHere(t)
	source, _ := os.ReadFile("weights.h")
	for _, tt := range []struct{ stop, done string }{
		{"write     new: new weights, 1 file changed of", ""},
		{"build     new: done in", "write     new: done before"},
		{"build     old: cc", "build     new: done before"},
		{"games     4: ", "build     new: done before"},
		{"", "build     old: done before"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		diag := &watcher{stop: tt.stop, cancel: cancel}
		var out strings.Builder
		err := Main(ctx, proving(compile), cli.Streams{Out: &out, Err: diag})
		want := cli.StatusInterrupted
		if tt.stop == "" {
			want = cli.StatusDone
		}
		if cli.Status(err) != want || !strings.Contains(diag.text.String(), tt.done) {
			t.Fatalf("stopped after %q: %v\n%s%s", tt.stop, err, &diag.text, &out)
		}
		if tt.stop == "" && (!strings.Contains(out.String(), "games     4: carried (new/engine)") || !strings.HasSuffix(out.String(), "\nThe source is as it was.\n")) {
			t.Errorf("it ends with\n%s", &out)
		}
	}
	if now, _ := os.ReadFile("weights.h"); string(now) != string(source) {
		t.Error("the source has changed")
	}
	if err := weights.Main(t.Context(), strings.Fields("check -against run/new/weights.h -names names new.json"), discard); err != nil {
		t.Error(err)
	}
	checkWayBack(t)
}

// checkWayBack: the old weights, written over the new ones, make the engine that was there before.
func checkWayBack(t *testing.T) {
	t.Helper()
	if err := weights.Main(t.Context(), strings.Fields("write -into run/new/weights.h -names names -from new.json old.json"), discard); err != nil {
		t.Fatal(err)
	}
	bench := func(dir string) string {
		if out, err := exec.Command("sh", "-c", "cd "+dir+" && cc engine.c evaluate.c -o back").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		out, err := exec.Command("./"+filepath.ToSlash(filepath.Join(dir, "back")), "bench").Output()
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return lines[len(lines)-1]
	}
	if back, before := bench("run/new"), bench("."); back != before || !strings.HasSuffix(before, "nodes") {
		t.Errorf("bench: %q with the old weights written back, %q before", back, before)
	}
}

// A watcher cancels when a line begins with what it waits for.
type watcher struct {
	text   strings.Builder
	stop   string
	cancel func()
}

func (w *watcher) Write(p []byte) (int, error) {
	n, err := w.text.Write(p)
	if w.stop != "" && strings.Contains("\n"+w.text.String(), "\n"+w.stop) {
		w.cancel()
	}
	return n, err
}

// TestProveRefused: what cannot be proved says what to pass, and leaves nothing after that plays.
func TestProveRefused(t *testing.T) {
	engineHere(t)
	for _, tt := range []struct {
		name, want string
		status     int
		args       []string
	}{
		{"a policy", "policy.json: set moves: a policy, where an evaluation is wanted", cli.StatusFailed, []string{compile, "policy.json"}},
		{"no build", "-build or -engine is missing", cli.StatusUsage, nil},
		{"a program elsewhere", "-engine /bin/engine: want the path, in the folder of the source", cli.StatusUsage, []string{compile, "-engine=/bin/engine"}},
		{"weights as engine", "want the path, in the folder of the source", cli.StatusUsage, []string{compile, "-engine=new.json"}},
		{"an odd number", "-games 3: want an even number", cli.StatusUsage, []string{compile, "-games=3"}},
		{"no such build", "build: cc none.c -o engine: exit status 1; the end of run/new.log:", cli.StatusFailed, []string{"-build=cc none.c -o engine"}},
		{"other old weights", "write: weights.h:8: Material.0.mg: the source has 90, the old weights have 93", cli.StatusFailed, []string{compile, "-from=other.json"}},
		{"no engine", "match: entrant engine: ", cli.StatusFailed, []string{"-build=echo > engine; chmod +x engine", "-b=builtin"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, _ := weightsfile.Read("old.json")
			f.Terms[1].MG.Value += 3
			if err := errors.Join(f.Write("other.json"), weightsfile.BuiltinPolicy().Write("policy.json")); err != nil {
				t.Fatal(err)
			}
			var diag strings.Builder
			err := Main(t.Context(), proving(tt.args...), cli.Streams{Out: &diag, Err: &diag})
			if err != nil {
				diag.WriteString(err.Error())
			}
			if cli.Status(err) != tt.status || !strings.Contains(diag.String(), tt.want) {
				t.Errorf("status %d, want %d: %s", cli.Status(err), tt.status, &diag)
			}
		})
	}
}

// TestTakeOver: the printed command is what wrote the copy, for a shell.
func TestTakeOver(t *testing.T) {
	source := &sourceFlags{reading: &reading.Reading{Names: "my names", Files: []string{"src/a.h", "src/b.h"}}}
	p := &proveFlags{sourceFlags: source, from: "old.json", name: "new.json"}
	p.reading.Opt.RankEight, p.reading.Opt.Only = true, []string{"Table"}
	if got, want := p.takeOver(), "weights write -into src/a.h -into src/b.h -names 'my names' -from old.json -array Table -rank8 new.json"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestBetter: a test decides by its bound, games alone by their interval.
func TestBetter(t *testing.T) {
	games := func(low float64) *match.Result {
		r := new(match.Result)
		r.Pairings = []match.Pairing{{Estimate: elo.Estimate{Elo: elo.Interval{Low: low}}}}
		return r
	}
	tested := func(d elo.Decision) *match.Result {
		r := games(5)
		r.SPRT = &elo.State{Decision: d}
		return r
	}
	for i, tt := range []struct {
		r    *match.Result
		want bool
	}{{games(1), true}, {games(-1), false}, {tested(elo.AcceptH1), true}, {tested(elo.AcceptH0), false}, {tested(elo.Undecided), false}} {
		if got := better(tt.r); got != tt.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}
