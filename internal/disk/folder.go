package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Missing explains an error of making path where the folder is missing that is to hold it. Other
// errors it returns as they are.
func Missing(path string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir := filepath.Dir(path)
	if _, stat := os.Stat(dir); errors.Is(stat, fs.ErrNotExist) {
		return fmt.Errorf("no folder %s: make it, or pass another: %w", dir, errors.Unwrap(stat))
	}
	return err
}
