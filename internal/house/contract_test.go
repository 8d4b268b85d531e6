package house_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	partialType = regexp.MustCompile(`(?m)^var _ (?:shards\.)?Partial\[\*(\w+)\]`)
	partialRow  = regexp.MustCompile("(?m)^\\| `([\\w/]+)\\.(\\w+)` \\|")
)

// TestContract: docs/scale_fit.md names every type of partial results, and each is put through
// shardstest.Laws by its package.
func TestContract(t *testing.T) {
	types := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (path == "beam" || strings.HasPrefix(d.Name(), ".") && path != ".") {
			if err == nil {
				err = filepath.SkipDir
			}
			return err
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range partialType.FindAllSubmatch(text, -1) {
			types[filepath.ToSlash(filepath.Dir(path))+"."+string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("docs/scale_fit.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range partialRow.FindAllSubmatch(page, -1) {
		name := string(m[1]) + "." + string(m[2])
		if !types[name] {
			t.Errorf("docs/scale_fit.md names %s, which is no partial result: declare var _ shards.Partial[*%s], or take the row out", name, m[2])
		}
		delete(types, name)
		if !lawful(t, string(m[1]), string(m[2])) {
			t.Errorf("no test of %s puts %s through shardstest.Laws", m[1], m[2])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(types)) {
		t.Errorf("docs/scale_fit.md does not name %s: add a row, | `%s` |", name, name)
	}
}

// lawful reports whether a test file of a package names a type and the laws.
func lawful(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "shardstest.Laws(") && regexp.MustCompile(`\*(\w+\.)?`+name+`\b`).Match(text) {
			return true
		}
	}
	return false
}
