package matrix

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/disk"
)

// twoRows is a sound block of 2 rows with columns 0 and 2, 1.
func twoRows() *Block {
	return &Block{
		Start: []int64{0, 2, 3}, Columns: []uint16{0, 2, 1}, Counts: []float32{1, 2, 3}, MG: []uint8{0, 1}, EG: []uint8{1, 0},
		Score: []int16{10, -20}, Result: []uint8{0, 3}, Game: []uint32{1, 2}, Ply: []uint16{3, 4}, Material: []int8{0, 1}, Hash: []uint64{5, 6},
	}
}

func TestBadBlocks(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	tests := []struct {
		name   string
		counts CountType
		change func(*Block)
		want   string
	}{
		{"too large for int8", Int8, func(b *Block) { b.Counts[2] = 128 }, `row 1: column "b": count 128 cannot be stored as int8`},
		{"too small for int8", Int8, func(b *Block) { b.Counts[1] = -129 }, `row 0: column "c": count -129 cannot be stored as int8`},
		{"half a pawn", Int8, func(b *Block) { b.Counts[0] = 0.5 }, `row 0: column "a": count 0.5 cannot be stored as int8`},
		{"too large for int16", Int16, func(b *Block) { b.Counts[0] = 32768 }, `row 0: column "a": count 32768 cannot be stored as int16`},
		{"too large for int32", Int16, func(b *Block) { b.Counts[0] = -1e20 }, `row 0: column "a": count -1e+20 cannot be stored as int16`},
		{"NaN as int16", Int16, func(b *Block) { b.Counts[0] = nan }, `row 0: column "a": count NaN cannot be stored as int16`},
		{"NaN", Float32, func(b *Block) { b.Counts[2] = nan }, `row 1: column "b": count NaN cannot be stored as float32`},
		{"infinite", Float32, func(b *Block) { b.Counts[1] = inf }, `row 0: column "c": count +Inf cannot be stored as float32`},
		{"column out of range", Int8, func(b *Block) { b.Columns[1] = 3 }, "row 0: column 3 of 3"},
		{"columns not ascending", Int8, func(b *Block) { b.Columns[0], b.Columns[1] = 2, 0 }, `row 0: column "a" comes after "c": columns must ascend`},
		{"column twice", Int8, func(b *Block) { b.Columns[0] = 2 }, `row 0: column "c" is there twice: add its counts up`},
		{"counts missing", Int8, func(b *Block) { b.Counts = b.Counts[:2] }, "3 columns for 2 counts"},
		{"start not at 0", Int8, func(b *Block) { b.Start[0] = 1 }, "start must run from 0 to the number of entries, 3"},
		{"start falls", Int8, func(b *Block) { b.Start[1] = -1 }, "row 0: start falls from 0 to -1"},
		{"start too far", Int8, func(b *Block) { b.Start[1] = 4 }, "row 0: start falls from 0 to 4"},
		{"entries without rows", Int8, func(b *Block) { *b = Block{Columns: b.Columns, Counts: b.Counts} }, "start must run from 0 to the number of entries, 3"},
		{"score missing", Int8, func(b *Block) { b.Score = b.Score[:1] }, "score has 1 values for 2 rows"},
		{"hash missing", Int8, func(b *Block) { b.Hash = nil }, "hash has 0 values for 2 rows"},
		{"weights not declared", Int8, func(b *Block) { b.Weight = []float32{1, 1} }, "weight is given, but the schema declares none"},
		{"sources too long", Int8, func(b *Block) { b.Source = []uint8{1, 1, 1} }, "source has 3 values for 2 rows"},
		{"negative weight", Float32, func(b *Block) { b.Weight = []float32{1, -1} }, "row 1: weight -1: want a finite number, not negative"},
		{"offset", Float32, func(b *Block) { b.Offset = []float32{0, inf} }, "row 1: offset +Inf: want -1000000 to 1000000 centipawns"},
		{"expected score above 1", Float32, func(b *Block) { b.Expected = []float32{nan, 1.5} }, "row 1: expected score 1.5: want 0 to 1, or NaN for none"},
		{"expected score not declared", Int8, func(b *Block) { b.Expected = []float32{0, 1} }, "expected is given, but the schema declares none"},
		{"side that is none", Float32, func(b *Block) { b.Side = []uint8{0, 2} }, "row 1: side 2, want less than 2"},
		{"trees missing", Float32, func(b *Block) { b.Tree = []uint32{1} }, "tree has 1 values for 2 rows"},
		{"expected score missing", Float32, func(b *Block) { b.Expected = []float32{0} }, "expected has 1 values for 2 rows"},
		{"mg code", Int8, func(b *Block) { b.MG[1] = 2 }, "row 1: mg 2, want less than 2"},
		{"eg code", Int8, func(b *Block) { b.EG[0] = 9 }, "row 0: eg 9, want less than 2"},
		{"result", Int8, func(b *Block) { b.Result[0] = 4 }, "row 0: result 4, want less than 4"},
		{"too many rows", Int8, func(b *Block) { b.Start = make([]int64, BlockRows+2) }, "block of 8193 rows: at most 8192"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := Schema{Columns: []Column{{Name: "a"}, {Name: "b", Tapered: true}, {Name: "c"}}, Counts: tt.counts, MG: []float32{0, 1}, EG: []float32{1, 0}}
			if tt.counts == Float32 {
				s.Optional = WithWeight | WithOffset | WithExpected | WithTree | WithSide
			}
			w, err := NewMemory(s)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Write(twoRows()); err != nil {
				t.Fatal(err)
			}
			b := twoRows()
			tt.change(b)
			err = w.Write(b)
			if want := "matrix in memory: block 1: " + tt.want; err == nil || err.Error() != want {
				t.Fatalf("got  %v\nwant %s", err, want)
			}
			if again := w.Write(twoRows()); again == nil || w.Close(Provenance{}) == nil {
				t.Error("the writer went on after an error")
			}
		})
	}
}

func TestBadSchemas(t *testing.T) {
	columns := func(n int) []Column {
		c := make([]Column, n)
		for i := range c {
			c[i].Name = strings.Repeat("x", i/256) + string(rune(i%256+'Ā'))
		}
		return c
	}
	block := func(columns ...Column) Schema {
		return Schema{Columns: columns, MG: []float32{0, 1}, EG: []float32{1, 0}}
	}
	nonlinear := func(text string, columns ...Column) Schema {
		s := block(columns...)
		s.Formula = text
		return s
	}
	tests := []struct {
		name   string
		schema Schema
		want   string
	}{
		{"no columns", Schema{}, "no columns"},
		{"too many columns", Schema{Columns: columns(65536)}, "65536 columns: at most 65535 can be indexed"},
		{"no name", Schema{Columns: []Column{{}}}, "column 0 has no name"},
		{"no factors", Schema{Columns: []Column{{Name: "a", Tapered: true}}}, `column "a" is tapered, but there is no table of factors`},
		{"a sum without a formula", block(Column{Name: "x/a"}), `column "x/a" goes to the sum x, but there is no formula that reads it`},
		{"an input without a formula", block(Column{Name: "a"}, Column{Name: "n", Kind: Input}), `column "n" is of kind input, but there is no formula that reads it`},
		{"a column of two slashes", nonlinear("x", Column{Name: "x/a/b"}), `column "x/a/b": want WEIGHT, or SUM/WEIGHT of a sum of the formula`},
		{"a sum without a weight", nonlinear("x", Column{Name: "x/"}), `column "x/": want WEIGHT, or SUM/WEIGHT of a sum of the formula`},
		{"the linear sum by its name", nonlinear("linear", Column{Name: "linear/a"}), `column "linear/a": the sum linear is that of columns without a sum: call it a`},
		{"a sum with a point", nonlinear("x", Column{Name: "x.y/a"}), `column "x.y/a": the sum "x.y": want a name that a formula can read: letters, digits and underscores, not a digit first, and not a word of formulas such as max`},
		{"an input with the name of a function", nonlinear("max", Column{Name: "max", Kind: Input}), `input "max": want a name that a formula can read: letters, digits and underscores, not a digit first, and not a word of formulas such as max`},
		{"an unknown name", nonlinear("x +\n  y", Column{Name: "x/a"}), `formula:2:3: unknown name "y": the sums are x; there are no inputs; a weight is read by weight(NAME), and a definition stands before it is read`},
		{"a sum that is not read", nonlinear("x", Column{Name: "x/a"}, Column{Name: "y/a"}), `formula:1:1: the formula does not read the sum "y": its weights would count nothing; add it, or remove its columns`},
		{"a formula without factors", Schema{Formula: "x * mg", Columns: []Column{{Name: "x/a"}}}, `the formula reads mg or eg, but there is no table of factors`},
		{"a parameter too few", nonlinear("x * weight(p)", Column{Name: "x/a"}), `the parameters are [], the weights that the formula reads by name ["p"]: want the same, in this order, after all other columns`},
		{"an input with a slash", nonlinear("x", Column{Name: "x/a", Kind: Input}), `column "x/a" is of kind input: want a name without a slash`},
		{"a tapered input", nonlinear("x", Column{Name: "x", Kind: Input, Tapered: true}), `column "x" is of kind input and tapered: it has one value`},
		{"a kind that is none", nonlinear("x", Column{Name: "x", Kind: "output"}), `column "x" is of kind "output": want none, input or parameter`},
		{"a weight half tapered", nonlinear("x + y", Column{Name: "x/a"}, Column{Name: "y/a", Tapered: true}), `columns "x/a" and "y/a" share the weight "a", but one of them is tapered and the other is not`},
		{"a column of a sum twice", nonlinear("x", Column{Name: "x/a"}, Column{Name: "x/a"}), `columns "x/a" and "x/a" both have the weight "a"`},
		{"an input twice", nonlinear("x", Column{Name: "x", Kind: Input}, Column{Name: "x", Kind: Input}), `column "x" is there twice`},
		{"an input that is a sum", nonlinear("x", Column{Name: "x/a"}, Column{Name: "x", Kind: Input}), `x is both an input and a sum`},
		{"a term with a parameter's name", nonlinear("linear", Column{Name: "a"}, Column{Name: "a", Kind: Parameter}), `column "a": the formula reads a weight of this name, "a", by weight or lookup: give one of them another name`},
		{"a parameter among terms", nonlinear("linear", Column{Name: "p", Kind: Parameter}, Column{Name: "a"}), `column "p" is a parameter and not one of the last columns`},
		{"a parameter that the formula does not read", nonlinear("linear", Column{Name: "a"}, Column{Name: "p", Kind: Parameter}), `the parameters are ["p"], the weights that the formula reads by name []: want the same, in this order, after all other columns`},
		{"too many factors", Schema{Columns: columns(1), MG: make([]float32, 257)}, "table of mg factors has 257 entries: a code is one byte"},
		{"factor", Schema{Columns: columns(1), EG: []float32{0, float32(math.Inf(-1))}}, "eg factor of code 1 is -Inf"},
		{"type of counts", Schema{Columns: columns(1), Counts: 3}, "unknown type of counts 3"},
		{"optional arrays", Schema{Columns: columns(1), Optional: 64}, "unknown optional arrays 0x40"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "x")
			_, err := Create(dir, tt.schema, Shard{})
			if want := "creating matrix " + dir + ": " + tt.want; err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			wantFiles(t, filepath.Dir(dir))
		})
	}
	if err := (Schema{Columns: columns(MaxColumns)}).Validate(); err != nil {
		t.Errorf("%d columns: %v", MaxColumns, err)
	}
}

func TestBadShards(t *testing.T) {
	for _, sh := range []Shard{{Index: 1}, {Index: 1, Of: 1}, {Index: 3, Of: 3}, {Index: -1, Of: 2}, {Of: -1}} {
		dir := filepath.Join(t.TempDir(), "x")
		if _, err := Create(dir, testSchema(1, Int8, 0), sh); err == nil {
			t.Errorf("shard %d of %d was accepted", sh.Index, sh.Of)
		}
	}
}

// wantFiles checks what a folder holds.
func wantFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", dir, got, want)
	}
}

func mustCreate(t *testing.T, dir string) *DirWriter {
	t.Helper()
	w, err := Create(dir, testSchema(3, Int8, 0), Shard{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(twoRows()); err != nil {
		t.Fatal(err)
	}
	return w
}

func TestAbort(t *testing.T) {
	dir := t.TempDir()
	w := mustCreate(t, filepath.Join(dir, "x"))
	wantFiles(t, dir, "x.partial")
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir)
	if w.Write(twoRows()) == nil || w.Close(Provenance{}) == nil || w.Abort() != nil {
		t.Error("an aborted writer must refuse to write and close, and can be aborted again")
	}
	wantFiles(t, dir)
}

func TestErrorLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	w := mustCreate(t, filepath.Join(dir, "x"))
	if w.Write(&Block{Start: []int64{0, 0}}) == nil || w.Close(Provenance{}) == nil {
		t.Fatal("a bad block was accepted")
	}
	wantFiles(t, dir)
}

func TestSourceWithoutProvenance(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(filepath.Join(dir, "x"), testSchema(3, Int8, WithSource), Shard{})
	if err != nil {
		t.Fatal(err)
	}
	b := twoRows()
	b.Source = []uint8{0, 2}
	if err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	err = w.Close(testProvenance(0, 1))
	if want := filepath.Join(dir, "x") + ": a row has source 2, but the provenance lists 2"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	wantFiles(t, dir)
}

func TestCloseThenAbort(t *testing.T) {
	dir := t.TempDir()
	w := mustCreate(t, filepath.Join(dir, "x"))
	if err := w.Close(Provenance{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, "x")
	if w.Close(Provenance{}) == nil {
		t.Error("closed twice")
	}
	wantFiles(t, dir, "x")
}

// A matrix is replaced, and until then the old one can be read.
func TestReplace(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "x")
	if err := mustCreate(t, dir).Close(Provenance{}); err != nil {
		t.Fatal(err)
	}
	old := open(t, dir)
	w := mustCreate(t, dir)
	if err := w.Write(twoRows()); err != nil {
		t.Fatal(err)
	}
	if m := open(t, dir); m.Rows() != 2 {
		t.Errorf("%d rows before the new matrix is closed, want 2", m.Rows())
	}
	if err := w.Close(Provenance{}); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, parent, "x")
	if m := open(t, dir); m.Rows() != 4 {
		t.Errorf("%d rows after replacing, want 4", m.Rows())
	}
	if err := old.ReadBlock(0, new(Block)); err != nil {
		t.Errorf("the old matrix, still open: %v", err)
	}
}

func TestRefuseToReplace(t *testing.T) {
	tests := []struct {
		name string
		make func(path string) error
		want string
	}{
		{"a file", func(p string) error { return os.WriteFile(p, nil, 0o666) }, "PATH exists and is not a folder: it will not be replaced"},
		{"an empty folder", func(p string) error { return os.Mkdir(p, 0o777) }, "PATH exists and is not a matrix: it will not be replaced"},
		{"a matrix with a note", func(p string) error {
			if err := mustCreate(t, p).Close(Provenance{}); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(p, "note.txt"), nil, 0o666)
		}, "PATH holds note.txt, which is not part of a matrix: it will not be replaced"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "x")
			if err := tt.make(path); err != nil {
				t.Fatal(err)
			}
			_, err := Create(path, testSchema(3, Int8, 0), Shard{})
			if want := "creating matrix " + path + ": " + strings.ReplaceAll(tt.want, "PATH", path); err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			wantFiles(t, dir, "x")
		})
	}
}

// What appears at the name while the matrix is written is not replaced either.
func TestRefuseAtClose(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	w := mustCreate(t, path)
	if err := os.WriteFile(path, []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := w.Close(Provenance{})
	if want := path + ": " + path + " exists and is not a folder: it will not be replaced"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	wantFiles(t, dir, "x")
}

// An interrupted run leaves x.partial; one interrupted while replacing leaves
// x.old and perhaps no x.
func TestLeftovers(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "x")
	interrupted := mustCreate(t, dir)
	for _, a := range interrupted.arrays { // as the end of the process does
		if a != nil {
			a.file.Close()
		}
	}
	if err := interrupted.unlock(); err != nil {
		t.Fatal(err)
	}
	if err := mustCreate(t, dir).Close(Provenance{}); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, parent, "x")

	if err := os.Rename(dir, dir+oldSuffix); err != nil {
		t.Fatal(err)
	}
	w := mustCreate(t, dir)
	wantFiles(t, parent, "x", "x.partial")
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, parent, "x")

	if err := os.CopyFS(dir+oldSuffix, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := mustCreate(t, dir).Close(Provenance{}); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, parent, "x")
}

func TestForeignLeftover(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "x")
	if err := os.MkdirAll(filepath.Join(dir+partialSuffix, "photos"), 0o777); err != nil {
		t.Fatal(err)
	}
	_, err := Create(dir, testSchema(3, Int8, 0), Shard{})
	if want := "creating matrix " + dir + ": " + dir + ".partial is in the way and was not left by an interrupted run: move it away"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	wantFiles(t, parent, "x.partial")
}

// needLocks skips the test where a file can be locked twice.
func needLocks(t *testing.T) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lock")
	for range 2 {
		f, err := disk.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if f.Lock() != nil {
			return
		}
	}
	t.Skip("no file locks here")
}

// Two runs with the same output do not write into each other's files.
func TestTwoWriters(t *testing.T) {
	needLocks(t)
	parent := t.TempDir()
	dir := filepath.Join(parent, "x")
	w := mustCreate(t, dir)
	_, err := Create(dir, testSchema(3, Int8, 0), Shard{})
	if want := "creating matrix " + dir + ": " + dir + ".partial is being written by another run"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if err := w.Close(Provenance{}); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, parent, "x")
}
