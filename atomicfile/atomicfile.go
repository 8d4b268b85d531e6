// Package atomicfile writes files that appear whole or not at all: first under a
// temporary name in the same folder, then renamed.
//
// The package imports nothing of this module.
package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
)

// Write makes data the content of path. Whatever goes wrong, what was there
// before is there still.
func Write(path string, data []byte) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.partial")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(tmp.Name()))
		}
	}()
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Chmod(0o644), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
