package match

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
)

// TestPage: a match leaves a page with its result and its course that needs no other file.
func TestPage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if err := runDuel(t.Context(), []string{"-a", "published:pesto", "-b", "published:alphaone", "-games", "8", "-nodes", "20", "-sprt", "0,50", "-o", dir}, discard); err != nil && cli.Status(err) != cli.StatusUndecided {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, name := range []string{"elo.svg", "llr.png"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	for _, want := range []string{`"/api/match":{`, `"label":`, "What the command printed"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if !regexp.MustCompile("<title>.*pesto.* against .*alphaone.*</title>").MatchString(page) {
		t.Error("the title does not name the players")
	}
	for _, s := range regexp.MustCompile(`(?:src|href)="([^"]{0,40})`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(s[1], "data:") && !strings.HasPrefix(s[1], "#") {
			t.Errorf("the page needs %s", s[1])
		}
	}
}
