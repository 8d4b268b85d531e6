package session

import (
	"os"
	"path/filepath"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// stale looks for the files that a matrix was made of, beside it and in the
// working folder, and warns of one that is not what it was then (F10). Only a
// file that was written after the matrix is read.
func stale(folder string, m *matrix.Matrix) (list note.List, err error) {
	made, err := os.Stat(filepath.Join(folder, "manifest.json"))
	if err != nil {
		return nil, err
	}
	for _, s := range m.Provenance().Sources {
		for _, dir := range []string{filepath.Dir(folder), "."} {
			path := filepath.Join(dir, s.Name)
			info, err := os.Stat(path)
			if err != nil || !info.Mode().IsRegular() || !info.ModTime().After(made.ModTime()) {
				continue
			}
			sum, err := input.HashFile(path)
			if err != nil {
				return nil, err
			}
			if sum != s.SHA256 {
				list.Add(note.F10, "%s was made of another %s than the one in %s, which is newer: extract it again", folder, s.Name, dir)
			}
			break
		}
	}
	return list, nil
}
