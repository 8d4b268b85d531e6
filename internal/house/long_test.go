package house_test

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestLong: what -short leaves out or shortens says so, or make test-rest would not run it.
func TestLong(t *testing.T) {
	asks := []byte("testing." + "Short()")
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasPrefix(filepath.ToSlash(path), "internal/long/") {
			return err
		}
		if bytes.Contains(read(t, path), asks) {
			t.Errorf("%s asks for -short itself: ask package long", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
