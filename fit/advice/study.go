package advice

import (
	"context"
	"fmt"
	"math"

	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/winprob"
)

// folds is the number of parts into which games are cut: two for each half, so that a half can choose the width of
// its prior by itself.
const folds = 4

// known is the number of columns that explain what is known: 1, φ, e and e·φ.
const known = 4

// A Study asks candidates about rows. Its methods are for one goroutine.
type Study struct {
	*Rows
	opt Options

	game  []int32 // by row, numbered in order of appearance
	games int
	fold  []uint8       // by row; half h has the folds 2h and 2h+1
	added []*block      // columns that were added
	width int           // columns of the base: known and two for each added column
	prior [2][]float64  // by half: what the prior adds to the diagonal of the base; 0 of what is known
	base  [2]*base      // by half
	slope [2][2]float64 // by half: k and l, of what is known alone; a weight's centipawns are worth that

	score  []float64 // by row, of the half's own base: residual times derivative
	square []float64 // by row, of the half's own base: derivative squared
	eta    []float64 // by row, by the base of the other half: the logit
	loss   []float64 // by row, by the base of the other half: squared residual
	worth  []float64 // by game: sum of loss
	total  float64   // sum of loss
}

// NewStudy explains the labels by the evaluation. The error may wrap ErrFew or ErrUnrelated.
func NewStudy(r *Rows, opt Options) (*Study, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	s := &Study{Rows: r, opt: opt.withDefaults(), width: known, prior: [2][]float64{make([]float64, known), make([]float64, known)}}
	s.number()
	if s.games < MinGames {
		return nil, fmt.Errorf("%w: %d, want %d or more", ErrFew, s.games, MinGames)
	}
	if share := s.largest(); share > MostOfGame {
		return nil, fmt.Errorf("%w: one of %d games has %.0f %% of the rows, and its rows are not independent: want at most %.0f %%", ErrFew, s.games, 100*share, 100*MostOfGame)
	}
	if err := s.refit(context.Background()); err != nil {
		return nil, err
	}
	return s, nil
}

// number numbers the games and deals them to the folds.
func (s *Study) number() {
	n := len(s.Eval)
	s.game, s.fold = make([]int32, n), make([]uint8, n)
	numbers := map[uint32]int32{}
	for i, id := range s.Game {
		k, seen := numbers[id]
		if !seen {
			k = int32(len(numbers))
			numbers[id] = k
		}
		s.game[i], s.fold[i] = k, uint8(splitmix.Mix(uint64(id)^splitmix.Mix(s.opt.Seed+1))%folds)
	}
	s.games = len(numbers)
}

// largest returns the share of the rows that the largest game has.
func (s *Study) largest() float64 {
	rows, most := make([]int, s.games), 0
	for _, g := range s.game {
		rows[g]++
		most = max(most, rows[g])
	}
	return float64(most) / float64(len(s.game))
}

func (s *Study) half(i int) int { return int(s.fold[i] >> 1) }

// Games is the number of games.
func (s *Study) Games() int { return s.games }

// Loss is the mean squared error of the rows, each explained by the games of the other half.
func (s *Study) Loss() float64 { return s.total / float64(len(s.Eval)) }

// Expected returns White's expected score of row i as the games of the other half explain it.
func (s *Study) Expected(i int) float64 {
	p := [1]float64{s.eta[i]}
	winprob.ExpectedBatch(p[:])
	return p[0]
}

// refit fits the base of both halves, and what follows from it by row.
func (s *Study) refit(ctx context.Context) error {
	for h := range s.base {
		b, err := s.fitBase(ctx, h)
		if err != nil {
			return err
		}
		s.base[h] = b
	}
	n := len(s.Eval)
	s.score, s.square = make([]float64, n), make([]float64, n)
	s.eta, s.loss, s.worth, s.total = make([]float64, n), make([]float64, n), make([]float64, s.games), 0
	var z vector
	own := make([]float64, n)
	for i := range own {
		h := s.half(i)
		s.known(&z, i, h)
		own[i] = z.dot(s.base[h].theta)
		s.known(&z, i, 1-h)
		s.eta[i] = z.dot(s.base[1-h].theta)
	}
	other := append([]float64(nil), s.eta...)
	winprob.ExpectedBatch(own)
	winprob.ExpectedBatch(other)
	for i, p := range own {
		g := p * (1 - p)
		s.score[i], s.square[i] = g*(float64(s.Label[i])-p), g*g
		r := float64(s.Label[i]) - other[i]
		s.loss[i] = r * r
		s.worth[s.game[i]] += r * r
		s.total += r * r
	}
	s.sumBase()
	return nil
}

// known sets z to what the base of a half sees of row i.
func (s *Study) known(z *vector, i, h int) {
	phase, e := float64(s.Phase[i]), float64(s.Eval[i])*winprob.Logit(1)
	z.reset()
	z.add(0, 1)
	z.add(1, phase)
	z.add(2, e)
	z.add(3, e*phase)
	at := known
	for _, b := range s.added {
		if k := b.find(i); k >= 0 {
			s.weigh(z, b, k, i, h, at)
		}
		at += 2 * b.columns
	}
}

// move is what a step adds to the logit of row i by the base of half h.
func (s *Study) move(b *block, st step, i, h int) float64 {
	phase, e := float64(s.Phase[i]), float64(s.Eval[i])*winprob.Logit(1)
	sum := st.base[0] + st.base[1]*phase + (st.base[2]+st.base[3]*phase)*e
	slope := winprob.Logit(s.slope[h][0] + s.slope[h][1]*phase)
	sum += slope * b.evaluate(i, st.weights, phase)
	at := known
	for _, a := range s.added {
		sum += slope * a.evaluate(i, st.base[at:], phase)
		at += 2 * a.columns
	}
	return sum
}

// weigh adds to z, from at on, what a weight of each column of b adds to the logit of row i, whose place is k, by
// the slope of half h.
func (s *Study) weigh(z *vector, b *block, k, i, h, at int) {
	phase := float64(s.Phase[i])
	slope := winprob.Logit(s.slope[h][0] + s.slope[h][1]*phase)
	for e := b.start[k]; e < b.start[k+1]; e++ {
		x, j := slope*float64(b.count[e]), at+2*int(b.column[e])
		if phase > 0 {
			z.add(j, x*phase)
		}
		if phase < 1 {
			z.add(j+1, x*(1-phase))
		}
	}
}

// Add makes a candidate part of the evaluation: its weights are learnt, from now on, wherever something is, under
// the prior whose width each half has chosen for them.
func (s *Study) Add(ctx context.Context, c Candidate) error {
	t, err := s.sum(c.Columns())
	if err != nil {
		return err
	}
	for h := range s.prior {
		_, width, _ := s.learn(t, h)
		for _, ridge := range s.over(t, 2*h, 2*h+1).ridge(s.Loss()) {
			s.prior[h] = append(s.prior[h], ridge/(width*width))
		}
	}
	t.index(len(s.Eval))
	s.added = append(s.added, t.block)
	s.width += 2 * t.columns
	return s.refit(ctx)
}

// share returns a sum of losses as a share of all.
func (s *Study) share(sum float64) float64 {
	if s.total == 0 {
		return 0
	}
	return sum / s.total
}

// spread returns the standard error of the share of a sum that was made of a number for each game.
func (s *Study) spread(byGame []float64, share float64) float64 {
	var sum float64
	for g, d := range byGame {
		r := d - share*s.worth[g]
		sum += r * r
	}
	n := float64(s.games)
	return s.share(math.Sqrt(sum * n / (n - 1)))
}
