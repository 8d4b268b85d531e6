package matrix

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// oldFolder is a folder as version 2 wrote it: columns NAME.white and NAME.black have a side.
func oldFolder(t *testing.T, columns ...Column) (dir string, s Schema, blocks []*Block) {
	t.Helper()
	s = testSchema(0, Int8, 0)
	s.Columns = columns
	blocks = randomBlocks(11, &s, 3, 20)
	dir = filepath.Join(t.TempDir(), "old.matrix")
	writeDir(t, dir, s, blocks, Shard{})
	edit(t, dir, `"version": 1`, `"version": 2`)
	for _, c := range columns {
		for _, side := range []string{"white", "black"} {
			if strings.HasSuffix(c.Name, "."+side) {
				edit(t, dir, `"name": "`+c.Name+`"`, `"name": "`+c.Name+`", "side": "`+side+`"`)
			}
		}
	}
	return dir, s, blocks
}

// edit changes the manifest of a folder.
func edit(t *testing.T, dir, old, replacement string) {
	t.Helper()
	path := filepath.Join(dir, manifestFile)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("no %s in %s", old, text)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, replacement, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A matrix of version 2 is read as one with the formula that its block was, and written as that.
func TestVersion2(t *testing.T) {
	dir, s, blocks := oldFolder(t, Column{Name: "pawn", Tapered: true}, Column{Name: "d.queen.white"}, Column{Name: "d.rook.white"}, Column{Name: "d.queen.black"}, Column{Name: "d.rook.black"})
	m := open(t, dir)
	checkBlocks(t, m, &s, blocks)
	s.Formula = BlockFormula
	s.Columns = []Column{{Name: "pawn", Tapered: true}, {Name: "white/d.queen"}, {Name: "white/d.rook"}, {Name: "black/d.queen"}, {Name: "black/d.rook"}}
	if diff := cmp.Diff(s, m.Schema()); diff != "" {
		t.Error(diff)
	}
	if _, err := m.Check(t.Context()); err != nil {
		t.Error(err)
	}
	merged := filepath.Join(t.TempDir(), "new.matrix")
	if err := Merge(merged, m); err != nil {
		t.Fatal(err)
	}
	again := open(t, merged)
	checkBlocks(t, again, &s, blocks)
	if diff := cmp.Diff(s, again.Schema()); diff != "" {
		t.Error(diff)
	}
	if text, err := os.ReadFile(filepath.Join(merged, manifestFile)); err != nil || !strings.Contains(string(text), `"version": 3`) || strings.Contains(string(text), "side") {
		t.Errorf("%v, %s", err, text)
	}
}

// A block alone, without linear terms, is read too.
func TestVersion2Block(t *testing.T) {
	dir, _, _ := oldFolder(t, Column{Name: "d.queen.white"}, Column{Name: "d.queen.black"})
	if s := open(t, dir).Schema(); s.Formula != BlockFormula || s.Columns[1].Name != "black/d.queen" {
		t.Errorf("%+v", s)
	}
}

// What version 2 could not be is refused.
func TestBadVersion2(t *testing.T) {
	for _, tt := range []struct{ old, replacement, want string }{
		{`"side": "white"`, `"side": "red"`, `column "d.queen.white" is of side "red": want white or black`},
		{`"side": "white"`, `"side": "black"`, `column "d.queen.white" is of side black: want a plain column with a name that ends in .black`},
		{`"side": "white"`, `"side": "white", "tapered": true`, `column "d.queen.white" is of side white: want a plain column with a name that ends in .white`},
		{`"side": "white"`, `"kind": ""`, `version 2 without columns of both sides: want version 1`},
		{`"d.queen.black"`, `"d.rook.black"`, ""}, // by sums, both sides need not have the same terms
		{`"pawn"`, `"d.queen"`, `columns "d.queen" and "white/d.queen" share the weight "d.queen", but one of them is tapered and the other is not`},
	} {
		dir, _, _ := oldFolder(t, Column{Name: "pawn", Tapered: true}, Column{Name: "d.queen.white"}, Column{Name: "d.queen.black"})
		edit(t, dir, tt.old, tt.replacement)
		m, err := Open(dir)
		if err == nil {
			m.Close()
		}
		if want := filepath.Join(dir, manifestFile) + ": " + tt.want; tt.want == "" && err != nil || tt.want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, want %s", tt.replacement, err, want)
		}
	}
}

// Rows have no counts of parameters, and matrices of different formulas are not joined.
func TestFormulaRows(t *testing.T) {
	s := withFormula(testSchema(3, Int8, 0))
	w, err := NewMemory(s)
	if err != nil {
		t.Fatal(err)
	}
	b := twoRows()
	b.Columns[2] = uint16(len(s.Columns) - 1)
	if err := w.Write(b); err == nil || err.Error() != `matrix in memory: block 0: row 1: column "slope" is a parameter of the formula: rows have no counts of it` {
		t.Error(err)
	}
	other := s
	other.Formula = strings.Replace(s.Formula, "100", "99", 1)
	if _, err := Join(inMemory(t, s, nil), inMemory(t, other, nil)); err == nil || !strings.HasSuffix(err.Error(), "cannot be joined: their formulas differ") {
		t.Error(err)
	}
}
