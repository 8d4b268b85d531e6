package measure

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// An Evaluation is the errors of a model on a part of a set, summed by game:
// what metrics, intervals and comparisons are made of. A game takes 48 bytes.
type Evaluation struct {
	Model  string // its name
	Part   rows.Part
	Rows   int
	Funnel rows.Funnel // of the whole set

	games []uint32    // in the order of their first rows
	count []uint32    // rows of each
	sums  []ErrorSums // of each
	sizes *Sizes      // of the residuals
}

// ErrorSums are weighted sums over rows: of the weights, of squared and absolute
// residuals, of the model and of the null model, and of the cross entropy.
type ErrorSums struct{ W, Squared, absolute, nullSquared, nullAbsolute, Entropy float64 }

// add adds the sums of o.
func (s *ErrorSums) add(o ErrorSums) {
	s.W += o.W
	s.Squared += o.Squared
	s.absolute += o.absolute
	s.nullSquared += o.nullSquared
	s.nullAbsolute += o.nullAbsolute
	s.Entropy += o.Entropy
}

// EvalOptions configures [Evaluate]. The zero value is ready to use.
type EvalOptions struct {
	Target rows.Target // as in the fit
	Split  rows.Split  // as in the fit

	// Null is the prediction of the null model in centipawns: the mean label of the
	// training rows, see fit.Result.Mean. Zero is a fair null model too.
	Null float64

	// Threads and Progress are as in fit.Options.
	Threads  int
	Progress func(rows.Progress)
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o EvalOptions) WithDefaults() EvalOptions {
	o.Target = o.Target.WithDefaults()
	o.Split = o.Split.WithDefaults()
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	return o
}

// Evaluate measures models on the same rows, a part of data, in one pass. The
// evaluations stand in the order of the models. With SplitNone there are no test
// rows; a separate test set is evaluated as AllRows.
func Evaluate(ctx context.Context, data rows.Data, part rows.Part, models []rows.Model, opt EvalOptions) ([]*Evaluation, error) {
	opt = opt.WithDefaults()
	if err := opt.Target.Check(); err != nil {
		return nil, err
	}
	if err := opt.Split.Check(); err != nil {
		return nil, err
	}
	if opt.Threads < 0 {
		return nil, fmt.Errorf("fit: Threads is %d", opt.Threads)
	}
	for _, m := range models {
		if (m.K > 0) != opt.Target.Expected {
			return nil, fmt.Errorf("fit: model %q has K %g: expected scores as labels need a K, centipawns none", m.Name, m.K)
		}
		if _, err := m.Scorer(data.Schema()); err != nil {
			return nil, fmt.Errorf("%w: model %q needs it", err, m.Name)
		}
	}
	j := &rows.Job{Data: data, Target: opt.Target, Split: opt.Split, Threads: opt.Threads, Meter: &rows.Meter{Progress: opt.Progress}}
	p := j.Pass("evaluation", data, part, 1)
	if part == rows.AllRows {
		p.Want, p.Selection.Divider.By = rows.Train, rows.SplitNone
	}
	e := Evaluator{Null: opt.Null}
	found, err := e.run(ctx, p, models)
	if err != nil {
		return nil, err
	}
	var out []*Evaluation
	for k, m := range models {
		ev := found.Evaluation(p.Want, k)
		ev.Model, ev.Part = m.Name, part
		out = append(out, ev)
	}
	return out, nil
}

// PositionSample is the number of positions to compare, above which a sample by hash is taken
// (S02).
const PositionSample = 1 << 22

// An Evaluator says what passes of evaluation look at.
type Evaluator struct {
	Null float64 // prediction of the null model

	// TestOnly measures all models but the first on the test part alone.
	TestOnly bool

	// Gather is the share of the rows of which the first model's evaluations are kept,
	// positions that of positions, by hash, that are kept to look for those on both sides
	// of the split; both times 2⁶⁴, see share.
	Gather, Positions uint64
}

// Both measures models on the training and the test part, or the separate test set.
func (e Evaluator) Both(ctx context.Context, j *rows.Job, models []rows.Model) (*Parts, error) {
	if !j.Tested() {
		e.Positions = 0
	}
	found, err := e.run(ctx, j.Pass("evaluation", j.Data, rows.AllRows, 1), models)
	if err != nil || j.Test == nil {
		return found, err
	}
	p := j.Pass("evaluation of the test set", j.Test, rows.AllRows, 1)
	p.Selection.Divider.Whole = rows.Test
	test, err := e.run(ctx, p, models)
	if err != nil {
		return nil, err
	}
	found.Test, found.TestFunnel = test.Test, &test.Funnel
	return found, nil
}

// Unsealed measures a model on the sealed part of the split.
func (e Evaluator) Unsealed(ctx context.Context, j *rows.Job, m rows.Model) (*Evaluation, error) {
	p := j.Pass("evaluation of the sealed part", j.Data, rows.AllRows, 1)
	p.Selection.Divider.Open = true
	found, err := e.run(ctx, p, []rows.Model{m})
	if err != nil {
		return nil, err
	}
	return found.Evaluation(rows.Test, 0), nil
}

// Parts hold what a pass found, by part and by model within it.
type Parts struct {
	Train, Test *Side
	Funnel      rows.Funnel
	TestFunnel  *rows.Funnel // of a separate test set
	Null        float64      // prediction of the null model
}

// A Side is what was found in a part.
type Side struct {
	Rows   int
	Index  map[uint32]int // game → its number
	Games  []uint32       // number → game
	count  []uint32       // rows of a game
	Models []ModelErrors
	Hashes []uint64 // sample of positions
	Points winprob.Points
}

// Effective returns (Σn)²/Σn² over the rows n of games: what they are worth of equal length.
func (s *Side) Effective() float64 {
	squares := 0.0
	for _, n := range s.count {
		squares += float64(n) * float64(n)
	}
	return float64(s.Rows) * float64(s.Rows) / max(1, squares)
}

// ModelErrors are the errors of a model on a side.
type ModelErrors struct {
	Games []ErrorSums
	modelSums
}

// modelSums are what is summed over all rows, whatever their games.
type modelSums struct {
	Sizes Sizes
	Signs float64 // weight of the rows where the sign of the evaluation is not the first's
	Sure  float64 // weight of the rows whose expected score is 0 or 1, as far as numbers tell
}

func (s *modelSums) merge(o *modelSums) {
	s.Sizes.Merge(&o.Sizes)
	s.Signs += o.Signs
	s.Sure += o.Sure
}

func newSide(models int) *Side {
	return &Side{Index: make(map[uint32]int), Models: make([]ModelErrors, models)}
}

// run makes the pass.
func (e *Evaluator) run(ctx context.Context, p rows.Pass, models []rows.Model) (*Parts, error) {
	var scorers []*rows.Scorer
	for _, m := range models {
		s, err := m.Scorer(p.Data.Schema())
		if err != nil {
			return nil, err
		}
		scorers = append(scorers, s)
	}
	n := len(models)
	out := &Parts{Train: newSide(n), Test: newSide(n), Null: e.Null}
	return out, rows.Sum(ctx, p, func() *evalSum {
		s := &evalSum{Evaluator: e, scorers: scorers}
		for part := range s.parts {
			s.parts[part].models = make([]modelSums, n)
		}
		return s
	}, out.merge)
}

// evalSum is the partial sum of an evaluation: errors summed over runs of rows of
// one game and part.
type evalSum struct {
	*Evaluator
	scorers []*rows.Scorer
	funnel  rows.Funnel
	runs    []evalRun
	sums    []ErrorSums // of the runs, the models of a run together
	parts   [2]sideSums // train and test
	scores  [][]float64 // by model: of the block's rows
}

// sideSums are the sums of a part.
type sideSums struct {
	models []modelSums
	hashes []uint64
	points winprob.Points
}

// An evalRun is a run of rows of a game.
type evalRun struct {
	game uint32
	rows uint32
	part rows.Part
}

func (s *evalSum) Reset() {
	s.runs, s.sums, s.funnel = s.runs[:0], s.sums[:0], rows.Funnel{}
	for i := range s.parts {
		p := &s.parts[i]
		clear(p.models)
		p.hashes = p.hashes[:0]
		p.points.Clear()
	}
}

// Add measures the rows of a block.
func (s *evalSum) Add(b *matrix.Block, sel *rows.Selection) error {
	s.funnel.Merge(&sel.Funnel)
	s.evaluate(b, sel)
	for k, i := range sel.Index {
		game, part := b.Game[i], sel.Part[k]
		if n := len(s.runs); n == 0 || s.runs[n-1].game != game || s.runs[n-1].part != part {
			s.runs = append(s.runs, evalRun{game: game, part: part})
			for range s.scorers {
				s.sums = append(s.sums, ErrorSums{})
			}
		}
		s.runs[len(s.runs)-1].rows++
		if err := s.measure(b, sel, k, s.sums[len(s.sums)-len(s.scorers):]); err != nil {
			return err
		}
		if s.Positions > 0 && splitmix.Mix(b.Hash[i]) <= s.Positions {
			p := &s.parts[part-rows.Train]
			p.hashes = append(p.hashes, b.Hash[i])
		}
	}
	return nil
}

// evaluate sets the scores of a block.
func (s *evalSum) evaluate(b *matrix.Block, sel *rows.Selection) {
	if s.scores == nil {
		s.scores = make([][]float64, len(s.scorers))
	}
	for m, scorer := range s.scorers {
		s.scores[m] = slices.Grow(s.scores[m][:0], len(sel.Index))[:len(sel.Index)]
		if m == 0 || !s.TestOnly || slices.Contains(sel.Part, rows.Test) {
			scorer.Scores(b, sel.Index, s.scores[m])
		}
	}
}

// measure adds the errors of the kth selected row to those of its run.
func (s *evalSum) measure(b *matrix.Block, sel *rows.Selection, k int, sums []ErrorSums) error {
	i, y, w := int(sel.Index[k]), sel.Y[k], sel.W[k]
	p := &s.parts[sel.Part[k]-rows.Train]
	null := math.Abs(y - s.Null)
	first := 0.0
	for m, scorer := range s.scorers {
		if m > 0 && s.TestOnly && sel.Part[k] != rows.Test {
			break
		}
		score := s.scores[m][k]
		if score-score != 0 {
			return scorer.Fault(b, i)
		}
		prediction := scorer.Predict(score)
		r := math.Abs(y - prediction)
		add := ErrorSums{w, w * r * r, w * r, w * null * null, w * null, 0}
		if scorer.Logit != 0 {
			add.Entropy = w * Entropy(y, prediction)
			if math.Abs(scorer.Logit*score) > sureLogit {
				p.models[m].Sure += w
			}
		}
		sums[m].add(add)
		p.models[m].Sizes.Add(r, w)
		if m == 0 {
			first = score
			s.gatherRow(b, sel, k, score)
		} else if first*score < 0 || (first == 0) != (score == 0) {
			p.models[m].Signs += w
		}
	}
	return nil
}

// sureLogit is the logit of an expected score that is 0 or 1 as far as 13 digits tell.
const sureLogit = 30

// Entropy returns −y·ln e − (1−y)·ln(1−e), e kept from 0 and 1.
func Entropy(y, e float64) float64 {
	const least = 1e-15
	e = min(max(e, least), 1-least)
	return -y*math.Log(e) - (1-y)*math.Log1p(-e)
}

// gatherRow keeps the evaluation of a row for models of what comes of it.
func (s *evalSum) gatherRow(b *matrix.Block, sel *rows.Selection, k int, score float64) {
	i := sel.Index[k]
	if s.Gather == 0 || splitmix.Mix(b.Hash[i]+1) > s.Gather {
		return
	}
	p := &s.parts[sel.Part[k]-rows.Train].points
	p.Score = append(p.Score, float32(score))
	p.Expected = append(p.Expected, float32(sel.Y[k]))
	p.Phase = append(p.Phase, float32(min(max(s.scorers[0].Factors.MG[b.MG[i]], 0), 1)))
	p.Weight = append(p.Weight, float32(sel.W[k]))
	p.Cluster = append(p.Cluster, b.Game[i])
	p.Result = append(p.Result, b.Result[i])
}

// merge adds a partial.
func (p *Parts) merge(s *evalSum) {
	p.Funnel.Merge(&s.funnel)
	models := len(s.scorers)
	for k, run := range s.runs {
		p.side(run.part).add(run, s.sums[k*models:(k+1)*models])
	}
	for i, side := range []*Side{p.Train, p.Test} {
		side.Hashes = append(side.Hashes, s.parts[i].hashes...)
		side.Points.Append(&s.parts[i].points)
		for m := range side.Models {
			side.Models[m].merge(&s.parts[i].models[m])
		}
	}
}

func (p *Parts) side(part rows.Part) *Side {
	if part == rows.Test {
		return p.Test
	}
	return p.Train
}

// add adds a run, with the sums of each model.
func (s *Side) add(run evalRun, sums []ErrorSums) {
	g, ok := s.Index[run.game]
	if !ok {
		g = len(s.Games)
		s.Index[run.game] = g
		s.Games, s.count = append(s.Games, run.game), append(s.count, 0)
		for m := range s.Models {
			s.Models[m].Games = append(s.Models[m].Games, ErrorSums{})
		}
	}
	s.Rows += int(run.rows)
	s.count[g] += run.rows
	for m := range s.Models {
		s.Models[m].Games[g].add(sums[m])
	}
}

// GamesOfAll counts the games of both parts, one that has rows in both once.
func (p *Parts) GamesOfAll() int {
	n := len(p.Train.Games)
	for _, game := range p.Test.Games {
		if _, both := p.Train.Index[game]; !both {
			n++
		}
	}
	return n
}

// Evaluation returns the errors of model number k on a part.
func (p *Parts) Evaluation(part rows.Part, k int) *Evaluation {
	s := p.side(part)
	return &Evaluation{Part: part, Rows: s.Rows, Funnel: p.Funnel,
		games: s.Games, count: s.count, sums: s.Models[k].Games, sizes: &s.Models[k].Sizes}
}
