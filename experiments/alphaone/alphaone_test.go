package alphaone

import (
	"errors"
	"testing"

	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/matrix"
)

// TestRun does the experiment on a part of the sample: the order of the models
// is that of the tables, and a split by position touches more games.
func TestRun(t *testing.T) {
	r, data, err := Run(t.Context(), []string{"../../datasets/sample/sample.csv.zst"}, onfiles.Options{Read: extract.Options{Limit: 60_000}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Rows != data.Rows() || r.Rows < 59_000 || r.Clusters != matrix.ByGame {
		t.Errorf("%d rows of %s, the set has %d", r.Rows, r.Clusters, data.Rows())
	}
	mse := func(model int) float64 { return r.ByGame.Fits[model].Train.MSE }
	for _, pair := range [][2]int{{fittedTapered, rawTapered}, {withSix, fittedTapered}, {withMove, withSix}} {
		if mse(pair[0]) >= mse(pair[1]) {
			t.Errorf("training MSE of %q is %.0f, of %q %.0f", models[pair[0]].name, mse(pair[0]), models[pair[1]].name, mse(pair[1]))
		}
	}
	if six := r.ByGame.Comparisons[1]; !(six.MSE.High < 0) {
		t.Errorf("on the test part the six features change the MSE by %.0f to %.0f, want less than 0", six.MSE.Low, six.MSE.High)
	}
	for i := range models {
		if byGame, byPosition := r.ByGame.Fits[i].Test.Games, r.ByPosition.Fits[i].Test.Games; byGame >= byPosition {
			t.Errorf("%s: %d games in the test by game, %d by position", models[i].name, byGame, byPosition)
		}
	}
	for _, i := range weightColumns {
		if got := len(r.ByGame.Fits[i].Weights); got != len(models[i].columns) {
			t.Errorf("%s: %d weights, want %d", models[i].name, got, len(models[i].columns))
		}
	}
	raw := r.ByGame.Fits[rawTapered]
	if len(raw.Weights) != 0 || len(raw.Intercepts) != 0 {
		t.Errorf("raw tapered has fitted weights %v, intercepts %v", raw.Weights, raw.Intercepts)
	}
	var law *features.LawError
	if !errors.As(r.ShieldFault, &law) || law.Term != "published_shield" || law.Law != features.LawColors || law.Got != 3 {
		t.Errorf("the published shield: %v, want the colour law broken with 3", r.ShieldFault)
	}
}

// TestTables: every model and every weight has its row.
func TestTables(t *testing.T) {
	r, _, err := Run(t.Context(), []string{"../../datasets/sample/sample.csv.zst"}, onfiles.Options{Read: extract.Options{Limit: 20_000}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{len(models) + 1 + len(paperErrors), len(pairs), len(weightRows), len(models)} {
		table, err := r.tables()[i]()
		if err != nil {
			t.Fatal(err)
		}
		if got := len(table.Cells()); got != want {
			t.Errorf("table %d has %d rows, want %d", i+1, got, want)
		}
	}
}
