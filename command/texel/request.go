package texel

import (
	"path/filepath"

	"example.org/centipawn/extract"
	"example.org/centipawn/loop"
)

// A request is what the command line asks for.
type request struct {
	loop          loop.Options
	json, predict bool

	preset, set, from, k, adjudicate, gate, balance, test string // flags that must be converted into options
	objective, lambda, leaf, temperature                  string
	freeze, label                                         []string
	every                                                 []int
	maxPlies                                              int
	quiet                                                 extract.Quiet
	given                                                 map[string]bool // by the names of flags
}

// file returns the name of a file of the run.
func (q *request) file(name string) string { return filepath.Join(q.loop.Dir, name) }
