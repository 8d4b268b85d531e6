package alphabeta_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// A negamax is the search without anything that makes it fast: every line to its
// end. It looks for repetitions among all positions since the start of the game.
type negamax struct {
	evaluator search.Evaluator
	off       alphabeta.Technique
	rootDepth int
	root      int // index of the root's key
	keys      []uint64
	left      int // positions that it may still look at; below zero its scores mean nothing
}

// score returns the score of p, ply half-moves from the root, in the mover's view.
func (n *negamax) score(p *board.Position, ply, depth int) search.Score {
	if n.left--; n.left < 0 {
		return 0
	}
	moves := p.LegalMoves(nil)
	if ply > 0 && n.isDraw(p, len(moves)) {
		return 0
	}
	if ply > 0 && p.InCheck() && n.off&alphabeta.CheckExtension == 0 && ply < 2*n.rootDepth {
		depth++
	}
	if depth == 0 {
		return n.quiesce(p, ply)
	}
	best := search.MatedIn(ply)
	if len(moves) == 0 && !p.InCheck() {
		return 0
	}
	for _, m := range moves {
		best = max(best, n.move(p, m, ply, depth))
	}
	return best
}

// move returns the score of a move.
func (n *negamax) move(p *board.Position, m board.Move, ply, depth int) search.Score {
	next := *p
	next.Make(m)
	n.keys = append(n.keys, next.Key())
	score := -n.score(&next, ply+1, depth-1)
	n.keys = n.keys[:len(n.keys)-1]
	return score
}

func (n *negamax) isDraw(p *board.Position, moves int) bool {
	last, before := len(n.keys)-1, 0
	for i, key := range n.keys[:last] {
		if key == n.keys[last] {
			if before++; i >= n.root || before == 2 {
				return true
			}
		}
	}
	if p.HalfmoveClock() >= 100 && (moves > 0 || !p.InCheck()) {
		return true
	}
	return p.Status() == board.DeadPosition
}

// quiesce is quiescence with a full window everywhere.
func (n *negamax) quiesce(p *board.Position, ply int) search.Score {
	if n.left--; n.left < 0 {
		return 0
	}
	best := search.Score(n.evaluator.Evaluate(p)).White(p.SideToMove())
	moves := p.NoisyMoves(nil)
	if p.InCheck() {
		best, moves = search.MatedIn(ply), p.LegalMoves(nil)
	}
	for _, m := range moves {
		small := m.IsPromotion() && m.Promotion() != board.Queen
		losing := n.off&alphabeta.SEE == 0 && !board.SEE(p, m, 0)
		if !p.InCheck() && (small || losing) {
			continue
		}
		next := *p
		next.Make(m)
		best = max(best, -n.quiesce(&next, ply+1))
	}
	return best
}

// TestTwin: without the techniques that may be wrong, the search returns what the
// slow twin returns, and a move that is worth it; whatever else is on or off.
func TestTwin(t *testing.T) {
	const order = alphabeta.CaptureHistory | alphabeta.ContinuationHistory
	const lossy = alphabeta.NullMove | alphabeta.TableCutoffs | alphabeta.Base&^order
	const others = alphabeta.PVS | alphabeta.Aspiration | alphabeta.CheckExtension | alphabeta.MateDistance |
		alphabeta.Killers | alphabeta.History | alphabeta.SEE | order
	tried, compared, positions := 0, 0, 200
	if long.Short(t) {
		positions = 60
	}
	for start, moves := range boardtest.RandomGames(11) {
		g := search.NewGame(start)
		for _, m := range moves[:min(max(len(moves)-1, 0), tried*13%200)] {
			g.Make(m)
		}
		off := lossy | alphabeta.Technique(tried*0x9e3779b1>>7)&others
		if compareTwin(t, g, off, 1+tried%4) {
			compared++
		}
		if tried++; tried == positions || t.Failed() {
			break
		}
	}
	if want := positions * 3 / 10; compared < want {
		t.Errorf("%d of %d positions compared, want %d", compared, tried, want)
	}
}

// compareTwin reports whether the twin had patience enough for a comparison.
func compareTwin(t *testing.T, g *search.Game, off alphabeta.Technique, depth int) bool {
	p := g.Position()
	if p.CountMoves() == 0 {
		return false
	}
	n := &negamax{evaluator: newErratic(), off: off, rootDepth: depth, root: len(g.Keys()) - 1, left: 20_000}
	n.keys = append(n.keys, g.Keys()...)
	want := n.score(p, 0, depth)
	if n.left < 0 {
		return false
	}
	s := alphabeta.New(newErratic, alphabeta.Options{Hash: 1, Off: off})
	r := run(s, g, search.Limits{Depth: depth})
	if r.Score != want {
		t.Errorf("%s depth %d, off %b: score %v, the twin has %v", p.FEN(), depth, off, r.Score, want)
	}
	if got := n.move(p, r.Move, 0, depth); got != r.Score {
		t.Errorf("%s depth %d, off %b: %v scores %v, the twin says %v", p.FEN(), depth, off, r.Move, r.Score, got)
	}
	return true
}
