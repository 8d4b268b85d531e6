package advice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/winprob"
)

// A Ranking is what became of a list of candidates.
type Ranking struct {
	Tried int `json:"tried"` // all that counted in enough games
	Few   int `json:"few"`   // those that did not

	Large []int `json:"-"` // those that were not tried for having more than MostColumns columns

	Findings []Finding `json:"findings"` // largest gain first
}

// Surest returns the findings by what they gain at least, all that were tried allowed for: largest LowAll first. In
// matches a small gain that many games show was worth more than a larger one that few do: docs/measured/advise.md, Loki.
func (r *Ranking) Surest() []*Finding {
	list := make([]*Finding, len(r.Findings))
	for i := range list {
		list[i] = &r.Findings[i]
	}
	slices.SortStableFunc(list, Surer)
	return list
}

// Surer orders findings by what they gain at least, the largest first.
func Surer(f, g *Finding) int { return cmp.Compare(g.LowAll, f.LowAll) }

// nothing is the partial result of work that writes to places of its own.
type nothing = struct{}

// Rank tries candidates, each by itself. The best of each kind have weights, overlaps and changes by row.
func (s *Study) Rank(ctx context.Context, list []Candidate) (*Ranking, error) {
	r, err := s.rank(ctx, list, 0)
	if err != nil {
		return nil, err
	}
	return r, s.describe(ctx, r.Findings, list)
}

// rank ranks, and describes nothing. It allows for as many candidates as were tried, if these are more than the list has.
func (s *Study) rank(ctx context.Context, list []Candidate, all int) (*Ranking, error) {
	tried, large := make([]*Finding, len(list)), make([]bool, len(list))
	done := 0
	err := ordered.Sum(ctx, s.opt.Threads, len(list), func() nothing { return nothing{} },
		func(_ nothing, i int) (err error) {
			tried[i], err = s.try(list[i])
			if large[i] = errors.Is(err, ErrMany); large[i] {
				return nil
			}
			return err
		},
		func(nothing) {
			if done++; s.opt.Progress != nil {
				s.opt.Progress(done, len(list))
			}
		})
	if err != nil {
		return nil, err
	}
	r := &Ranking{}
	for i, f := range tried {
		switch {
		case large[i]:
			r.Large = append(r.Large, i)
		case f == nil:
			r.Few++
		default:
			f.Index = i
			r.Findings = append(r.Findings, *f)
		}
	}
	r.Tried = len(r.Findings)
	s.adjust(r.Findings, max(all, r.Tried))
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(b.Gain, a.Gain) })
	return r, nil
}

// try measures a candidate's gain; nil if it has no column, or counts in too few games.
func (s *Study) try(c Candidate) (*Finding, error) {
	columns := c.Columns()
	if len(columns) == 0 {
		return nil, nil
	}
	if len(columns) > MostColumns {
		return nil, fmt.Errorf("%s: %w: %d, %d is the most", c.Name, ErrMany, len(columns), MostColumns)
	}
	t, err := s.sum(columns)
	if err != nil || t.few < s.opt.Few {
		return nil, err
	}
	f := &Finding{Name: c.Name, Kind: c.Kind, Rows: t.rows, Games: t.games}
	byGame := make([]float64, s.games)
	t.index(len(s.Eval))
	for h := range 2 {
		if st, _, ok := s.learn(t, h); ok {
			s.measure(byGame, t.block, st, h)
		}
	}
	var sum float64
	for _, d := range byGame {
		sum += d
	}
	f.Gain = s.share(sum)
	f.stderr = s.spread(byGame, f.Gain)
	s.judge(f)
	return f, nil
}

// batch is how many rows are measured at a time.
const batch = 256

// measure adds to byGame what a step that half h has learnt lowers the squares of the other half's rows by.
func (s *Study) measure(byGame []float64, b *block, st step, h int) {
	rows, p := make([]int, 0, batch), make([]float64, 0, batch)
	flush := func() {
		winprob.ExpectedBatch(p)
		for k, i := range rows {
			r := float64(s.Label[i]) - p[k]
			byGame[s.game[i]] += s.loss[i] - r*r
		}
		rows, p = rows[:0], p[:0]
	}
	for i := range s.Eval {
		if s.half(i) == h {
			continue
		}
		eta := s.eta[i] + s.move(b, st, i, h)
		if rows, p = append(rows, i), append(p, eta); len(rows) == batch {
			flush()
		}
	}
	flush()
}

// judge gives a finding its interval and its p-value.
func (s *Study) judge(f *Finding) {
	half := confidence.Quantile95(float64(s.games-1)) * f.stderr
	f.Low, f.High, f.P = f.Gain-half, f.Gain+half, 1
	if f.stderr > 0 {
		f.P = s.student().Survival(f.Gain / f.stderr)
	}
}

func (s *Study) student() distuv.StudentsT {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(s.games - 1)}
}

// adjust allows for the number of candidates that were tried, of which list may be the best: Holm's rule for what is
// recommended, Bonferroni's for intervals.
func (s *Study) adjust(list []Finding, tried int) {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[a].P, list[b].P) })
	n := float64(tried)
	wide := s.student().Quantile(1 - Level/2/max(n, 1))
	last := 0.0
	for k, i := range order {
		f := &list[i]
		last = max(last, min(1, f.P*(n-float64(k))))
		f.Adjusted, f.Recommended = last, last < Level
		f.LowAll, f.HighAll = f.Gain-wide*f.stderr, f.Gain+wide*f.stderr
	}
}

// describe gives the best of each kind weights, changes by row and overlaps.
func (s *Study) describe(ctx context.Context, list []Finding, all []Candidate) error {
	var best []*Finding
	kept := map[string]int{}
	for i := range list {
		if f := &list[i]; kept[f.Kind] < s.opt.Keep && f.Gain > 0 {
			kept[f.Kind]++
			best = append(best, f)
		}
	}
	err := ordered.Sum(ctx, s.opt.Threads, len(best), func() nothing { return nothing{} },
		func(_ nothing, i int) error {
			return s.fill(best[i], all[best[i].Index])
		}, func(nothing) {})
	if err == nil {
		overlaps(best)
	}
	return err
}

// fill gives a finding the weights that all games give, and what they change.
func (s *Study) fill(f *Finding, c Candidate) error {
	t, err := s.sum(c.Columns())
	if err != nil {
		return err
	}
	_, a, ok1 := s.learn(t, 0)
	_, b, ok2 := s.learn(t, 1)
	v, ok := newSolver(s.over(t, 0, 1, 2, 3), s.Loss())
	if !ok || !ok1 || !ok2 {
		return nil
	}
	width := math.Sqrt(a * b)
	st, ok := v.solve(width)
	if !ok {
		return nil
	}
	t.index(len(s.Eval))
	stderrs := s.errors(t.block, v, width)
	for j, name := range t.names {
		w := Weight{Name: name, MG: st.weights[2*j], EG: st.weights[2*j+1]}
		if stderrs != nil {
			w.MGError, w.EGError = stderrs[2*j], stderrs[2*j+1]
		}
		f.Weights = append(f.Weights, w)
	}
	s.change(f, t.block, st)
	return nil
}

// change notes by row what a step adds to the evaluation, and the direction in which it moves the expected score.
func (s *Study) change(f *Finding, b *block, st step) {
	f.Delta, f.direction = make([]float32, len(s.Eval)), make([]float32, len(s.Eval))
	for i := range s.Eval {
		f.Delta[i] = float32(b.evaluate(i, st.weights, float64(s.Phase[i])))
		f.direction[i] = float32(s.move(b, st, i, s.half(i)) * math.Sqrt(s.square[i]))
	}
}

// mostErrors is the largest number of weights whose errors are computed: they take a number for each game.
const mostErrors = 256

// errors returns the standard errors of the weights by game, nil of too many weights.
func (s *Study) errors(b *block, v *solver, width float64) []float64 {
	w := v.square.SymmetricDim()
	if w > mostErrors {
		return nil
	}
	factor, ok := v.factor(width)
	if !ok {
		return nil
	}
	scores := mat.NewDense(w, s.games, nil)
	base := mat.NewDense(s.width, s.games, nil)
	var x, z vector
	for i := range s.Eval {
		h, g := s.half(i), int(s.game[i])
		s.known(&z, i, h)
		addScores(base, &z, g, s.score[i])
		if k := b.find(i); k >= 0 {
			s.row(&x, b, k, i, h)
			addScores(scores, &x, g, s.score[i])
		}
	}
	var drop, solved mat.Dense
	drop.Mul(v.shift.T(), base)
	scores.Sub(scores, &drop)
	if factor.SolveTo(&solved, scores) != nil {
		return nil
	}
	out := make([]float64, w)
	for j := range out {
		out[j] = mat.Norm(solved.RowView(j), 2)
	}
	return out
}

func addScores(to *mat.Dense, v *vector, game int, by float64) {
	for k, at := range v.at {
		to.Set(int(at), game, to.At(int(at), game)+by*v.value[k])
	}
}

// mostOverlaps is how many overlaps a finding lists, and leastOverlap the share that is worth a word.
const (
	mostOverlaps = 5
	leastOverlap = 0.1
)

// Overlap is the share of what f explains that g explains, too: the square of the correlation of what both do to
// the expected scores, 0 to 1. Both must be among the best of their kinds.
func (f *Finding) Overlap(g *Finding) float64 {
	if f.size == 0 || g.size == 0 {
		return 0
	}
	c := product(f.direction, g.direction)
	return c * c / f.size / g.size
}

// overlaps gives the best their overlaps with one another.
func overlaps(best []*Finding) {
	for _, f := range best {
		f.size = product(f.direction, f.direction)
	}
	for i, f := range best {
		for j, g := range best {
			if i == j {
				continue
			}
			if share := f.Overlap(g); share >= leastOverlap {
				f.Overlaps = append(f.Overlaps, Overlap{g.Name, share})
			}
		}
		slices.SortStableFunc(f.Overlaps, func(a, b Overlap) int { return cmp.Compare(b.Share, a.Share) })
		f.Overlaps = f.Overlaps[:min(len(f.Overlaps), mostOverlaps)]
	}
}

func product(a, b []float32) (sum float64) {
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}
