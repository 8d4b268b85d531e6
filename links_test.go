package centipawn_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)\s#]+)(#[^)\s]*)?\)`)

// TestLinks: links between pages, and to files, lead somewhere.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"docs/*/*.md", "*.md"} {
		more, _ := filepath.Glob(pattern)
		pages = append(pages, more...)
	}
	for _, page := range pages {
		for _, m := range link.FindAllStringSubmatch(string(read(t, page)), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s: a link to %s, which is not there", page, m[1])
			}
		}
	}
}
