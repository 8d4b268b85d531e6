package house_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPapersTests: every test that the papers' pages name as evidence is there.
func TestPapersTests(t *testing.T) {
	pages, err := filepath.Glob("docs/papers/*.md")
	if err != nil || len(pages) < 5 {
		t.Fatalf("pages %v, %v", pages, err)
	}
	named := regexp.MustCompile("`go test ((?:\\./\\S+ ?)+)(?:-run '?([^'`]+)'?)?`")
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if n, m := strings.Count(string(text), "`go test "), len(named.FindAll(text, -1)); n != m {
			t.Errorf("%s: %d of %d tests are of the form go test ./PACKAGE -run NAME", page, m, n)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			name, _, _ := strings.Cut(strings.TrimSpace(m[2]), " ")
			if !found(t, strings.Fields(m[1]), regexp.MustCompile(name)) {
				t.Errorf("%s: %s: no such test", page, m[0])
			}
		}
	}
}

// found reports whether packages have a test whose name fits a pattern.
func found(t *testing.T, packages []string, name *regexp.Regexp) bool {
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example|Benchmark)\w*)\(`)
	for _, p := range packages {
		root, below := strings.CutSuffix(p, "/...")
		files, err := filepath.Glob(filepath.Join(root, "*_test.go"))
		if below && err == nil {
			deeper, _ := filepath.Glob(filepath.Join(root, "*", "*_test.go"))
			files = append(files, deeper...)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range function.FindAllStringSubmatch(string(src), -1) {
				if name.MatchString(m[1]) {
					return true
				}
			}
		}
	}
	return false
}
