package measures

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights/paired"
)

// TestDocumentedLimits: the pages of documentation name the limits of rows that the code has, and no others.
func TestDocumentedLimits(t *testing.T) {
	pages, err := filepath.Glob("../../../docs/workbench*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	var all strings.Builder
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	text := strings.Join(strings.Fields(all.String()), " ")
	most, scanned := plaintext.Thousands(paired.MostRows), plaintext.Thousands(mostScanned)
	for _, want := range []string{
		fmt.Sprintf("a sample of about %s, by games", most), fmt.Sprintf("about %s are taken at most, by whole games", most), fmt.Sprintf("the first %s are shown", scanned),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("docs/workbench*.md do not say %q", want)
		}
	}
	for _, m := range regexp.MustCompile(`(?i)(at most|sample of|the first) (about )?([0-9]+,[0-9,]*[0-9])`).FindAllStringSubmatch(text, -1) {
		if m[3] != most && m[3] != scanned {
			t.Errorf("%q: no limit of the code", m[0])
		}
	}
	for _, m := range regexp.MustCompile(`at most [0-9][0-9,]* (rows|are taken)`).FindAllString(text, -1) {
		t.Errorf("%q: games are taken whole, so there may be some more", m)
	}
}
