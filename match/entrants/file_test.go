package entrants_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

func TestSource(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "b.pgn")
	if err := os.WriteFile(path, []byte("1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		from  entrants.Openings
		first string // opening 0 of seed 1
		plies int    // of it
		len   int
	}{
		{"none", entrants.Openings{}, "start position", 0, 1},
		{"random", entrants.Openings{Random: 6}, "random 1/0", 6, 0},
		{"balanced", entrants.Openings{Random: 6, Balance: 100}, "random 1/0", 6, 0},
		{"book in order", entrants.Openings{Book: path, Order: "sequential"}, "b.pgn:1", 3, 2},
		{"book with plies", entrants.Openings{Book: path, Order: "sequential", Plies: 1}, "b.pgn:1", 1, 2},
		{"book", entrants.Openings{Book: path, Order: "random"}, "b.pgn:3", 2, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := tt.from.Source(1)
			if err != nil {
				t.Fatal(err)
			}
			o, err := s.Opening(0)
			if err != nil || o.Name != tt.first || len(o.Moves) != tt.plies || s.Len() != tt.len {
				t.Errorf("%q with %d half-moves, %v; Len %d", o.Name, len(o.Moves), err, s.Len())
			}
		})
	}
}

// What random moves lead to is as balanced as the search says that judges it, whatever
// asks.
func TestSourceIsBalanced(t *testing.T) {
	t.Parallel()
	s, err := (&entrants.Openings{Random: 8, Balance: 50}).Source(4)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Options{Search: engine.BaseSearch})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		o, err := s.Opening(i)
		if err != nil {
			t.Fatal(err)
		}
		g := search.NewGame(o.Start)
		for _, m := range o.Moves {
			g.Make(m)
		}
		e.NewGame()
		score := e.Search(g, search.NewControl(search.Limits{Nodes: 1000}, g.Position().SideToMove(), 0), nil).Score
		if score.IsMate() || score > 50 || score < -50 {
			t.Errorf("%s: %v", o.Name, score)
		}
	}
}

func TestOpeningsFaults(t *testing.T) {
	for _, tt := range []struct {
		from entrants.Openings
		want string
	}{
		{entrants.Openings{Book: "b.epd", Random: 8}, "openings: both book and random"},
		{entrants.Openings{Order: "random"}, "openings: order or plies without a book"},
		{entrants.Openings{Plies: 8}, "openings: order or plies without a book"},
		{entrants.Openings{Book: "b.epd", Order: "shuffled"}, `openings: order "shuffled": pass random or sequential`},
		{entrants.Openings{Balance: 100}, "openings: balance without random moves"},
		{entrants.Openings{Random: 41}, "openings: random 41: pass 1 to 40 half-moves"},
		{entrants.Openings{Random: -1}, "openings: random -1: pass 1 to 40"},
		{entrants.Openings{Random: 8, Balance: -1}, "openings: a number below 0"},
		{entrants.Openings{Book: "/no/b.epd"}, "/no/b.epd: cannot be opened: no such file"},
	} {
		if _, err := tt.from.Source(1); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%+v: error %v, want %s", tt.from, err, tt.want)
		}
	}
}

// TestBuild: where no engine of this module plays or judges, its build does not matter.
func TestBuild(t *testing.T) {
	tests := []struct {
		name  string
		specs []entrants.Spec
		from  entrants.Openings
		want  bool
	}{
		{"ours", []entrants.Spec{foreign(t, ""), {}}, entrants.Openings{}, true},
		{"others", []entrants.Spec{foreign(t, "")}, entrants.Openings{Random: 8}, false},
		{"others, from balanced openings", []entrants.Spec{foreign(t, "")}, entrants.DefaultOpenings, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := entrants.NewSettings(tt.specs, tt.from)
			if err != nil || (s.Program != "") != tt.want {
				t.Errorf("program %q, error %v; want one: %t", s.Program, err, tt.want)
			}
		})
	}
}

// TestTwins: who is one player by two names gets, whatever the names of files.
func TestTwins(t *testing.T) {
	folder := t.TempDir()
	w, same, other := filepath.Join(folder, "w.json"), filepath.Join(folder, "copy.json"), filepath.Join(folder, "other.json")
	for path, text := range map[string]string{w: "{}", same: "{}", other: "{ }"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hashed := func(name string, value any) entrants.Spec { return entrants.Spec{Weights: w}.With(name, value) }
	tests := []struct {
		name string
		a, b entrants.Spec
		want int
	}{
		{"built in", entrants.Spec{Name: "A"}, entrants.Spec{Name: "B", Weights: "builtin", Search: engine.DefaultSearch}, 1},
		{"a copy", entrants.Spec{Weights: w}, entrants.Spec{Weights: same}, 1},
		{"other weights", entrants.Spec{Weights: w}, entrants.Spec{Weights: other}, 0},
		{"another search", entrants.Spec{Weights: w}, entrants.Spec{Weights: w, Search: "alphaone-weights"}, 0},
		{"another network", entrants.Spec{Weights: w, Network: w}, entrants.Spec{Weights: w, Network: other}, 0},
		{"another policy", entrants.Spec{Weights: w, Policy: w}, entrants.Spec{Weights: w, Policy: other}, 0},
		{"the same network", entrants.Spec{Weights: w, Network: other}, entrants.Spec{Weights: w, Network: other}, 1},
		{"another limit", entrants.Spec{Weights: w}, entrants.Spec{Weights: w, Limit: play.Limit{Depth: 1}}, 0},
		{"an option", entrants.Spec{Weights: w}, hashed("Hash", 2), 0},
		{"the same option", hashed("Hash", "2"), hashed("hash", 2), 1},
		{"a program", foreign(t, "x"), foreign(t, "x"), 1},
		{"other arguments", foreign(t, "x"), foreign(t, "y"), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := entrants.NewSettings([]entrants.Spec{tt.a, tt.b}, entrants.Openings{})
			if err != nil || len(s.Twins()) != tt.want {
				t.Errorf("twins %v, error %v; want %d", s.Twins(), err, tt.want)
			}
		})
	}
}

func TestSettings(t *testing.T) {
	folder := t.TempDir()
	book, weights := filepath.Join(folder, "b.epd"), filepath.Join(folder, "w.json")
	policy, network := filepath.Join(folder, "p.json"), filepath.Join(folder, "n")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(book, board.StartFEN)
	write(weights, "{}")
	write(policy, "{}")
	write(network, "{}")
	specs := []entrants.Spec{{Weights: weights, Policy: policy, Network: network}, {Weights: "builtin"}, foreign(t, "")}
	settings := func() string {
		s, err := entrants.NewSettings(specs, entrants.Openings{Book: book})
		if err != nil {
			t.Fatal(err)
		}
		if len(s.SHA256) != 5 {
			t.Errorf("hashes of %v, want five files", s.SHA256)
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	first := settings()
	if !strings.Contains(first, `"program":"this build of the engine, SHA-256 `) {
		t.Errorf("%s does not say which build of the engine plays", first)
	}
	if again := settings(); again != first {
		t.Errorf("got %s, then %s", first, again)
	}
	// SHA-256 of the two bytes {}.
	if want := "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"; !strings.Contains(first, want) || !strings.Contains(first, `"limit":"tc=1"`) {
		t.Errorf("got %s, want hash %s and the limit as text", first, want)
	}
	write(weights, "{ }")
	if settings() == first {
		t.Error("other weights are the same settings")
	}
	for _, bad := range [][]entrants.Spec{{{Weights: "/no/w.json"}}, {{Command: "no-such-engine"}}} {
		if _, err := entrants.NewSettings(bad, entrants.Openings{}); err == nil {
			t.Errorf("%+v has settings", bad)
		}
	}
}
