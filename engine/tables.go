package engine

import (
	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/search/mcts"
)

// setSyzygyPath takes the tables of folders, which are separated as in PATH; "" are those that the engine
// was made with. The searches of package mcts ask them where TreeTables says so. Folders in which
// something is wrong leave all as it was.
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
	if _, ok := e.searcher.(*mcts.Searcher); ok {
		return e.renew()
	}
	return nil
}
