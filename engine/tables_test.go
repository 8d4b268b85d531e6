package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/syzygy/syzygytest"
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

// TestSyzygyAlphaBeta: alpha-beta asks the tables after captures. It takes a piece where that wins, and not
// where it leads to a draw by fifty moves; and mates before it counts on them.
func TestSyzygyAlphaBeta(t *testing.T) {
	folder := syzygytest.Folder(t)
	const rook, queen, mate = "7k/8/8/8/8/8/1n6/KR6 w - - 3 50", "7k/8/8/8/8/8/1n6/KQ6 w - - 3 50", "7k/1n6/6K1/8/8/8/8/R6n w - - 3 50"
	for _, name := range []string{DefaultSearch, BaseSearch} {
		e := newEngine(t, Options{Search: name})
		result := func(fen string) search.Result { return think(e, position(t, fen), search.Limits{Depth: 5}) }
		without, open := result(rook), result(queen)
		if without.Score > 5000 || open.Move.To() != board.B2 {
			t.Errorf("%s without tables: %v, and %v of a queen", name, without.Score, open.Move)
		}
		if err := e.SetOption("SyzygyPath", folder); err != nil || e.Remarks() != nil {
			t.Fatal(err, e.Remarks())
		}
		if won := result(rook); won.Score < 31_000 || won.Score.IsMate() || won.Move.To() != board.B2 {
			t.Errorf("%s: %v %v, want a capture, won by tables", name, won.Move, won.Score)
		}
		if drawn := result(queen); drawn.Move.To() == board.B2 || drawn.Score > 5000 {
			t.Errorf("%s: %v %v takes, which leads to a draw", name, drawn.Move, drawn.Score)
		}
		if mated := result(mate); !mated.Score.IsMate() {
			t.Errorf("%s: %v, want a mate", name, mated.Score)
		}
		if err := e.SetOption("SyzygyPath", "<empty>"); err != nil {
			t.Fatal(err)
		}
		if again := result(queen); again.Move.To() != board.B2 {
			t.Errorf("%s: %v after the tables were taken away: it still believes them", name, again.Move)
		}
	}
}
