package dense

import (
	"bufio"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/centipawn/matrix"
)

var _ matrix.Writer = (*CSVWriter)(nil)

// CSVWriter is a [matrix.Writer] of a dense table: comma-separated values with a
// header line. The columns are the terms (their counts)
// and the inputs of a formula, then
//
//	mg, eg     factors, decoded
//	score      centipawns; empty if unknown or a mate
//	mate       1 White wins, -1 Black wins, 0 no mate
//	result     White's points 0, 0.5 or 1; empty if unknown
//	game, ply, source, material, hash   as in [matrix.Block]
//	weight, offset                      if the schema has them
//	tree, side                          if the schema has them
//	expected   White's expected score, if the schema has it; empty if unknown
//
// Scores, results, counts and material are White-relative.
type CSVWriter struct {
	table
	buf    *bufio.Writer
	row    []float32 // counts of one row, dense
	mg, eg []float32 // factors of a block
	line   []byte
}

// CreateCSV starts a table in the file path, which has a temporary name until
// Close. At most [MaxColumns] terms are possible, none with the name of
// another column. The provenance is checked but not kept.
func CreateCSV(path string, s matrix.Schema) (*CSVWriter, error) {
	t, err := createTable(path, s)
	if err != nil {
		return nil, err
	}
	w := &CSVWriter{table: t, buf: bufio.NewWriterSize(t.file, 1<<16), row: make([]float32, len(s.Counted()))}
	for _, c := range s.Counted() {
		w.line = append(appendField(w.line, c.Name), ',')
	}
	w.line = append(w.line, strings.Join(labels(&s), ",")...)
	w.buf.Write(append(w.line, '\n')) // an error comes back at the next write
	return w, nil
}

// appendField appends text, in quotes where it needs them.
func appendField(dst []byte, text string) []byte {
	if !strings.ContainsAny(text, ",\"\r\n") {
		return append(dst, text...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(text, `"`, `""`)...)
	return append(dst, '"')
}

// Write implements [matrix.Writer].
func (w *CSVWriter) Write(b *matrix.Block) error {
	if err := w.in.Take(b); err != nil {
		return fmt.Errorf("%s: %w", w.path, err)
	}
	w.mg, w.eg = factors(w.mg, b.MG, w.in.Schema().MG), factors(w.eg, b.EG, w.in.Schema().EG)
	for i := range b.Rows() {
		w.line = w.appendCounts(w.line[:0], b, i)
		w.line = w.appendLabels(w.line, b, i)
		if _, err := w.buf.Write(append(w.line, '\n')); err != nil {
			return w.in.Fail(fmt.Errorf("%s: %w", w.path, err))
		}
	}
	return nil
}

// appendCounts appends the terms of row i, each with a comma after it.
func (w *CSVWriter) appendCounts(line []byte, b *matrix.Block, i int) []byte {
	columns, counts := b.Row(i)
	for k, c := range columns {
		w.row[c] = counts[k]
	}
	for _, v := range w.row {
		line = append(appendFloat(line, v), ',')
	}
	for _, c := range columns {
		w.row[c] = 0
	}
	return line
}

// appendFloat appends the shortest decimal that is v.
func appendFloat(line []byte, v float32) []byte {
	if i := int32(v); float32(i) == v && i > -1e6 && i < 1e6 {
		return strconv.AppendInt(line, int64(i), 10)
	}
	return strconv.AppendFloat(line, float64(v), 'g', -1, 32)
}

// appendLabels appends what follows the terms in row i.
func (w *CSVWriter) appendLabels(line []byte, b *matrix.Block, i int) []byte {
	line = append(appendFloat(line, w.mg[i]), ',')
	line = append(appendFloat(line, w.eg[i]), ',')
	cp, known, mate := centipawns(b.Score[i])
	if known {
		line = strconv.AppendInt(line, int64(cp), 10)
	}
	line = append(line, ',')
	line = strconv.AppendInt(line, int64(mate), 10)
	line = append(line, ',')
	if p, known := points(b.Result[i]); known {
		line = strconv.AppendFloat(line, p, 'g', -1, 64)
	}
	for _, v := range []int64{int64(b.Game[i]), int64(b.Ply[i]), int64(orValue(b.Source, i, 0)), int64(b.Material[i])} {
		line = strconv.AppendInt(append(line, ','), v, 10)
	}
	line = strconv.AppendUint(append(line, ','), b.Hash[i], 10)
	if w.in.Schema().Optional.Has(matrix.WithWeight) {
		line = appendFloat(append(line, ','), orValue(b.Weight, i, 1))
	}
	if w.in.Schema().Optional.Has(matrix.WithOffset) {
		line = appendFloat(append(line, ','), orValue(b.Offset, i, 0))
	}
	if w.in.Schema().Optional.Has(matrix.WithExpected) {
		line = append(line, ',')
		if e := orValue(b.Expected, i, unknown); !math.IsNaN(float64(e)) {
			line = appendFloat(line, e)
		}
	}
	if w.in.Schema().Optional.Has(matrix.WithTree) {
		line = strconv.AppendUint(append(line, ','), uint64(orValue(b.Tree, i, 0)), 10)
	}
	if w.in.Schema().Optional.Has(matrix.WithSide) {
		line = strconv.AppendUint(append(line, ','), uint64(orValue(b.Side, i, matrix.SideWhite)), 10)
	}
	return line
}

// Close implements [matrix.Writer].
func (w *CSVWriter) Close(p matrix.Provenance) error { return w.closeWith(p, w.buf.Flush) }
