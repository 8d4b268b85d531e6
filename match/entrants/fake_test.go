package entrants_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/search"
)

// fakeWord is the argument with which this test's binary becomes an engine.
const fakeWord = "play-uci"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == fakeWord {
		fake(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// fake serves an engine with a habit.
func fake(habit string) {
	if habit == "dies" {
		fmt.Fprintln(os.Stderr, "no licence")
		os.Exit(3)
	}
	e, err := engine.New(engine.Options{Name: "Fake 1.0"})
	if err != nil {
		panic(err)
	}
	if pid, ok := strings.CutPrefix(habit, "pid="); ok {
		os.WriteFile(pid, fmt.Appendln(nil, os.Getpid()), 0o600)
	}
	uci.Serve(context.Background(), &habitual{Engine: e, habit: habit}, os.Stdin, os.Stdout)
}

// habitual is an engine that does not do as it gets.
type habitual struct {
	*engine.Engine
	habit   string
	limited bool
}

// strengths are the options to make it weaker.
var strengths = map[string][]uci.Option{
	"elo":       {{Name: "UCI_LimitStrength", Type: uci.Check, Default: "false"}, {Name: "UCI_Elo", Type: uci.Spin, Default: "1500", Min: 1350, Max: 2850}},
	"elo alone": {{Name: "UCI_Elo", Type: uci.Spin, Default: "800", Min: 800, Max: 803}},
	"skill":     {{Name: "Skill Level", Type: uci.Spin, Default: "20", Min: 0, Max: 20}},
	"odd":       {{Name: "UCI_Elo", Type: uci.String}},
}

func (h *habitual) Options() []uci.Option { return append(h.Engine.Options(), strengths[h.habit]...) }

func (h *habitual) SetOption(name, value string) error {
	for _, o := range strengths[h.habit] {
		if o.Is(name) {
			h.limited = h.limited || value == "true"
			return nil
		}
	}
	return h.Engine.SetOption(name, value)
}

// Search gets three times as far with each half-move, without looking at the board for
// more than a mate.
func (h *habitual) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	if h.habit == "late" {
		time.Sleep(1200 * time.Millisecond)
		c = search.NewControl(search.Limits{Depth: 1}, g.Position().SideToMove(), 0)
	}
	if h.limited || h.habit == "hasty" || h.habit == "hasty by nodes" && c.Limits().Nodes > 0 {
		c = search.NewControl(search.Limits{Depth: 1}, g.Position().SideToMove(), 0)
	}
	r := search.Result{Move: mating(g.Position()), Nodes: 100}
	for r.Depth = 1; r.Depth < search.MaxPly; r.Depth++ {
		report(&search.Info{Depth: r.Depth, MultiPV: 1, Nodes: r.Nodes, PV: []board.Move{r.Move}})
		if c.Enough(r.Depth, r.Move, 0) || c.Expired(3*r.Nodes) {
			break
		}
		r.Nodes = min(3*r.Nodes, 1e15)
		time.Sleep(5 * time.Millisecond)
	}
	return r
}

// mating returns a move that mates, or the first.
func mating(p *board.Position) board.Move {
	moves := p.LegalMoves(nil)
	for _, m := range moves {
		next := *p
		if next.Make(m); next.Status() == board.Checkmate {
			return m
		}
	}
	return moves[0]
}

// position is what a player is asked about.
func position(t *testing.T, fen string) *search.Game {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return search.NewGame(p)
}

// firstLine returns the first line of a file.
func firstLine(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Scan()
	return s.Text()
}
