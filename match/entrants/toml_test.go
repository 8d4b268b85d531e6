package entrants

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
)

func TestReadTOML(t *testing.T) {
	got, err := ReadTOML("testdata/tournament.toml")
	if err != nil {
		t.Fatal(err)
	}
	want := &File{
		Event: "a retune", Format: "gauntlet", Pairs: 500, Seed: 1, Concurrency: 2, MaxFaults: 0.005,
		Limit:    play.Limit{Nodes: 10000},
		Openings: Openings{Book: "testdata/UHO_4060_v4.epd.zip", Order: "sequential"},
		Rules: Rules{
			DrawFrom: 34, DrawMoves: 8, DrawScore: 10, ResignMoves: 3, ResignScore: 600, ResignTwoSided: true,
			MateMoves: 1, MaxPlies: 400, TimeMargin: 50 * time.Millisecond,
		},
		SPRT:    &elo.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05},
		Anchors: map[string]float64{},
		Entrants: []Spec{
			{Name: "new", Weights: "testdata/weights/new.json", Policy: "testdata/weights/policy.json", Network: "testdata/weights/network", Search: "base", Options: map[string]any{"Hash": int64(8)}, Limit: play.Limit{Nodes: 10000}},
			{
				Name: "Stockfish 1500", Command: "testdata/stockfish", Args: []string{}, Dir: "testdata/work", Startup: time.Minute,
				Options: map[string]any{"UCI_LimitStrength": true, "UCI_Elo": int64(1500), "Skill Level": int64(20)},
				Limit:   play.Limit{MoveTime: 50 * time.Millisecond},
			},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if r := got.Rules.Play(); r.MateMoves != 1 || r.TimeMargin != 50*time.Millisecond {
		t.Errorf("rules %+v", r)
	}
}

// TestTablesOfFile: folders of tables are relative to the file, each of them.
func TestTablesOfFile(t *testing.T) {
	f := File{Rules: Rules{Tables: strings.Join([]string{"a", "/b", "../c"}, string(filepath.ListSeparator))}}
	f.resolve("x")
	want := strings.Join([]string{"x/a", "/b", "./c"}, string(filepath.ListSeparator))
	if filepath.ToSlash(f.Rules.Tables) != want {
		t.Errorf("tables %q, want %q", f.Rules.Tables, want)
	}
}

// The example names every key.
func TestExampleIsComplete(t *testing.T) {
	text, err := os.ReadFile("testdata/tournament.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"", "openings", "rules", "sprt", "entrant"} {
		key := []string{"x"}
		if table != "" {
			key = []string{table, "x"}
		}
		for _, name := range rightKeys(key) {
			key[len(key)-1] = name
			if line := lineOf(string(text), key, 1); !strings.Contains(strings.Split(string(text), "\n")[line-1], name) {
				t.Errorf("%v is not in the example", key)
			}
		}
	}
}

// two are entrants that a file needs.
const two = "[[entrant]]\nlimit = \"depth=1\"\n[[entrant]]\nlimit = \"depth=1\"\n"

func TestFileFaults(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"syntax", "pairs = \n" + two, "1: pairs: expected value but found"},
		{"twice", "pairs = 1\npairs = 2\n" + two, "2: pairs: Key 'pairs' has already been defined."},
		{"a text for a number", "\npairs = 'many'\n" + two, "2: pairs: incompatible types: TOML value has type string; destination has type integer"},
		{"a fraction for a number", "[openings]\n\nrandom = 1.5\n" + two, "3: openings.random: incompatible types"},
		{"one entrant in brackets", "[entrant]\nname = 'x'\n", "1: entrant: incompatible types"},
		{"misspelt key", "event = 'x'\npiars = 3\n" + two, "2: piars: unknown key: pass one of anchors, concurrency, entrant, event, format, limit, max-faults, openings, pairs, rules, seed, sprt"},
		{"misspelt table", two + "[opening]\nbook = 'x'\n", "5: opening: unknown key"},
		{"misspelt key of a table", two + "[openings]\nbok = 'x'\n", "6: openings.bok: unknown key: pass one of balance, book, order, plies, random"},
		{"misspelt key of an inline table", "\nopenings = { bok = 'x' }\n" + two, "2: openings.bok: unknown key"},
		{"misspelt key with dots", "openings.bok = 'x'\n" + two, "1: openings.bok: unknown key"},
		{"misspelt key of an entrant", two + "wieghts = 'x'\n", "5: entrant.wieghts: unknown key: pass one of args, command, dir, limit, name, network, options, policy, search, startup, weights"},
		{"startup without a unit", two + "command = 'x'\nstartup = 60\n", "3: entrant: x: startup 60ns: pass a time with its unit, as 60s"},
		{"misspelt key of a test", two + "[sprt]\nelo2 = 3\n", "6: sprt.elo2: unknown key: pass one of alpha, beta, elo0, elo1, model"},
		{"a key in capitals", "Seed = 77\n" + two, "1: Seed: unknown key: pass seed"},
		{"a key with a capital and a hyphen", two + "[rules]\nMax-Plies = 5\n", "6: rules.Max-Plies: unknown key: pass max-plies"},
		{"a key in both cases", "seed = 1\nSEED = 2\n" + two, "2: SEED: unknown key: pass seed"},
		{"a table in capitals", two + "[Openings]\nrandom = 4\n", "5: Openings: unknown key: pass openings"},
		{"a misspelt table with dots", "\nopening.random = 4\n" + two, "2: opening.random: unknown key: pass one of anchors"},
		{"capitals in an entrant", two + "Search = 'base'\n", "5: entrant.Search: unknown key: pass search"},
		{"capitals in a list of tables", "entrant = [{Name = 'x'}, {}]\n", "1: entrant.Name: unknown key: pass name"},
		{"capitals in a test", two + "[sprt]\nelo1 = 5\nAlpha = 0.1\n", "7: sprt.Alpha: unknown key: pass alpha"},
		{"capitals in free names", two + "options = { Hash = 1, PVS = true }\n[[entrant]]\nname = 'X'\n[anchors]\nX = 1\n", ""},
		{"an alpha of nothing", two + "[sprt]\nelo1 = 5\nalpha = 0.0\n", "7: sprt.alpha: 0: pass a chance above 0, as 0.05"},
		{"a beta of nothing", two + "[sprt]\nelo1 = 5\nbeta = 0\n", "7: sprt.beta: 0: pass a chance above 0, as 0.05"},
		{"unknown model", two + "[sprt]\nmodel = 'bayes'\n", "6: sprt.model: "},
		{"impossible test", two + "[sprt]\nelo0 = 5\nelo1 = 0\n", "5: sprt: "},
		{"no fault", two + "[sprt]\nelo1 = 5\n[rules]\n", ""},
		{"format", "event = 'x'\nformat = 'swiss'\n" + two, `2: format: "swiss": pass round-robin or gauntlet`},
		{"limit", "[[entrant]]\nlimit = 'nodes=x'\n", "2: entrant.limit: limit \"nodes=x\""},
		{"duration", two + "[rules]\ntime-margin = 'soon'\n", "6: rules.time-margin: "},
		{"duration without a unit", two + "[rules]\ntime-margin = 100\n", "6: rules.time-margin: 100 without a unit: want a time with its unit, as \"100ms\""},
		{"no duration", two + "[rules]\ntime-margin = 0\n", ""},
		{"rules", two + "[rules]\nresign-moves = 3\n", "5: rules: "},
		{"openings", two + "[openings]\nbook = 'x'\nrandom = 8\n", "5: openings: both book and random: pass one of them"},
		{"negative seed", "\nseed = -1\n" + two, "2: seed: below 0: pass 0 or more"},
		{"negative concurrency", "concurrency = -1\n" + two, "1: concurrency: -1: pass 1 or more"},
		{"negative pairs", "pairs = -3\n" + two, "1: pairs: -3: pass 1 or more"},
		{"no pairs", "pairs = 0\n" + two, "1: pairs: 0: pass 1 or more"},
		{"no share of faults", "event = 'x'\nmax-faults = 0.0\n" + two, "2: max-faults: 0: pass a share above 0"},
		{"more than all faults", "max-faults = 1.5\n" + two, "1: max-faults: 1.5: pass a share above 0"},
		{"a test of three", two + "[[entrant]]\n[sprt]\nelo1 = 5\n", "6: sprt: a test is of two players, here are 3"},
		{"an unknown anchor", two + "[[entrant]]\n[anchors]\nbuiltin = 1\nx = 2\n", "8: anchors.x: no entrant of this name: pass one of [\"builtin\" \"builtin 2\" \"builtin 3\"]"},
		{"an anchor of who has not told his name yet", two + "[[entrant]]\ncommand = 'c'\n[anchors]\nx = 2\n", ""},
		{"an anchor that is not a number", two + "[[entrant]]\n[anchors]\nbuiltin = nan\n", "7: anchors.builtin: no rating"},
		{"anchors of two", two + "[anchors]\nbuiltin = 1\n", "5: anchors: of two players"},
		{"resigning after no moves", two + "[rules]\nresign-score = 300\n", "6: rules.resign-score: 300 has no effect without resign-moves: pass them as well"},
		{"an option twice", "[[entrant]]\n[[entrant]]\noptions = { Hash = 1, hash = 2 }\n", "2: entrant: builtin: option hash is given twice, as Hash too"},
		{"the start position and a balance", two + "[openings]\nbook = 'start'\nbalance = 100\n", "5: openings: the start position, and more than that"},
		{"no random moves and a balance", two + "[openings]\nrandom = 0\nbalance = 100\n", "5: openings: balance without random moves"},
		{"two of a name", "[[entrant]]\nname = 'x'\n[[entrant]]\n[[entrant]]\nname = 'x'\n", "4: entrant: x: two entrants of this name: pass another for one of them"},
		{"a name that is taken", "[[entrant]]\n[[entrant]]\nname = 'harness'\n", "2: entrant: harness: the name harness stands for the program that plays the match: pass another"},
		{"two kinds", "limit = 'depth=1'\n[[entrant]]\nweights = 'w'\n\n[[entrant]]\nweights = 'w'\ncommand = 'c'\n", "5: entrant: c: both command and weights"},
		{"option", "limit = 'depth=1'\n[[entrant]]\noptions = { Hash = [1] }\n[[entrant]]\n", "2: entrant: builtin: option Hash: [1] is not an option value"},
		{"one entrant", "limit = 'depth=1'\n\n[[entrant]]\n", "3: entrant: 1 of them: pass two or more"},
		{"nothing", "", "1: entrant: 0 of them: pass two or more, each under a line [[entrant]]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := decode("t.toml", tt.text)
			if tt.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.HasPrefix(err.Error(), "t.toml:"+tt.want) {
				t.Errorf("error %v, want t.toml:%s", err, tt.want)
			}
		})
	}
}

func TestNoFile(t *testing.T) {
	if _, err := ReadTOML("/no/file.toml"); err == nil || !strings.Contains(err.Error(), "/no/file.toml: no such file") {
		t.Errorf("error %v", err)
	}
}

// TestFileDefaults: what a file does not say is as for a match of two.
func TestFileDefaults(t *testing.T) {
	tests := []struct {
		name, text string
		want       Openings
	}{
		{"nothing", "", DefaultOpenings},
		{"an empty table", "[openings]\n", DefaultOpenings},
		{"other random moves", "[openings]\nrandom = 6\n", Openings{Random: 6, Balance: 150}},
		{"another balance", "[openings]\nbalance = 40\n", Openings{Random: 8, Balance: 40}},
		{"no balance", "[openings]\nbalance = 0\n", Openings{Random: 8}},
		{"the start position", "[openings]\nbook = 'start'\n", Openings{Book: StartBook}},
		{"no random moves", "[openings]\nrandom = 0\n", Openings{}},
		{"a book", "[openings]\nbook = 'b.epd'\n", Openings{Book: "b.epd"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := decode("t.toml", "[[entrant]]\n[[entrant]]\n"+tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if f.Openings != tt.want || f.Entrants[1].Limit != DefaultLimit || f.Seed != 1 || f.Rules.TimeMargin != play.DefaultMargin {
				t.Errorf("openings %+v, limit %v, seed %d, margin %v; want %+v and the defaults", f.Openings, f.Entrants[1].Limit, f.Seed, f.Rules.TimeMargin, tt.want)
			}
		})
	}
	f, err := decode("t.toml", "seed = 0\n"+two+"[rules]\ntime-margin = '0s'\n")
	if err != nil || f.Seed != 0 || f.Rules.TimeMargin != 0 {
		t.Errorf("%v: seed %d, margin %v; want the zeros that are given", err, f.Seed, f.Rules.TimeMargin)
	}
}

// Paths are of the file's folder, but for what is not a path.
func TestResolve(t *testing.T) {
	f := &File{Openings: Openings{Book: "/abs/b.epd"}, Entrants: []Spec{
		{Weights: "a.json"}, {Weights: "builtin"}, {Weights: "published:pesto"}, {Command: "stockfish"}, {Command: "bin/sf", Dir: "/w"},
	}}
	f.resolve("folder")
	got := []string{f.Openings.Book, f.Entrants[0].Weights, f.Entrants[1].Weights, f.Entrants[2].Weights, f.Entrants[3].Command, f.Entrants[4].Command, f.Entrants[4].Dir}
	want := []string{"/abs/b.epd", filepath.Join("folder", "a.json"), "builtin", "published:pesto", "stockfish", filepath.Join("folder", "bin/sf"), "/w"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A path that the file's folder leaves without a slash is still a path, and no name.
func TestResolveHere(t *testing.T) {
	f := &File{Openings: Openings{Book: "./start"}, Entrants: []Spec{
		{Weights: "./builtin"}, {Weights: "a.json"}, {Weights: "./published:pesto"}, {Command: "./sf"}, {Command: "x/../sf"}, {Command: "sf"},
	}}
	f.resolve(".")
	got := []string{f.Openings.Book}
	for _, e := range f.Entrants {
		got = append(got, filepath.ToSlash(e.Weights+e.Command))
	}
	if want := []string{"./start", "./builtin", "a.json", "./published:pesto", "./sf", "./sf", "sf"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzFile(f *testing.F) {
	text, err := os.ReadFile("testdata/tournament.toml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add(two + "[sprt]\nelo1 = 3\nmdel = 1\n")
	f.Add("[anchors.x]\ny = 1\n[anchors]\nz.w = 2\n")
	f.Add("rules = { draw-from = 1, x = 2 }\n\"a b\".c = 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := decode("t.toml", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "t.toml:") {
				t.Errorf("error %q has no place", err)
			}
			return
		}
		if w := file.check(func(...string) bool { return false }); w != nil {
			t.Errorf("a file with a fault was read: %s: %v", w.key, w.err)
		}
	})
}

func TestReadTOMLLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.toml")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<30); err != nil { // of holes: no disk is used
		t.Fatal(err)
	}
	if _, err := ReadTOML(path); err == nil || !strings.Contains(err.Error(), path+": larger than 16 MiB") {
		t.Errorf("a file of 1 GiB: %v", err)
	}
}
