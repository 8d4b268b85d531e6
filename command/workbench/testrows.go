package workbench

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// testRows are the rows on which the loss of a weights file is shown: the test rows of its fit, or, if
// the rows had no part in it, all. They are kept by column, so that a change of some weights touches the
// rows that have a count of them and no others.
type testRows struct {
	Part string // which rows they are, in words
	Note string // what is doubtful about that
	K    float64
	sums measured

	row     []int32   // number in the set
	hash    []uint64  // of the position
	label   []float64 // centipawns, or expected score if K is not 0
	weight  []float64
	mg, eg  []float64 // factors
	score   []float64 // centipawns
	loss    []float64 // weight × squared error
	entropy []float64 // weight × cross entropy; nil without K
	white   []float64 // sums of the block; nil without
	black   []float64
	total   float64 // weight
	columns []posting
	weights map[string][]place // by name of the weight
	want    rows.Part          // which of the set
	exact   bool               // they are those of the fit's test
}

// A posting is the rows that have a count of a column.
type posting struct {
	rows   []int32
	counts []float32
	side   matrix.Side
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

// errKind is the error of weights that are measured otherwise.
var errKind = errors.New("these weights choose among moves: their loss is none of single rows")

// noteOtherLabels is said where the labels of the fit are missing.
const noteOtherLabels = "The weights were fitted to scores, too; these rows have results alone."

// hasLoss returns errKind of weights that no single row has a loss of.
func hasLoss(f *weights.File) error {
	if loss := f.Provenance.Loss; f.Kind != weights.Evaluation || loss == "choice" || loss == "regret" {
		return errKind
	}
	return nil
}

// newTestRows reads the rows of a set on which a weights file is measured.
func newTestRows(ctx context.Context, f *weights.File, set *matrix.Set) (*testRows, error) {
	if err := hasLoss(f); err != nil {
		return nil, err
	}
	t := &testRows{weights: map[string][]place{}}
	target, err := t.target(f, set)
	if err != nil {
		return nil, err
	}
	split := t.split(f, set)
	model := rows.Model{Intercepts: interceptsOf(f, set)}
	schema := set.Schema()
	t.place(schema)
	for _, w := range f.Weights() {
		if _, known := t.weights[w.Name]; known {
			model.Weights = append(model.Weights, rows.NamedWeight{Name: w.Name, Value: w.Value})
		}
	}
	scorer, err := model.Scorer(schema)
	if err != nil {
		return nil, err
	}
	if err := t.read(ctx, set, target, split, scorer); err != nil {
		return nil, err
	}
	if len(t.row) == 0 && target.ScoreShare > 0 { // rows of another kind than those of the fit
		target.ScoreShare = 0
		t.Note = noteOtherLabels
		if err := t.read(ctx, set, target, split, scorer); err != nil {
			return nil, err
		}
	}
	if len(t.row) == 0 {
		return nil, errors.New("no row has a label that these weights predict")
	}
	t.finish(f)
	return t, nil
}

// read reads the rows that have a label.
func (t *testRows) read(ctx context.Context, set *matrix.Set, target rows.Target, split rows.Split, scorer *rows.Scorer) error {
	sel := rows.Selection{Target: target, Divider: rows.NewDivider(split)}
	var block matrix.Block
	first := 0
	for b := range set.Blocks() {
		err := memory.Guard(func() error {
			if err := errors.Join(ctx.Err(), set.ReadBlock(b, &block)); err != nil {
				return err
			}
			sel.Take(&block, t.want)
			t.add(&block, &sel, scorer, first)
			first += block.Rows()
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// target says what the labels are: those of the fit, or, where the file says nothing of one, scores if
// there are any, and else results.
func (t *testRows) target(f *weights.File, set *matrix.Set) (rows.Target, error) {
	p := &f.Provenance
	var target rows.Target
	if p.Loss == "" {
		scored, err := hasScores(set)
		if err != nil || scored {
			return target.WithDefaults(), err
		}
		t.K, t.Note = 1, "The file says nothing of a fit: results are predicted with K = 1."
		return rows.Target{Expected: true}.WithDefaults(), nil
	}
	target = rows.Target{Expected: p.Probabilistic(), Results: p.Loss == "wdl", Clip: p.Clip}
	if p.Mates == rows.MatesDrop.String() {
		target.Mates = rows.MatesDrop
	}
	if !target.Expected {
		return target.WithDefaults(), nil
	}
	if p.K == nil {
		return target, errors.New("the file has no K: expected scores cannot be told")
	}
	t.K = p.K.Value
	switch p.Target {
	case "score":
		target.ScoreShare = 1
	case "blend":
		target.ScoreShare = 1 - p.Lambda
	}
	if target.ScoreShare > 0 {
		if len(p.LabelK) == 0 {
			return target, errors.New("the file does not say by which K scores became its labels")
		}
		target.LabelK = labelK(f, set)
	}
	return target.WithDefaults(), nil
}

// hasScores reports whether a row has a score.
func hasScores(set *matrix.Set) (found bool, err error) {
	var block matrix.Block
	for b := 0; b < set.Blocks() && !found && err == nil; b++ {
		err = memory.Guard(func() error {
			if err := set.ReadBlock(b, &block); err != nil {
				return err
			}
			found = slices.ContainsFunc(block.Score, func(s int16) bool { return s != matrix.NoScore })
			return nil
		})
	}
	return found, err
}

// labelK returns the K of the scores by source of the set.
func labelK(f *weights.File, set *matrix.Set) (list []float64) {
	given := f.Provenance.LabelK
	for _, s := range set.Provenance().Sources {
		k := given[len(given)-1].K
		for _, g := range given {
			if g.Source == s.Name {
				k = g.K
			}
		}
		list = append(list, k)
	}
	return list
}

// interceptsOf returns the intercepts of the fit by source of the set.
func interceptsOf(f *weights.File, set *matrix.Set) (list []rows.SourceIntercept) {
	for i, s := range set.Provenance().Sources {
		for _, a := range f.Provenance.Intercepts {
			if a.Source == s.Name {
				list = append(list, rows.SourceIntercept{Source: uint8(i), Value: a.Value})
			}
		}
	}
	return list
}

// mostRows is how many rows are taken where it is not the test of a fit that says which.
const mostRows = 200_000

// split says which rows are taken: the test of the fit where the rows are of a file that it was fitted
// to, else all, or a sample of so many.
func (t *testRows) split(f *weights.File, set *matrix.Set) rows.Split {
	p := &f.Provenance
	t.Part, t.want = "all that there are", rows.AllRows
	all := rows.Split{By: rows.SplitNone}.WithDefaults()
	if n := set.Rows(); n > mostRows {
		t.Part, t.want = "a sample by games", rows.Test
		all = rows.Split{Share: mostRows / float64(n)}.WithDefaults()
	}
	own := false
	for _, s := range set.Provenance().Sources {
		own = own || slices.ContainsFunc(p.Sources, func(o weights.Source) bool { return o.SHA256 == s.SHA256 && s.SHA256 != "" })
	}
	switch {
	case !own:
		return all
	case p.Split.Kind == rows.SplitNone.String() || p.Split.Kind == "set" || p.Test == nil:
		t.Note = "The weights were fitted to these rows: their loss is smaller here than on others."
		return all
	case p.Sealed != nil:
		t.Note = "Rows were sealed from the fit, which the file does not name: its test is not known, and these are all rows."
		return all
	}
	t.Part, t.want, t.exact = "those of the fit's test", rows.Test, true
	split := rows.Split{Share: p.Split.Share, Seed: p.Split.Seed}
	if p.Split.Kind == rows.SplitPosition.String() {
		split.By = rows.SplitPosition
	}
	return split
}

// place notes where each weight stands.
func (t *testRows) place(s matrix.Schema) {
	t.columns = make([]posting, len(s.Columns))
	for c, column := range s.Columns {
		t.columns[c].side = column.Side
		names := column.Weights()
		if len(names) == 1 {
			t.weights[names[0]] = append(t.weights[names[0]], place{c, always})
			continue
		}
		t.weights[names[0]] = append(t.weights[names[0]], place{c, byMG})
		t.weights[names[1]] = append(t.weights[names[1]], place{c, byEG})
	}
}

// add adds the selected rows of a block, whose first row has a number in the set.
func (t *testRows) add(b *matrix.Block, sel *rows.Selection, scorer *rows.Scorer, first int) {
	for k, i := range sel.Index {
		n := int32(len(t.row))
		t.row, t.hash = append(t.row, int32(first)+i), append(t.hash, b.Hash[i])
		t.label, t.weight = append(t.label, sel.Y[k]), append(t.weight, sel.W[k])
		t.mg, t.eg = append(t.mg, scorer.Factors.MG[b.MG[i]]), append(t.eg, scorer.Factors.EG[b.EG[i]])
		t.score = append(t.score, scorer.Score(b, int(i)))
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
		t.total += t.weight[i]
		if t.entropy != nil {
			t.entropy[i] = entropy
			t.sums.entropy += entropy
		}
	}
	if f.Block != nil {
		t.white, t.black = make([]float64, n), make([]float64, n)
		for _, w := range f.Block.Terms {
			t.blockSums(w.Name, w.Value.Value)
		}
	}
	if test := f.Provenance.Test; t.exact && test.N != n {
		t.Note = fmt.Sprintf("The fit tested on %d rows, and these are %d: it read or filtered them otherwise.", test.N, n)
	}
}

// blockSums adds value × count of a weight of the block to the sums of either side.
func (t *testRows) blockSums(name string, value float64) {
	for _, p := range t.weights[name] {
		column := &t.columns[p.column]
		into := t.white
		if column.side == matrix.Black {
			into = t.black
		}
		for j, i := range column.rows {
			into[i] += value * float64(column.counts[j])
		}
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
