package match

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestFullDisk has a journal fail once: what comes later must not stand behind a torn line.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	j, err := openJournal(path, func(*Game) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	defer j.close()
	whole := j.file
	if j.file, err = os.Open(path); err != nil { // not to be written to
		t.Fatal(err)
	}
	defer whole.Close()
	if err := j.add(&Game{Number: 1}); err == nil {
		t.Fatal("no error")
	}
	j.file.Close()
	j.file = whole
	if err := j.add(&Game{Number: 2}); err == nil {
		t.Error("a game is written behind one that is torn")
	}
}

// TestCountedOnce has the PGN fail: no game comes twice into the tables.
func TestCountedOnce(t *testing.T) {
	p, err := quick(3, mover{}, mover{}).withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space")
	j := newJudge(&p, func(g *Game) error {
		if g.Number == 2 {
			return full
		}
		return nil
	})
	for i, g := range drawn(&p, 3) {
		g.Result, g.Guilty = "1-0", ""
		if err := j.add(g); (err != nil) != (i > 0) {
			t.Errorf("game %d: %v", i+1, err)
		}
	}
	if j.stand.Games != 0 || len(j.rated) != 0 || j.stand.Players[0].Games() != 0 {
		t.Errorf("%d games, %d rated, %+v", j.stand.Games, len(j.rated), j.stand.Players[0])
	}
}
