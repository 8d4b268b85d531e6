package engine

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// benchText is a FEN a line: three dozen positions of games that the project has
// played with itself, and some by hand: mates, a stalemate, fortresses, endings.
//
//go:embed bench.txt
var benchText string

// Bench implements [uci.Engine]: it searches fixed positions with the search and
// the weights in use, to a fixed depth, with one thread, one line, and an empty table of
// the default size before each. The number of nodes is the engine's signature: a change of
// it is a change of what the engine plays. The last line is "N nodes M nps".
func (e *Engine) Bench(ctx context.Context, w io.Writer) error {
	var nodes uint64
	var spent time.Duration
	err := e.onBench(ctx, func(b *benched) error {
		r, err := b.search(ctx, search.Limits{Depth: b.engine.kind.depth})
		if err != nil {
			return err
		}
		nodes += r.Nodes
		spent += r.Time
		_, err = fmt.Fprintf(w, "%2d/%d %9d nodes  %-7s %v\n", b.number, b.of, r.Nodes, moveName(&b.position, r.Move), r.Score)
		return err
	})
	if err != nil {
		return err
	}
	perSecond := float64(nodes) / max(spent.Seconds(), 1e-9)
	_, err = fmt.Fprintf(w, "%d nodes %.0f nps\n", nodes, perSecond)
	return err
}

// benched is a position of the bench.
type benched struct {
	engine     *Engine
	position   board.Position
	number, of int
}

// onBench calls do with the positions of the bench, one by one, and an engine of one thread
// with the weights, the techniques and their numbers of e.
func (e *Engine) onBench(ctx context.Context, do func(*benched) error) error {
	one := &Engine{opt: e.opt, kind: e.kind}
	one.opt.Base = alphabeta.Options{Off: e.opt.Base.Off, Tuned: e.opt.Base.Tuned}
	if err := one.setWeights(e.opt.Weights); err != nil {
		return err
	}
	defer one.Close()
	fens := strings.Split(strings.TrimSpace(benchText), "\n")
	for i, fen := range fens {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return fmt.Errorf("bench position %d: %w", i+1, err)
		}
		if err := do(&benched{one, p, i + 1, len(fens)}); err != nil {
			return err
		}
	}
	return nil
}

// search searches the position with nothing learnt before.
func (b *benched) search(ctx context.Context, lim search.Limits) (search.Result, error) {
	b.engine.NewGame()
	c := search.NewControl(lim, b.position.SideToMove(), 0)
	defer context.AfterFunc(ctx, c.Stop)()
	r := b.engine.Search(search.NewGame(b.position), c, nil)
	return r, cmp.Or(ctx.Err(), b.engine.Err())
}

// moveName returns a move in SAN; there is none in a position that is over.
func moveName(p *board.Position, m board.Move) string {
	if m == board.NoMove {
		return "-"
	}
	return p.SAN(m)
}
