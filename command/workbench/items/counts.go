package items

import (
	"context"
	"math"
	"sync"

	"example.org/centipawn/command/workbench/queue"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/paired"
)

// A once is a value that is made when it is first asked for, and after an error the next time.
type once[V any] struct {
	mu   sync.Mutex
	made bool
	v    V
}

func (o *once[V]) get(value func() (V, error)) (V, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.made {
		return o.v, nil
	}
	v, err := value()
	if err == nil {
		o.v, o.made = v, true
	}
	return v, err
}

// each calls use with each block of rows, in order. It says how far it has come with a stage, and ends with the
// context.
func each(ctx context.Context, s *matrix.Set, stage string, use func(*matrix.Block)) error {
	var block matrix.Block
	for b := range s.Blocks() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		queue.Tell(ctx, stage, int64(b), int64(s.Blocks()), plaintext.Count(s.Rows(), "row"))
		err := memory.Guard(func() error {
			if err := s.ReadBlock(b, &block); err != nil {
				return err
			}
			use(&block)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// countSupport counts the rows that have a count of each term.
func countSupport(ctx context.Context, s *matrix.Set) (map[string]int, error) {
	columns := s.Schema().Columns
	number, names := make([]int, len(columns)), []string{}
	of := make(map[string]int)
	for c, column := range columns {
		name := column.Term()
		if _, known := of[name]; !known {
			of[name] = len(names)
			names = append(names, name)
		}
		number[c] = of[name]
	}
	counts, last := make([]int, len(names)), make([]int, len(names)) // last: the row that counted, from 1
	row := 0
	err := each(ctx, s, "counting the rows of each term", func(block *matrix.Block) {
		for i := range block.Rows() {
			row++
			list, _ := block.Row(i)
			for _, c := range list {
				if n := number[c]; last[n] != row {
					last[n] = row
					counts[n]++
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	of = make(map[string]int)
	for n, name := range names {
		of[name] = counts[n]
	}
	for _, column := range columns {
		if column.Kind == matrix.Parameter {
			of[column.Name] = row
		}
	}
	return of, nil
}

// sizesOf measures what one centipawn of each weight adds to rows whose evaluation is linear: the root mean square of
// count × phase.
func sizesOf(ctx context.Context, s *matrix.Set) (map[string]float64, error) {
	schema := s.Schema()
	squares := make([][2]float64, len(schema.Columns)) // middlegame or plain, and endgame
	rows := 0
	err := each(ctx, s, "measuring each weight", func(block *matrix.Block) {
		for i := range block.Rows() {
			mg, eg := phaseOf(schema.MG, block.MG, i), phaseOf(schema.EG, block.EG, i)
			list, counts := block.Row(i)
			for k, c := range list {
				n := float64(counts[k])
				if !schema.Columns[c].Tapered {
					squares[c][0] += n * n
					continue
				}
				squares[c][0] += n * n * mg * mg
				squares[c][1] += n * n * eg * eg
			}
		}
		rows += block.Rows()
	})
	if err != nil {
		return nil, err
	}
	sizes := make(map[string]float64)
	for c, column := range schema.Columns {
		for side, name := range column.Weights() {
			sizes[name] = math.Sqrt(squares[c][side] / max(1, float64(rows)))
		}
	}
	return sizes, nil
}

// slopesOf measures the same of rows with a formula, at a file's weights: the root mean square of the evaluation's
// derivative.
func slopesOf(ctx context.Context, s *matrix.Set, f *weights.File) (map[string]float64, error) {
	schema := s.Schema()
	scorer, err := paired.ModelOf(f, s, 0).Scorer(schema)
	if err != nil {
		return nil, err
	}
	squares, net, n := map[string]float64{}, map[string]float64{}, 0
	var slopes []rows.Slope
	err = each(ctx, s, "measuring each weight", func(block *matrix.Block) {
		for i := range block.Rows() {
			clear(net)
			slopes = scorer.Slopes(block, i, slopes[:0])
			for _, d := range slopes {
				for k, name := range schema.Columns[d.Column].Weights() {
					net[name] += d.By[k]
				}
			}
			for name, by := range net {
				squares[name] += by * by
			}
		}
		n += block.Rows()
	})
	for name := range squares {
		squares[name] = math.Sqrt(squares[name] / max(1, float64(n)))
	}
	return squares, err
}

// phaseOf returns the factor of a row by its code.
func phaseOf(factors []float32, codes []uint8, row int) float64 {
	if row >= len(codes) || int(codes[row]) >= len(factors) {
		return 0
	}
	return float64(factors[codes[row]])
}
