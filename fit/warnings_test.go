package fit_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// situation is a fit that deserves a warning, or not.
type situation struct {
	columns    []matrix.Column
	rows, test []fittest.Row // test: of a separate set
	opt        fit.Options
}

// sound is a situation without any warning.
func sound(seed uint64) situation {
	s := fittest.Typical(seed)
	s.Shared = 10
	return situation{columns: s.Columns, rows: s.Rows()}
}

// change alters the rows of a situation.
func (s situation) change(f func(i int, r *fittest.Row)) situation {
	s.rows = slices.Clone(s.rows)
	for i := range s.rows {
		s.rows[i].Counts = slices.Clone(s.rows[i].Counts)
		f(i, &s.rows[i])
	}
	return s
}

// with sets options.
func (s situation) with(opt fit.Options) situation {
	s.opt = opt
	return s
}

// fit returns the warnings.
func (s situation) fit(t *testing.T) note.List {
	t.Helper()
	if s.test != nil {
		s.opt.Test = fittest.NewSet(t, s.columns, 200, s.test)
	}
	return fittest.MustFit(t, fittest.NewSet(t, s.columns, 200, s.rows), s.opt).Warnings
}

// eval adds a column in front that is the truth, in centipawns, but for noise.
func (s situation) eval(slope float64) situation {
	rng := rand.New(rand.NewPCG(8, 8))
	s.columns = append([]matrix.Column{{Name: "eval"}}, s.columns...)
	return s.change(func(_ int, r *fittest.Row) {
		r.Counts = append([]float32{float32(float64(r.Score)/slope + 20*rng.NormFloat64())}, r.Counts...)
	})
}

func TestWarnings(t *testing.T) {
	leaky := sound(2).change(func(i int, r *fittest.Row) { r.Hash = uint64(i / 2) }) // neighbours are the same position
	tests := []struct {
		name  string
		give  situation
		code  note.Code
		warns bool
		about string // a part of the text
	}{
		{"F03", sound(1).change(func(_ int, r *fittest.Row) { r.Counts[2] = 0 }), note.F03, true, "x2: 0 in every training row"},
		{"F04 rows", sound(1).change(func(i int, r *fittest.Row) {
			if i%150 != 0 {
				r.Counts[3] = 0
			} else {
				r.Counts[3] = 1
			}
		}), note.F04, true, "x3: in fewer than 20"},
		{"F04 games", sound(1).change(func(i int, r *fittest.Row) {
			if i >= 120 {
				r.Counts[3] = 0
			}
		}), note.F04, true, "x3"},
		{"F04 not", sound(1).change(func(i int, r *fittest.Row) {
			if i >= 240 {
				r.Counts[3] = 0
			}
		}), note.F04, false, ""},
		{"F05", sound(1).change(func(_ int, r *fittest.Row) { r.Counts[3] = r.Counts[0] }), note.F05, true, "smallest sum of squares"},
		{"F05 ridge", sound(1).change(func(_ int, r *fittest.Row) { r.Counts[3] = r.Counts[0] }).with(fit.Options{Ridge: 1}), note.F05, true, "only the ridge decides"},
		{"F05 not: one row differs", sound(1).change(func(i int, r *fittest.Row) {
			if r.Counts[3] = r.Counts[0]; i%10 == 0 {
				r.Counts[3]++
			}
		}), note.F05, false, ""},
		{"F06", sound(1).change(func(i int, r *fittest.Row) {
			if r.Counts[3] = r.Counts[0]; i%20 == 0 {
				r.Counts[3]++
			}
		}), note.F06, true, "x0 with x3 (correlation 0.9"},
		{"F06 not", sound(1).change(func(i int, r *fittest.Row) {
			if r.Counts[3] = r.Counts[0]; i%2 == 0 {
				r.Counts[3]++
			}
		}), note.F06, false, ""},
		{"F07", sound(1).eval(1), note.F07, true, "eval: looks like a finished evaluation"},
		{"F07 not: another unit", sound(1).eval(3), note.F07, false, ""},
		{"F07 not: counts", situation{columns: fittest.PlainColumns(2), rows: fittest.Simulation{Columns: fittest.PlainColumns(2), Truth: []float64{1.1, 0.1},
			Games: 100, PerGame: 10, Density: 1, Noise: 0.1, Seed: 1}.Rows()}, note.F07, false, ""},
		{"F07 not: alone", sound(1).eval(1).with(fit.Options{Columns: []string{"eval"}}), note.F07, false, ""},
		{"M08", sound(1).with(fit.Options{Loss: fit.Huber, Delta: 20, Iterations: 1}), note.M08, true, "not converged: after 1 rounds"},
		{"M08 not", sound(1).with(fit.Options{Loss: fit.Huber, Delta: 20}), note.M08, false, ""},
		{"M11 intercept", sound(1).change(func(_ int, r *fittest.Row) { r.Score += 50 }), note.M11, true, "source 0 is +6"},
		{"M11 side to move", sound(1).change(func(i int, r *fittest.Row) {
			r.Counts[2] = float32(1 - i%2*2)
			r.Score += int16(60 * r.Counts[2])
		}), note.M11, true, "x2, ±1 in every row, is +"},
		{"M11 not: sometimes 0", sound(1).change(func(i int, r *fittest.Row) {
			r.Counts[2] = float32(1 - i%3)
			r.Score += int16(60 * r.Counts[2])
		}), note.M11, false, ""},
		{"M12", sound(1).change(func(i int, r *fittest.Row) {
			if i%13 == 0 {
				r.Score += int16(1000 - i%2*2000)
			}
		}), note.M12, true, "10 % of the rows make"},
		{"M12 not with Huber", sound(1).change(func(i int, r *fittest.Row) {
			if i%13 == 0 {
				r.Score += int16(1000 - i%2*2000)
			}
		}).with(fit.Options{Loss: fit.Huber}), note.M12, false, ""},
		{"S01 split", sound(1).with(fit.Options{Split: fit.Split{By: fit.SplitPosition}}), note.S01, true, "test games have rows in training too"},
		{"S01 sets", situation{columns: fittest.Typical(1).Columns, rows: sound(1).rows, test: sound(2).rows}, note.S01, true, "150 of 150 test games"},
		{"S01 not", situation{columns: fittest.Typical(1).Columns, rows: sound(1).rows,
			test: sound(2).change(func(_ int, r *fittest.Row) { r.Game += 1000 }).rows}, note.S01, false, ""},
		{"S02", leaky.change(func(i int, r *fittest.Row) { r.Game = uint32(i / 7) }), note.S02, true, "% of the test rows are positions of the training rows"},
		{"S02 not: duplicates on one side", leaky, note.S02, false, ""},
		{"S03", situation{columns: fittest.Typical(1).Columns, rows: sound(1).change(func(i int, r *fittest.Row) { r.Score += int16(i%5*60 - 120) }).rows,
			test: sound(2).change(func(_ int, r *fittest.Row) { r.Game += 1000 }).rows}, note.S03, true, "standard errors"},
		{"S03 not", situation{columns: fittest.Typical(1).Columns, rows: sound(1).rows,
			test: sound(2).change(func(_ int, r *fittest.Row) { r.Game += 1000 }).rows}, note.S03, false, ""},

		{"T01 no rows", situation{columns: fittest.Typical(1).Columns, rows: sound(1).change(func(_ int, r *fittest.Row) { r.Game = 1 }).rows},
			note.T01, true, "no rows"},
		{"T01 few games", situation{columns: fittest.Typical(1).Columns, rows: sound(1).rows,
			test: sound(2).change(func(i int, r *fittest.Row) { r.Game = 1000 + uint32(i%5) }).rows}, note.T01, true, "5 games only"},
		{"T01 not", situation{columns: fittest.Typical(1).Columns, rows: sound(1).rows}, note.T01, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := tt.give.fit(t)
			i := slices.IndexFunc(all, func(w note.Note) bool { return w.Code == tt.code })
			switch {
			case (i >= 0) != tt.warns:
				t.Errorf("warnings %v", all)
			case i >= 0 && !strings.Contains(all[i].Text, tt.about):
				t.Errorf("%v does not say %q", all[i], tt.about)
			}
		})
	}
	for seed := range uint64(5) {
		if all := sound(seed).fit(t); all != nil {
			t.Errorf("sound data, seed %d: %v", seed, all)
		}
	}
}

// TestM13 compares a model that is right on most rows with one that is never far
// off.
func TestM13(t *testing.T) {
	var rows []fittest.Row
	for i := range 200 {
		r := fittest.Row{Counts: []float32{1}, Weight: 1, Game: uint32(i)}
		if i%10 == 0 {
			r.Score = 500
		}
		rows = append(rows, r)
	}
	set := fittest.NewSet(t, fittest.PlainColumns(1), 50, rows)
	models := []fit.Model{{Name: "median", Weights: []fit.NamedWeight{{Name: "x0", Value: 0}}}, {Name: "mean", Weights: []fit.NamedWeight{{Name: "x0", Value: 50}}}}
	ev, err := fit.Evaluate(t.Context(), set, fit.AllRows, models, fit.EvalOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []note.Code{note.M13, ""} {
		c, err := fit.Compare(ev[i], ev[1-i], fit.Bootstrap{})
		if err != nil {
			t.Fatal(err)
		}
		got := note.Code("")
		for _, w := range c.Warnings {
			got += w.Code
		}
		if got != want {
			t.Errorf("%s against %s: warnings %q, want %q", c.B, c.A, got, want)
		}
	}
}

// TestTail compares the histogram's share with sorting, to the width of a bin.
func TestTail(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	var s, other measure.Sizes
	var squares []float64
	total := 0.0
	for i := range 20000 {
		r := math.Abs(150 * rng.NormFloat64())
		if i%50 == 0 {
			r *= 1e4 // beyond the last bin, some
		}
		squares = append(squares, r*r)
		total += r * r
		if i%2 == 0 {
			s.Add(r, 1)
		} else {
			other.Add(r, 1)
		}
	}
	s.Merge(&other)
	slices.Sort(squares)
	for _, share := range []float64{0.01, 0.1, 0.5, 1} {
		want := 0.0
		for _, v := range squares[len(squares)-int(share*20000):] {
			want += v / total
		}
		if got := s.Tail(share); math.Abs(got-want) > 0.01 {
			t.Errorf("largest %g: share %g, want %g", share, got, want)
		}
	}
	var none measure.Sizes
	none.Add(0, 1)
	if got := none.Tail(0.1); got != 0 {
		t.Errorf("no error: %g", got)
	}
}

// TestFewGames: D12 of data that no reader has looked at, by the games and their lengths.
func TestFewGames(t *testing.T) {
	for _, c := range []struct {
		games, perGame, longest int
		want                    bool
	}{{60, 20, 20, true}, {130, 20, 20, false}, {130, 10, 600, true}} {
		l := fittest.Usual(9)
		l.Games, l.PerGame = c.games, c.perGame
		rows := l.Rows()
		for len(rows) < (c.games-1)*c.perGame+c.longest {
			rows = append(rows, rows[len(rows)-1])
		}
		for _, loss := range []fit.Loss{fit.Squared, fit.CrossEntropy} {
			opt := l.Options(loss)
			if opt.Split.By = fit.SplitNone; loss == fit.Squared {
				opt.Texel = fit.Texel{}
			}
			r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
			if r.Warnings.Has(note.D12) != c.want {
				t.Errorf("%v, %+v: %v", loss, c, r.Warnings)
			}
		}
	}
}

// TestNothingToLearn: D21, all labels are equal, whatever they are; a single other one is enough to learn from.
func TestNothingToLearn(t *testing.T) {
	for _, loss := range []fit.Loss{fit.Squared, fit.Huber, fit.Sigmoid, fit.CrossEntropy} {
		for _, result := range []uint8{matrix.ResultWhite, matrix.ResultDraw} {
			for _, other := range []bool{false, true} {
				l := fittest.Usual(3)
				rows := l.Rows()
				for i := range rows {
					rows[i].Result, rows[i].Score = result, 37
				}
				if other {
					rows[5].Result, rows[5].Score = matrix.ResultBlack, 30
				}
				opt := fit.Options{Loss: loss, Split: fit.Split{By: fit.SplitNone}, Intercept: fit.NoIntercept, Bootstrap: fit.Bootstrap{Resamples: 2}, Ridge: 10}
				if loss.Expected() {
					opt = fittest.Planted(loss)
					opt.Ridge = 10
				}
				r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
				if r.Warnings.Has(note.D21) == other {
					t.Errorf("%v, result %d, another label %v: %v", loss, result, other, r.Warnings)
				}
			}
		}
	}
}
