package texel_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets/sample"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/provenance"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// kingBuckets is rows of an evaluation with king buckets, as engines have them: each side has a piece-square table for each square, or group
// of squares, of its king, mirrored so that the king stands on the left wing.
type kingBuckets struct {
	buckets int // 1 to 32
	rows    int // at most
	k       float64
	truth   []float64 // by column, centipawns
}

const (
	bucketColumns = 12 * 64 // of a bucket: own and other pieces by square
	bucketSquares = 32      // of a king on the left wing
)

// newKingBuckets plants weights: half the value of a piece for each side, and 15 centipawns of noise.
func newKingBuckets(buckets, rows int) *kingBuckets {
	rng := rand.New(rand.NewPCG(uint64(buckets), 3))
	s := &kingBuckets{buckets: buckets, rows: rows, k: 1, truth: make([]float64, buckets*bucketColumns)}
	for j := range s.truth {
		piece := j % bucketColumns / 64
		value := []float64{50, 160, 170, 250, 480, 0}[piece%6]
		if piece >= 6 {
			value = -value
		}
		s.truth[j] = value + 15*rng.NormFloat64()
	}
	return s
}

// columns names the weights.
func (s *kingBuckets) columns() (list []matrix.Column) {
	for j := range s.truth {
		list = append(list, matrix.Column{Name: fmt.Sprintf("king%d.piece%d.%d", j/bucketColumns, j%bucketColumns/64, j%64)})
	}
	return list
}

// set is the sample's positions, with results that the planted weights predict.
func (s *kingBuckets) set(t testing.TB) *matrix.Set {
	t.Helper()
	w, err := matrix.NewMemory(matrix.Schema{Set: "buckets", SetHash: "1", Columns: s.columns(), Counts: matrix.Int8, MG: []float32{1}, EG: []float32{0}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.write(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(matrix.Provenance{Sources: []matrix.Source{{Name: "sample"}}}); err != nil {
		t.Fatal(err)
	}
	m, err := w.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	set, err := matrix.Join(m)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// write writes the rows in blocks.
func (s *kingBuckets) write(w *matrix.Memory) error {
	rng, b, n := rand.New(rand.NewPCG(5, 5)), new(matrix.Block), 0
	b.Reset()
	for x, err := range sample.Open().All() {
		if err != nil || n == s.rows {
			return errors.Join(err, w.Write(b))
		}
		n++
		s.add(b, &x.Position, x.Game, rng)
		if b.Rows() == matrix.BlockRows {
			if err := w.Write(b); err != nil {
				return err
			}
			b.Reset()
		}
	}
	return w.Write(b)
}

// add adds the row of a position.
func (s *kingBuckets) add(b *matrix.Block, p *board.Position, game uint32, rng *rand.Rand) {
	counts := make(map[int]int)
	for sq := range board.Square(64) {
		if pc := p.PieceAt(sq); pc != board.NoPiece {
			counts[s.column(p, board.White, pc, sq)]++
			counts[s.column(p, board.Black, pc, sq)]--
		}
	}
	score := 0.0
	for _, j := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[j]; n != 0 {
			b.Columns, b.Counts = append(b.Columns, uint16(j)), append(b.Counts, float32(n))
			score += float64(n) * s.truth[j]
		}
	}
	result := matrix.ResultBlack
	if rng.Float64() < winprob.Expected(s.k, score) {
		result = matrix.ResultWhite
	}
	b.Start = append(b.Start, int64(len(b.Columns)))
	b.MG, b.EG = append(b.MG, 0), append(b.EG, 0)
	b.Score, b.Result, b.Game = append(b.Score, int16(score)), append(b.Result, result), append(b.Game, game)
	b.Ply, b.Material, b.Hash = append(b.Ply, 0), append(b.Material, 0), append(b.Hash, rng.Uint64())
}

// column returns the column of a piece as a side sees it.
func (s *kingBuckets) column(p *board.Position, side board.Color, pc board.Piece, sq board.Square) int {
	flip := board.Square(0)
	if side == board.Black {
		flip = 56
	}
	king := p.King(side) ^ flip
	if king&7 > 3 {
		flip, king = flip^7, king^7
	}
	bucket := (int(king>>3)*4 + int(king&3)) * s.buckets / bucketSquares
	piece := int(pc.Type())
	if pc.Color() != side {
		piece += 6
	}
	return bucket*bucketColumns + piece*64 + int(sq^flip)
}

// start returns weights to begin with: the values of the pieces.
func (s *kingBuckets) start() (list []fit.NamedWeight) {
	for j, c := range s.columns() {
		value := []float64{50, 150, 150, 250, 500, 0}[j%bucketColumns/64%6]
		if j%bucketColumns/64 >= 6 {
			value = -value
		}
		list = append(list, fit.NamedWeight{Name: c.Name, Value: value})
	}
	return list
}

// options are those of a fit by default.
func (s *kingBuckets) options() fit.Options {
	return fit.Options{Loss: fit.Sigmoid, Texel: fit.Texel{Search: fit.Search{Start: s.start(), LeastRows: 20}}}
}

// few chooses weights for short tests, and all otherwise.
func few(t *testing.T) []string {
	if long.Short(t) {
		return []string{"king0.piece[0-2].*"}
	}
	return nil
}

// TestLargeTwin: without matrices a fit ends where the dense one does, whatever holds its weights,
// and leaves out what takes matrices.
func TestLargeTwin(t *testing.T) {
	s := newKingBuckets(1, 6000)
	set := s.set(t)
	for name, change := range map[string]func(*fit.Options){
		"prior":         func(*fit.Options) {},
		"cross entropy": func(o *fit.Options) { o.Loss = fit.CrossEntropy },
		"bounds": func(o *fit.Options) {
			o.Texel.Bounds = []fit.Bound{{Pattern: "king0.piece0.*", Low: 40, High: 70}}
			o.Texel.Ties = []fit.Tie{{Patterns: []string{"king0.piece5.0", "king0.piece5.1"}}}
		},
		"fixed":   func(o *fit.Options) { o.Fixed = []fit.Fixed{{Pattern: "king0.piece11.*", Value: 0}} },
		"smooth":  func(o *fit.Options) { o.Texel.Smooth, o.Ridge = 5, 2 },
		"ordered": func(o *fit.Options) { o.Texel.Orders = []fit.Order{{Pattern: "king0.piece0.1?"}} },
	} {
		t.Run(name, func(t *testing.T) {
			if name != "prior" {
				long.Skip(t, "takes seconds")
			}
			opt := s.options()
			opt.Columns = few(t)
			opt.Texel.Prior, opt.Texel.PriorRows, opt.Bootstrap.Resamples = s.start(), 20, 20
			opt.Texel.Tolerance = 1e-12
			change(&opt)
			dense := fittest.MustFit(t, set, opt)
			opt.Dense = 100
			large := fittest.MustFit(t, set, opt)
			if !large.Warnings.Has(note.M18) || dense.Warnings.Has(note.M18) || large.Method != fit.Newton || large.Stopped != provenance.Tolerance {
				t.Errorf("%v by %v, %v; dense %v", large.Stopped, large.Method, large.Warnings, dense.Warnings)
			}
			if math.Abs(large.Final/dense.Final-1) > 1e-7 {
				t.Errorf("loss %.15g, of the dense fit %.15g", large.Final, dense.Final)
			}
			for j, w := range large.Weights {
				d := dense.Weights[j]
				if math.Abs(w.Value-d.Value) > 0.05 || w.Rows != d.Rows || w.Games != d.Games || d.Bound != w.Bound && d.Bound != fit.BoundPrior || w.StdErr != 0 {
					t.Fatalf("%+v, of the dense fit %+v", w, d)
				}
			}
			if large.Rounding == nil || large.Calibration == nil || large.Test.MSEInterval == nil || large.Gain == nil || large.Groups != nil || large.Dependences != nil {
				t.Errorf("rounding %v, calibration %v, test %+v, gain %v, groups %v", large.Rounding, large.Calibration, large.Test, large.Gain, large.Groups)
			}
		})
	}
}

// TestLargeCentipawns: least squares and Huber's loss without matrices end where sums of products do.
func TestLargeCentipawns(t *testing.T) {
	s := newKingBuckets(1, 6000)
	set := s.set(t)
	for name, opt := range map[string]fit.Options{
		"squared": {Ridge: 20},
		"huber":   {Ridge: 20, Loss: fit.Huber, Delta: 100, Tolerance: 1e-7, Iterations: 500},
		"fixed":   {Ridge: 5, Intercept: fit.NoIntercept, Fixed: []fit.Fixed{{Pattern: "king0.piece4.*", Value: 480}}},
	} {
		t.Run(name, func(t *testing.T) {
			if name != "squared" {
				long.Skip(t, "takes seconds")
			}
			opt.Columns = few(t)
			opt.Bootstrap.Resamples = 20
			dense := fittest.MustFit(t, set, opt)
			opt.Dense = 100
			large := fittest.MustFit(t, set, opt)
			if !large.Warnings.Has(note.M18) || dense.Warnings.Has(note.M18) || large.Method != fit.Newton {
				t.Errorf("by %v, %v; dense %v", large.Method, large.Warnings, dense.Warnings)
			}
			if math.Abs(large.Test.MSE/dense.Test.MSE-1) > 1e-4 || large.Mean != dense.Mean {
				t.Errorf("test MSE %g, mean %g, of the dense fit %g, %g", large.Test.MSE, large.Mean, dense.Test.MSE, dense.Mean)
			}
			for j, w := range large.Weights {
				d := dense.Weights[j]
				if math.Abs(w.Value-d.Value) > 0.01 || w.Rows != d.Rows || w.Games != d.Games || w.StdErr != 0 {
					t.Fatalf("%+v, of the dense fit %+v", w, d)
				}
			}
			for k, a := range large.Intercepts {
				if d := dense.Intercepts[k]; math.Abs(a.Value-d.Value) > 0.01 || a.Rows != d.Rows {
					t.Errorf("%+v, of the dense fit %+v", a, d)
				}
			}
		})
	}
}

// TestNewtonOfFew: a user who asks for the search of few weights is told what it leaves out.
func TestNewtonOfFew(t *testing.T) {
	r := fittest.MustFit(t, newKingBuckets(1, 1000).set(t), fit.Options{Ridge: 20, Method: fit.Newton})
	if !r.Warnings.Has(note.M18) || r.Weights[0].StdErr != 0 {
		t.Errorf("%+v, %v", r.Weights[0], r.Warnings)
	}
}

// TestLarge: thousands of weights are fitted without matrices by default, and predict new games
// better than those of the start.
func TestLarge(t *testing.T) {
	long.Skip(t, "fits 6144 weights")
	s := newKingBuckets(8, 60000)
	opt := s.options()
	for j := range opt.Texel.Start {
		opt.Texel.Start[j].Value *= 0.6
	}
	opt.Texel.K, opt.Texel.Scale, opt.Bootstrap.Resamples = s.k, fit.ScaleNone, 20
	opt.Texel.Prior, opt.Texel.PriorRows = opt.Texel.Start, 30
	r := fittest.MustFit(t, s.set(t), opt)
	if len(r.Weights) != 6144 || r.Stopped != provenance.Tolerance || !r.Warnings.Has(note.M18) {
		t.Errorf("%d weights, %v: %v", len(r.Weights), r.Stopped, r.Warnings)
	}
	if c := r.Gain.Change; !(c.High < 0) {
		t.Errorf("the test error changed by %+v from start weights that are too small", c)
	}
}

// BenchmarkLarge fits 24,576 weights to the sample's 150,000 rows, without matrices: 290 passes, 5 s
// of one core with all that is measured. A fit of 3,072 weights with matrices took 24 s.
func BenchmarkLarge(b *testing.B) {
	s := newKingBuckets(32, 1<<20)
	set := s.set(b)
	opt := s.options()
	opt.Texel.Prior, opt.Texel.PriorRows = s.start(), 30
	for b.Loop() {
		r := fittest.MustFit(b, set, opt)
		b.ReportMetric(float64(r.Passes), "passes")
		b.ReportMetric(r.Gap/r.Final, "gap/loss")
	}
}

// TestErrorBarsReport: what follows the passes of standard errors says how far it is, to its end.
func TestErrorBarsReport(t *testing.T) {
	s := newKingBuckets(1, 4000)
	set := s.set(t)
	for _, loss := range []fit.Loss{fit.Squared, fit.Sigmoid} {
		opt := s.options()
		if opt.Loss = loss; loss == fit.Squared {
			opt.Texel = fit.Texel{}
		}
		opt.Columns, opt.Bootstrap.Resamples = []string{"king0.piece[01].*"}, 20
		done, total := 0, 0
		opt.Progress = func(p fit.Progress) {
			if p.Stage == "error bars" {
				if p.Done < done || p.Total == 0 {
					t.Errorf("%v: %+v after %d", loss, p, done)
				}
				done, total = p.Done, p.Total
			}
		}
		fittest.MustFit(t, set, opt)
		if done == 0 || done != total {
			t.Errorf("%v: %d steps of %d", loss, done, total)
		}
	}
}
