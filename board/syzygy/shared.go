package syzygy

import "sync"

// opened are the tables of paths that were asked for.
var opened = struct {
	sync.Mutex
	byPath map[string]*Tables
}{byPath: map[string]*Tables{}}

// Shared returns the tables of a path, which are opened once for all of the program, and stay open: do
// not close them. The errors are those of [Open].
func Shared(path string) (*Tables, error) {
	opened.Lock()
	defer opened.Unlock()
	if t := opened.byPath[path]; t != nil {
		return t, nil
	}
	t, err := Open(path)
	if err == nil {
		opened.byPath[path] = t
	}
	return t, err
}
