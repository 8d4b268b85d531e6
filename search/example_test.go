package search_test

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// material is an evaluator that counts the pieces.
type material struct{}

func (material) Reset(*board.Position)            {}
func (material) Push(*board.Position, board.Move) {}
func (material) Pop()                             {}
func (material) Evaluate(p *board.Position) (balance int) {
	for pt := board.Pawn; pt < board.King; pt++ {
		balance += board.SEEValues[pt] * (p.Pieces(board.White, pt).Count() - p.Pieces(board.Black, pt).Count())
	}
	return balance
}

// plain is the simplest searcher: iterative deepening over all lines.
type plain struct {
	eval    search.Evaluator
	control *search.Control
	path    search.Path
	nodes   uint64
}

func (s *plain) NewGame() {}

func (s *plain) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	s.control, s.nodes = c, 0
	s.eval.Reset(g.Position())
	s.path.Reset(g)
	var r search.Result
	for depth := 1; depth < search.MaxPly; depth++ {
		score, move := s.negamax(g.Position(), depth, 0)
		if c.Stopped() && r.Depth > 0 {
			break // the iteration was not finished
		}
		r = search.Result{Move: move, Score: score, Depth: depth, Nodes: s.nodes, Time: c.Elapsed()}
		if report != nil {
			report(&search.Info{Depth: depth, Score: score, Nodes: s.nodes, Time: r.Time, PV: []board.Move{move}})
		}
		if c.Enough(depth, move, score) {
			break
		}
	}
	return r
}

func (s *plain) negamax(p *board.Position, depth, ply int) (best search.Score, move board.Move) {
	moves := p.LegalMoves(nil)
	switch {
	case len(moves) == 0 && p.InCheck():
		return search.MatedIn(ply), board.NoMove
	case len(moves) == 0 || ply > 0 && s.path.IsDraw(p):
		return 0, board.NoMove
	case depth == 0:
		return search.Score(s.eval.Evaluate(p)).White(p.SideToMove()), board.NoMove
	}
	best, move = -search.Infinity, moves[0]
	for _, m := range moves {
		if s.control.Expired(s.nodes) {
			break
		}
		s.nodes++
		next := *p
		next.Make(m)
		s.eval.Push(p, m)
		s.path.Push(&next)
		score, _ := s.negamax(&next, depth-1, ply+1)
		s.path.Pop()
		s.eval.Pop()
		if -score > best {
			best, move = -score, m
		}
	}
	return best, move
}

// A game is set up, and the searcher plays both sides to the end.
func Example() {
	start, err := board.ParseFEN("r5k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var s search.Searcher = &plain{eval: material{}}
	g := search.NewGame(start)
	for g.Outcome() == search.Ongoing {
		p := g.Position()
		c := search.NewControl(search.Limits{Depth: 3}, p.SideToMove(), 0)
		r := s.Search(g, c, func(i *search.Info) {
			fmt.Printf("info depth %d score %v nodes %d pv %v\n", i.Depth, i.Score, i.Nodes, i.PV[0])
		})
		c.Wait()
		fmt.Println("bestmove", p.UCI(r.Move))
		g.Make(r.Move)
	}
	fmt.Println(g.Outcome())
	// Output:
	// info depth 1 score cp 500 nodes 23 pv g1f1
	// info depth 2 score cp 500 nodes 486 pv g1f1
	// info depth 3 score mate 2 nodes 12799 pv d2d8
	// bestmove d2d8
	// info depth 1 score cp 0 nodes 1 pv a8d8
	// info depth 2 score mate -1 nodes 22 pv a8d8
	// info depth 3 score mate -1 nodes 402 pv a8d8
	// bestmove a8d8
	// info depth 1 score mate 1 nodes 20 pv d1d8
	// info depth 2 score mate 1 nodes 399 pv d1d8
	// info depth 3 score mate 1 nodes 7398 pv d1d8
	// bestmove d1d8
	// checkmate
}
