package entrants_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/centipawn/board"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

// foreign is a program with a habit, and a clock, for which it is not probed.
func foreign(t *testing.T, habit string) entrants.Spec {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return entrants.Spec{Name: "fake", Command: self, Args: []string{fakeWord, habit}, Limit: play.Limit{Time: time.Second}}
}

func TestPlayers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		spec entrants.Spec
		want string // the entrant's name
	}{
		{"ours", entrants.Spec{Limit: play.Limit{Nodes: 500}}, "builtin"},
		{"ours by name", entrants.Spec{Name: "A", Weights: "builtin", Limit: play.Limit{Depth: 3}}, "A"},
		{"published", entrants.Spec{Weights: "published:pesto", Limit: play.Limit{Nodes: 500}}, "published pesto"},
		{"a search", entrants.Spec{Search: "alphaone-v1", Limit: play.Limit{Depth: 1}}, "alphaone-v1"},
		{"a search by weights", entrants.Spec{Weights: "published:alphaone", Search: "alphaone-weights", Limit: play.Limit{Depth: 1}}, "published alphaone alphaone-weights"},
		{"ours with options", entrants.Spec{Options: map[string]any{"Hash": int64(2), "nullmove": false}, Limit: play.Limit{Nodes: 500}}, "builtin"},
		{"foreign", foreign(t, ""), "fake"},
		{"foreign with options", foreign(t, "elo").With("Hash", 2).With("UCI_LimitStrength", true).With("UCI_Elo", 1400), "fake"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := tt.spec.Entrant(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if e.Name != tt.want || e.Limit != tt.spec.Limit {
				t.Errorf("name %q, limit %v", e.Name, e.Limit)
			}
			checkPlays(t, &e)
		})
	}
}

// checkPlays starts an entrant twice and has both find a mate in one.
func checkPlays(t *testing.T, e *play.Entrant) {
	t.Helper()
	g := position(t, "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
	for range 2 {
		p, err := e.Start(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := p.NewGame(); err != nil {
			t.Error(err)
		}
		thought, err := p.Search(g, search.Limits{Depth: 2})
		if want := board.NewMove(board.A1, board.A8); err != nil || thought.Move != want {
			t.Errorf("move %v, %v, want %v", thought.Move, err, want)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestForeignName(t *testing.T) {
	t.Parallel()
	s := foreign(t, "")
	s.Name = ""
	e, err := s.Entrant(t.Context())
	if err != nil || e.Name != "Fake 1.0" {
		t.Errorf("name %q, %v", e.Name, err)
	}
}

func TestWeightsFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "my.weights.json")
	if err := weights.Builtin().Write(path); err != nil {
		t.Fatal(err)
	}
	e, err := (entrants.Spec{Weights: path, Limit: play.Limit{Nodes: 300}}).Entrant(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if e.Name != "my.weights" {
		t.Errorf("name %q", e.Name)
	}
	if err := os.Remove(path); err != nil { // it has been read
		t.Fatal(err)
	}
	checkPlays(t, &e)
}

func TestRefused(t *testing.T) {
	t.Parallel()
	nodes := play.Limit{Nodes: 1000}
	limited := func(s entrants.Spec, l play.Limit) entrants.Spec { s.Limit = l; return s }
	tests := []struct {
		name string
		spec entrants.Spec
		want []string // in the error
	}{
		{"no limit", entrants.Spec{}, []string{"entrant builtin: no limit: pass nodes=1000"}},
		{"no weights", entrants.Spec{Name: "A", Weights: "/no/A.json", Limit: nodes}, []string{"entrant A:", "/no/A.json: no such file"}},
		{"nothing published", entrants.Spec{Weights: "published:nothing", Limit: nodes}, []string{"entrant published:nothing:"}},
		{"unknown search", entrants.Spec{Search: "bas", Limit: nodes}, []string{`search "bas": want one of [full base`}},
		{"weights that the search ignores", entrants.Spec{Weights: "published:pesto", Search: "alphaone-v1", Limit: nodes}, []string{"search alphaone-v1 evaluates in its own way", "pass search=alphaone-weights"}},
		{"unknown option", entrants.Spec{Options: map[string]any{"Hahs": 1}, Limit: nodes}, []string{`V04 unknown option "Hahs": pass one of 1`, ", such as Hash: echo uci | engine lists them"}},
		{"option without effect", entrants.Spec{Search: "mcts-modern", Options: map[string]any{"InnerNodes": 50}, Limit: nodes}, []string{"V04 option InnerNodes does nothing: pass TreeSimulation=informed"}},
		{"tree without a tree", entrants.Spec{Options: map[string]any{"TreeSeed": 5}, Limit: nodes}, []string{"V04 option TreeSeed does nothing: pass Search=mcts-modern"}},
		{"value out of range", entrants.Spec{Options: map[string]any{"Hash": 0}, Limit: nodes}, []string{"V04 option Hash: 0 is out of range: pass a number from 1 to "}},
		{"PolicyFile", entrants.Spec{Options: map[string]any{"policyfile": "x"}, Limit: nodes}, []string{"option PolicyFile: pass policy instead"}},
		{"NetworkFile", entrants.Spec{Options: map[string]any{"NetworkFile": "x"}, Limit: nodes}, []string{"option NetworkFile: pass network instead"}},
		{"no network", entrants.Spec{Search: "mcts-sigmazero", Network: "/no/n", Limit: nodes}, []string{"/no/n: no such file"}},
		{"no policy", entrants.Spec{Policy: "/no/p.json", Limit: nodes}, []string{"/no/p.json: no such file"}},
		{"EvalFile", entrants.Spec{Options: map[string]any{"evalfile": "x"}, Limit: nodes}, []string{"option EvalFile: pass weights instead"}},
		{"Search as an option", entrants.Spec{Options: map[string]any{"Search": "base"}, Limit: nodes}, []string{"option Search: pass search instead"}},
		{"a fraction", entrants.Spec{Options: map[string]any{"Hash": 1.5}, Limit: nodes}, []string{"option Hash: 1.5 is not an option value: pass a text, a whole number"}},
		{"command and weights", entrants.Spec{Command: "x", Weights: "A.json", Limit: nodes}, []string{"both command and weights"}},
		{"command and search", entrants.Spec{Command: "x", Search: "base", Limit: nodes}, []string{"both command and search"}},
		{"args alone", entrants.Spec{Args: []string{"x"}, Limit: nodes}, []string{"args without a command"}},
		{"dir alone", entrants.Spec{Dir: "x", Limit: nodes}, []string{"dir without a command"}},

		{"dead", foreign(t, "dies"), []string{"entrant fake: ", `died after "uci": exit status 3; it said last: no licence: pass the command of a program that speaks UCI`}},
		{"foreign unknown option", foreign(t, "").With("Hahs", 1), []string{"V04 engine Fake 1.0: ", `unknown option "Hahs": pass one of 1`, ", such as Hash: echo uci | "}},
		{"foreign out of range", foreign(t, "elo").With("UCI_LimitStrength", true).With("UCI_Elo", 100), []string{"V04 ", "option UCI_Elo: 100 is out of range: pass a number from 1350 to 2850"}},
		{"foreign no number", foreign(t, "elo").With("UCI_LimitStrength", true).With("UCI_Elo", "strong"), []string{`"strong" is not a whole number: pass one from 1350 to 2850`}},
		{"UCI_Elo alone", foreign(t, "elo").With("uci_elo", 1500), []string{"V04 ", "option UCI_Elo without UCI_LimitStrength has no effect: pass UCI_LimitStrength = true as well"}},
		{"UCI_Elo and false", foreign(t, "elo").With("UCI_Elo", 1500).With("UCI_LimitStrength", "False"), []string{"has no effect"}},
		{"ignores nodes", limited(foreign(t, "hasty by nodes"), nodes), []string{"Fake 1.0 does not keep to a limit of nodes (", "of 10000, then it moved): pass another limit, such as depth=6 or "}},
		{"ignores depth", limited(foreign(t, "hasty"), play.Limit{Depth: 4}), []string{"does not keep to a limit of depth (depth 1 of 5, then it moved): pass another limit, such as "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := tt.spec.Entrant(t.Context())
			if err == nil {
				t.Fatalf("no error; entrant %q", e.Name)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q, want %q in it", err, want)
				}
			}
		})
	}
}

// A limit that is not in use, and less thought of an engine that is to be weak, are no
// faults.
func TestNotRefused(t *testing.T) {
	t.Parallel()
	depth := foreign(t, "hasty by nodes")
	depth.Limit = play.Limit{Depth: 4}
	clock := foreign(t, "hasty")
	weak := foreign(t, "elo").With("UCI_LimitStrength", true).With("UCI_Elo", 1350)
	weak.Limit = play.Limit{Nodes: 5000}
	alone := foreign(t, "elo alone").With("UCI_Elo", 801)
	for _, s := range []entrants.Spec{depth, clock, weak, alone} {
		if _, err := s.Entrant(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := foreign(t, "").Entrant(ctx); err == nil {
		t.Error("an engine was started after the end")
	}
}

func TestAll(t *testing.T) {
	t.Parallel()
	ours := entrants.Spec{Limit: play.Limit{Nodes: 100}}
	named := func(name string) entrants.Spec { s := ours; s.Name = name; return s }
	file := filepath.Join(t.TempDir(), "harness.json")
	if err := weights.Builtin().Write(file); err != nil {
		t.Fatal(err)
	}
	old, newer := t.TempDir(), t.TempDir()
	build := func(dir string) entrants.Spec {
		s := entrants.Spec{Weights: filepath.Join(dir, "w.json"), Limit: ours.Limit}
		if err := weights.Builtin().Write(s.Weights); err != nil {
			t.Fatal(err)
		}
		return s
	}
	byPath := func(dir string) string { return "w (" + filepath.Base(dir) + "/w.json)" }
	tests := []struct {
		name  string
		specs []entrants.Spec
		want  []string
	}{
		{"of one name in two folders", []entrants.Spec{build(old), build(newer), build(old), ours},
			[]string{byPath(old), byPath(newer), byPath(old) + " 2", "builtin"}},
		{"builtin, twice called so", []entrants.Spec{ours, {Weights: "builtin", Limit: ours.Limit}}, []string{"builtin", "builtin 2"}},
		{"unnamed", []entrants.Spec{ours, ours, ours}, []string{"builtin", "builtin 2", "builtin 3"}},
		{"named", []entrants.Spec{named("x"), named("y")}, []string{"x", "y"}},
		{"taken by a later name", []entrants.Spec{ours, named("builtin")}, []string{"builtin 2", "builtin"}},
		{"a name that nobody may have", []entrants.Spec{{Weights: file, Limit: play.Limit{Depth: 1}}, ours}, []string{"harness 2", "builtin"}},
		{"the same name", []entrants.Spec{named("x"), named("x")}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all, err := entrants.All(t.Context(), tt.specs, openings.None(), 0)
			var got []string
			for _, e := range all {
				got = append(got, e.Name)
			}
			if !slices.Equal(got, tt.want) || (err == nil) != (tt.want != nil) {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
	bad := ours.With("Hahs", 1)
	if _, err := entrants.All(t.Context(), []entrants.Spec{ours, bad}, nil, 0); err == nil {
		t.Error("an option that does not exist is taken")
	}
}

func TestAllChess960(t *testing.T) {
	t.Parallel()
	const fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
	path := filepath.Join(t.TempDir(), "frc.epd")
	if err := os.WriteFile(path, []byte(fen), 0o600); err != nil {
		t.Fatal(err)
	}
	book, err := openings.Open(path, openings.BookOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		from openings.Source
		ok   bool
	}{{"with the book", book, true}, {"without", openings.None(), false}} {
		all, err := entrants.All(t.Context(), []entrants.Spec{foreign(t, "")}, tt.from, 0)
		if err != nil {
			t.Fatal(err)
		}
		p, err := all[0].Start(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Search(position(t, fen), search.Limits{Depth: 1})
		if (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
		p.Close()
	}
}

// TestAllMargin: a program is not told to stop before it has lost by the rules.
func TestAllMargin(t *testing.T) {
	t.Parallel()
	all, err := entrants.All(t.Context(), []entrants.Spec{foreign(t, "late")}, nil, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	p, err := all[0].Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	thought, err := p.Search(search.NewGame(board.Start()), search.Limits{MoveTime: time.Millisecond})
	if err != nil || thought.Stopped {
		t.Errorf("stopped %t after %v, %v", thought.Stopped, thought.Time, err)
	}
}

func TestHash(t *testing.T) {
	for _, tt := range []struct {
		limit play.Limit
		want  int
	}{
		{play.Limit{Nodes: 1000}, 1}, {play.Limit{Nodes: 20_000}, 1}, {play.Limit{Nodes: 20_001}, 16},
		{play.Limit{Depth: 6}, 16}, {play.Limit{Time: time.Second}, 16},
	} {
		if got := entrants.Hash(tt.limit); got != tt.want {
			t.Errorf("%v: %d MiB, want %d", tt.limit, got, tt.want)
		}
	}
}

// Workers start their players at the same time, and players of one entrant do not know
// of each other: each plays as it does alone.
func TestStartTogether(t *testing.T) {
	t.Parallel()
	for _, s := range []entrants.Spec{{Limit: play.Limit{Nodes: 2000}}, foreign(t, "")} {
		e, err := s.Entrant(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var moves [4]board.Move
		var wg sync.WaitGroup
		for i := range moves {
			wg.Go(func() {
				p, err := e.Start(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				defer p.Close()
				thought, err := p.Search(search.NewGame(board.Start()), search.Limits{Nodes: 2000})
				if err != nil {
					t.Error(err)
				}
				moves[i] = thought.Move
			})
		}
		wg.Wait()
		if moves[0] == board.NoMove || slices.ContainsFunc(moves[:], func(m board.Move) bool { return m != moves[0] }) {
			t.Errorf("%s: moves %v", e.Name, moves)
		}
	}
}

func TestEngines(t *testing.T) {
	s := entrants.Spec{Weights: "published:pesto", Options: map[string]any{"Hash": 3}}
	newEngine, err := s.Engines()
	if err != nil {
		t.Fatal(err)
	}
	e, err := newEngine()
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Settings(); got.Base.Hash != 3 || got.Weights.Set != "pesto" {
		t.Errorf("table of %d MiB, set %s", got.Base.Hash, got.Weights.Set)
	}
	if _, err := foreign(t, "").Engines(); err == nil {
		t.Error("another program is an engine of this module")
	}
}

// TestFolderAndProgram: a folder whose name is a program's, too, starts that program; the error says
// that there is a folder.
func TestFolderAndProgram(t *testing.T) {
	s := foreign(t, "dies")
	dir, name := filepath.Split(s.Command)
	t.Setenv("PATH", dir)
	t.Chdir(t.TempDir())
	if err := os.Mkdir(name, 0o777); err != nil {
		t.Fatal(err)
	}
	s.Command = name
	if _, err := s.Entrant(t.Context()); err == nil || !strings.Contains(err.Error(), name+" is also a folder here: pass the command of an engine") {
		t.Error(err)
	}
}
