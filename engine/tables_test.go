package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/search"
)

// TestSyzygyPathErrors: folders without tables, and files that are none, leave all as it was, and what
// to pass is said.
func TestSyzygyPathErrors(t *testing.T) {
	dir := t.TempDir()
	e := newEngine(t, Options{Search: "mcts-mcc-sr-tb"})
	before := e.searcher
	for _, path := range []string{dir, filepath.Join(dir, "none")} {
		if err := e.SetOption("SyzygyPath", path); err == nil || !strings.Contains(err.Error(), "pass folders with Syzygy tables") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "KQvK.rtbw"), []byte("no table"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := e.SetOption("SyzygyPath", dir); err == nil || !strings.Contains(err.Error(), "KQvK.rtbw: begins with") {
		t.Errorf("a damaged file: %v", err)
	}
	if err := e.SetOption("SyzygyPath", "<empty>"); err != nil || e.searcher != before || e.Settings().Tables != nil {
		t.Errorf("no tables: %v", err)
	}
}

// TestSyzygyPath: a search whose leaves tables value knows that two knights do not win.
func TestSyzygyPath(t *testing.T) {
	const folder, knights = "../../shared/data/tables/syzygy", "8/8/8/4k3/8/8/8/K1NN4 w - - 0 1"
	if _, err := os.Stat(folder); err != nil {
		t.Skip("needs ../shared/data/tables/syzygy")
	}
	var scores []search.Score
	for _, path := range []string{"", folder} {
		e := newEngine(t, Options{Search: "mcts-modern"})
		for name, value := range map[string]string{"SyzygyPath": path, "TreeTables": "leaves", "TreeMemory": "1"} {
			if err := e.SetOption(name, value); err != nil {
				t.Fatal(err)
			}
		}
		scores = append(scores, think(e, position(t, knights), search.Limits{Nodes: 500}).Score)
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if scores[0] < 20 || scores[1] < -5 || scores[1] > 5 {
		t.Errorf("%v, by tables %v", scores[0], scores[1])
	}
}
