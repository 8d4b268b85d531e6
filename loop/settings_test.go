package loop

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/features"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/trees/teacher"
	"example.org/centipawn/weights"
)

// TestOldSettings: runs of earlier versions go on: their run.json, kept in testdata, says the same as today's options.
func TestOldSettings(t *testing.T) {
	dir := t.TempDir()
	book, games, init := filepath.Join(dir, "b.epd"), filepath.Join(dir, "g.pgn"), filepath.Join(dir, "w.json")
	known, _ := weights.Published("pesto")
	if err := errors.Join(os.WriteFile(book, []byte("a book"), 0o666), os.WriteFile(games, []byte("games"), 0o666), known.Write(init)); err != nil {
		t.Fatal(err)
	}
	static := &teacher.Teacher{Spec: entrants.Spec{Weights: init, Limit: play.Limit{Nodes: 400}}, Static: true}
	for name, opt := range map[string]Options{
		"plain":    {Set: features.Lishex},
		"given":    {Set: features.PeSTO, Init: init, From: []string{games, book}, Trust: true, K: -1, NaturalMix: true},
		"gated":    {Set: features.Lishex, Search: "base", Gate: &elo.SPRT{Elo1: 10}, GatePairs: 50, Predict: 100, Opening: Opening{Book: book, Plies: 4}, Freeze: []string{"pst.pawn"}},
		"taught":   {Set: features.PeSTO, Objectives: []Objective{Trees, Choice}, Trees: Lesson{Teacher: static, Every: 3}, PerTree: 5, Leaf: play.Limit{Depth: 2}, Temperature: 40},
		"labelled": {Set: features.PeSTO, Objectives: []Objective{Labels}, Lambda: 0.3, Seed: 9, Window: 2},
	} {
		opt.Dir = dir
		opt = opt.WithDefaults()
		s, err := settingsOf(&opt)
		if err != nil {
			t.Fatal(err)
		}
		now, err := folder.Encode(s)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", "settings", name+".json")
		old, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if list, err := resume.Differences(old, now); err != nil || len(list) > 0 {
			t.Errorf("%s: %v, %q", path, err, list)
		}
	}
}
