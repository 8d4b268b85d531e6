package choice_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// moveWeights are those of a teacher: two of a tapered column and three plain ones.
var (
	moveNames   = []string{"piece.mg", "piece.eg", "square", "pair", "tempo"}
	moveWeights = weightsOfMoves(80, 120, -25, 40, 12)
)

// weightsOfMoves names values in the order of moveWeights.
func weightsOfMoves(values ...float64) (list []fit.NamedWeight) {
	for i, v := range values {
		list = append(list, fit.NamedWeight{Name: moveNames[i], Value: v})
	}
	return list
}

// moveRows are the moves of roots as rows.
type moveRows struct {
	b   matrix.Block
	rng *rand.Rand
}

// add appends a move of a root.
func (m *moveRows) add(tree uint32, game int, side, phase uint8, counts []int, offset, value float64) {
	b := &m.b
	for c, x := range counts {
		if x != 0 {
			b.Columns, b.Counts = append(b.Columns, uint16(c)), append(b.Counts, float32(x))
		}
	}
	b.Start = append(b.Start, int64(len(b.Columns)))
	b.MG, b.EG = append(b.MG, phase), append(b.EG, phase)
	b.Score, b.Result = append(b.Score, int16(math.Round(value))), append(b.Result, matrix.ResultUnknown)
	b.Offset, b.Tree, b.Side = append(b.Offset, float32(offset)), append(b.Tree, tree), append(b.Side, side)
	b.Game, b.Ply = append(b.Game, uint32(game)), append(b.Ply, 0)
	b.Material, b.Hash = append(b.Material, 0), append(b.Hash, m.rng.Uint64())
}

// value is what the teacher says of counts, White's view.
func moveValue(phase uint8, counts []int) float64 {
	mg := []float64{0, 0.5, 1}[phase]
	v := float64(counts[0]) * (mg*moveWeights[0].Value + (1-mg)*moveWeights[1].Value)
	for c, x := range counts[1:] {
		v += float64(x) * moveWeights[2+c].Value
	}
	return v
}

// root appends the moves of a root, with errors of the teacher of a size.
func (m *moveRows) root(tree uint32, game, moves int, noise float64) {
	side, phase := uint8(m.rng.IntN(2)), uint8(m.rng.IntN(3))
	common := []int{m.rng.IntN(5) - 2, m.rng.IntN(7) - 3, m.rng.IntN(3) - 1, 1 - 2*int(side)}
	bias := noise * m.rng.NormFloat64() // of the root's moves that capture
	for range moves {
		counts, at := slices.Clone(common), phase
		counts[m.rng.IntN(3)] += m.rng.IntN(3) - 1
		counts[1] += m.rng.IntN(3) - 1
		if m.rng.IntN(4) == 0 && at > 0 {
			at--
		}
		offset := float64(m.rng.IntN(20) - 10)
		value := moveValue(at, counts) + offset + noise*m.rng.NormFloat64()
		if counts[0] != common[0] {
			value += bias
		}
		m.add(tree, game, side, at, counts, offset, value)
	}
}

// moveSet is roots of games by chance, every tenth of one move and every seventh with a mate.
func moveSet(t testing.TB, seed uint64, games, roots int, noise float64, block int) *matrix.Set {
	m := &moveRows{b: matrix.Block{Start: []int64{0}}, rng: rand.New(rand.NewPCG(seed, 3))}
	for i := range roots {
		moves := 2 + m.rng.IntN(12)
		if i%10 == 0 {
			moves = 1
		}
		m.root(uint32(i+1), i*games/roots, moves, noise)
		if i%7 == 0 {
			m.add(uint32(i+1), i*games/roots, m.b.Side[len(m.b.Side)-1], 0, []int{0, 0, 0, 0}, 20_000, 20_000)
		}
	}
	return m.set(t, block)
}

// set makes a set of the rows, in blocks of so many.
func (m *moveRows) set(t testing.TB, block int) *matrix.Set {
	t.Helper()
	return m.setOf(t, moveSchema(), block)
}

func moveSchema() matrix.Schema {
	return matrix.Schema{
		Set: "toy", SetHash: "1", Phase: "pesto", Optional: matrix.WithTree | matrix.WithSide | matrix.WithOffset,
		Columns: []matrix.Column{{Name: "piece", Tapered: true}, {Name: "square"}, {Name: "pair"}, {Name: "tempo"}},
		MG:      []float32{0, 0.5, 1}, EG: []float32{1, 0.5, 0},
	}
}

// setOf is set with a schema.
func (m *moveRows) setOf(t testing.TB, s matrix.Schema, block int) *matrix.Set {
	t.Helper()
	w, err := matrix.NewMemory(s)
	if err != nil {
		t.Fatal(err)
	}
	for low := 0; low < m.b.Rows(); low += block {
		if err := w.Write(m.part(low, min(low+block, m.b.Rows()))); err != nil {
			t.Fatal(err)
		}
	}
	return memorySet(t, w)
}

// memorySet closes a matrix in memory and makes a set of it.
func memorySet(t testing.TB, w *matrix.Memory) *matrix.Set {
	t.Helper()
	if err := w.Close(matrix.Provenance{Sources: []matrix.Source{{Name: "toy"}}, Clusters: matrix.ByGame}); err != nil {
		t.Fatal(err)
	}
	made, err := w.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	set, err := matrix.Join(made)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// part is some of the rows.
func (m *moveRows) part(low, high int) *matrix.Block {
	b, first := &m.b, m.b.Start[low]
	p := &matrix.Block{
		Columns: b.Columns[first:b.Start[high]], Counts: b.Counts[first:b.Start[high]], MG: b.MG[low:high], EG: b.EG[low:high],
		Score: b.Score[low:high], Result: b.Result[low:high], Offset: b.Offset[low:high], Tree: b.Tree[low:high], Side: b.Side[low:high],
		Game: b.Game[low:high], Ply: b.Ply[low:high], Material: b.Material[low:high], Hash: b.Hash[low:high],
	}
	for _, at := range b.Start[low : high+1] {
		p.Start = append(p.Start, at-first)
	}
	return p
}

func fitMovesOf(t testing.TB, set *matrix.Set, change func(*fit.Options)) *fit.Result {
	t.Helper()
	opt := fit.Options{Loss: fit.MoveChoice, Target: fit.Target{Clip: 20_000}, Moves: fit.MoveOptions{Temperature: 40, Teacher: 40}}
	if change != nil {
		change(&opt)
	}
	r, err := fit.Fit(t.Context(), set, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestMovesRecover: where teacher and evaluation have one temperature, and the teacher is an evaluation
// of the same terms, its weights are found; by regret larger ones, for a surer choice; a tempo, which all moves have in common,
// stays where it was. Roots of one move are counted.
func TestMovesRecover(t *testing.T) {
	set := moveSet(t, 1, 80, 3000, 0, 1000)
	for _, loss := range []fit.Loss{fit.MoveChoice, fit.MoveRegret} {
		r := fitMovesOf(t, set, func(o *fit.Options) {
			o.Loss, o.Texel.Tolerance = loss, 1e-12
			o.Texel.Start = weightsOfMoves(60, 60, 0, 0, 5)
			if loss == fit.MoveRegret { // without end it would grow: the coldest choice has the least regret
				o.Texel.Prior, o.Texel.PriorRows = moveWeights, 300
			}
		})
		if !(r.Gap < 1e-9) || r.Stopped != "tolerance" {
			t.Errorf("%v: stopped at %q with the gap %g", loss, r.Stopped, r.Gap)
		}
		for j, w := range r.Weights[:4] {
			want := moveWeights[j].Value
			if ratio := w.Value / want; loss == fit.MoveChoice && math.Abs(ratio-1) > 0.002 || loss == fit.MoveRegret && (ratio < 1.2 || ratio > 1.7) {
				t.Errorf("%v: %s is %.3f, want %g", loss, w.Name, w.Value, want)
			}
		}
		if tempo := r.Weights[4]; loss == fit.MoveChoice && (tempo.Value != 5 || tempo.Rows != 0) {
			t.Errorf("the tempo became %g by %d roots", tempo.Value, tempo.Rows)
		}
		v := r.Moves
		if single := v.Train.Single + v.Test.Single; single == 0 || v.Train.Roots+v.Test.Roots+single != 3000 {
			t.Errorf("%d roots, %d tests and %d of one move are not 3000", v.Train.Roots, v.Test.Roots, single)
		}
		if m := v.OnTest; m.Accuracy.Value < 0.97 || m.StaticRegret.Value > 0.002 || m.CrossEntropy.Value < m.Entropy-1e-9 {
			t.Errorf("%v: accuracy %.3f, regret %.4f, cross entropy %.5f over %.5f", loss, m.Accuracy.Value, m.StaticRegret.Value, m.CrossEntropy.Value, m.Entropy)
		}
	}
}

// TestMovesBytes: threads and the cuts between blocks leave no trace.
func TestMovesBytes(t *testing.T) {
	text := func(threads, block int) string {
		r := fitMovesOf(t, moveSet(t, 2, 60, 1500, 25, block), func(o *fit.Options) {
			o.Threads, o.Texel.Start, o.Texel.Prior, o.Texel.PriorRows = threads, moveWeights, moveWeights, 20
		})
		r.Passes = 0
		all, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(all)
	}
	want := text(1, 8192)
	for _, c := range [][2]int{{4, 8192}, {2, 997}, {3, 7}} {
		if got := text(c[0], c[1]); got != want {
			t.Errorf("%d threads, blocks of %d rows: other bytes", c[0], c[1])
		}
	}
}

// TestMovesStdErr compares the errors of the weights with the spread of fits to games that are drawn
// again; moves of a root, and roots of a game, err together.
func TestMovesStdErr(t *testing.T) {
	long.Skip(t, "takes seconds")
	const games, perGame, draws = 150, 6, 120
	fitted := func(seed uint64, quick bool) *fit.Result {
		return fitMovesOf(t, moveSet(t, seed, games, games*perGame, 40, 8192), func(o *fit.Options) {
			o.Split.By, o.Texel.Quick, o.Texel.Start = fit.SplitNone, quick, moveWeights
		})
	}
	spread := make([][]float64, 4)
	bars := make([]float64, 4)
	for seed := range uint64(draws) {
		r := fitted(100+seed, seed >= 10)
		for j := range spread {
			spread[j] = append(spread[j], r.Weights[j].Value)
			bars[j] += r.Weights[j].StdErr / 10
		}
	}
	for j, list := range spread {
		if true := stat.StdDev(list, nil); math.Abs(bars[j]/true-1) > 0.25 {
			t.Errorf("%s: ± is %.3f, fits to other games spread by %.3f", moveWeights[j].Name, bars[j], true)
		}
	}
}

// TestMovesBootstrap compares errors with a bootstrap by game, where the teacher's errors are common to the moves of
// a root.
func TestMovesBootstrap(t *testing.T) {
	long.Skip(t, "takes seconds")
	fittest.BootstrapAgrees(t, moveSet(t, 12, 150, 900, 40, 8192), fit.Options{Loss: fit.MoveChoice, Target: fit.Target{Clip: 20_000},
		Split: fit.Split{By: fit.SplitNone}, Moves: fit.MoveOptions{Temperature: 40, Teacher: 40}, Texel: fit.Texel{Search: fit.Search{Start: moveWeights}}}, 150)
}

// TestMovesPrior: as many positions as speak of a weight pull it half the way back, ties are one weight,
// bounds hold, and fixed weights are part of the evaluation.
func TestMovesPrior(t *testing.T) {
	set := moveSet(t, 5, 80, 2000, 0, 8192)
	off := weightsOfMoves(80, 120, -21, 40)
	free := fitMovesOf(t, set, func(o *fit.Options) { o.Texel.Start = off })
	rows := float64(free.Weights[2].Rows)
	r := fitMovesOf(t, set, func(o *fit.Options) { o.Texel.Start, o.Texel.Prior, o.Texel.PriorRows = off, off, rows })
	if w := r.Weights[2].Value; w > -22 || w < -24.5 {
		t.Errorf("a prior of %g positions at −21 left %.2f of −25", rows, w)
	}
	r = fitMovesOf(t, set, func(o *fit.Options) {
		o.Texel.Start, o.Fixed = off, []fit.Fixed{{Pattern: "piece.*", Value: 100}}
		o.Texel.Ties = []fit.Tie{{Patterns: []string{"square", "tempo"}}}
		o.Texel.Bounds = []fit.Bound{{Pattern: "pair", Low: -10, High: 30}}
	})
	if r.Weights[1].Value != 30 || r.Weights[1].Bound != "high" || r.Weights[0].Value != r.Weights[2].Value {
		t.Errorf("bound %+v, tied %+v and %+v", r.Weights[1], r.Weights[0], r.Weights[2])
	}
}

// TestMovesTemperature: that of the start weights is found, by the roots alone.
func TestMovesTemperature(t *testing.T) {
	set := moveSet(t, 6, 80, 2000, 0, 8192)
	r := fitMovesOf(t, set, func(o *fit.Options) {
		o.Moves.FitTemperature, o.Texel.Start, o.Texel.Quick = true, moveWeights, true
	})
	if at := r.Moves.Temperature; !at.Fitted || math.Abs(at.Value-40) > 0.5 {
		t.Errorf("the teacher's weights have the temperature %+v, want 40", at)
	}
	against := weightsOfMoves(-80, -120, 25, -40)
	m := &moveRows{b: matrix.Block{Start: []int64{0}}, rng: rand.New(rand.NewPCG(6, 3))}
	for i := range 200 {
		m.root(uint32(1+i), i, 4, 0)
	}
	_, err := fit.Fit(t.Context(), m.set(t, 8192), fit.Options{Loss: fit.MoveChoice, Moves: fit.MoveOptions{FitTemperature: true}, Texel: fit.Texel{Search: fit.Search{Start: against}}})
	if err == nil || !strings.Contains(err.Error(), "start weights do not tell") {
		t.Errorf("weights of the wrong sign have a temperature: %v", err)
	}
}

// TestMovesChoose: strengths are chosen by folds, and a prior that many other roots found is held to.
func TestMovesChoose(t *testing.T) {
	var found []fit.NamedWeight
	for _, w := range fitMovesOf(t, moveSet(t, 77, 800, 8000, 60, 8192), nil).Weights {
		found = append(found, fit.NamedWeight{Name: w.Name, Value: w.Value})
	}
	set := moveSet(t, 7, 30, 60, 60, 8192)
	wrong := weightsOfMoves(200, 0, 60)
	strength := func(prior []fit.NamedWeight) float64 {
		return fitMovesOf(t, set, func(o *fit.Options) {
			o.Texel.Start, o.Texel.Prior, o.Texel.Choose = found, prior, fit.Choose{Prior: true}
		}).PriorRows
	}
	if right, off := strength(found), strength(wrong); right < 100 || off > right/10 {
		t.Errorf("a true prior is worth %g positions, a wrong one %g", right, off)
	}
}

// TestMovesRefused: what cannot be fitted says what to pass.
func TestMovesRefused(t *testing.T) {
	set := moveSet(t, 8, 10, 50, 0, 8192)
	m := &moveRows{b: matrix.Block{Start: []int64{0}}, rng: rand.New(rand.NewPCG(8, 3))}
	for i := range 400 {
		m.root(uint32(1+i%100), i%100, 2, 0)
	}
	for want, try := range map[string]func() error{
		"pass the split game": func() error {
			_, err := fit.Fit(t.Context(), set, fit.Options{Loss: fit.MoveChoice, Split: fit.Split{By: fit.SplitPosition}})
			return err
		},
		"does not minimise the loss choice": func() error {
			_, err := fit.Fit(t.Context(), set, fit.Options{Loss: fit.MoveChoice, Method: fit.SGD})
			return err
		},
		"not shuffled": func() error {
			_, err := fit.Fit(t.Context(), m.set(t, 8192), fit.Options{Loss: fit.MoveChoice})
			return err
		},
		"Choice.K": func() error {
			_, err := fit.Fit(t.Context(), set, fit.Options{Loss: fit.MoveChoice, Moves: fit.MoveOptions{K: -1}})
			return err
		},
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// TestMovesWarnings provokes what a fit of choices warns of.
func TestMovesWarnings(t *testing.T) {
	r := fitMovesOf(t, moveSet(t, 9, 6, 60, 0, 8192), func(o *fit.Options) {
		o.Texel.Start = weightsOfMoves(8, 12, -2)
		o.Texel.Passes = 2
	})
	for _, code := range []note.Code{note.D12, note.F03, note.M03, note.M08, note.T01} {
		if !r.Warnings.Has(code) {
			t.Errorf("no %s among %v", code, fmt.Sprint(r.Warnings))
		}
	}
}

// TestMovesNothingToLearn: D21, where the teacher's values of a position's moves are equal in all positions.
func TestMovesNothingToLearn(t *testing.T) {
	for _, equal := range []bool{true, false} {
		m := &moveRows{rng: rand.New(rand.NewPCG(3, 3))}
		for i := range 40 {
			m.root(uint32(i+1), i/4, 6, 0)
		}
		for i := range m.b.Score {
			if m.b.Score[i] = int16(m.b.Tree[i]); !equal && i == 0 {
				m.b.Score[i] += 300
			}
		}
		if r := fitMovesOf(t, m.set(t, 100), func(*fit.Options) {}); r.Warnings.Has(note.D21) != equal {
			t.Errorf("equal %v: %v", equal, r.Warnings)
		}
	}
}
