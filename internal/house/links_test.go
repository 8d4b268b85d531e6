package house_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s#]*)(#[^)\s]*)?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	fenced  = regexp.MustCompile("(?ms)^```.*?^```$")
)

// anchors are those of a page's headings, as GitHub makes them.
func anchors(page string) map[string]bool {
	set := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		set["#"+strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, link.ReplaceAllString(strings.TrimSpace(m[1]), ""))] = true
	}
	return set
}

// TestLinks: links between pages, to files and to headings, lead somewhere.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	inner, _ := filepath.Glob("docs/*/*.md")
	more, _ := filepath.Glob("*.md")
	for _, page := range slices.Concat(pages, inner, more) {
		for _, m := range link.FindAllStringSubmatch(string(read(t, page)), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			to := filepath.Join(filepath.Dir(page), filepath.FromSlash(m[1]))
			if m[1] == "" {
				to = page
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: a link to %s, which is not there", page, m[1])
			} else if m[2] != "" && filepath.Ext(to) == ".md" && !anchors(string(read(t, to)))[m[2]] {
				t.Errorf("%s: a link to %s%s, a heading that is not there", page, m[1], m[2])
			}
		}
	}
}
