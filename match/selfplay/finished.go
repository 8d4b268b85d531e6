package selfplay

import (
	"fmt"

	"example.org/centipawn/datasets/finished"
)

// store writes the report of a finished file.
func (r Report) store(path string, settings []byte) error {
	r.Resumed, r.Notes = 0, nil // they say how the run went, not what the file is
	return finished.Store(path, settings, r)
}

// load returns the report of a file that is there, if it holds what this run would write; nil if
// there is no file. Any other file is refused.
func load(path string, settings []byte, games int) (*Report, error) {
	var r Report
	ok, err := finished.Load(path, settings, &r, func() []string {
		if r.Games == games {
			return nil
		}
		return []string{fmt.Sprintf("games: %d before, %d now", r.Games, games)}
	})
	if !ok {
		return nil, err
	}
	r.Resumed = r.Games
	return &r, nil
}
