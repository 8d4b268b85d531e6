package measures

import (
	"context"
	"fmt"
	"slices"

	"example.org/centipawn/command/workbench/queue"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/paired"
	"example.org/centipawn/winprob"
)

// testRows are the selected rows of a weights file. They are kept by column, so that a change of some weights
// touches only the rows that have a count of them.
type testRows struct {
	paired.Selection
	sums measured

	row     []int32   // number in the set
	hash    []uint64  // of the position
	game    []int32   // number of the row's game
	games   []float64 // their losses, before any change
	label   []float64 // centipawns, or expected score if K is not 0
	weight  []float64
	mg, eg  []float64 // factors
	score   []float64 // centipawns
	loss    []float64 // weight × squared error
	entropy []float64 // weight × cross entropy; nil without K
	form    *form     // nil: evaluations are linear
	total   float64   // weight
	columns []posting
	weights map[string][]place // by name of the weight
}

// A posting is the rows that have a count of a column.
type posting struct {
	rows   []int32
	counts []float32
	of     matrix.Column
}

// A place is where a weight stands: a column, and what its counts are multiplied with.
type place struct {
	column int
	factor factor
}

// A factor says what multiplies a count.
type factor uint8

const (
	always factor = iota
	byMG
	byEG
)

// measured are sums over rows.
type measured struct{ squared, entropy float64 }

// newTestRows reads the selected rows of a set.
func newTestRows(ctx context.Context, f *weights.File, set *matrix.Set) (*testRows, error) {
	if err := f.Reads(set.Schema()); err != nil {
		return nil, err
	}
	selected, err := paired.Select(ctx, f, set)
	if err != nil {
		return nil, err
	}
	t := &testRows{Selection: selected, weights: map[string][]place{}}
	schema := set.Schema()
	t.place(schema)
	model := paired.ModelOf(f, set, 0)
	model.Weights = slices.DeleteFunc(model.Weights, func(w rows.NamedWeight) bool { return t.weights[w.Name] == nil })
	scorer, err := model.Scorer(schema)
	if err != nil {
		return nil, err
	}
	n, err := t.count(ctx, set)
	if err == nil && n == 0 && t.OnlyResults() {
		n, err = t.count(ctx, set)
	}
	if err == nil && n == 0 {
		err = paired.ErrNoRows
	}
	if err != nil {
		return nil, err
	}
	games := map[uint32]int32{}
	err = t.read(ctx, set, "reading the rows", func(b *matrix.Block, sel *rows.Selection, first int) { t.add(b, sel, scorer, first, games) })
	if err != nil {
		return nil, err
	}
	if t.form, err = newForm(t, schema, f); err != nil {
		return nil, err
	}
	t.finish(f)
	return t, nil
}

// count counts the rows that have a label, and makes room for them: slices that grow would need twice as much memory.
func (t *testRows) count(ctx context.Context, set *matrix.Set) (n int, err error) {
	entries := make([]int, len(t.columns))
	err = t.read(ctx, set, "choosing rows", func(b *matrix.Block, sel *rows.Selection, _ int) {
		n += len(sel.Index)
		for _, i := range sel.Index {
			columns, _ := b.Row(int(i))
			for _, c := range columns {
				entries[c]++
			}
		}
	})
	if err != nil {
		return 0, err
	}
	t.row, t.hash, t.game = make([]int32, 0, n), make([]uint64, 0, n), make([]int32, 0, n)
	for _, list := range []*[]float64{&t.label, &t.weight, &t.mg, &t.eg, &t.score} {
		*list = make([]float64, 0, n)
	}
	for c, n := range entries {
		t.columns[c].rows, t.columns[c].counts = make([]int32, 0, n), make([]float32, 0, n)
	}
	return n, nil
}

// What a row takes in memory with the places of its position, and a count.
const (
	rowBytes   = 4 + 4 + 9*8 + 150
	countBytes = 4 + 4
)

// bytes returns about how much memory the test takes.
func (t *testRows) bytes() int64 {
	entries := 0
	for c := range t.columns {
		entries += len(t.columns[c].rows)
	}
	perRow := int64(rowBytes)
	if t.form != nil {
		perRow += 8 * int64(1+len(t.form.values))
	}
	return perRow*int64(len(t.row)) + countBytes*int64(entries)
}

// expected returns about how much memory the test rows of a set take at most, as a rule.
func expected(set *matrix.Set) int64 {
	share := min(1, paired.MostRows/float64(max(1, set.Rows())))
	perRow := int64(rowBytes)
	if e, err := rows.NewEvaluation(set.Schema()); err == nil && e.Form != nil {
		perRow += 8 * int64(1+len(e.Form.Leaves))
	}
	return int64(share * float64(perRow*int64(set.Rows())+countBytes*set.Entries()))
}

// read reads the rows that have a label: use gets them block by block, with the number of the block's first row.
func (t *testRows) read(ctx context.Context, set *matrix.Set, stage string, use func(b *matrix.Block, sel *rows.Selection, first int)) error {
	sel := rows.Selection{Target: t.Target, Divider: rows.NewDivider(t.Split)}
	var block matrix.Block
	first := 0
	for b := range set.Blocks() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		queue.Tell(ctx, stage, int64(b), int64(set.Blocks()), plaintext.Count(set.Rows(), "row"))
		err := memory.Guard(func() error {
			if err := set.ReadBlock(b, &block); err != nil {
				return err
			}
			sel.Take(&block, t.Want)
			use(&block, &sel, first)
			first += block.Rows()
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// place notes where each weight stands.
func (t *testRows) place(s matrix.Schema) {
	t.columns = make([]posting, len(s.Columns))
	for c, column := range s.Columns {
		t.columns[c].of = column
		factors := []factor{always}
		if column.Tapered {
			factors = []factor{byMG, byEG}
		}
		for k, name := range column.Weights() {
			t.weights[name] = append(t.weights[name], place{c, factors[k]})
		}
	}
}

// add adds the selected rows of a block, whose first row has a number in the set. Games are numbered as they come.
func (t *testRows) add(b *matrix.Block, sel *rows.Selection, scorer *rows.Scorer, first int, games map[uint32]int32) {
	t.score = append(t.score, scorer.Scores(b, sel.Index, make([]float64, len(sel.Index)))...)
	for k, i := range sel.Index {
		n := int32(len(t.row))
		game, known := games[b.Game[i]]
		if !known {
			game = int32(len(games))
			games[b.Game[i]] = game
			t.games = append(t.games, 0)
		}
		t.row, t.hash, t.game = append(t.row, int32(first)+i), append(t.hash, b.Hash[i]), append(t.game, game)
		t.label, t.weight = append(t.label, sel.Y[k]), append(t.weight, sel.W[k])
		t.mg, t.eg = append(t.mg, scorer.Factors.MG[b.MG[i]]), append(t.eg, scorer.Factors.EG[b.EG[i]])
		columns, counts := b.Row(int(i))
		for j, c := range columns {
			t.columns[c].rows = append(t.columns[c].rows, n)
			t.columns[c].counts = append(t.columns[c].counts, counts[j])
		}
	}
}

// finish measures the rows with the file's own weights.
func (t *testRows) finish(f *weights.File) {
	n := len(t.row)
	t.loss = make([]float64, n)
	if t.K != 0 {
		t.entropy = make([]float64, n)
	}
	for i := range n {
		squared, entropy := t.lossesOf(i, t.score[i])
		t.loss[i] = squared
		t.sums.squared += squared
		t.games[t.game[i]] += squared
		t.total += t.weight[i]
		if t.entropy != nil {
			t.entropy[i] = entropy
			t.sums.entropy += entropy
		}
	}
	if test := f.Provenance.Test; t.Exact && test != nil && test.N != n {
		t.Note = fmt.Sprintf("The fit tested on %d rows, and these are %d: it read or filtered them differently.", test.N, n)
	}
}

// predict returns the prediction that goes with a score.
func (t *testRows) predict(score float64) float64 {
	if t.K == 0 {
		return score
	}
	return winprob.Expected(t.K, score)
}

// lossesOf returns the weighted squared error of a row with a score and, with K, its cross entropy.
func (t *testRows) lossesOf(i int, score float64) (squared, entropy float64) {
	p := t.predict(score)
	r := t.label[i] - p
	if t.entropy != nil {
		entropy = t.weight[i] * measure.Entropy(t.label[i], p)
	}
	return t.weight[i] * r * r, entropy
}
