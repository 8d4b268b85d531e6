package engine

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"time"

	"centipawn/board"
	"centipawn/search"
	"centipawn/search/alphabeta"
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
	one := &Engine{opt: e.opt, kind: e.kind}
	one.opt.Base = alphabeta.Options{Off: e.opt.Base.Off}
	if err := one.setWeights(e.opt.Weights); err != nil {
		return err
	}
	defer one.Close()
	return one.bench(ctx, w)
}

// bench searches the positions to the depth of the search.
func (e *Engine) bench(ctx context.Context, w io.Writer) error {
	var nodes uint64
	var spent time.Duration
	fens := strings.Split(strings.TrimSpace(benchText), "\n")
	for i, fen := range fens {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return fmt.Errorf("bench position %d: %w", i+1, err)
		}
		e.NewGame()
		c := search.NewControl(search.Limits{Depth: e.kind.depth}, p.SideToMove(), 0)
		stop := context.AfterFunc(ctx, c.Stop)
		r := e.Search(search.NewGame(p), c, nil)
		if stop(); ctx.Err() != nil {
			return ctx.Err()
		}
		nodes += r.Nodes
		spent += r.Time
		if _, err := fmt.Fprintf(w, "%2d/%d %9d nodes  %-7s %v\n", i+1, len(fens), r.Nodes, moveName(&p, r.Move), r.Score); err != nil {
			return err
		}
	}
	perSecond := float64(nodes) / max(spent.Seconds(), 1e-9)
	_, err := fmt.Fprintf(w, "%d nodes %.0f nps\n", nodes, perSecond)
	return err
}

// moveName returns a move in SAN; there is none in a position that is over.
func moveName(p *board.Position, m board.Move) string {
	if m == board.NoMove {
		return "-"
	}
	return p.SAN(m)
}
