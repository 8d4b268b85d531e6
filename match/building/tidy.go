package building

import (
	"io/fs"
	"path/filepath"
	"slices"

	"example.org/centipawn/internal/disk"
)

// intermediate are folders of Cargo's that compilers alone read.
var intermediate = []string{"deps", "build", "incremental", ".fingerprint"}

// Tidy removes from a copy what its build has made for compilers alone: objects, and of Cargo's builds all
// but what they make. A folder of builds would grow by a hundred megabytes with each otherwise.
func Tidy(copied string) error {
	return filepath.WalkDir(copied, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(intermediate, d.Name()) && ofCargo(copied, path):
			if err := disk.RemoveAll(path); err != nil {
				return err
			}
			return fs.SkipDir
		case d.Type().IsRegular() && slices.Contains(objects, filepath.Ext(path)):
			return disk.Remove(path)
		}
		return nil
	})
}

// ofCargo reports whether a folder is in one of Cargo's builds, target/release/deps or
// target/TRIPLE/release/deps.
func ofCargo(root, path string) bool {
	for range 3 {
		if path = filepath.Dir(path); len(path) <= len(root) {
			return false
		}
		if filepath.Base(path) == "target" {
			return exists(filepath.Join(filepath.Dir(path), "Cargo.toml"))
		}
	}
	return false
}
