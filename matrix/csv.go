package matrix

import (
	"bufio"
	"fmt"
	"math"
	"strconv"
	"strings"
)

var _ Writer = (*CSVWriter)(nil)

// CSVWriter is a [Writer] of a dense table: comma-separated values with a
// header line. The columns are the terms (their counts), then
//
//	mg, eg     factors, decoded
//	score      centipawns; empty if unknown or a mate
//	mate       1 White wins, -1 Black wins, 0 no mate
//	result     White's points 0, 0.5 or 1; empty if unknown
//	game, ply, source, material, hash   as in [Block]
//	weight, offset                      if the schema has them
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
// Close. At most [MaxTableColumns] terms are possible, none with the name of
// another column. The provenance is checked but not kept.
func CreateCSV(path string, s Schema) (*CSVWriter, error) {
	t, err := createTable(path, s)
	if err != nil {
		return nil, err
	}
	w := &CSVWriter{table: t, buf: bufio.NewWriterSize(t.file, 1<<16), row: make([]float32, len(s.Columns))}
	for _, c := range s.Columns {
		w.line = append(appendField(w.line, c.Name), ',')
	}
	w.line = append(w.line, strings.Join(s.labels(), ",")...)
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

// Write implements [Writer].
func (w *CSVWriter) Write(b *Block) error {
	if err := w.take(b); err != nil {
		return fmt.Errorf("%s: %w", w.path, err)
	}
	w.mg, w.eg = factors(w.mg, b.MG, w.schema.MG), factors(w.eg, b.EG, w.schema.EG)
	for i := range b.Rows() {
		w.line = w.appendCounts(w.line[:0], b, i)
		w.line = w.appendLabels(w.line, b, i)
		if _, err := w.buf.Write(append(w.line, '\n')); err != nil {
			return w.fail(fmt.Errorf("%s: %w", w.path, err))
		}
	}
	return nil
}

// appendCounts appends the terms of row i, each with a comma after it.
func (w *CSVWriter) appendCounts(line []byte, b *Block, i int) []byte {
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
func (w *CSVWriter) appendLabels(line []byte, b *Block, i int) []byte {
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
	source := uint8(0)
	if len(b.Source) > 0 {
		source = b.Source[i]
	}
	for _, v := range []int64{int64(b.Game[i]), int64(b.Ply[i]), int64(source), int64(b.Material[i])} {
		line = strconv.AppendInt(append(line, ','), v, 10)
	}
	line = strconv.AppendUint(append(line, ','), b.Hash[i], 10)
	if w.schema.Optional.Has(WithWeight) {
		line = appendFloat(append(line, ','), orValue(b.Weight, i, 1))
	}
	if w.schema.Optional.Has(WithOffset) {
		line = appendFloat(append(line, ','), orValue(b.Offset, i, 0))
	}
	if w.schema.Optional.Has(WithExpected) {
		line = append(line, ',')
		if e := orValue(b.Expected, i, none); !math.IsNaN(float64(e)) {
			line = appendFloat(line, e)
		}
	}
	return line
}

// orValue returns value i of an optional array, absent if that is not given.
func orValue(values []float32, i int, absent float32) float32 {
	if len(values) == 0 {
		return absent
	}
	return values[i]
}

// Close implements [Writer].
func (w *CSVWriter) Close(p Provenance) error { return w.closeWith(p, w.buf.Flush) }
