package variants

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/match/building"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
)

// The arguments with which this test's binary becomes an engine with a habit, and a run that is going to be
// killed.
const (
	engineWord = "play-uci"
	killedWord = "be-killed"
)

func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 3 && os.Args[1] == engineWord:
		fake(os.Args[2], os.Args[3])
	case len(os.Args) > 2 && os.Args[1] == killedWord:
		killed(os.Args[2])
	default:
		os.Setenv("GORACE", "atexit_sleep_ms=0") // of the engines: the race detector's pause at every end
		os.Exit(m.Run())
	}
}

// tempoEngine scores every position by its one weight.
type tempoEngine struct {
	*engine.Engine
	habit       string
	made, tempo float64
	searches    int
}

// fake serves an engine whose compiled weight is tempo.
func fake(habit, tempo string) {
	e, err := engine.New(engine.Options{Name: "Fake 1.0"})
	if err != nil {
		panic(err)
	}
	value, err := strconv.ParseFloat(strings.TrimSpace(tempo), 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, "no number")
		os.Exit(3)
	}
	uci.Serve(context.Background(), &tempoEngine{Engine: e, habit: habit, made: value, tempo: value}, os.Stdin, os.Stdout)
}

func (f *tempoEngine) Options() []uci.Option {
	list := f.Engine.Options()
	if f.habit != "plain" {
		list = append(list, uci.Option{Name: Option, Type: uci.String})
	}
	return list
}

func (f *tempoEngine) SetOption(name, value string) error {
	if name != Option {
		return f.Engine.SetOption(name, value)
	}
	switch {
	case f.habit == "idle", f.habit == "keeps" && value == "":
		return nil
	case value == "":
		f.tempo = f.made
		return nil
	case f.habit == "dies" && strings.Contains(value, "new"):
		os.Exit(3)
	case !filepath.IsAbs(value):
		return fmt.Errorf("%s refused: %s: a path of another folder", Option, value)
	}
	w, err := weights.Read(value)
	if err != nil {
		return fmt.Errorf("%s refused: %w", Option, err)
	}
	t, ok := w.Term("Tempo")
	if !ok {
		return fmt.Errorf("%s refused: no weight of this engine", Option)
	}
	f.tempo = t.Value.Value
	return nil
}

func (f *tempoEngine) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	f.searches++
	r := search.Result{Move: g.Position().LegalMoves(nil)[0], Score: search.Score(f.tempo), Nodes: 100}
	if f.habit == "random" {
		r.Score += search.Score(f.searches)
	}
	for r.Depth = 1; r.Depth < search.MaxPly; r.Depth++ {
		report(&search.Info{Depth: r.Depth, MultiPV: 1, Nodes: r.Nodes, Score: r.Score, PV: []board.Move{r.Move}})
		if c.Enough(r.Depth, r.Move, 0) || c.Expired(2*r.Nodes) {
			break
		}
		r.Nodes = min(2*r.Nodes, 1e15)
	}
	return r
}

// player12 is a program with a habit whose weight is 12, as a spec describes it.
func player12(habit string) entrants.Spec {
	return entrants.Spec{Command: os.Args[0], Args: []string{engineWord, habit, "12"}, Limit: play.Limit{Nodes: 1000}}
}

func tempo(value float64) *weights.File {
	return &weights.File{Set: "test", Terms: []weights.Term{{Name: "Tempo", Value: weights.Weight{Value: value}}}}
}

// write writes weights to a file and returns its name.
func write(t *testing.T, name string, value float64) string {
	t.Helper()
	if err := tempo(value).Write(name); err != nil {
		t.Fatal(err)
	}
	return name
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// header is the source that holds the weight; its "compiler" makes a program that runs the fake with it.
const (
	header   = "static const int Tempo = 12; // by hand\n"
	compiler = `echo built >> $ROOT/built; v=$(sed 's/.*= \([-0-9]*\);.*/\1/;q' src/eval.h); printf '#!/bin/sh\nexec "%s" "%s" "$@" "%s"\n' "$BINARY" play-uci "$v" > engine; chmod +x engine`
)

// newSource makes a source in a new folder, goes there, and returns the config of its engine.
func newSource(t *testing.T) Config {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("builds by sh")
	}
	t.Chdir(t.TempDir())
	t.Setenv("ROOT", t.TempDir())
	t.Setenv("BINARY", os.Args[0])
	put(t, "src/eval.h", header)
	put(t, "src/eval.o", "stale")
	return sourceConfig()
}

// sourceConfig is another process's config of the same.
func sourceConfig() Config {
	text, _ := os.ReadFile("src/eval.h")
	return Config{
		Spec: entrants.Spec{Command: "engine", Args: []string{"plain"}, Limit: play.Limit{Nodes: 1000}},
		Source: &building.Source{
			Folder: ".", Texts: []source.Code{{Name: "src/eval.h", Data: text}}, Command: compiler, Program: "engine",
		},
		Old: tempo(12), Dir: "run", Parallel: 2,
	}
}

// builtTimes is how often something was built.
func builtTimes() int {
	text, _ := os.ReadFile(filepath.Join(os.Getenv("ROOT"), "built"))
	return strings.Count(string(text), "\n")
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// open opens an engine until the end of the test.
func open(t *testing.T, cfg Config) *Engine {
	t.Helper()
	e, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// start starts a player of an engine until the end of the test.
func start(t *testing.T, e *Engine) play.Player {
	t.Helper()
	list, err := e.Entrants(t.Context(), []string{"one", "two"}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[0].Name != "one" || list[1].Name != "two" || list[1].Limit != e.Spec.Limit {
		t.Fatalf("entrants %+v", list)
	}
	p, err := list[1].Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// score is what a player says of a position with the weights of a file.
func score(t *testing.T, p play.Player, path string) search.Score {
	t.Helper()
	if err := p.(play.Setter).SetOption(Option, path); err != nil {
		t.Fatal(err)
	}
	if err := p.NewGame(); err != nil {
		t.Fatal(err)
	}
	thought, err := p.Search(search.NewGame(board.Start()), search.Limits{Nodes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return thought.Score
}
