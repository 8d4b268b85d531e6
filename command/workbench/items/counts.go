package items

import (
	"math"

	"example.org/centipawn/internal/memory"
	"example.org/centipawn/matrix"
)

// countSupport counts the rows that have a count of each term.
func countSupport(s *matrix.Set) (map[string]int, error) {
	columns := s.Schema().Columns
	number, names := make([]int, len(columns)), []string{}
	of := make(map[string]int)
	for c, column := range columns {
		name := column.Name
		if column.Side != matrix.Both {
			name = column.Weights()[0]
		}
		if _, known := of[name]; !known {
			of[name] = len(names)
			names = append(names, name)
		}
		number[c] = of[name]
	}
	counts, last := make([]int, len(names)), make([]int, len(names)) // last: the row that counted, from 1
	row := 0
	var block matrix.Block
	for b := range s.Blocks() {
		err := memory.Guard(func() error {
			if err := s.ReadBlock(b, &block); err != nil {
				return err
			}
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
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	rows := make(map[string]int)
	for n, name := range names {
		rows[name] = counts[n]
	}
	return rows, nil
}

// sizesOf measures what one centipawn of each weight adds to the rows: the root mean square of count × phase. It
// leaves out the weights of the block, whose sums are multiplied.
func sizesOf(s *matrix.Set) (map[string]float64, error) {
	schema := s.Schema()
	squares := make([][2]float64, len(schema.Columns)) // middlegame or plain, and endgame
	var block matrix.Block
	rows := 0
	for b := range s.Blocks() {
		err := memory.Guard(func() error {
			if err := s.ReadBlock(b, &block); err != nil {
				return err
			}
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
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	sizes := make(map[string]float64)
	for c, column := range schema.Columns {
		if column.Side != matrix.Both {
			continue
		}
		for side, name := range column.Weights() {
			sizes[name] = math.Sqrt(squares[c][side] / max(1, float64(rows)))
		}
	}
	return sizes, nil
}

// phaseOf returns the factor of a row by its code.
func phaseOf(factors []float32, codes []uint8, row int) float64 {
	if row >= len(codes) || int(codes[row]) >= len(factors) {
		return 0
	}
	return float64(factors[codes[row]])
}
