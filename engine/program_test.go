package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/search"
)

// asEngine is the environment variable that makes this test's binary a UCI engine: ours, or one that
// dies at its second search. With an argument it ends at once.
const asEngine = "TEST_AS_ENGINE"

func TestMain(m *testing.M) {
	if how := os.Getenv(asEngine); how != "" {
		if len(os.Args) == 1 {
			serve(how)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func serve(how string) {
	life("begin")
	defer life("end")
	e, err := New(Options{Search: BaseSearch})
	if err == nil {
		err = uci.Serve(context.Background(), &mortal{Engine: e, dies: how == "dies"}, os.Stdin, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// lives is the environment variable with the file in which engines note when they begin and end.
const lives = "TEST_LIVES"

func life(what string) {
	f, err := os.OpenFile(os.Getenv(lives), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		fmt.Fprintln(f, what)
		err = f.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// running returns how many engines have begun and not ended.
func running(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile(os.Getenv(lives))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "begin") - strings.Count(string(text), "end")
}

// mortal is an engine that may die.
type mortal struct {
	*Engine
	dies     bool
	searches int
}

func (m *mortal) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	if m.searches++; m.dies && m.searches == 2 {
		os.Exit(3)
	}
	return m.Engine.Search(g, c, report)
}

// set sets options, in their order: names and values in turns.
func set(t *testing.T, e *Engine, settings ...string) {
	t.Helper()
	for i := 0; i < len(settings); i += 2 {
		if err := e.SetOption(settings[i], settings[i+1]); err != nil {
			t.Fatal(err)
		}
	}
}

// withProgram returns an engine whose searches ask this test's binary as an engine.
func withProgram(t *testing.T, how, searchName string) *Engine {
	t.Helper()
	t.Setenv(asEngine, how)
	t.Setenv(lives, filepath.Join(t.TempDir(), "lives"))
	e := newEngine(t, Options{Search: searchName, Inner: Program{Command: os.Args[0], Options: "Hash=1; Threads = 1"}})
	set(t, e, "TreeMemory", "1", "InnerNodes", "50")
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// TestInnerEngine: another program, here ours, plays the simulations of a search, one for each thread,
// which ends when the engine is closed.
func TestInnerEngine(t *testing.T) {
	for _, name := range []string{"mcts-mcc-sr", "mcts-mcc-sse"} {
		e := withProgram(t, "serves", name)
		set(t, e, "Threads", "2", "TreeSimulationDepth", "6")
		p := board.Start()
		for range 2 {
			e.NewGame()
			if r := think(e, &p, search.Limits{Nodes: 30}); !p.IsLegal(r.Move) || r.Nodes != 30 || e.Err() != nil {
				t.Errorf("%s: %v after %d iterations: %v", name, r.Move, r.Nodes, e.Err())
			}
		}
		if n := running(t); n > 2 || n < 1 || n < 2 && name == "mcts-mcc-sr" { // to expand nodes one thread may do
			t.Errorf("%s: %d programs for 2 threads", name, n)
		}
		if err := e.Close(); err != nil || running(t) != 0 {
			t.Errorf("%s: %v; %d programs are left", name, err, running(t))
		}
	}
}

// TestInnerEngineDies: a program that dies ends the search with its error, each search of the game too;
// the next game begins with a new one.
func TestInnerEngineDies(t *testing.T) {
	e := withProgram(t, "dies", "mcts-mcc-sr")
	p := board.Start()
	for range 2 {
		e.NewGame()
		for range 2 {
			r := think(e, &p, search.Limits{Infinite: true})
			var death *client.Death
			if err := e.Err(); !errors.As(err, &death) || !strings.HasPrefix(err.Error(), "InnerEngine: ") || !p.IsLegal(r.Move) {
				t.Errorf("%v, move %v", err, r.Move)
			}
		}
	}
}

// TestInnerEngineStops: a program that would think for ever ends with the search that it is part of.
func TestInnerEngineStops(t *testing.T) {
	e := withProgram(t, "serves", "mcts-mcc-sr")
	set(t, e, "InnerNodes", "0", "InnerDepth", "64")
	p := board.Start()
	if r := think(e, &p, search.Limits{MoveTime: 50 * time.Millisecond}); !p.IsLegal(r.Move) || e.Err() != nil {
		t.Errorf("%v: %v", r.Move, e.Err())
	}
}

// TestInnerEngineErrors: what cannot be started, or set, leaves all as it was.
func TestInnerEngineErrors(t *testing.T) {
	e := withProgram(t, "serves", "mcts-mcc-sr")
	before := e.Settings()
	for _, tt := range []struct{ name, value, want string }{
		{"InnerEngine", "./there-is-none", "pass the command of a UCI engine"},
		{"InnerEngine", os.Args[0] + " quick", "and the arguments that it needs"},
		{"InnerOptions", "Hash", "pass Name=Value"},
		{"InnerOptions", "Hash=0", "pass a number from 1 to"},
		{"InnerOptions", "Hush=1", ", such as Hash: echo uci | "},
	} {
		if err := e.SetOption(tt.name, tt.value); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s = %s: %v", tt.name, tt.value, err)
		}
	}
	if e.Settings() != before {
		t.Errorf("settings have changed to %+v", e.Settings())
	}
}

// TestInnerEngineTakenBack: an empty option means what the engine was made with.
func TestInnerEngineTakenBack(t *testing.T) {
	for _, made := range []Program{{}, {Command: os.Args[0], Options: "Hash=2"}} {
		t.Setenv(asEngine, "serves")
		t.Setenv(lives, filepath.Join(t.TempDir(), "lives"))
		e := newEngine(t, Options{Search: "mcts-mcc-sr", Inner: made})
		set(t, e, "InnerEngine", os.Args[0], "InnerOptions", "Hash=1")
		if now := e.Settings().Inner; now != (Program{os.Args[0], "Hash=1"}) {
			t.Errorf("%+v is set", now)
		}
		if set(t, e, "InnerEngine", "", "InnerOptions", ""); e.Settings().Inner != made {
			t.Errorf("%+v, made with %+v", e.Settings().Inner, made)
		}
	}
}
