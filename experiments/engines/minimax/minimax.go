// Package minimax is full-width search of a fixed depth as textbooks have it, plain or with
// alpha-beta: no table, no order of moves, no quiescence. The BUBot paper plays it on material alone
// ([Material]) against its trees.
//
// The published pseudocode calls the minimising side after itself in its branch for Black; here
// sides take turns. Ends of the game are exact: mates by their distance, and a repetition, fifty
// moves and dead material as draws.
//
// Source: the BUBot paper, its MinimaxBot; D. Knuth, R. Moore, "An analysis of alpha-beta pruning"
// (Artificial Intelligence 6, 1975).
package minimax

import (
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// maxDepth bounds the depth, in half-moves.
const maxDepth = 64

// Options say how it searches. The zero value is plain minimax.
type Options struct {
	AlphaBeta bool // moves that cannot matter are not searched; the value is the same
}

// Searcher searches. It is for one goroutine.
type Searcher struct {
	evaluator search.Evaluator
	opt       Options

	control *search.Control
	expired bool
	nodes   uint64 // moves made
	path    search.Path
	frames  [maxDepth + 1]frame
}

// A frame is a ply of the line that is searched.
type frame struct {
	pos   board.Position
	moves []board.Move
	line  []board.Move // the best from here
}

var _ search.Searcher = (*Searcher)(nil)

// New returns a searcher over an evaluation.
func New(e search.Evaluator, opt Options) *Searcher {
	s := &Searcher{evaluator: e, opt: opt}
	for i := range s.frames {
		s.frames[i].moves = make([]board.Move, 0, board.MaxMoves)
		s.frames[i].line = make([]board.Move, 0, maxDepth)
	}
	return s
}

// NewGame does nothing: the search learns nothing.
func (s *Searcher) NewGame() {}

// Search searches to the depth of the limits at once. If there is none, it searches to depth 1, 2, 3
// and so on until the control has enough; then the nodes of all count. A search that is ended early
// returns the last depth that was finished, or of a first one the best move so far.
func (s *Searcher) Search(g *search.Game, c *search.Control, report func(*search.Info)) (r search.Result) {
	s.begin(g, c)
	root := &s.frames[0]
	if len(root.moves) == 0 {
		r.Score = over(&root.pos, 0)
		return r
	}
	if len(root.moves) == 1 {
		c.OnlyMove()
	}
	r.PV = []board.Move{root.moves[0]}
	for depth := max(1, min(c.Limits().Depth, maxDepth)); depth <= maxDepth; depth++ {
		score := s.value(0, depth, -search.Infinity, search.Infinity)
		if len(root.line) > 0 && (!s.expired || r.Depth == 0) {
			r.Score, r.PV = score, slices.Clone(root.line)
		}
		if s.expired {
			break
		}
		r.Depth = depth
		s.report(&r, report)
		if c.Enough(depth, r.PV[0], score) {
			break
		}
	}
	r.Move, r.Nodes, r.Time = r.PV[0], s.nodes, c.Elapsed()
	return r
}

// begin makes the searcher ready for a game's position, and lists the root's moves.
func (s *Searcher) begin(g *search.Game, c *search.Control) {
	s.control, s.expired, s.nodes = c, false, 0
	s.path.Reset(g)
	root := &s.frames[0]
	root.pos = *g.Position()
	root.moves, root.line = root.pos.LegalMoves(root.moves[:0]), root.line[:0]
	if only := c.Limits().Moves; len(only) > 0 {
		root.moves = slices.DeleteFunc(root.moves, func(m board.Move) bool { return !slices.Contains(only, m) })
	}
	s.evaluator.Reset(&root.pos)
}

// report reports a finished depth.
func (s *Searcher) report(r *search.Result, report func(*search.Info)) {
	if report != nil {
		report(&search.Info{
			Depth: r.Depth, SelDepth: r.Depth, MultiPV: 1, Score: r.Score, PV: r.PV, Nodes: s.nodes, Time: s.control.Elapsed(),
		})
	}
}

// value returns the value of a frame's position to the side to move, and leaves the best line in
// the frame: of equal moves the first. An ended search leaves at the root the best so far.
func (s *Searcher) value(ply, depth int, alpha, beta search.Score) search.Score {
	f := &s.frames[ply]
	f.line = f.line[:0]
	if ply > 0 {
		if s.path.IsDraw(&f.pos) {
			return 0
		}
		if f.pos.CountMoves() == 0 {
			return over(&f.pos, ply)
		}
		if depth == 0 {
			return search.Score(s.evaluator.Evaluate(&f.pos)).White(f.pos.SideToMove())
		}
		f.moves = f.pos.LegalMoves(f.moves[:0])
	}
	best := -search.Infinity
	for _, m := range f.moves {
		score := -s.after(ply, depth, m, -beta, -alpha)
		if s.expired {
			return best
		}
		if score > best {
			best = score
			f.line = append(append(f.line[:0], m), s.frames[ply+1].line...)
		}
		if s.opt.AlphaBeta {
			if alpha = max(alpha, best); alpha >= beta {
				break
			}
		}
	}
	return best
}

// after returns the value behind a move to the side to move there.
func (s *Searcher) after(ply, depth int, m board.Move, alpha, beta search.Score) search.Score {
	if s.expired = s.expired || s.control.Expired(s.nodes); s.expired {
		return 0
	}
	s.nodes++
	f, next := &s.frames[ply], &s.frames[ply+1]
	s.evaluator.Push(&f.pos, m)
	next.pos = f.pos
	next.pos.Make(m)
	s.path.Push(&next.pos)
	score := s.value(ply+1, depth-1, alpha, beta)
	s.path.Pop()
	s.evaluator.Pop()
	return score
}

// over returns the score of a position without a move: mate or stalemate.
func over(p *board.Position, ply int) search.Score {
	if p.InCheck() {
		return search.MatedIn(ply)
	}
	return 0
}
