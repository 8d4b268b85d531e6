package matrix

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sameBlock compares what users see; an empty slice is as good as none.
var sameBlock = cmp.Options{cmpopts.IgnoreUnexported(Block{}), cmpopts.EquateEmpty(), cmpopts.EquateNaNs()}

// normal returns b as it is read: optional arrays are there if and only if the
// schema has them.
func normal(b *Block, s *Schema) *Block {
	n := *b
	if len(n.Start) == 0 {
		n.Start = []int64{0}
	}
	rows := b.Rows()
	n.Source = orFill(b.Source, s.Optional.Has(WithSource), new([]uint8), rows, 0)
	n.Weight = orFill(b.Weight, s.Optional.Has(WithWeight), new([]float32), rows, 1)
	n.Offset = orFill(b.Offset, s.Optional.Has(WithOffset), new([]float32), rows, 0)
	n.Expected = orFill(b.Expected, s.Optional.Has(WithExpected), new([]float32), rows, none)
	n.Tree = orFill(b.Tree, s.Optional.Has(WithTree), new([]uint32), rows, 0)
	n.Side = orFill(b.Side, s.Optional.Has(WithSide), new([]uint8), rows, SideWhite)
	return &n
}

// reader is what matrices and sets have in common.
type reader interface {
	Rows() int
	Entries() int64
	Blocks() int
	BlockRows(b int) int
	ReadBlock(b int, into *Block) error
}

// checkBlocks compares what m holds with blocks.
func checkBlocks(t *testing.T, m reader, s *Schema, blocks []*Block) {
	t.Helper()
	if m.Blocks() != len(blocks) {
		t.Fatalf("%d blocks, want %d", m.Blocks(), len(blocks))
	}
	var got Block
	rows, entries := 0, int64(0)
	for i, b := range blocks {
		if err := m.ReadBlock(i, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(normal(b, s), &got, sameBlock); diff != "" {
			t.Fatalf("block %d (-written +read):\n%s", i, diff)
		}
		if m.BlockRows(i) != b.Rows() {
			t.Errorf("BlockRows(%d) = %d, want %d", i, m.BlockRows(i), b.Rows())
		}
		rows += b.Rows()
		entries += int64(len(b.Columns))
	}
	if m.Rows() != rows || m.Entries() != entries {
		t.Errorf("%d rows, %d entries; want %d and %d", m.Rows(), m.Entries(), rows, entries)
	}
}

func TestRoundTrip(t *testing.T) {
	for _, counts := range []CountType{Int8, Int16, Float32} {
		for _, optional := range []Optional{0, WithSource, WithWeight | WithOffset, WithExpected, WithTree | WithSide, WithSource | WithWeight | WithOffset | WithExpected | WithTree | WithSide} {
			t.Run(fmt.Sprintf("%v %v", counts, optional), func(t *testing.T) {
				s := testSchema(12, counts, optional)
				if counts != Int16 {
					s = withFormula(s)
				}
				s.Scale = "test"
				blocks := randomBlocks(uint64(optional), &s, 10, 30)
				m := writeDir(t, filepath.Join(t.TempDir(), "x.matrix"), s, blocks, Shard{})
				checkBlocks(t, m, &s, blocks)
				checkBlocks(t, inMemory(t, s, blocks), &s, blocks)
				if diff := cmp.Diff(s, m.Schema()); diff != "" {
					t.Errorf("schema (-written +read):\n%s", diff)
				}
				if diff := cmp.Diff(testProvenance(0, 1), m.Provenance()); diff != "" {
					t.Errorf("provenance (-written +read):\n%s", diff)
				}
			})
		}
	}
}

// TestVersions: a linear matrix is written as it always was.
func TestVersions(t *testing.T) {
	plain := testSchema(2, Int8, 0)
	for want, s := range map[string]Schema{`"version": 1,`: plain, `"version": 3,`: withFormula(plain)} {
		dir := filepath.Join(t.TempDir(), "x")
		writeDir(t, dir, s, nil, Shard{})
		text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) || strings.Contains(string(text), "formula") != s.Nonlinear() {
			t.Errorf("want %s in\n%s", want, text)
		}
	}
}

// Optional arrays that are declared but not given have their defaults.
func TestOptionalDefaults(t *testing.T) {
	plain := testSchema(5, Int8, 0)
	full := testSchema(5, Int8, WithSource|WithWeight|WithOffset|WithExpected|WithTree|WithSide)
	blocks := randomBlocks(3, &plain, 6, 30)
	checkBlocks(t, writeDir(t, filepath.Join(t.TempDir(), "x"), full, blocks, Shard{}), &full, blocks)
	checkBlocks(t, inMemory(t, full, blocks), &full, blocks)
}

// A full block and a row without entries.
func TestLargestBlock(t *testing.T) {
	s := testSchema(2, Int8, 0)
	var b Block
	randomBlock(rand.New(rand.NewPCG(1, 1)), &s, BlockRows, 1, &b)
	blocks := []*Block{&b, {}, &b}
	checkBlocks(t, writeDir(t, filepath.Join(t.TempDir(), "x"), s, blocks, Shard{}), &s, blocks)
}

func TestEmptyMatrix(t *testing.T) {
	s := testSchema(2, Float32, 0)
	checkBlocks(t, writeDir(t, filepath.Join(t.TempDir(), "x"), s, nil, Shard{}), &s, nil)
	checkBlocks(t, inMemory(t, s, []*Block{{}}), &s, []*Block{{}})
}

// The size on disk is 28 bytes a row and 2 plus the size of a count an entry.
// With 14.4 int8 counts a position that is at most 72.
func TestBytesPerRow(t *testing.T) {
	const rows, entries = 5 * 8000, 14.4 * 5 * 8000
	s := testSchema(768, Int8, 0)
	var b Block
	randomBlock(rand.New(rand.NewPCG(2, 1)), &s, 8000, 1, &b)
	b.Columns, b.Counts = nil, nil
	for i := range 8000 {
		n := 14 + (i%5)/3 // 14 14 14 15 15: 14.4 on average
		for c := range n {
			b.Columns = append(b.Columns, uint16(c*50))
			b.Counts = append(b.Counts, 1)
		}
		b.Start[i+1] = int64(len(b.Columns))
	}
	dir := filepath.Join(t.TempDir(), "x")
	m := writeDir(t, dir, s, []*Block{&b, &b, &b, &b, &b}, Shard{})
	if m.Rows() != rows || m.Entries() != entries {
		t.Fatalf("%d rows, %d entries", m.Rows(), m.Entries())
	}
	var bytes int64
	files, err := filepath.Glob(filepath.Join(dir, "*.npy"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		bytes += info.Size()
	}
	const headers = 11*128 + 8 // and the first row pointer
	if want := int64(28*rows + 3*entries + headers); bytes != want {
		t.Errorf("%d bytes, want %d", bytes, want)
	}
	if perRow := float64(bytes) / rows; perRow > 72 {
		t.Errorf("%.2f bytes a position, want at most 72", perRow)
	}
}

// Reset after a read must not give the memory of the matrix to the next rows.
func TestResetAfterRead(t *testing.T) {
	s := testSchema(4, Int16, WithSource)
	blocks := randomBlocks(8, &s, 5, 40)
	for _, m := range []*Matrix{inMemory(t, s, blocks), writeDir(t, filepath.Join(t.TempDir(), "x"), s, blocks, Shard{})} {
		var b Block
		for i := range blocks {
			if err := m.ReadBlock(i, &b); err != nil {
				t.Fatal(err)
			}
			randomBlock(rand.New(rand.NewPCG(9, uint64(i))), &s, 30, 2, &b)
		}
		checkBlocks(t, m, &s, blocks)
	}
}

func TestConcurrentReads(t *testing.T) {
	s := testSchema(8, Int8, WithWeight)
	blocks := randomBlocks(10, &s, 30, 50)
	m := writeDir(t, filepath.Join(t.TempDir(), "x"), s, blocks, Shard{})
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			var b Block
			for i := range blocks {
				i = (i + worker) % len(blocks)
				if err := m.ReadBlock(i, &b); err != nil {
					t.Error(err)
				} else if diff := cmp.Diff(normal(blocks[i], &s), &b, sameBlock); diff != "" {
					t.Errorf("block %d (-written +read):\n%s", i, diff)
				}
			}
		})
	}
	wg.Wait()
}

func TestReadOutOfRange(t *testing.T) {
	s := testSchema(1, Int8, 0)
	m := inMemory(t, s, []*Block{{}})
	for _, b := range []int{-1, 1} {
		err := m.ReadBlock(b, new(Block))
		if want := fmt.Sprintf("memory: block %d of 1", b); err == nil || err.Error() != want {
			t.Errorf("ReadBlock(%d): %v, want %s", b, err, want)
		}
	}
}

func TestReadAfterClose(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x")
	s := testSchema(1, Int8, 0)
	writeDir(t, dir, s, []*Block{{}}, Shard{})
	m, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	err = m.ReadBlock(0, new(Block))
	if want := dir + ": the matrix is closed"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
