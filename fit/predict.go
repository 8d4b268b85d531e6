package fit

import (
	"context"
	"fmt"
	"iter"
	"math"

	"centipawn/matrix"
)

// A Prediction is a row as a model sees it.
type Prediction struct {
	Row       int     // number in the set, from 0
	Predicted float64 // centipawns, White-relative
	Label     float64 // centipawns, White-relative, clipped
	Weight    float64 // of the row
	MG        float64 // the middlegame factor; 0 if the set has none
	Material  int     // balance in pawns (1 3 3 5 9), White minus Black
	Game      uint32
	Source    uint8
	Part      Part
}

// Residual returns label less prediction.
func (p Prediction) Residual() float64 { return p.Label - p.Predicted }

// PredictOptions configures [Predict]. The zero value is ready to use.
type PredictOptions struct {
	Target Target // as in the fit
	Split  Split  // as in the fit

	// Sample is the expected number of rows to yield, each of the set's rows with the
	// same chance. Zero means all.
	Sample int

	// Seed chooses the sample. Zero means 1.
	Seed uint64
}

// Predict yields the rows that have a label, in the order of the set, with the
// prediction of a model. After an error it yields nothing more.
func Predict(ctx context.Context, data Data, m Model, opt PredictOptions) iter.Seq2[Prediction, error] {
	return func(yield func(Prediction, error) bool) {
		p, err := newPredictor(data, m, opt)
		if err != nil {
			yield(Prediction{}, err)
			return
		}
		var block matrix.Block
		for b := range data.Blocks() {
			err := ctx.Err()
			if err == nil {
				err = data.ReadBlock(b, &block)
			}
			if err != nil {
				yield(Prediction{}, fmt.Errorf("fit: %w", err))
				return
			}
			if !p.block(&block, yield) {
				return
			}
		}
	}
}

// predictor is the state of an iteration.
type predictor struct {
	selection
	scorer *scorer
	salt   uint64
	chance uint64 // of a row, times 2⁶⁴
	first  int    // row of the set that the next block begins with
}

func newPredictor(data Data, m Model, opt PredictOptions) (*predictor, error) {
	opt.Target, opt.Split = opt.Target.WithDefaults(), opt.Split.WithDefaults()
	if err := opt.Target.check(); err != nil {
		return nil, err
	}
	if err := opt.Split.check(); err != nil {
		return nil, err
	}
	s, err := m.scorer(data.Schema())
	if err != nil {
		return nil, err
	}
	if opt.Seed == 0 {
		opt.Seed = 1
	}
	return &predictor{
		selection: selection{target: opt.Target, divider: newDivider(opt.Split)}, scorer: s,
		salt: mix(opt.Seed), chance: share(opt.Sample, data.Rows()),
	}, nil
}

// share returns n/of times 2⁶⁴, as far as it can be held; all for n = 0.
func share(n, of int) uint64 {
	if n == 0 || n >= of {
		return math.MaxUint64
	}
	return uint64(float64(n) / float64(of) * (1 << 64))
}

// block yields rows of b; it reports whether to go on.
func (p *predictor) block(b *matrix.Block, yield func(Prediction, error) bool) bool {
	p.take(b, AllRows)
	first := p.first
	p.first += b.Rows()
	for k, i := range p.index {
		row := first + int(i)
		if mix(p.salt^uint64(row)) > p.chance {
			continue
		}
		out := Prediction{
			Row: row, Predicted: p.scorer.score(b, int(i)), Label: p.y[k], Weight: p.w[k],
			MG: p.scorer.factors.mg[b.MG[i]], Material: int(b.Material[i]),
			Game: b.Game[i], Source: source(b, int(i)), Part: p.part[k],
		}
		if !yield(out, nil) {
			return false
		}
	}
	return true
}

// A Slope describes how residuals go with predictions among rows of like phase. A
// calibrated model has mean residual and slope 0; a negative slope means that its
// predictions are too large.
type Slope struct {
	Low   float64 `json:"low"` // bounds of the MG factor, High excluded but in the last bin
	High  float64 `json:"high"`
	N     int     `json:"n"`
	Mean  float64 `json:"mean"`  // residual, centipawns
	Slope float64 `json:"slope"` // of the residual on the prediction, no unit; 0 if the predictions are all equal
}

// Slopes groups predictions by MG factor, in bins (at least 1) of equal width from 0 to 1, and
// fits a line to the residuals of each by weighted least squares.
func Slopes(rows iter.Seq[Prediction], bins int) []Slope {
	bins = max(1, bins)
	sums := make([]lineSums, bins)
	for p := range rows {
		bin := min(max(int(p.MG*float64(bins)), 0), bins-1)
		sums[bin].add(p)
	}
	out := make([]Slope, bins)
	for i := range out {
		out[i] = sums[i].slope()
		out[i].Low, out[i].High = float64(i)/float64(bins), float64(i+1)/float64(bins)
	}
	return out
}

// lineSums are running means and centred sums of a line through residuals.
type lineSums struct {
	n                 int
	w, x, y, sxx, sxy float64
}

// add updates the sums.
//
// Source: B. Welford, "Note on a Method for Calculating Corrected Sums of
// Squares and Products" (1962), with weights.
func (s *lineSums) add(p Prediction) {
	s.n++
	s.w += p.Weight
	dx := p.Predicted - s.x
	s.x += dx * p.Weight / s.w
	s.y += (p.Residual() - s.y) * p.Weight / s.w
	s.sxx += p.Weight * dx * (p.Predicted - s.x)
	s.sxy += p.Weight * dx * (p.Residual() - s.y)
}

func (s *lineSums) slope() Slope {
	out := Slope{N: s.n, Mean: s.y}
	if s.sxx > 0 {
		out.Slope = s.sxy / s.sxx
	}
	return out
}
