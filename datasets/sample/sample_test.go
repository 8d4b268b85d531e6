package sample

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
	"example.org/centipawn/winprob"
)

// all returns the rows of the sample.
func all(t *testing.T) []datasets.Sample {
	t.Helper()
	var rows []datasets.Sample
	for s, err := range Open().All() {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, s)
	}
	return rows
}

// TestSample: the sample is what its description promises.
func TestSample(t *testing.T) {
	if len(file) > 3<<20 {
		t.Errorf("%d bytes, at most 3 MB", len(file))
	}
	rows := all(t)
	if len(rows) < 60_000 {
		t.Errorf("%d positions, want 60,000", len(rows))
	}
	games, results := map[uint32]bool{}, map[datasets.Result]int{}
	var phases [4]int
	for i, s := range rows {
		games[s.Game] = true
		results[s.Result]++
		phases[min(int(4*tapered.PeSTO.Of(&s.Position)), 3)]++
		if s.Score == winprob.NoScore || s.Result == datasets.Unknown {
			t.Fatalf("line %d lacks a label", s.Line)
		}
		if i > 0 && rows[i-1].Game == s.Game && s.Ply != rows[i-1].Ply+1 {
			t.Fatalf("line %d: ply %d after %d of the same game", s.Line, s.Ply, rows[i-1].Ply)
		}
		if inspect.Finished(&s.Position) != board.Ongoing {
			t.Fatalf("line %d: the game is over", s.Line)
		}
	}
	if len(games) < 1000 {
		t.Errorf("%d games, want 1,000", len(games))
	}
	for bin, n := range phases {
		if n < len(rows)/20 {
			t.Errorf("phase bin %d of 4 has %d of %d positions", bin, n, len(rows))
		}
	}
	for _, r := range []datasets.Result{datasets.WhiteWins, datasets.Draw, datasets.BlackWins} {
		if results[r] < len(rows)/20 {
			t.Errorf("%v has %d of %d positions", r, results[r], len(rows))
		}
	}
}

// TestPositions: the fixed positions of package features are rows of the sample,
// at equal distances.
func TestPositions(t *testing.T) {
	rows, positions := all(t), features.Positions()
	for i := range positions {
		if want := rows[i*len(rows)/len(positions)].Position; positions[i] != want {
			t.Fatalf("position %d is %s, the sample has %s", i, positions[i].FEN(), want.FEN())
		}
	}
}
