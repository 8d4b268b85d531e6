package matrix

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// floatFolder is a folder of 2 rows with every optional array and counts of float32.
func floatFolder(t testing.TB) string {
	dir := filepath.Join(t.TempDir(), "x")
	s := Schema{
		Set: "test", Counts: Float32, Optional: WithSource | WithWeight | WithOffset | WithExpected,
		Columns: []Column{{Name: "a"}, {Name: "b", Tapered: true}}, MG: []float32{0, 1}, EG: []float32{1, 0},
	}
	b := &Block{
		Start: []int64{0, 2, 3}, Columns: []uint16{0, 1, 1}, Counts: []float32{1, -2.5, 3}, MG: []uint8{0, 1}, EG: []uint8{1, 0},
		Score: []int16{10, -20}, Result: []uint8{0, 3}, Game: []uint32{1, 2}, Ply: []uint16{3, 4}, Source: []uint8{0, 0},
		Material: []int8{0, 1}, Hash: []uint64{5, 6}, Weight: []float32{1, 0.5}, Offset: []float32{0, 30}, Expected: []float32{none, 0.5},
	}
	writeDir(t, dir, s, []*Block{b}, Shard{})
	return dir
}

// FuzzFolder replaces one file of a folder. What is read without an error is in order.
func FuzzFolder(f *testing.F) {
	dirs := []string{smallFolder(f), floatFolder(f)}
	var names []string
	for i, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			f.Fatal(err)
		}
		for _, e := range entries {
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				f.Fatal(err)
			}
			if !slices.Contains(names, e.Name()) {
				names = append(names, e.Name())
			}
			f.Add(i == 1, uint8(slices.Index(names, e.Name())), text)
		}
	}
	f.Fuzz(func(t *testing.T, floats bool, file uint8, text []byte) {
		dir := dirs[0]
		if floats {
			dir = dirs[1]
		}
		path := filepath.Join(dir, names[int(file)%len(names)])
		sound, err := os.ReadFile(path)
		if err != nil {
			return // the small folder has fewer
		}
		defer os.WriteFile(path, sound, 0o666)
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := Open(dir)
		if err != nil {
			return
		}
		defer m.Close()
		var b Block
		for i := range m.Blocks() {
			if m.ReadBlock(i, &b) != nil {
				return
			}
			s := m.Schema()
			if err := b.check(&s); err != nil {
				t.Fatalf("%s: block %d was read: %v", path, i, err)
			}
			slow(t, &b, &s)
		}
	})
}

// slow looks at the entries as their users do.
func slow(t *testing.T, b *Block, s *Schema) {
	for r := range b.Rows() {
		columns, counts := b.Row(r)
		for k, c := range columns {
			if k > 0 && c <= columns[k-1] || s.Columns[c].Name == "" || !finite(counts[k]) {
				t.Fatalf("row %d: columns %v, counts %v", r, columns, counts)
			}
		}
	}
}
