package alphabeta

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// Search implements [search.Searcher]. With one thread and the same history of
// calls it returns the same for the same nodes or depth.
func (s *Searcher) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	s.prepare()
	s.table.nextSearch()
	t := &s.task
	*t = task{control: c, table: &s.table, options: s.opt.forLimits(c.Limits()), report: report, workers: s.workers, leaf: s.leaf}
	for i, w := range s.workers {
		w.begin(t, i, g)
	}
	if len(s.workers[0].root) > 0 {
		t.run()
	}
	return t.result()
}

// run lets all workers search and returns when all have ended.
//
// Threads share nothing but the table: each does the whole work, and finds much of
// it done by others ("lazy SMP").
func (t *task) run() {
	for _, w := range t.workers[1:] {
		t.others.Go(w.deepen)
	}
	defer t.others.Wait() // behind a panic too: none may use a table that is freed
	defer t.done.Store(true)
	t.workers[0].deepen()
}

// result is what the first worker has found.
func (t *task) result() search.Result {
	w := t.workers[0]
	r := search.Result{Score: w.gameOver(0), Depth: w.completed, Nodes: t.total(), Time: t.control.Elapsed()}
	if len(w.root) == 0 {
		return r
	}
	best := &w.root[0]
	r.Move, r.Score, r.PV = best.move, best.score, append([]board.Move(nil), best.line...)
	if len(r.PV) > 1 {
		r.Ponder = r.PV[1]
	} else {
		r.Ponder = w.expected(r.Move)
	}
	return r
}

// expected returns the answer to a move of the root that the table knows, NoMove if
// it knows none.
func (w *worker) expected(m board.Move) board.Move {
	next := &w.frames[1].pos
	*next = w.frames[0].pos
	next.Make(m)
	if e, _ := w.table.probe(next.Key(), 1); e.move != board.NoMove && next.IsLegal(e.move) {
		return e.move
	}
	return board.NoMove
}
