package uci_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/search"
)

// fake is an engine that plays the first legal move of the alphabet, and whose depth costs 100
// nodes and a millisecond on its own clock.
type fake struct {
	deepest int           // ends by itself
	nap     time.Duration // of real time a depth
	bad     bool          // tells an illegal move
	err     error         // of every search
	idle    []string      // options
	broken  board.Move    // ends with a depth that is broken off after 30 nodes, and plays this

	mu   sync.Mutex
	done []string // what it was asked to do
}

var _ uci.Engine = (*fake)(nil)

func (f *fake) Err() error        { return f.err }
func (f *fake) Remarks() []string { return f.idle }

func (f *fake) note(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.done = append(f.done, fmt.Sprintf(format, args...))
}

func (f *fake) notes() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Join(f.done, "\n")
}

func (f *fake) Name() string   { return "Fake 1.0" }
func (f *fake) Author() string { return "nobody" }

func (f *fake) Options() []uci.Option {
	return []uci.Option{
		{Name: "Hash", Type: uci.Spin, Default: "16", Min: 1, Max: 1024},
		{Name: "EvalFile", Type: uci.String},
		{Name: "Search", Type: uci.Combo, Default: "base", Values: []string{"base", "paper v1"}},
		{Name: "Clear Hash", Type: uci.Button},
	}
}

func (f *fake) SetOption(name, value string) error {
	if value == "missing.json" {
		return errors.New("open missing.json: no such file:\npass another")
	}
	f.note("%s=%s", name, value)
	return nil
}

func (f *fake) NewGame() { f.note("new game") }

func (f *fake) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	p := g.Position()
	moves := p.LegalMoves(nil)
	if only := c.Limits().Moves; len(only) > 0 {
		moves = only
	}
	line := f.line(*p, first(moves))
	result := search.Result{Move: line[0], Ponder: line[1], PV: line, Score: 13}
	for depth := 1; depth <= f.deepest && !c.Expired(result.Nodes); depth++ {
		report(&search.Info{Depth: depth, CurrentMove: line[0], CurrentNumber: 1})
		time.Sleep(f.nap)
		result.Depth, result.Nodes = depth, result.Nodes+100
		report(&search.Info{Depth: depth, SelDepth: depth + 1, MultiPV: 1, Score: 13, Bound: search.Bound(depth % 3),
			Nodes: result.Nodes, Time: time.Duration(depth) * time.Millisecond, HashFull: 7, PV: line})
		if c.Enough(depth, line[0], 13) {
			break
		}
	}
	if f.broken != board.NoMove {
		line = f.line(*p, f.broken)
		result.Move, result.Ponder, result.PV = line[0], line[1], line
		result.Nodes, result.Time = result.Nodes+30, result.Time+time.Second
	}
	if f.bad {
		result.Move = board.NewMove(board.A1, board.H8)
	}
	return result
}

// line is a move, its first answer, and a move that is not legal.
func (f *fake) line(p board.Position, m board.Move) []board.Move {
	p.Make(m)
	return []board.Move{m, first(p.LegalMoves(nil)), board.NewMove(board.A1, board.H8)}
}

func first(moves []board.Move) board.Move {
	if len(moves) == 0 {
		return board.NoMove
	}
	return slices.MinFunc(moves, func(a, b board.Move) int { return strings.Compare(a.String(), b.String()) })
}

func (f *fake) Explain(p *board.Position) string { return "term\nsum for " + p.SideToMove().String() }

func (f *fake) Bench(ctx context.Context, w io.Writer) error {
	io.WriteString(w, "first ")
	io.WriteString(w, "line\nsecond line\n700 nodes ")
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(f.nap):
	}
	_, err := io.WriteString(w, "9 nps")
	return err
}

func (f *fake) WDL(score search.Score, p *board.Position) (win, draw, loss int, ok bool) {
	return 50, 900, 50, !p.InCheck()
}
