package match

import (
	"errors"
	"testing"
)

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
