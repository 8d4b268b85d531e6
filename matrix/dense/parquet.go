package dense

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"

	"example.org/centipawn/matrix"
)

var _ matrix.Writer = (*ParquetWriter)(nil)

const (
	// groupValues bounds the values of a row group, which is held in memory,
	// compressed, until it is complete.
	groupValues = 4 << 20

	// pageBytes is the memory for the pages of all columns together.
	pageBytes = 8 << 20
)

// ParquetWriter is a [matrix.Writer] of a dense table in a Parquet file. It has the
// columns of [CSVWriter], null where those are empty. Counts are int8, int16 or
// float as in the schema. The file is compressed with Snappy.
type ParquetWriter struct {
	table
	out     *parquet.GenericWriter[any]
	columns []*parquet.ColumnWriter
	grouped int             // rows in the present row group
	dense   []float32       // counts of a block: rows of one column, then the next column
	values  []parquet.Value // of one column
	mg, eg  []float32
}

// CreateParquet starts a table in the file path; see [CreateCSV].
func CreateParquet(path string, s matrix.Schema) (*ParquetWriter, error) {
	t, err := createTable(path, s)
	if err != nil {
		return nil, err
	}
	w := &ParquetWriter{table: t}
	fields := w.fields()
	config := parquet.DefaultWriterConfig()
	config.Schema = parquet.NewSchema("matrix", fields)
	config.CreatedBy = "centipawn"
	config.Compression = &parquet.Snappy
	config.PageBufferSize = min(1<<18, pageBytes/len(fields.fields))
	config.ColumnPageBuffers = parquet.NewChunkBufferPool(config.PageBufferSize)
	w.out = parquet.NewGenericWriter[any](t.file, config) // panics for options that cannot be
	w.columns = w.out.ColumnWriters()
	return w, nil
}

// fields lists the columns of the file.
func (w *ParquetWriter) fields() orderedGroup {
	count := []parquet.Node{matrix.Int8: parquet.Int(8), matrix.Int16: parquet.Int(16), matrix.Float32: parquet.Leaf(parquet.FloatType)}[w.in.Schema().Counts]
	var g orderedGroup
	for _, c := range w.in.Schema().Counted() {
		g.fields = append(g.fields, field{count, c.Name})
	}
	types := map[string]parquet.Node{
		"mg": parquet.Leaf(parquet.FloatType), "eg": parquet.Leaf(parquet.FloatType),
		"score": parquet.Optional(parquet.Int(16)), "mate": parquet.Int(8),
		"result": parquet.Optional(parquet.Leaf(parquet.FloatType)),
		"game":   parquet.Uint(32), "ply": parquet.Uint(16), "source": parquet.Uint(8),
		"material": parquet.Int(8), "hash": parquet.Uint(64),
		"weight": parquet.Leaf(parquet.FloatType), "offset": parquet.Leaf(parquet.FloatType),
		"expected": parquet.Optional(parquet.Leaf(parquet.FloatType)),
		"tree":     parquet.Uint(32), "side": parquet.Uint(8),
	}
	for _, name := range labels(w.in.Schema()) {
		g.fields = append(g.fields, field{types[name], name})
	}
	return g
}

// Write implements [matrix.Writer].
func (w *ParquetWriter) Write(b *matrix.Block) error {
	if err := w.in.Take(b); err != nil {
		return fmt.Errorf("%s: %w", w.path, err)
	}
	if err := w.writeBlock(b); err != nil {
		return w.in.Fail(fmt.Errorf("%s: %w", w.path, err))
	}
	return nil
}

func (w *ParquetWriter) writeBlock(b *matrix.Block) error {
	n := b.Rows()
	if n == 0 {
		return nil
	}
	if err := w.writeCounts(b); err != nil {
		return err
	}
	for i, value := range w.labelValues(b) {
		if err := w.writeColumn(len(w.in.Schema().Counted())+i, n, value); err != nil {
			return err
		}
	}
	w.grouped += n
	if w.grouped*len(w.columns) < groupValues {
		return nil
	}
	w.grouped = 0
	return w.out.Flush()
}

// writeCounts writes the terms. The dense block takes 4 bytes a value, 33 MB for
// the widest table.
func (w *ParquetWriter) writeCounts(b *matrix.Block) error {
	n := b.Rows()
	w.dense = slices.Grow(w.dense[:0], n*len(w.in.Schema().Counted()))[:n*len(w.in.Schema().Counted())]
	clear(w.dense)
	for i := range n {
		columns, counts := b.Row(i)
		for k, c := range columns {
			w.dense[int(c)*n+i] = counts[k]
		}
	}
	for c := range w.in.Schema().Counted() {
		counts := w.dense[c*n:][:n]
		value := func(i int) parquet.Value { return parquet.Int32Value(int32(counts[i])) }
		if w.in.Schema().Counts == matrix.Float32 {
			value = func(i int) parquet.Value { return parquet.FloatValue(counts[i]) }
		}
		if err := w.writeColumn(c, n, value); err != nil {
			return err
		}
	}
	return nil
}

// labelValues returns, for each column after the terms, the value of row i.
func (w *ParquetWriter) labelValues(b *matrix.Block) []func(i int) parquet.Value {
	w.mg, w.eg = factors(w.mg, b.MG, w.in.Schema().MG), factors(w.eg, b.EG, w.in.Schema().EG)
	f := []func(i int) parquet.Value{
		func(i int) parquet.Value { return parquet.FloatValue(w.mg[i]) },
		func(i int) parquet.Value { return parquet.FloatValue(w.eg[i]) },
		func(i int) parquet.Value { return scoreValue(b.Score[i]) },
		func(i int) parquet.Value {
			_, _, mate := centipawns(b.Score[i])
			return parquet.Int32Value(int32(mate))
		},
		func(i int) parquet.Value { return resultValue(b.Result[i]) },
		func(i int) parquet.Value { return parquet.Int32Value(int32(b.Game[i])) },
		func(i int) parquet.Value { return parquet.Int32Value(int32(b.Ply[i])) },
		func(i int) parquet.Value { return parquet.Int32Value(int32(orValue(b.Source, i, 0))) },
		func(i int) parquet.Value { return parquet.Int32Value(int32(b.Material[i])) },
		func(i int) parquet.Value { return parquet.Int64Value(int64(b.Hash[i])) },
	}
	if w.in.Schema().Optional.Has(matrix.WithWeight) {
		f = append(f, func(i int) parquet.Value { return parquet.FloatValue(orValue(b.Weight, i, 1)) })
	}
	if w.in.Schema().Optional.Has(matrix.WithOffset) {
		f = append(f, func(i int) parquet.Value { return parquet.FloatValue(orValue(b.Offset, i, 0)) })
	}
	if w.in.Schema().Optional.Has(matrix.WithExpected) {
		f = append(f, func(i int) parquet.Value { return expectedValue(orValue(b.Expected, i, unknown)) })
	}
	if w.in.Schema().Optional.Has(matrix.WithTree) {
		f = append(f, func(i int) parquet.Value { return parquet.Int32Value(int32(orValue(b.Tree, i, 0))) })
	}
	if w.in.Schema().Optional.Has(matrix.WithSide) {
		f = append(f, func(i int) parquet.Value { return parquet.Int32Value(int32(orValue(b.Side, i, matrix.SideWhite))) })
	}
	return f
}

// scoreValue, resultValue and expectedValue are the columns that may be null, which Parquet
// marks by definition level 0.
func scoreValue(score int16) parquet.Value {
	if cp, known, _ := centipawns(score); known {
		return parquet.Int32Value(int32(cp)).Level(0, 1, 0)
	}
	return parquet.NullValue()
}

func resultValue(result uint8) parquet.Value {
	if p, known := points(result); known {
		return parquet.FloatValue(float32(p)).Level(0, 1, 0)
	}
	return parquet.NullValue()
}

func expectedValue(e float32) parquet.Value {
	if !math.IsNaN(float64(e)) {
		return parquet.FloatValue(e).Level(0, 1, 0)
	}
	return parquet.NullValue()
}

// writeColumn writes n values of column c.
func (w *ParquetWriter) writeColumn(c, n int, value func(i int) parquet.Value) error {
	w.values = slices.Grow(w.values[:0], n)[:n]
	for i := range w.values {
		w.values[i] = value(i)
	}
	_, err := w.columns[c].WriteRowValues(w.values)
	return err
}

// Close implements [matrix.Writer].
func (w *ParquetWriter) Close(p matrix.Provenance) error { return w.closeWith(p, w.out.Close) }

// orderedGroup is a group of columns in the order given; the embedded
// [parquet.Group] stays empty, because it sorts by name.
type orderedGroup struct {
	parquet.Group
	fields []field
}

// Fields implements [parquet.Node].
func (g orderedGroup) Fields() []parquet.Field {
	fields := make([]parquet.Field, len(g.fields))
	for i := range g.fields {
		fields[i] = &g.fields[i]
	}
	return fields
}

// field is a named column.
type field struct {
	parquet.Node
	name string
}

// Name implements [parquet.Field].
func (f *field) Name() string { return f.name }

// Value implements [parquet.Field]; rows are not written as Go values.
func (f *field) Value(reflect.Value) reflect.Value { return reflect.Value{} }
