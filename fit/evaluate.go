package fit

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"centipawn/matrix"
	"centipawn/winprob"
)

// An Evaluation is the errors of a model on a part of a set, summed by game:
// what metrics, intervals and comparisons are made of. A game takes 48 bytes.
type Evaluation struct {
	Model  string // its name
	Part   Part
	Rows   int
	Funnel Funnel // of the whole set

	games []uint32    // in the order of their first rows
	count []uint32    // rows of each
	sums  []errorSums // of each
	sizes *sizes      // of the residuals
}

// errorSums are weighted sums over rows: of the weights, of squared and absolute
// residuals, of the model and of the null model, and of the cross entropy.
type errorSums struct{ w, squared, absolute, nullSquared, nullAbsolute, entropy float64 }

// add adds the sums of o.
func (s *errorSums) add(o errorSums) {
	s.w += o.w
	s.squared += o.squared
	s.absolute += o.absolute
	s.nullSquared += o.nullSquared
	s.nullAbsolute += o.nullAbsolute
	s.entropy += o.entropy
}

// EvalOptions configures [Evaluate]. The zero value is ready to use.
type EvalOptions struct {
	Target Target // as in the fit
	Split  Split  // as in the fit

	// Null is the prediction of the null model in centipawns: the mean label of the
	// training rows, see [Result].Mean. Zero is a fair null model too.
	Null float64

	// Threads and Progress are as in [Options].
	Threads  int
	Progress func(Progress)
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
func Evaluate(ctx context.Context, data Data, part Part, models []Model, opt EvalOptions) ([]*Evaluation, error) {
	opt = opt.WithDefaults()
	if err := opt.Target.check(); err != nil {
		return nil, err
	}
	if err := opt.Split.check(); err != nil {
		return nil, err
	}
	if opt.Threads < 0 {
		return nil, fmt.Errorf("fit: Threads is %d", opt.Threads)
	}
	for _, m := range models {
		if (m.K > 0) != opt.Target.Expected {
			return nil, fmt.Errorf("fit: model %q has K %g: expected scores as labels need a K, centipawns none", m.Name, m.K)
		}
		if _, err := m.scorer(data.Schema()); err != nil {
			return nil, fmt.Errorf("%w: model %q needs it", err, m.Name)
		}
	}
	j := &job{data: data, target: opt.Target, split: opt.Split, threads: opt.Threads, meter: &meter{progress: opt.Progress}}
	p := j.pass("evaluation", data, part, 1)
	if part == AllRows {
		p.want, p.selection.divider.by = Train, SplitNone
	}
	e := evaluator{null: opt.Null}
	found, err := e.run(ctx, p, models)
	if err != nil {
		return nil, err
	}
	var out []*Evaluation
	for k, m := range models {
		ev := found.evaluation(p.want, k)
		ev.Model, ev.Part = m.Name, part
		out = append(out, ev)
	}
	return out, nil
}

// An evaluator says what passes of evaluation look at.
type evaluator struct {
	null float64 // prediction of the null model

	// testOnly measures all models but the first on the test part alone.
	testOnly bool

	// gather is the share of the rows of which the first model's evaluations are kept,
	// positions that of positions, by hash, that are kept to look for those on both sides
	// of the split; both times 2⁶⁴, see share.
	gather, positions uint64
}

// evaluate measures models on the training and the test part, or the separate test set.
func (j *job) evaluate(ctx context.Context, e evaluator, models []Model) (*parted, error) {
	if !j.tested() {
		e.positions = 0
	}
	found, err := e.run(ctx, j.pass("evaluation", j.data, AllRows, 1), models)
	if err != nil || j.test == nil {
		return found, err
	}
	p := j.pass("evaluation of the test set", j.test, AllRows, 1)
	p.selection.divider.whole = Test
	test, err := e.run(ctx, p, models)
	if err != nil {
		return nil, err
	}
	found.test, found.testFunnel = test.test, &test.funnel
	return found, nil
}

// unsealed measures a model on the sealed part of the split.
func (j *job) unsealed(ctx context.Context, e evaluator, m Model) (*Evaluation, error) {
	p := j.pass("evaluation of the sealed part", j.data, AllRows, 1)
	p.selection.divider.open = true
	found, err := e.run(ctx, p, []Model{m})
	if err != nil {
		return nil, err
	}
	return found.evaluation(Test, 0), nil
}

// parted holds what a pass found, by part and by model within it.
type parted struct {
	train, test *side
	funnel      Funnel
	testFunnel  *Funnel // of a separate test set
	null        float64 // prediction of the null model
}

// A side is what was found in a part.
type side struct {
	rows   int
	index  map[uint32]int // game → its number
	games  []uint32       // number → game
	count  []uint32       // rows of a game
	models []modelErrors
	hashes []uint64 // sample of positions
	points winprob.Points
}

// modelErrors are the errors of a model on a side.
type modelErrors struct {
	games []errorSums
	modelSums
}

// modelSums are what is summed over all rows, whatever their games.
type modelSums struct {
	sizes sizes
	signs float64 // weight of the rows where the sign of the evaluation is not the first's
	sure  float64 // weight of the rows whose expected score is 0 or 1, as far as numbers tell
}

func (s *modelSums) merge(o *modelSums) {
	s.sizes.merge(&o.sizes)
	s.signs += o.signs
	s.sure += o.sure
}

func newSide(models int) *side {
	return &side{index: make(map[uint32]int), models: make([]modelErrors, models)}
}

// run makes the pass.
func (e *evaluator) run(ctx context.Context, p pass, models []Model) (*parted, error) {
	var scorers []*scorer
	for _, m := range models {
		s, err := m.scorer(p.data.Schema())
		if err != nil {
			return nil, err
		}
		scorers = append(scorers, s)
	}
	n := len(models)
	out := &parted{train: newSide(n), test: newSide(n), null: e.null}
	return out, sum(ctx, p, func() *evalSum {
		s := &evalSum{evaluator: e, scorers: scorers}
		for part := range s.parts {
			s.parts[part].models = make([]modelSums, n)
		}
		return s
	}, out.merge)
}

// evalSum is the partial sum of an evaluation: errors summed over runs of rows of
// one game and part.
type evalSum struct {
	*evaluator
	scorers []*scorer
	funnel  Funnel
	runs    []evalRun
	sums    []errorSums // of the runs, the models of a run together
	parts   [2]sideSums // train and test
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
	part Part
}

func (s *evalSum) reset() {
	s.runs, s.sums, s.funnel = s.runs[:0], s.sums[:0], Funnel{}
	for i := range s.parts {
		p := &s.parts[i]
		clear(p.models)
		p.hashes, p.points = p.hashes[:0], emptied(p.points)
	}
}

// add measures the rows of a block.
func (s *evalSum) add(b *matrix.Block, rows *selection) error {
	s.funnel.merge(&rows.funnel)
	for k, i := range rows.index {
		game, part := b.Game[i], rows.part[k]
		if n := len(s.runs); n == 0 || s.runs[n-1].game != game || s.runs[n-1].part != part {
			s.runs = append(s.runs, evalRun{game: game, part: part})
			for range s.scorers {
				s.sums = append(s.sums, errorSums{})
			}
		}
		s.runs[len(s.runs)-1].rows++
		s.measure(b, rows, k, s.sums[len(s.sums)-len(s.scorers):])
		if s.positions > 0 && mix(b.Hash[i]) <= s.positions {
			p := &s.parts[part-Train]
			p.hashes = append(p.hashes, b.Hash[i])
		}
	}
	return nil
}

// measure adds the errors of the kth selected row to those of its run.
func (s *evalSum) measure(b *matrix.Block, rows *selection, k int, sums []errorSums) {
	i, y, w := int(rows.index[k]), rows.y[k], rows.w[k]
	p := &s.parts[rows.part[k]-Train]
	null := math.Abs(y - s.null)
	first := 0.0
	for m, scorer := range s.scorers {
		if m > 0 && s.testOnly && rows.part[k] != Test {
			break
		}
		score := scorer.score(b, i)
		prediction := scorer.predict(score)
		r := math.Abs(y - prediction)
		add := errorSums{w, w * r * r, w * r, w * null * null, w * null, 0}
		if scorer.logit != 0 {
			add.entropy = w * entropy(y, prediction)
			if math.Abs(scorer.logit*score) > sureLogit {
				p.models[m].sure += w
			}
		}
		sums[m].add(add)
		p.models[m].sizes.add(r, w)
		if m == 0 {
			first = score
			s.gatherRow(b, rows, k, score)
		} else if first*score < 0 || (first == 0) != (score == 0) {
			p.models[m].signs += w
		}
	}
}

// sureLogit is the logit of an expected score that is 0 or 1 as far as 13 digits tell.
const sureLogit = 30

// entropy returns −y·ln e − (1−y)·ln(1−e), e kept from 0 and 1.
func entropy(y, e float64) float64 {
	const least = 1e-15
	e = min(max(e, least), 1-least)
	return -y*math.Log(e) - (1-y)*math.Log1p(-e)
}

// gatherRow keeps the evaluation of a row for models of what comes of it.
func (s *evalSum) gatherRow(b *matrix.Block, rows *selection, k int, score float64) {
	i := rows.index[k]
	if s.gather == 0 || mix(b.Hash[i]+1) > s.gather {
		return
	}
	p := &s.parts[rows.part[k]-Train].points
	p.Score = append(p.Score, float32(score))
	p.Expected = append(p.Expected, float32(rows.y[k]))
	p.Phase = append(p.Phase, float32(min(max(s.scorers[0].factors.mg[b.MG[i]], 0), 1)))
	p.Weight = append(p.Weight, float32(rows.w[k]))
	p.Cluster = append(p.Cluster, b.Game[i])
	p.Result = append(p.Result, b.Result[i])
}

// emptied returns points without rows, in the memory of p.
func emptied(p winprob.Points) winprob.Points {
	return winprob.Points{Score: p.Score[:0], Expected: p.Expected[:0], Phase: p.Phase[:0],
		Weight: p.Weight[:0], Cluster: p.Cluster[:0], Result: p.Result[:0]}
}

// appendPoints appends the rows of q to p.
func appendPoints(p, q *winprob.Points) {
	p.Score, p.Expected = append(p.Score, q.Score...), append(p.Expected, q.Expected...)
	p.Phase, p.Weight = append(p.Phase, q.Phase...), append(p.Weight, q.Weight...)
	p.Cluster, p.Result = append(p.Cluster, q.Cluster...), append(p.Result, q.Result...)
}

// merge adds a partial.
func (p *parted) merge(s *evalSum) {
	p.funnel.merge(&s.funnel)
	models := len(s.scorers)
	for k, run := range s.runs {
		p.side(run.part).add(run, s.sums[k*models:(k+1)*models])
	}
	for i, side := range []*side{p.train, p.test} {
		side.hashes = append(side.hashes, s.parts[i].hashes...)
		appendPoints(&side.points, &s.parts[i].points)
		for m := range side.models {
			side.models[m].merge(&s.parts[i].models[m])
		}
	}
}

func (p *parted) side(part Part) *side {
	if part == Test {
		return p.test
	}
	return p.train
}

// add adds a run, with the sums of each model.
func (s *side) add(run evalRun, sums []errorSums) {
	g, ok := s.index[run.game]
	if !ok {
		g = len(s.games)
		s.index[run.game] = g
		s.games, s.count = append(s.games, run.game), append(s.count, 0)
		for m := range s.models {
			s.models[m].games = append(s.models[m].games, errorSums{})
		}
	}
	s.rows += int(run.rows)
	s.count[g] += run.rows
	for m := range s.models {
		s.models[m].games[g].add(sums[m])
	}
}

// gamesOfAll counts the games of both parts, one that has rows in both once.
func (p *parted) gamesOfAll() int {
	n := len(p.train.games)
	for _, game := range p.test.games {
		if _, both := p.train.index[game]; !both {
			n++
		}
	}
	return n
}

// evaluation returns the errors of model number k on a part.
func (p *parted) evaluation(part Part, k int) *Evaluation {
	s := p.side(part)
	return &Evaluation{Part: part, Rows: s.rows, Funnel: p.funnel,
		games: s.games, count: s.count, sums: s.models[k].games, sizes: &s.models[k].sizes}
}
