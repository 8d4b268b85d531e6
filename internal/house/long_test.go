package house_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

// TestLong: what -short leaves out or shortens says so, or make test-rest would not run it.
func TestLong(t *testing.T) {
	asks := regexp.MustCompile(`testing\.Short\b|Skipf?\("` + long.Prefix)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasPrefix(filepath.ToSlash(path), "internal/long/") || d.Name() == "long_test.go" {
			return err
		}
		if asks.Match(read(t, path)) {
			t.Errorf("%s asks for -short itself: ask package long", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
