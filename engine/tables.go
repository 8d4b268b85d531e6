package engine

import (
	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/search/mcts"
)

// setSyzygyPath takes the tables of folders, which are separated as in PATH; "" are those that the engine
// was made with. Alpha-beta asks them after captures and moves of pawns, the searches of package mcts
// where TreeTables says so. Folders in which something is wrong leave all as it was.
func (e *Engine) setSyzygyPath(path string) (err error) {
	tables := e.made.Tables
	if path != "" {
		if tables, err = syzygy.Shared(path); err != nil {
			return err
		}
	}
	if tables == e.opt.Tables {
		return nil
	}
	e.opt.Tables = tables
	switch s := e.searcher.(type) {
	case *mcts.Searcher:
		return e.renew()
	case *alphabeta.Searcher:
		return s.SetOptions(e.techniques(e.opt.Base))
	}
	return nil
}
