package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMissing: a folder that is missing is named, and what to do; another error stays.
func TestMissing(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "no", "file")
	_, err := Create(deep)
	if got := Missing(deep, err); !errors.Is(got, fs.ErrNotExist) || !strings.HasPrefix(got.Error(), "no folder "+filepath.Dir(deep)+": make it") {
		t.Errorf("%v", got)
	}
	_, err = os.Open(filepath.Join(dir, "file"))
	for _, err := range []error{err, ErrLocked, nil} {
		if got := Missing(filepath.Join(dir, "file"), err); got != err {
			t.Errorf("%v, want %v", got, err)
		}
	}
}
