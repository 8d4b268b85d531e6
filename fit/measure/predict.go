package measure

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
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
	Part      rows.Part
}

// Residual returns label less prediction.
func (p Prediction) Residual() float64 { return p.Label - p.Predicted }

// PredictOptions configures [Predict]. The zero value is ready to use.
type PredictOptions struct {
	Target rows.Target // as in the fit
	Split  rows.Split  // as in the fit

	// Sample is the expected number of rows to yield, each of the set's rows with the
	// same chance. Zero means all.
	Sample int

	// Seed chooses the sample. Zero means 1.
	Seed uint64
}

// Predict yields the rows that have a label, in the order of the set, with the
// prediction of a model. After an error it yields nothing more.
func Predict(ctx context.Context, data rows.Data, m rows.Model, opt PredictOptions) iter.Seq2[Prediction, error] {
	return func(yield func(Prediction, error) bool) {
		p, err := newPredictor(data, m, opt)
		if err != nil {
			yield(Prediction{}, err)
			return
		}
		var block matrix.Block
		more := true
		for b := 0; b < data.Blocks() && more && err == nil; b++ {
			err = memory.Guard(func() error {
				if err := errors.Join(ctx.Err(), data.ReadBlock(b, &block)); err != nil {
					return err
				}
				more = p.block(&block, yield)
				return nil
			})
		}
		if err != nil {
			yield(Prediction{}, fmt.Errorf("fit: %w", err))
		}
	}
}

// predictor is the state of an iteration.
type predictor struct {
	rows.Selection
	scorer *rows.Scorer
	salt   uint64
	chance uint64 // of a row, times 2⁶⁴
	first  int    // row of the set that the next block begins with
}

func newPredictor(data rows.Data, m rows.Model, opt PredictOptions) (*predictor, error) {
	opt.Target, opt.Split = opt.Target.WithDefaults(), opt.Split.WithDefaults()
	if err := opt.Target.Check(); err != nil {
		return nil, err
	}
	if err := opt.Split.Check(); err != nil {
		return nil, err
	}
	s, err := m.Scorer(data.Schema())
	if err != nil {
		return nil, err
	}
	if opt.Seed == 0 {
		opt.Seed = 1
	}
	sample := opt.Sample
	if sample == 0 {
		sample = data.Rows()
	}
	return &predictor{
		Selection: rows.Selection{Target: opt.Target, Divider: rows.NewDivider(opt.Split)}, scorer: s,
		salt: splitmix.Mix(opt.Seed), chance: rows.Share(sample, data.Rows()),
	}, nil
}

// block yields rows of b; it reports whether to go on.
func (p *predictor) block(b *matrix.Block, yield func(Prediction, error) bool) bool {
	p.Take(b, rows.AllRows)
	first := p.first
	p.first += b.Rows()
	for k, i := range p.Index {
		row := first + int(i)
		if splitmix.Mix(p.salt^uint64(row)) > p.chance {
			continue
		}
		out := Prediction{
			Row: row, Predicted: p.scorer.Score(b, int(i)), Label: p.Y[k], Weight: p.W[k],
			MG: p.scorer.Factors.MG[b.MG[i]], Material: int(b.Material[i]),
			Game: b.Game[i], Source: rows.Source(b, int(i)), Part: p.Part[k],
		}
		if !yield(out, nil) {
			return false
		}
	}
	return true
}
