package measure_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/bootstrap"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/internal/note"
)

// TestErrorsOfFewGames: errors of fewer games than an interval takes have none, which a warning says.
func TestErrorsOfFewGames(t *testing.T) {
	rows := fittest.Usual(7).Rows()
	for _, games := range []int{2, bootstrap.LeastGames - 1, bootstrap.LeastGames} {
		opt := fittest.ExpectedOf(fittest.Usual(7).Options(fit.Sigmoid))
		for i := range rows {
			rows[i].Hash = uint64(i + 1)
		}
		train, test := rows[:1200], rows[1200:1200+12*games]
		opt.Split.By, opt.Test = fit.SplitNone, fittest.NewSet(t, fittest.Usual(7).Columns, 100, test)
		opt.Texel.Start = fittest.Usual(7).Start(0.2)
		r := fittest.MustFit(t, fittest.NewSet(t, fittest.Usual(7).Columns, 100, train), opt)
		text, err := json.Marshal(r.Test)
		if err != nil {
			t.Fatal(err)
		}
		none := games < bootstrap.LeastGames
		said := strings.Contains(fmt.Sprint(r.Warnings), "no 95 % interval")
		if r.Test.Games != games || (r.Test.MSEInterval == nil) != none || (r.Gain.Change.Interval == nil) != none ||
			strings.Contains(string(text), `"mse_ci":null`) != none || said != none || !r.Warnings.Has(note.T01) {
			t.Errorf("%d games: %s, %v", r.Test.Games, text, r.Warnings)
		}
	}
}
