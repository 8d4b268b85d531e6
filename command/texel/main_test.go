package texel

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"example.org/centipawn/extract"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/loop"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/trees/teacher"
)

// call runs the command and returns what it prints.
func call(t *testing.T, args ...string) (out, diag string, err error) {
	t.Helper()
	var o, d bytes.Buffer
	err = Main(t.Context(), args, cli.Streams{Out: &o, Err: &d})
	return o.String(), d.String(), err
}

func TestCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	args := []string{"-dir", dir, "-games", "10", "-nodes", "40", "-iterations", "1", "-per-game", "0", "-prior-rows", "500", "-max-plies", "0", "-threads", "1"}
	out, diag, err := call(t, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, diag)
	}
	for _, want := range []string{"iteration", "games/s", "test mse", "pawn", "queen", "best.json"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	out, _, err = call(t, append(args, "-json")...)
	var told Outcome
	if err == nil {
		err = json.Unmarshal([]byte(out), &told)
	}
	if err != nil || told.Dir != dir || len(told.Iterations) != 1 || len(told.Iterations[0].Values) != 5 || told.Iterations[0].Played.Games != 10 {
		t.Errorf("a second call of a complete run: %v, %s", err, out)
	}
}

func TestFrom(t *testing.T) {
	var text strings.Builder
	results := []string{"1-0", "1/2-1/2", "0-1"} // the likely one of a position, and one in three the other way
	for i, fen := range []string{
		"r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1", "4k3/pppp4/8/8/8/8/PPP5/R3K3 w - - 0 1",
		"4k3/pppp4/8/8/8/8/PPPPP3/4K3 w - - 0 1", "4k2q/pppp4/8/8/8/8/PPPP4/4K2R b - - 0 1",
	} {
		for n := range 30 {
			result := results[i%3]
			if n%3 == 0 {
				result = results[2-i%3]
			}
			text.WriteString(fen + "; " + result + "\n")
		}
	}
	dir := t.TempDir()
	epd := filepath.Join(dir, "quiet.epd")
	if err := os.WriteFile(epd, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	out, diag, err := call(t, "-dir", filepath.Join(dir, "run"), "-prior-rows", "100", "-json", "-from", epd)
	var told Outcome
	if err == nil {
		err = json.Unmarshal([]byte(out), &told)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, diag)
	}
	out, _, err = call(t, "-dir", filepath.Join(dir, "shown"), "-prior-rows", "100", "-from", epd)
	if err != nil || strings.Contains(out, " 0.0 ") {
		t.Errorf("a speed of games that were not played, or %v:\n%s", err, out)
	}
	if m := told.Iterations[0]; len(told.Iterations) != 1 || m.Rows != 180 || m.Played != nil {
		t.Errorf("%d iterations of %d rows, want 1 of 180", len(told.Iterations), m.Rows)
	}
}

// TestDefaultsOfFrom: positions are taken as they are, games are drawn from.
func TestDefaultsOfFrom(t *testing.T) {
	for _, tt := range []struct {
		args    []string
		init    string
		perGame int
		quiet   extract.Quiet
	}{
		{nil, "random", 10, extract.QuietFilter},
		{[]string{"-from", "a.epd.zst"}, "published", -1, extract.QuietOff},
		{[]string{"-from", "a.pgn.gz"}, "published", 10, extract.QuietFilter},
		{[]string{"-from", "a.pgn", "b.viri"}, "published", 10, extract.QuietFilter},
		{[]string{"-from", "a.pgn", "b.csv"}, "published", -1, extract.QuietOff},
		{[]string{"-from", "a.epd", "-per-game", "5", "-quiet", "replace", "-init", "zero"}, "zero", 5, extract.QuietReplace},
	} {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			q, err := parse(append([]string{"-dir", "x"}, tt.args...), cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})
			if err != nil {
				t.Fatal(err)
			}
			if o := q.loop; o.Init != tt.init || o.PerGame != tt.perGame || *o.Quiet != tt.quiet {
				t.Errorf("init %s, %d positions a game, quiet %v; want %s, %d, %v", o.Init, o.PerGame, o.Quiet, tt.init, tt.perGame, tt.quiet)
			}
		})
	}
}

// TestPreset: a preset says the set, and leaves the other flags.
func TestPreset(t *testing.T) {
	for _, tt := range []struct {
		args, set, init string
		freeze, games   int
	}{
		{"", "pesto", "random", 0, 10_000}, {"-preset lishex", "lishex", "random", 1, 10_000}, {"-preset lishex -games 5", "lishex", "random", 1, 5},
		{"-preset lishex -from a.epd -freeze none", "lishex", "published", 0, 10_000},
	} {
		q, err := parse(append([]string{"-dir", "x"}, strings.Fields(tt.args)...), cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})
		if err != nil {
			t.Fatal(err)
		}
		if o := &q.loop; o.Set.Name() != tt.set || o.Init != tt.init || len(o.Freeze) != tt.freeze || o.Games != tt.games {
			t.Errorf("%s: set %s from %s, frozen %q, %d games", tt.args, o.Set.Name(), o.Init, o.Freeze, o.Games)
		}
	}
}

// TestPresetTaken: what a preset changes in the options of a run the command takes, whatever field it is, and the rest
// is as without the preset.
func TestPresetTaken(t *testing.T) {
	parsed := func(args ...string) reflect.Value {
		q, err := parse(append([]string{"-dir", "x"}, args...), cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})
		if err != nil {
			t.Fatal(err)
		}
		return reflect.ValueOf(q.loop)
	}
	plain, usual := parsed(), reflect.ValueOf(loop.Options{}.WithDefaults())
	for _, name := range loop.PresetNames() {
		preset, err := loop.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		got, own := parsed("-preset", name), reflect.ValueOf(preset.WithDefaults())
		for i := range own.NumField() {
			want := own.Field(i).Interface()
			if reflect.DeepEqual(want, usual.Field(i).Interface()) {
				want = plain.Field(i).Interface()
			}
			if !reflect.DeepEqual(got.Field(i).Interface(), want) {
				t.Errorf("%s: %s is %v, want %v: defaults must take it", name, own.Type().Field(i).Name, got.Field(i), want)
			}
		}
	}
}

// TestBookPlies: a book of games is taken whole unless -plies says where to cut.
func TestBookPlies(t *testing.T) {
	for _, tt := range []struct {
		args  string
		plies int
	}{{"", 8}, {"-plies 5", 5}, {"-book b.pgn", 0}, {"-book b.pgn -plies 16", 16}, {"-book b.pgn -plies 0", 0}, {"-from a.epd -gate 0,5 -nodes 50 -plies 6", 6}} {
		q, err := parse(append([]string{"-dir", "x"}, strings.Fields(tt.args)...), cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})
		if err != nil || q.loop.Opening.Plies != tt.plies {
			t.Errorf("%s: %v, %v, want %d", tt.args, q, err, tt.plies)
		}
	}
}

// TestBalanceOff: without a balance the mix of results is the natural one.
func TestBalanceOff(t *testing.T) {
	for _, tt := range []struct{ flag, want string }{{"30/40/30", "30/40/30"}, {"20/60/20", "20/60/20"}, {"off", "off"}} {
		q, err := parse([]string{"-dir", "x", "-balance", tt.flag}, cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})
		if err != nil {
			t.Fatal(err)
		}
		if got := q.loop.Balance; got.IsZero() != (tt.want == "off") || !got.IsZero() && got.String() != tt.want {
			t.Errorf("-balance %s: %v", tt.flag, got)
		}
	}
}

// TestLessons: labels and shares are of the objectives in their order, one is of all.
func TestLessons(t *testing.T) {
	static := &teacher.Teacher{Spec: entrants.Spec{Weights: "builtin", Limit: play.Limit{Nodes: 400}}, Static: true}
	search := &teacher.Teacher{Spec: entrants.Spec{Weights: "builtin", Limit: play.Limit{Nodes: 900}}}
	own := func(nodes uint64, every int) loop.Rows {
		return loop.Rows{Self: play.Limit{Nodes: nodes}, Every: every}
	}
	for _, tt := range []struct {
		args          string
		trees, choice loop.Rows
	}{
		{"", loop.Rows{}, loop.Rows{}},
		{"-objective trees,choice", own(4000, 4), own(4000, 20)},
		{"-objective results,choice -nodes 100 -every 7", loop.Rows{}, own(1000, 7)},
		{"-objective choice -label self,nodes=50", loop.Rows{}, own(50, 20)},
		{"-objective trees,choice -label self,nodes=50 -every 6", own(50, 6), own(50, 6)},
		{"-objective choice -depth 3 -label nodes=900", loop.Rows{}, loop.Rows{Teacher: search, Every: 20}},
		{"-objective trees,choice -label static -label nodes=900 -every 2 -every 30", loop.Rows{Teacher: static, Every: 2}, loop.Rows{Teacher: search, Every: 30}},
		{"-from a.epd -objective trees -nodes 100", own(1000, 4), loop.Rows{}},
		{"-from a.epd -objective choice -nodes 100", loop.Rows{}, own(1000, 20)},
		{"-from a.epd -objective trees -label static -nodes 100", loop.Rows{Teacher: static, Every: 4}, loop.Rows{}},
		{"-objective choice,trees -label nodes=900 -label static -every 30 -every 2", loop.Rows{Teacher: static, Every: 2}, loop.Rows{Teacher: search, Every: 30}},
	} {
		q, err := parse(append([]string{"-dir", "x"}, strings.Fields(tt.args)...), cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})
		if err != nil {
			t.Fatal(err)
		}
		if o := &q.loop; !reflect.DeepEqual(o.Trees, tt.trees) || !reflect.DeepEqual(o.Choice, tt.choice) {
			t.Errorf("%s: trees %+v, choice %+v; want %+v, %+v", tt.args, o.Trees, o.Choice, tt.trees, tt.choice)
		}
	}
}

// TestChoice: a run of choices prints its loss, and the warnings of what is predicted.
func TestChoice(t *testing.T) {
	long.Skip(t, "takes seconds")
	dir := filepath.Join(t.TempDir(), "run")
	out, diag, err := call(t, "-dir", dir, "-objective", "choice", "-games", "30", "-nodes", "30", "-iterations", "1", "-every", "40", "-test", "50%", "-predict", "-threads", "2")
	if err != nil {
		t.Fatalf("%v\n%s", err, diag)
	}
	if !strings.Contains(out, "entropy   before") || !strings.Contains(out, "predicted") {
		t.Errorf("printed:\n%s", out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "001", "metrics.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m loop.Metrics
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	if m.Choice == nil || len(m.PredictedWarnings) == 0 || !strings.Contains(diag, "warning: "+m.PredictedWarnings[0].String()) {
		t.Errorf("choice %+v, warnings %v; told:\n%s", m.Choice, m.PredictedWarnings, diag)
	}
}

// TestGateShare: a gate of a share plays AlphaGo Zero's number of games, or that which is given.
func TestGateShare(t *testing.T) {
	for args, want := range map[string]struct {
		share float64
		pairs int
	}{
		"-dir x -gate 55%":                 {0.55, 200},
		"-dir x -gate 52.5% -gate-pairs 9": {0.525, 9},
	} {
		q, err := parse(strings.Fields(args), cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})
		if err != nil || q.loop.GateShare != want.share || q.loop.GatePairs != want.pairs || q.loop.Gate != nil {
			t.Errorf("%s: %v, %+v", args, err, q)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"", "-dir"},
		{"-dir x games.pgn", "-from"},
		{"-dir x -k none", "-k none: want auto"},
		{"-dir x -balance 1", "-balance"},
		{"-dir x -nodes 0", "-nodes 0"},
		{"-dir x -depth -3", "-depth -3"},
		{"-dir x -gate 5", `-gate: "5": want two bounds`},
		{"-dir x -gate 0%", "want a share of the points between 0 and 100"},
		{"-dir x -gate 100%", "want a share of the points between 0 and 100"},
		{"-dir x -gate half%", "want a share of the points between 0 and 100"},
		{"-dir x -method gram", "-method gram"},
		{"-dir x -adjudicate often", "want mates, scores or learnt"},
		{"-dir x -set nobody", "-set"},
		{"-dir x -preset pesto", "-preset: unknown preset"},
		{"-dir x -preset lishex -set pesto", "-preset says which set"},
		{"-dir x -test 0.5", "-test 0.5"},
		{"-dir x -games -5", "at least 1"},
		{"-dir x -games 0", "-games 0: want at least 1"}, // not the default
		{"-dir x -iterations 0", "-iterations 0"},
		{"-dir x -plies 0", "-plies 0"},
		{"-dir x -window 0", "-window 0"},
		{"-dir x -quiet-bound 0", "-quiet-bound 0"},
		{"-dir x -gate-pairs 0", "-gate-pairs 0"},
		{"-dir x -seed 0", "-seed 0"},
		{"-dir x -test 0%", "-test 0%"},
		{"-dir x -threads -1", "-1 threads"},
		{"-dir x -per-game -3", "-per-game -3"},
		{"-dir x -prior-rows -3", "-prior-rows -3"},
		{"-dir x -from a.epd -iterations 3", "-iterations does nothing here: with -from"},
		{"-dir x -from a.epd -games 3", "-games does"},
		{"-dir x -from a.epd -window 3", "-window does"},
		{"-dir x -from a.epd -adjudicate mates", "-adjudicate does"},
		{"-dir x -from a.epd -nodes 50", "but those of a -gate"},
		{"-dir x -from a.epd -objective choice -label nodes=900 -nodes 50", "-label says what a teacher searches"},
		{"-dir x -from a.epd -book b.epd", "-book does"},
		{"-dir x -from a.epd -quiet-bound 30", "-quiet filter"},
		{"-dir x -quiet off -quiet-bound 30", "-quiet filter"},
		{"-dir x -gate-pairs 30", "pass -gate as well"},
		{"-dir x -gate= -gate-pairs 30", "pass -gate as well"},
		{"-dir x -gate= -from a.epd -nodes 50", "but those of a -gate"},
		{"-dir x -book b.epd -opening-balance 30", "for random openings"},
		{"-dir x -gate 0,10 -from a.epd -opening-balance 30", "both sides"},
		{"-dir x -objective moves", "-objective: \"moves\" is neither results, labels, trees nor choice"},
		{"-dir x -objective trees,trees", "named twice"},
		{"-dir x -objective trees -per-game 5", "-per-game does nothing here: it is of quiet positions"},
		{"-dir x -objective choice -balance off", "-balance does"},
		{"-dir x -label static", "pass -objective trees or choice"},
		{"-dir x -objective labels -every 5", "pass -objective trees or choice"},
		{"-dir x -objective choice -leaves 5", "pass -objective trees"},
		{"-dir x -objective trees -leaf nodes=100", "pass -objective choice"},
		{"-dir x -objective trees -temperature 50", "pass -objective choice"},
		{"-dir x -objective trees -teacher-temperature 50", "pass -objective choice"},
		{"-dir x -lambda 0.3", "pass -objective labels"},
		{"-dir x -objective labels -lambda 1", "with 1 it is -objective results"},
		{"-dir x -objective choice -temperature 0", "want auto, or a number of centipawns above 0"},
		{"-dir x -objective choice -teacher-temperature 0", "-teacher-temperature 0"},
		{"-dir x -objective trees -leaves 0", "-leaves 0"},
		{"-dir x -objective choice -leaf tc=10", "-leaf tc=10: want quiet, nodes=n or depth=n"},
		{"-dir x -objective trees -every 0", "want a number, 1 or more"},
		{"-dir x -objective trees -every 2 -every 3", "-every is given 2 times for 1 objectives that have a teacher"},
		{"-dir x -objective choice -label static", "give the teacher of choices a search, as nodes=400"},
		{"-dir x -objective trees -label self,static", "pass self, or self,nodes=n"},
		{"-dir x -objective trees -label self,deep", "-label self,deep"},
		{"-dir x -objective trees -label cmd:x,static", "pass nodes=n"},
		{"-dir x -objective trees -label movetime=5ms", "limit nodes or depth"},
		{"-dir x -objective trees -depth 3", "give the teacher a limit, as self,nodes=4000"},
		{"-dir x -objective trees -k auto", "pass a number for K"},
		{"-dir x -objective choice -method sgd", "pass lbfgs"},
		{"-dir x -objective choice -init zero", "zero weights cannot teach"},
		{"-dir x -objective trees -init zero", "zero weights cannot teach"},
		{"-dir x -objective choice -init zero -temperature 50", "zero weights cannot teach"},
		{"-dir x -objective choice -init zero -label nodes=900", "pass a temperature such as 50"},
	} {
		t.Run(tt.args, func(t *testing.T) {
			var diag bytes.Buffer
			_, err := parse(strings.Fields(tt.args), cli.Streams{Out: new(bytes.Buffer), Err: &diag})
			if !errors.Is(err, cli.ErrUsage) || !strings.Contains(diag.String(), tt.want) {
				t.Errorf("error %v, told %q, want %q", err, &diag, tt.want)
			}
		})
	}
}
