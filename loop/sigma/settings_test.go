package sigma

import (
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/internal/resume"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/match/elo"
)

// TestOldSettings: runs of earlier versions go on: their run.json, kept in testdata, says the same as today's options.
func TestOldSettings(t *testing.T) {
	beside := t.TempDir()
	write(t, filepath.Join(beside, "run"))
	puzzles := filepath.Join(beside, "puzzles.csv")
	opt := tiny(filepath.Join(beside, "run"))
	opt.Lessons.Except, opt.Lessons.Temperature, opt.Lessons.Most, opt.Lessons.Mates = []string{puzzles}, 30, 9, true
	opt.Games, opt.Gate, opt.Iterations, opt.Window = Games{Puzzles: []string{puzzles}}, &elo.SPRT{Elo1: 50}, 2, 3
	bare := tiny(filepath.Join(beside, "run"))
	bare.Init, bare.Warm, bare.GateWins = puzzles, nil, 3
	for name, opt := range map[string]Options{"full": opt, "bare": bare} {
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
