package dense

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"example.org/centipawn/internal/disk/disktest"
	"example.org/centipawn/matrix"
)

// tableBlock has rows that were chosen to show every rule of a table.
func tableBlock() *matrix.Block {
	return &matrix.Block{
		Start: []int64{0, 2, 2, 3, 4}, Columns: []uint16{0, 2, 1, 1}, Counts: []float32{1.5, -2, 3, 1e7},
		MG: []uint8{0, 1, 1, 0}, EG: []uint8{1, 0, 0, 1},
		Score: []int16{-30000, matrix.NoScore, 30001, -32767}, Result: []uint8{matrix.ResultUnknown, matrix.ResultBlack, matrix.ResultDraw, matrix.ResultWhite},
		Game: []uint32{1, math.MaxUint32, 3, 4}, Ply: []uint16{3, 65535, 0, 1}, Source: []uint8{0, 1, 0, 1},
		Material: []int8{0, -128, 127, 1}, Hash: []uint64{5, math.MaxUint64, 7, 8}, Weight: []float32{1, 0, 0.25, 2},
		Expected: []float32{0.63, unknown, 0, 1},
	}
}

func tableSchema() matrix.Schema {
	return matrix.Schema{
		Set: "test", Columns: []matrix.Column{{Name: "a", Tapered: true}, {Name: `b "x", y`}, {Name: "c"}}, Counts: matrix.Float32,
		Optional: matrix.WithSource | matrix.WithWeight | matrix.WithExpected, MG: []float32{0.25, 1}, EG: []float32{0, 0.3},
	}
}

func TestCSV(t *testing.T) {
	const want = `a,"b ""x"", y",c,mg,eg,score,mate,result,game,ply,source,material,hash,weight,expected
1.5,0,-2,0.25,0.3,-30000,0,,1,3,0,0,5,1,0.63
0,0,0,1,0,,0,0,4294967295,65535,1,-128,18446744073709551615,0,
0,3,0,1,0,,1,0.5,3,0,0,127,7,0.25,0
0,1e+07,0,0.25,0.3,,-1,1,4,1,1,1,8,2,1
`
	path := filepath.Join(t.TempDir(), "x.csv")
	w, err := CreateCSV(path, tableSchema())
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, w, []*matrix.Block{{}, tableBlock()})
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// readParquet returns a Parquet file as text: a header and rows, null as "".
func readParquet(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	p, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	var head []string
	unsigned := make(map[int]bool)
	for i, c := range p.Schema().Fields() {
		head = append(head, c.Name())
		unsigned[i] = strings.HasPrefix(c.Type().String(), "INT(") && strings.HasSuffix(c.Type().String(), "false)")
	}
	table := [][]string{head}
	for _, g := range p.RowGroups() {
		rows := g.Rows()
		buf := make([]parquet.Row, 100)
		for {
			n, err := rows.ReadRows(buf)
			for _, row := range buf[:n] {
				line := make([]string, len(row))
				for i, v := range row {
					line[i] = parquetText(v, unsigned[i])
				}
				table = append(table, line)
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return table
}

// parquetText writes a value as the CSV has it.
func parquetText(v parquet.Value, unsigned bool) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == parquet.Float:
		return string(appendFloat(nil, v.Float()))
	case unsigned && v.Kind() == parquet.Int32:
		return strconv.FormatUint(uint64(v.Uint32()), 10)
	case unsigned:
		return strconv.FormatUint(v.Uint64(), 10)
	}
	return v.String()
}

func readCSV(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// writeTables writes the same blocks as CSV and as Parquet.
func writeTables(t *testing.T, dir string, s matrix.Schema, blocks []*matrix.Block) (csvPath, parquetPath string) {
	t.Helper()
	csvPath, parquetPath = filepath.Join(dir, "x.csv"), filepath.Join(dir, "x.parquet")
	c, err := CreateCSV(csvPath, s)
	if err != nil {
		t.Fatal(err)
	}
	p, err := CreateParquet(parquetPath, s)
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, c, blocks)
	writeAll(t, p, blocks)
	return csvPath, parquetPath
}

// The two tables say the same; TestCSV says that it is right.
func TestParquetAgreesWithCSV(t *testing.T) {
	random := func(c matrix.CountType, o matrix.Optional) (matrix.Schema, []*matrix.Block) {
		s := testSchema(9, c, o)
		return s, randomBlocks(uint64(c), &s, 8, 30)
	}
	int8Schema, int8Blocks := random(matrix.Int8, 0)
	int16Schema, int16Blocks := random(matrix.Int16, matrix.WithOffset)
	floatSchema, floatBlocks := random(matrix.Float32, matrix.WithSource|matrix.WithWeight|matrix.WithOffset|matrix.WithExpected|matrix.WithTree|matrix.WithSide)
	tests := []struct {
		name   string
		schema matrix.Schema
		blocks []*matrix.Block
	}{
		{"every rule", tableSchema(), []*matrix.Block{{}, tableBlock()}},
		{"no rows", tableSchema(), nil},
		{"int8", int8Schema, int8Blocks},
		{"int16", int16Schema, int16Blocks},
		{"float32", floatSchema, floatBlocks},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			csvPath, parquetPath := writeTables(t, t.TempDir(), tt.schema, tt.blocks)
			if diff := cmp.Diff(readCSV(t, csvPath), readParquet(t, parquetPath)); diff != "" {
				t.Errorf("(-csv +parquet):\n%s", diff)
			}
		})
	}
}

// Many row groups: as many columns as possible, so that few rows fill one.
func TestRowGroups(t *testing.T) {
	s := testSchema(MaxColumns, matrix.Int8, 0)
	var blocks []*matrix.Block
	for i := range 2 {
		b := &matrix.Block{Start: make([]int64, matrix.BlockRows+1)}
		for j := range matrix.BlockRows {
			b.Columns, b.Counts = append(b.Columns, uint16((i+j)%MaxColumns)), append(b.Counts, float32(j%100))
			b.Start[j+1] = int64(j + 1)
		}
		b.MG, b.EG, b.Result = make([]uint8, matrix.BlockRows), make([]uint8, matrix.BlockRows), make([]uint8, matrix.BlockRows)
		b.Score, b.Ply, b.Material = make([]int16, matrix.BlockRows), make([]uint16, matrix.BlockRows), make([]int8, matrix.BlockRows)
		b.Game, b.Hash = make([]uint32, matrix.BlockRows), make([]uint64, matrix.BlockRows)
		blocks = append(blocks, b)
	}
	path := filepath.Join(t.TempDir(), "x.parquet")
	w, err := CreateParquet(path, s)
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, w, blocks)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	p, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(p.RowGroups()); n != 2 || p.NumRows() != 2*matrix.BlockRows {
		t.Errorf("%d row groups with %d rows, want 2 with %d", n, p.NumRows(), 2*matrix.BlockRows)
	}
}

func TestTablesSameBytes(t *testing.T) {
	s := testSchema(5, matrix.Float32, matrix.WithSource)
	blocks := randomBlocks(12, &s, 6, 40)
	csvA, parquetA := writeTables(t, t.TempDir(), s, blocks)
	csvB, parquetB := writeTables(t, t.TempDir(), s, blocks)
	for _, pair := range [][2]string{{csvA, csvB}, {parquetA, parquetB}} {
		a, errA := os.ReadFile(pair[0])
		b, errB := os.ReadFile(pair[1])
		if errA != nil || errB != nil || string(a) != string(b) {
			t.Errorf("%s and %s differ (%v, %v)", pair[0], pair[1], errA, errB)
		}
	}
}

// creators are the writers of single files.
var creators = []struct {
	name   string
	create func(path string, s matrix.Schema) (matrix.Writer, error)
}{
	{"csv", func(path string, s matrix.Schema) (matrix.Writer, error) { return CreateCSV(path, s) }},
	{"parquet", func(path string, s matrix.Schema) (matrix.Writer, error) { return CreateParquet(path, s) }},
}

func TestTableRefuses(t *testing.T) {
	for _, c := range creators {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "x")
			wide := testSchema(MaxColumns+1, matrix.Int8, 0)
			_, err := c.create(path, wide)
			want := fmt.Sprintf("creating table %s: set test has 1001 terms: a dense table may have 1000, write a .matrix instead", path)
			if err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			_, err = c.create(path, matrix.Schema{Columns: []matrix.Column{{Name: "material"}}})
			want = fmt.Sprintf("creating table %s: term \"material\" has the name of another column of the table", path)
			if err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			wantFiles(t, dir)
			_, err = c.create(dir, testSchema(1, matrix.Int8, 0))
			want = dir + ": is a folder: pass the name of a file"
			if err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

// Two runs with the same output do not write into each other's files.
func TestTwoTableWriters(t *testing.T) {
	for _, c := range creators {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "x")
			w, err := c.create(path, tableSchema())
			if err != nil {
				t.Fatal(err)
			}
			other, err := c.create(path, tableSchema())
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Close(testProvenance()); err != nil {
				t.Fatal(err)
			}
			if err := other.Abort(); err != nil {
				t.Fatal(err)
			}
			wantFiles(t, dir, "x")
		})
	}
}

// A table has its name only when it is complete; an old one stays until then.
func TestTableNames(t *testing.T) {
	for _, c := range creators {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "x")
			if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path+".123.partial", []byte("interrupted"), 0o666); err != nil {
				t.Fatal(err)
			}
			start := func() matrix.Writer {
				w, err := c.create(path, tableSchema())
				if err != nil {
					t.Fatal(err)
				}
				if err := w.Write(tableBlock()); err != nil {
					t.Fatal(err)
				}
				if left, err := filepath.Glob(path + ".*.partial"); err != nil || len(left) != 1 {
					t.Errorf("temporary files %q, %v, want one", left, err)
				}
				return w
			}
			if err := start().Abort(); err != nil {
				t.Fatal(err)
			}
			wantFiles(t, dir, "x")
			w := start()
			if w.Write(&matrix.Block{Start: []int64{0, 0}}) == nil || w.Close(matrix.Provenance{}) == nil {
				t.Error("a bad block was accepted")
			}
			wantFiles(t, dir, "x")
			if text, err := os.ReadFile(path); err != nil || string(text) != "old" {
				t.Errorf("%q, %v, want the old file", text, err)
			}
			w = start()
			if err := w.Close(testProvenance()); err != nil {
				t.Fatal(err)
			}
			if err := w.Abort(); err != nil {
				t.Fatal(err)
			}
			wantFiles(t, dir, "x")
			if text, err := os.ReadFile(path); err != nil || len(text) < 100 {
				t.Errorf("%d bytes, %v", len(text), err)
			}
		})
	}
}

func TestWriterFaults(t *testing.T) {
	s := testSchema(3, matrix.Int16, matrix.WithWeight)
	blocks := randomBlocks(7, &s, 2, 5)
	for _, c := range creators {
		t.Run(c.name, func(t *testing.T) {
			disktest.Test(t, disktest.Writer{Prepare: func(*testing.T, string) {}, Run: func(dir string) error {
				w, err := c.create(filepath.Join(dir, "x."+c.name), s)
				if err != nil {
					return err
				}
				for _, b := range blocks {
					if err := w.Write(b); err != nil {
						return errors.Join(err, w.Abort())
					}
				}
				return w.Close(testProvenance())
			}})
		})
	}
}

// BenchmarkWrite writes rows as the set alphaone gives them: 8 float32 columns, most of them there.
func BenchmarkWrite(b *testing.B) {
	s := testSchema(8, matrix.Float32, 0)
	block := new(matrix.Block)
	randomBlock(rand.New(rand.NewPCG(1, 2)), &s, matrix.BlockRows, block)
	for _, c := range creators {
		b.Run(c.name, func(b *testing.B) {
			w, err := c.create(filepath.Join(b.TempDir(), "x"), s)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := w.Write(block); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*matrix.BlockRows/b.Elapsed().Seconds(), "rows/s")
			if err := w.Abort(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
