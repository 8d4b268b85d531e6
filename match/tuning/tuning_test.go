package tuning

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/engine/uci"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match"
	"example.org/centipawn/match/arrange"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/spsa"
	"example.org/centipawn/search/alphabeta"
)

func at[T any](v T) *T { return &v }

// declared are options of all kinds.
var declared = []uci.Option{
	{Name: "Hash", Type: uci.Spin, Default: "16", Min: 1, Max: 1024},
	{Name: "LMR Base", Type: uci.Spin, Default: "80", Min: 40, Max: 140},
	{Name: "Endless", Type: uci.Spin, Default: "1", Min: math.MinInt, Max: math.MaxInt},
	{Name: "Silent", Type: uci.Spin, Min: 0, Max: 10},
	{Name: "Ponder", Type: uci.Check, Default: "false"},
	{Name: "Scale", Type: uci.String, Default: "0.75"},
	{Name: "Book", Type: uci.String, Default: "<none>"},
}

func unset(string) (string, bool) { return "", false }

// TestParseWish: every number of a flag may be left out.
func TestParseWish(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Wish
	}{
		{"LMRBase", Wish{Name: "LMRBase"}},
		{" LMR Base = 80.5 ", Wish{Name: "LMR Base", Start: at(80.5)}},
		{"a=,,,4", Wish{Name: "a", C: at(4.0)}},
		{"a=1,-2,3,0.5,0.01", Wish{"a", at(1.0), at(-2.0), at(3.0), at(0.5), at(0.01), ""}},
	} {
		if got, err := ParseWish(tt.text); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: %+v, %v", tt.text, got, err)
		}
	}
	for text, want := range map[string]string{
		"=3":            "has no name: pass Name, or Name=start",
		"a=1,2,3,4,5,6": "a has 6 numbers: pass",
		"a=x":           `a: start "x": pass a number`,
		"a=,x":          `a: min "x": pass a number`,
		"a=,,,NaN":      `a: c_end "NaN": pass a number`,
		"a=,,,,Inf":     `a: r_end "Inf": pass a number`,
	} {
		if _, err := ParseWish(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestMargins: examples/margins.toml names numbers of the full search.
func TestMargins(t *testing.T) {
	wishes, err := ReadFile("../../examples/margins.toml")
	if err != nil || len(wishes) < 10 {
		t.Fatalf("%d options, %v", len(wishes), err)
	}
	settings := alphabeta.Settings()
	for _, w := range wishes {
		if !slices.ContainsFunc(settings, func(s alphabeta.Setting) bool { return s.Name == w.Name && s.Parameter }) {
			t.Errorf("the search has no number %s to tune", w.Name)
		}
	}
}

// TestReadFile: a file says what flags do; what is wrong in it is named with its line.
func TestReadFile(t *testing.T) {
	write := func(text string) string {
		path := filepath.Join(t.TempDir(), "x.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	got, err := ReadFile(write("[[tune]]\nname = \"a\"\nstart = 80\nmin = 50\nmax = 120\nc_end = 4\nr_end = 0.01\n\n[[tune]]\nname = \"b\"\n"))
	if want := []Wish{{"a", at(80.0), at(50.0), at(120.0), at(4.0), at(0.01), ""}, {Name: "b"}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for text, want := range map[string]string{
		"":                                      "no option to tune: pass tables [[tune]]",
		"[[tune]]\nname = \"a\"\n[[tune]]\n":    "x.toml:3: an option without a name",
		"[[tune]]\nname = \"a\"\nc-end = 3\n":   "x.toml:3: unknown key c-end: pass",
		"[[tune]]\nname = \"a\"\nmin = \"x\"\n": "x.toml",
		"[[tune]]\nname = \"a\"\nmin =\n":       "x.toml:3: ",
	} {
		if _, err := ReadFile(write(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := ReadFile("nowhere.toml"); err == nil {
		t.Error("no file is read")
	}
}

// TestParams: what a wish leaves open comes from the engine, and what the engine is started with goes
// before its default.
func TestParams(t *testing.T) {
	set := func(name string) (string, bool) { return "90", name == "LMR Base" }
	for _, tt := range []struct {
		wish Wish
		set  func(string) (string, bool)
		want spsa.Param
	}{
		{Wish{Name: "lmr  base"}, unset, spsa.Param{Name: "LMR Base", Start: 80, Min: 40, Max: 140}},
		{Wish{Name: "LMR Base"}, set, spsa.Param{Name: "LMR Base", Start: 90, Min: 40, Max: 140}},
		{Wish{"LMR Base", at(70.5), at(60.0), at(100.0), at(3.0), at(0.01), ""}, set, spsa.Param{Name: "LMR Base", Start: 70.5, Min: 60, Max: 100, C: 3, R: 0.01}},
		{Wish{Name: "scale", Min: at(0.5), Max: at(1.5)}, unset, spsa.Param{Name: "Scale", Start: 0.75, Min: 0.5, Max: 1.5, Decimal: true}},
		{Wish{Name: "Scale", Start: at(3.0), Min: at(1.0), Max: at(9.0), Type: Int}, unset, spsa.Param{Name: "Scale", Start: 3, Min: 1, Max: 9}},
		{Wish{Name: "Endless", Min: at(-5.0), Max: at(5.0)}, unset, spsa.Param{Name: "Endless", Start: 1, Min: -5, Max: 5}},
	} {
		got, err := params("Fake", declared, []Wish{tt.wish}, tt.set)
		if err != nil || len(got) != 1 || got[0] != tt.want {
			t.Errorf("%+v: %+v, %v", tt.wish, got, err)
		}
	}
	for _, tt := range []struct {
		wish Wish
		want string
	}{
		{Wish{Name: "LMRbas"}, `Fake has no option "LMRbas": did you mean LMR Base? pass one of its spins: Hash, LMR Base, Endless, Silent`},
		{Wish{Name: "x"}, `Fake has no option "x": pass one of its spins: Hash`},
		{Wish{Name: "ponder"}, "Fake: option Ponder is a check: only a spin"},
		{Wish{Name: "Endless"}, "option Endless is declared without a range: pass Endless=start,min,max"},
		{Wish{Name: "Silent"}, "option Silent is declared without a number as default: pass Silent=start"},
		{Wish{Name: "Hash", Min: at(0.0)}, "min: option Hash: 0 is out of range: pass a number from 1 to 1024"},
		{Wish{Name: "Hash", Min: at(1.5)}, "min: option Hash: 1.5 is not a whole number"},
		{Wish{Name: "Hash", Type: Float}, "option Hash is a spin, which takes whole numbers: declare it as a string for decimals"},
		{Wish{Name: "Scale"}, "option Scale is declared without a range: pass Scale=start,min,max"},
		{Wish{Name: "Book", Min: at(0.0), Max: at(1.0)}, "option Book is declared without a number as default: pass Book=start"},
		{Wish{Name: "Hash", Max: at(2000.0)}, "max: option Hash: 2000 is out of range"},
		{Wish{Name: "Hash", C: at(0.0)}, "Hash: c_end 0: pass one above 0"},
		{Wish{Name: "Hash", R: at(-1.0)}, "Hash: r_end -1: pass one above 0"},
	} {
		if _, err := params("Fake", declared, []Wish{tt.wish}, unset); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.wish, err, tt.want)
		}
	}
	if _, err := params("Fake", declared[4:], []Wish{{Name: "x"}}, unset); err == nil || !strings.Contains(err.Error(), "declares no spin") {
		t.Error(err)
	}
}

// lines is a tuning of our engine, whose every line beyond the first costs nodes.
func lines(pairs int, dir string) *Tuning {
	return &Tuning{
		Engine:  entrants.Spec{Limit: play.Limit{Nodes: 300}},
		Options: []Wish{{Name: "multipv", Start: at(5.0), Max: at(9.0), C: at(2.0), R: at(0.1)}},
		Match: arrange.Match{
			Dir: dir, File: entrants.File{Pairs: pairs, Seed: 1, Openings: entrants.Openings{Random: 8}, Rules: entrants.Rules{MaxPlies: 80, ResignMoves: 2, ResignScore: 300}},
		},
	}
}

func mustPlay(t *testing.T, tuned *Tuning) *Result {
	t.Helper()
	plan, err := tuned.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tuned.Result(m)
}

// TestOurEngine: our engine finds by play that it plays best with one line. The same run again says
// that it is complete, with the same values; another number of pairs is refused.
func TestOurEngine(t *testing.T) {
	dir := t.TempDir()
	r := mustPlay(t, lines(30, dir))
	if p := r.Params[0]; p.Best > 3 || p.Setoption != "setoption name MultiPV value "+string(rune('0'+int(p.Best))) || r.Pairs != 30 || r.Stop != match.AllPlayed {
		t.Errorf("found %+v after %d pairs, %v", p, r.Pairs, r.Stop)
	}
	again := mustPlay(t, lines(30, dir))
	if again.Params[0].Now != r.Params[0].Now || again.Seconds != r.Seconds {
		t.Errorf("again %v, was %v", again.Params[0].Now, r.Params[0].Now)
	}
	plan, err := lines(40, dir).Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := match.Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), "settings.pairs: 30 before, 40 now") {
		t.Errorf("another number of pairs: %v", err)
	}
}

// TestResult: what is said of values, and of each end of a run.
func TestResult(t *testing.T) {
	value := func(now, change, noise, trend float64) *spsa.Value {
		return &spsa.Value{Param: spsa.Param{Name: "p", Max: 100, C: 5}, Now: now, Change: change, Noise: noise, Trend: trend}
	}
	for _, tt := range []struct {
		value *spsa.Value
		want  string
	}{
		{value(1, -5, 1, 0), "at its min"},
		{value(99, 5, 1, 0), "at its max"},
		{value(1, 0, 1, 0), "within noise"},
		{value(50, 1.9, 1, 0), "within noise"},
		{value(50, 3, 1, 1.1), "still moving"},
		{value(50, 3, 1, 0.9), ""},
	} {
		if got := remark(tt.value); got != tt.want && (tt.want == "" || !strings.HasPrefix(got, tt.want)) {
			t.Errorf("%+v: %q, want %q", tt.value, got, tt.want)
		}
	}
	tuner, err := spsa.New([]spsa.Param{{Name: "p q", Start: 50, Max: 100}, {Name: "r", Start: 5, Max: 10}}, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	tuned := &Tuning{Name: "Fake", Tuner: &Tuner{tuner}}
	for stop, want := range map[match.Stop]string{
		match.AllPlayed: "The values are those after all 0 pairs.\nNo value that is played has changed", match.Alike: "No value has any effect", match.Repeating: "The games repeat",
		match.Faulty: "Too many games", match.Interrupted: "Stopped after 0 pairs of 10: the values are not final.\nWith -o DIR",
	} {
		m := &match.Result{Stop: stop}
		m.Warnings.Add(note.V01, "width")
		m.Warnings.Add(note.V02, "repeats")
		m.Faults = []match.Fault{{Game: 3, End: "crash", Reason: "died"}}
		r, out := tuned.Result(m), new(strings.Builder)
		if err := r.Print(out); err != nil || !strings.Contains(out.String(), want) || strings.Contains(out.String(), "V01") ||
			strings.Contains(out.String(), "V02") == (stop == match.Alike) || !strings.Contains(out.String(), "fault     game 3") {
			t.Errorf("%v: %v\n%s", stop, err, out)
		}
		if r.Options != `options = { "p q" = 50, r = 5 }` || r.Params[0].Setoption != "setoption name p q value 50" {
			t.Errorf("%q, %q", r.Options, r.Params[0].Setoption)
		}
	}
}
