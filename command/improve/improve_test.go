package improve

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/internal/cli"
)

const old = `{"format":"centipawn weights","version":1,"set":"toy","unit":"centipawns, White-relative","terms":[
{"name":"piece.pawn","mg":90,"eg":110},{"name":"piece.rook","mg":400,"eg":450},{"name":"Tempo","value":10}]}
`

// trace is rows of games by chance, of others' weights.
func trace() string {
	var b strings.Builder
	b.WriteString("# set toy\n# column 1 piece.pawn tapered\n# column 2 piece.rook tapered\n# column 3 Tempo\n")
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 4000 {
		mg, pawns, rooks := float64(rng.IntN(11))/10, rng.IntN(5)-2, rng.IntN(3)-1
		score := 50*pawns + 250*rooks + rng.IntN(60) - 30
		result := [3]string{"0-1", "1/2-1/2", "1-0"}[max(0, min(2, 1+score/150))]
		fmt.Fprintf(&b, "%s qid:g%d mg:%g eg:%g score:%d 1:%d 2:%d 3:1\n", result, i/10, mg, 1-mg, score, pawns, rooks)
	}
	return b.String()
}

// A fake is verbs that do as the real ones seem to, and what they were told.
type fake struct {
	calls []string
	stop  string // the verb that is stopped, once
	say   string // what match tune prints
	err   error
}

func (f *fake) verb(name string, act func(args []string, std cli.Streams) error) cli.Command {
	return func(ctx context.Context, args []string, std cli.Streams) error {
		f.calls = append(f.calls, name+" "+strings.Join(args, " "))
		if f.stop == name {
			f.stop = ""
			return context.Canceled
		}
		return act(args, std)
	}
}

func (f *fake) verbs() Verbs {
	write := func(text string) func([]string, cli.Streams) error {
		return func(args []string, _ cli.Streams) error {
			return os.WriteFile(args[slices.Index(args, "-o")+1], []byte(text), 0o666)
		}
	}
	const epd = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 5 c9 \"1-0\"; eval \"+100\"; id \"#00000001\";\n"
	return Verbs{
		Selfplay: f.verb("selfplay", write(epd)),
		Label:    f.verb("label", write(epd)),
		Tune: f.verb("tune", func(_ []string, std cli.Streams) error {
			fmt.Fprintln(std.Out, f.say)
			return f.err
		}),
		Try: func(context.Context, []string, cli.Streams) (string, error) {
			f.calls = append(f.calls, "try")
			return "cmd:./built", nil
		},
		Flags: func(std cli.Streams) *flag.FlagSet {
			fs := cli.NewFlags("", "", std)
			for _, name := range slices.Concat([]string{"engine"}, sourceFlags, limitFlags, gameFlags, runFlags) {
				fs.String(name, "", "")
			}
			fs.Int("concurrency", 0, "")
			return fs
		},
	}
}

// run runs the verb and returns what it prints.
func (f *fake) run(t *testing.T, args ...string) (out, messages string, err error) {
	t.Helper()
	var o, m bytes.Buffer
	err = f.verbs().Run(t.Context(), args, cli.Streams{Out: &o, Err: &m})
	return o.String(), m.String(), err
}

func folder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"old.json": old, "x.trace": trace(), "weights.h": "int Tempo = 10;\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

const better = `{"engine":"toy","kind":"live","directions":[],"best":{"alpha":[1],"elo":20,"error":5},"found":"run/blend/found.json","proof":{"games":100,"proven":true},"verdict":"Better: +20 Elo.","next":""}`

// evening are the arguments of a run from games to the source.
func arguments(more ...string) []string {
	return append([]string{"-old", "old.json", "-engine", "./toy", "-src", ".", "-build", "make", "-into", "weights.h", "-nodes", "100", "-seed", "3", "-concurrency", "2",
		"-trace", "cat > positions.txt; cat x.trace", "-teacher", "cmd:teacher,Hash=1", "-minutes", "10", "-o", "run"}, more...)
}

// TestStages: every stage is done once, in its order, by the command that is printed; a run that is stopped goes on
// at the stage to which it had come.
func TestStages(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs a shell")
	}
	writeEvery = time.Millisecond // so that the clock and the page meet the stages
	defer func() { writeEvery = 5 * time.Second }()
	for _, stop := range []string{"", "selfplay", "label", "tune"} {
		folder(t)
		if err := os.Mkdir(filepath.Join("run"), 0o777); err != nil {
			t.Fatal(err)
		}
		f := &fake{stop: stop, say: better}
		out, said, err := f.run(t, arguments()...)
		want := []string{
			"try",
			"selfplay -engine cmd:./built -nodes 3000 -games 1500 -seed 3 -concurrency 2 -o run/games.epd",
			"label -by cmd:teacher,Hash=1 -nodes 1500 -concurrency 2 -o run/labelled.epd run/quiet.epd",
			"tune -blend old.json -engine ./toy -into weights.h -src . -build make -nodes 100 -seed 3 -concurrency 2 -o run/blend -by phase -only ",
		}
		if stop != "" {
			if cli.Status(err) != 130 || !strings.Contains(err.Error(), "the same match improve goes on in run") {
				t.Fatalf("%s stopped: %v", stop, err)
			}
			first := slices.IndexFunc(f.calls, func(c string) bool { return strings.HasPrefix(c, stop+" ") })
			again := f.calls[first]
			want = slices.Insert(want, slices.IndexFunc(want, func(w string) bool { return strings.HasPrefix(w, stop+" ") }), again)
			out, said, err = f.run(t, arguments()...)
		}
		// What the found weights would change is asked of a file that this fake has not written.
		if err == nil || !strings.Contains(err.Error(), "found.json") {
			t.Fatalf("stopped %q: %v, %s", stop, err, out)
		}
		if len(f.calls) != len(want) {
			t.Fatalf("stopped %q: %q", stop, f.calls)
		}
		for i, w := range want {
			if !strings.HasPrefix(f.calls[i], w) {
				t.Errorf("stopped %q: call %d: %s, want %s", stop, i+1, f.calls[i], w)
			}
		}
		tune := f.calls[len(f.calls)-1]
		if !strings.Contains(tune, "-search-time ") || !strings.Contains(tune, " run/directions/") || !strings.Contains(tune, "-proof-time ") {
			t.Errorf("%s", tune)
		}
		if !strings.Contains(said, `sh -c 'cat > positions.txt; cat x.trace' < run/scored.epd > run/rows.trace`) && stop != "tune" {
			t.Errorf("the trace's line: %s", said)
		}
		if stop == "tune" && f.calls[len(f.calls)-2] != tune {
			t.Errorf("it goes on with other arguments:\n%s\n%s", f.calls[len(f.calls)-2], tune)
		}
		if text, _ := os.ReadFile("positions.txt"); !strings.HasPrefix(string(text), "4k3/8/8/8/8/8/4P3/4K3 w") {
			t.Errorf("the trace got %q", text)
		}
	}
}

// TestOutcome: what was found is said, with its exit status, and said again by the same command.
func TestOutcome(t *testing.T) {
	for _, tt := range []struct {
		say    string
		err    error
		status int
		want   []string
	}{
		{better, nil, 0, []string{"Better: +20 Elo.", "weights write -from old.json run/blend/found.json -into FILE..."}},
		{`{"verdict":"Nothing found.","directions":[]}`, cli.ErrRejected, 3, []string{"Nothing found.", "a larger -minutes", "weights advise"}},
		{`{"verdict":"Nothing proved.","directions":[],"proof":{"smallest":7}}`, cli.ErrUndecided, 4, []string{"Nothing proved."}},
	} {
		folder(t)
		f := &fake{say: tt.say, err: tt.err}
		args := []string{"-old", "old.json", "-engine", "cmd:./toy", "-rows", "x.trace", "-parity", "false", "-minutes", "1", "-o", "run"}
		for range 2 {
			out, _, err := f.run(t, args...)
			if cli.Status(err) != tt.status {
				t.Errorf("%s: %v", tt.say, err)
			}
			for _, w := range tt.want {
				if !strings.Contains(out, w) {
					t.Errorf("%s: no %q in\n%s", tt.say, w, out)
				}
			}
		}
		if len(f.calls) != 2 {
			t.Errorf("calls %q", f.calls)
		}
		page, err := os.ReadFile("run/index.html")
		if err != nil || !strings.Contains(string(page), tt.want[0][:7]) || strings.Contains(string(page), `http-equiv="refresh"`) {
			t.Errorf("page: %v, %.300s", err, page)
		}
		if _, _, err := f.run(t, append(args, "-parts", "2")...); err == nil || !strings.Contains(err.Error(), "run is a run of other settings: parts: 4 before, 2 now: pass the same, or another -o") {
			t.Errorf("other settings: %v", err)
		}
	}
}

// TestLive: the source of an engine that reads weights while it runs is no matter of match tune, but of what is written.
func TestLive(t *testing.T) {
	folder(t)
	f := &fake{say: better}
	args := []string{"-old", "old.json", "-engine", "cmd:./toy", "-rows", "x.trace", "-parity", "false", "-into", "weights.h", "-rank8=false", "-minutes", "1", "-o", "run"}
	args = append(args, "-names", "names.txt")
	if _, _, err := f.run(t, args...); err == nil || !strings.Contains(err.Error(), "-into: ") || len(f.calls) > 0 {
		t.Errorf("a source without these weights: %v, %q", err, f.calls)
	}
	for name, text := range map[string]string{
		"weights.h": "static const Score Material[2] = {S(90, 110), S(400, 450)};\nint Tempo = 10;\n",
		"names.txt": "piece.{pawn,rook} tapered = Material\nTempo\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, said, err := f.run(t, args...)
	if err == nil || !strings.Contains(err.Error(), "found.json") { // which the fake has not written
		t.Fatal(err)
	}
	if !strings.Contains(out, "Better: +20 Elo.") || !strings.Contains(out, "Write them: weights write -into weights.h") {
		t.Errorf("a fault of the last stage hides the result: %q", out)
	}
	if tune := f.calls[len(f.calls)-1]; !strings.HasPrefix(tune, "tune ") || strings.Contains(tune, "-into") {
		t.Errorf("%s", tune)
	}
	if !strings.Contains(said, "weights write -dry-run -into weights.h '-rank8=false' -names names.txt -from old.json run/blend/found.json") {
		t.Errorf("%s", said)
	}
}

// TestCorrected: until the engine is known to take weights what was passed wrong may be corrected in the same folder.
func TestCorrected(t *testing.T) {
	folder(t)
	f := &fake{say: better}
	args := []string{"-old", "old.json", "-engine", "cmd:./toy", "-rows", "x.trace", "-parity", "false", "-minutes", "1", "-o", "run"}
	verbs := f.verbs()
	verbs.Try = func(context.Context, []string, cli.Streams) (string, error) { return "", errors.New("no such option") }
	std := cli.Streams{Out: io.Discard, Err: io.Discard}
	if err := verbs.Run(t.Context(), append(args, "-engine", "cmd:./toy,Hash=4"), std); err == nil || !strings.Contains(err.Error(), "no such option") {
		t.Fatal(err)
	}
	if _, _, err := f.run(t, args...); err != nil {
		t.Error(err)
	}
}

// TestCorrectedTrace: a trace that fails is corrected in the same folder, without other games; once there are its rows it
// may not change any more.
func TestCorrectedTrace(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs a shell")
	}
	folder(t)
	f := &fake{say: better}
	args := arguments()
	right := slices.Index(args, "-trace") + 1
	wrong := slices.Clone(args)
	wrong[right] = "exit 7"
	if _, _, err := f.run(t, wrong...); err == nil || !strings.Contains(err.Error(), "-trace exit 7") {
		t.Fatal(err)
	}
	games := len(f.calls)
	if _, _, err := f.run(t, args...); err == nil || !strings.Contains(err.Error(), "found.json") { // which this fake has not written
		t.Fatal(err)
	}
	if len(f.calls) != games+1 || !strings.HasPrefix(f.calls[games], "tune ") {
		t.Errorf("after the correction: %q", f.calls[games:])
	}
	// A teacher, too, would have other rows come of it, though this run had no labels to take it for.
	bare := append(slices.DeleteFunc(slices.Clone(args), func(s string) bool { return strings.Contains(s, "teacher") }), "-o", "bare")
	if _, _, err := f.run(t, bare...); err == nil || !strings.Contains(err.Error(), "found.json") {
		t.Fatal(err)
	}
	for _, more := range [][]string{{"-teacher", "cmd:teacher"}, {"-tempo", "none"}} {
		if _, _, err := f.run(t, append(slices.Clone(bare), more...)...); err == nil || !strings.Contains(err.Error(), "is a run of other settings") {
			t.Errorf("%v: %v", more, err)
		}
	}
	if _, _, err := f.run(t, wrong...); err == nil || !strings.Contains(err.Error(), `trace: "cat > positions.txt; cat x.trace" before, "exit 7" now`) {
		t.Error(err)
	}
}

// TestStoppedTrace: Ctrl-C while the engine's trace runs is no fault of the trace.
func TestStoppedTrace(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs a shell")
	}
	folder(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat("began"); err == nil {
				stop()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	args := arguments()
	args[slices.Index(args, "-trace")+1] = "touch began; exec sleep 60"
	err := (&fake{say: better}).verbs().Run(ctx, args, cli.Streams{Out: io.Discard, Err: io.Discard})
	if cli.Status(err) != 130 || !strings.Contains(err.Error(), "goes on in run") || strings.Contains(err.Error(), "-trace") {
		t.Errorf("%v", err)
	}
}

// TestBudget: of a budget that the games have used up a third is left for the blend, and that is said.
func TestBudget(t *testing.T) {
	folder(t)
	e := &evening{options: &options{Minutes: 60, dir: "."}, std: cli.Streams{Err: &bytes.Buffer{}}}
	e.state = &state{path: "improve.json", Stages: []*Stage{{Name: "games", Seconds: 600}}}
	if err := e.plan(); err != nil || e.state.Search != 1500 || e.state.Proof != 1500 {
		t.Errorf("%+v, %v", e.state, err)
	}
	e.state.Search, e.state.Stages[0].Seconds = 0, 4000
	if err := e.plan(); err != nil || e.state.Search != 600 || e.state.Proof != 600 {
		t.Errorf("%+v, %v", e.state, err)
	}
	if said := e.std.Err.(*bytes.Buffer).String(); !strings.Contains(said, "of 60 minutes 0 are left: the blend takes 20 all the same") {
		t.Errorf("%q", said)
	}
}

// TestRefused: errors say what to pass.
func TestRefused(t *testing.T) {
	folder(t)
	for _, tt := range []struct{ args, want string }{
		{"-engine x -o run", "-old is missing"},
		{"-old old.json -o run", "-engine is missing"},
		{"-old old.json -engine cmd:x", "-o is missing"},
		{"-old old.json -engine cmd:x -o run", "-trace is missing"},
		{"-old old.json -engine cmd:x -rows x.trace -teacher y -o run", "omit -trace and -teacher, or -rows"},
		{"-old old.json -engine cmd:x -rows x.trace -write -o run", "-write: pass the files of the source, -into FILE"},
		{"-old old.json -engine cmd:x -rows x.trace -minutes 0 -o run", "-minutes 0: want more than 0"},
		{"-old old.json -engine cmd:x -rows x.trace -parts 0 -o run", "want 1 or more"},
		{"-old old.json -engine cmd:x -rows x.trace -concurrency two -o run", "concurrency"},
		{"-old old.json -engine cmd:x -rows none.trace -o run", "none.trace"},
		{"-old old.json -engine cmd:x -rows x.trace -o run more", "more: want flags alone"},
	} {
		f := &fake{}
		_, said, err := f.run(t, strings.Fields(tt.args)...)
		if err == nil || !strings.Contains(said+err.Error(), tt.want) {
			t.Errorf("%s: %v, %s", tt.args, err, said)
		}
		if _, err := os.Stat("run"); err == nil {
			t.Errorf("%s: it has begun", tt.args)
		}
	}
}

// TestCounter: rows are counted however they arrive.
func TestCounter(t *testing.T) {
	var b bytes.Buffer
	c := counter{Writer: &b}
	const text = "# set x\n1-0 eval:3 1:1\n\n#\n0-1 eval:4 # 1:1\n"
	for _, part := range []string{text[:3], text[3:12], text[12:20], text[20:]} {
		if n, err := c.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if c.rows != 2 || b.String() != text {
		t.Errorf("%d rows, %q", c.rows, b.String())
	}
}

// TestEmptyTrace: a trace that writes nothing is not taken for done.
func TestEmptyTrace(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs a shell")
	}
	folder(t)
	f := &fake{say: better}
	args := arguments()
	args[slices.Index(args, "-trace")+1] = "false | cat"
	for range 2 {
		if _, _, err := f.run(t, args...); err == nil || !strings.Contains(err.Error(), "it writes no rows: try it on the first lines of run/scored.epd") {
			t.Errorf("%v", err)
		}
	}
}

// TestKilledWriting: a run that is killed between two files of the source writes the other one when it goes on, and
// its diff names both.
func TestKilledWriting(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs a shell")
	}
	folder(t)
	found := strings.NewReplacer(`"value":10`, `"value":14`, `"mg":90`, `"mg":85`).Replace(old)
	for name, text := range map[string]string{
		"found.json": found, "pieces.h": "int Piece[2][2] = {{90, 110}, {400, 450}};\n",
		"names.txt": "piece.{pawn,rook} tapered = Piece\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f := &fake{say: strings.Replace(better, "run/blend/found.json", "found.json", 1)}
	args := arguments("-into", "pieces.h", "-names", "names.txt")
	if _, said, err := f.run(t, args...); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	diff, err := os.ReadFile("run/found.diff")
	if err != nil || !strings.Contains(string(diff), "+int Tempo = 14;") || !strings.Contains(string(diff), "+int Piece[2][2] = {{85, 110}") {
		t.Fatalf("the diff: %v\n%s", err, diff)
	}
	if err := os.WriteFile("weights.h", []byte("int Tempo = 14;\n"), 0o666); err != nil { // where the kill struck
		t.Fatal(err)
	}
	for range 2 {
		if _, said, err := f.run(t, append(args, "-write")...); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		for name, want := range map[string]string{"weights.h": "int Tempo = 14;\n", "pieces.h": "int Piece[2][2] = {{85, 110}, {400, 450}};\n", "run/found.diff": string(diff)} {
			if got, _ := os.ReadFile(name); string(got) != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}
