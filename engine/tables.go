package engine

import (
	"sync"

	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/search/mcts"
)

// opened are the tables of paths. They are mapped once, for all engines of the program, and stay.
var opened = struct {
	sync.Mutex
	byPath map[string]*syzygy.Tables
}{byPath: map[string]*syzygy.Tables{}}

// openTables returns the tables of a path.
func openTables(path string) (*syzygy.Tables, error) {
	opened.Lock()
	defer opened.Unlock()
	if t := opened.byPath[path]; t != nil {
		return t, nil
	}
	t, err := syzygy.Open(path)
	if err == nil {
		opened.byPath[path] = t
	}
	return t, err
}

// setSyzygyPath takes the tables of folders, which are separated as in PATH; "" are those that the engine
// was made with. The searches of package mcts ask them where TreeTables says so. Folders in which
// something is wrong leave all as it was.
func (e *Engine) setSyzygyPath(path string) (err error) {
	tables := e.made.Tables
	if path != "" {
		if tables, err = openTables(path); err != nil {
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
