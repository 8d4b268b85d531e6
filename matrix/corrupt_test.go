package matrix

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

// smallFolder writes 2 blocks of 2 and 1 rows with 4 entries in 3 columns.
func smallFolder(t testing.TB) string {
	s := Schema{
		Set: "test", SetHash: "5e7", Counts: Int8, Optional: WithSource,
		Columns: []Column{{Name: "a"}, {Name: "b", Tapered: true}, {Name: "c"}}, MG: []float32{0, 1}, EG: []float32{1, 0},
	}
	first := &Block{
		Start: []int64{0, 1, 3}, Columns: []uint16{0, 1, 2}, Counts: []float32{1, -2, 3}, MG: []uint8{0, 1}, EG: []uint8{1, 0},
		Score: []int16{10, -20}, Result: []uint8{0, 3}, Game: []uint32{1, 2}, Ply: []uint16{3, 4}, Source: []uint8{0, 1},
		Material: []int8{0, 1}, Hash: []uint64{5, 6},
	}
	second := &Block{
		Start: []int64{0, 1}, Columns: []uint16{2}, Counts: []float32{7}, MG: []uint8{0}, EG: []uint8{0},
		Score: []int16{5}, Result: []uint8{1}, Game: []uint32{3}, Ply: []uint16{1}, Material: []int8{-1}, Hash: []uint64{7},
	}
	dir := filepath.Join(t.TempDir(), "x")
	writeDir(t, dir, s, []*Block{first, second}, Shard{})
	return dir
}

// readAll opens a folder and reads its blocks.
func readAll(dir string) error {
	m, err := Open(dir)
	if err != nil {
		return err
	}
	defer m.Close()
	var b Block
	for i := range m.Blocks() {
		if err := m.ReadBlock(i, &b); err != nil {
			return err
		}
		for r := range b.Rows() {
			b.Row(r)
		}
	}
	return nil
}

// damage is a change to the bytes of a file.
type damage func([]byte) []byte

func replace(old, new string) damage {
	return func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(new), 1) }
}

func keepBytes(n int) damage { return func(b []byte) []byte { return b[:n] } }

func addBytes(n int) damage { return func(b []byte) []byte { return append(b, make([]byte, n)...) } }

// lengthenHeader adds n spaces to the header.
func lengthenHeader(n int) damage {
	return func(b []byte) []byte {
		b[npyPrefix-2] += byte(n)
		return append(append(bytes.Clone(b[:npyHeader-1]), strings.Repeat(" ", n)+"\n"...), b[npyHeader:]...)
	}
}

// setInt64 sets row pointer i.
func setInt64(i int, v int64) damage {
	return func(b []byte) []byte {
		binary.LittleEndian.PutUint64(b[npyHeader+8*i:], uint64(v))
		return b
	}
}

// setByte sets byte i of the values.
func setByte(i int, v byte) damage {
	return func(b []byte) []byte {
		b[npyHeader+i] = v
		return b
	}
}

func TestCorrupt(t *testing.T) {
	tests := []struct {
		name, file string
		damage     damage // nil removes the file
		want       string // DIR stands for the folder
	}{
		{"no manifest", "manifest.json", nil, "DIR: not a matrix: no manifest.json"},
		{"empty manifest", "manifest.json", keepBytes(0), "DIR/manifest.json: not a manifest: unexpected end of JSON input"},
		{"cut manifest", "manifest.json", keepBytes(100), "DIR/manifest.json: not a manifest: unexpected end of JSON input"},
		{"other format", "manifest.json", replace("centipawn matrix", "centipawn weights"), `DIR/manifest.json: format is "centipawn weights", want "centipawn matrix"`},
		{"later version", "manifest.json", replace(`"version": 1`, `"version": 4`), "DIR/manifest.json: matrix format version 4 is not known to this program, which reads versions 1 to 3"},
		{"version 2 without a block", "manifest.json", replace(`"version": 1`, `"version": 2`), "DIR/manifest.json: version 2 without columns of both sides: want version 1"},
		{"version 3 without a formula", "manifest.json", replace(`"version": 1`, `"version": 3`), "DIR/manifest.json: version 3 with these columns and this formula: want version 1"},
		{"bad type", "manifest.json", replace(`"rows": 3`, `"rows": "3"`), "DIR/manifest.json: json: cannot unmarshal string into Go struct field manifest.rows of type int"},
		{"counts of unknown type", "manifest.json", replace(`"int8"`, `"int64"`), `DIR/manifest.json: "int64" is neither int8, int16 nor float32`},
		{"unknown optional array", "manifest.json", replace(`"source"`, `"colour"`), `DIR/manifest.json: unknown optional array "colour"`},
		{"rows do not add up", "manifest.json", replace(`"rows": 3`, `"rows": 4`), "DIR/manifest.json: the blocks have 3 rows, the matrix 4"},
		{"negative block", "manifest.json", replace("  2,\n", "  -2,\n"), "DIR/manifest.json: block 0 has -2 rows, want 0 to 8192"},
		{"negative entries", "manifest.json", replace(`"entries": 4`, `"entries": -4`), "DIR/manifest.json: -4 entries: 3 rows of 3 columns have at most 9"},
		{"too many entries", "manifest.json", replace(`"entries": 4`, `"entries": 10`), "DIR/manifest.json: 10 entries: 3 rows of 3 columns have at most 9"},
		{"shard out of range", "manifest.json", replace(`"index": 0`, `"index": 1`), "DIR/manifest.json: shard 1/1: want i/n with 0 ≤ i < n"},
		{"column twice", "manifest.json", replace(`"name": "c"`, `"name": "a"`), `DIR/manifest.json: columns "a" and "a" both have the weight "a"`},
		{"column as a weight", "manifest.json", replace(`"name": "c"`, `"name": "b.mg"`), `DIR/manifest.json: columns "b" and "b.mg" both have the weight "b.mg"`},
		{"manifest's entries", "manifest.json", replace(`"entries": 4`, `"entries": 5`), "DIR/indices.npy: shape is (4,), the manifest says (5,)"},
		{"manifest's source", "manifest.json", replace("\"optional\": [\n  \"source\"\n ]", `"optional": ["weight"]`), "stat DIR/weight.npy: no such file or directory"},

		{"no array", "hash.npy", nil, "stat DIR/hash.npy: no such file or directory"},
		{"empty array", "hash.npy", keepBytes(0), "DIR/hash.npy: not an .npy file"},
		{"cut header", "hash.npy", keepBytes(100), "DIR/hash.npy: ends within the header"},
		{"cut array", "hash.npy", keepBytes(128 + 23), "DIR/hash.npy: 23 bytes of values, want 3 of 8 bytes"},
		{"long array", "hash.npy", addBytes(8), "DIR/hash.npy: 32 bytes of values, want 3 of 8 bytes"},
		{"broken value", "hash.npy", addBytes(3), "DIR/hash.npy: 27 bytes of values, want 3 of 8 bytes"},
		{"values not aligned", "score.npy", lengthenHeader(1), "DIR/score.npy: values start at byte 129, which is not aligned to 2"},
		{"longer shape", "hash.npy", replace("(3,)", "(4,)"), "DIR/hash.npy: shape is (4,), the manifest says (3,)"},
		{"huge shape", "hash.npy", replace("(3,), }             ", "(9223372036854775807,), }"), "DIR/hash.npy: shape is (9223372036854775807,), the manifest says (3,)"},
		{"two dimensions", "hash.npy", replace("(3,), }", "(3,1,)}"), "DIR/hash.npy: header \"{'descr': '<u8', 'fortran_order': False, 'shape': (3,1,)}\" is not one of a one-dimensional array"},
		{"wrong type", "score.npy", replace("<i2", "<u2"), "DIR/score.npy: values are of type <u2, the manifest says <i2"},
		{"big-endian", "score.npy", replace("<i2", ">i2"), "DIR/score.npy: values are of type >i2, the manifest says <i2"},
		{"counts of another type", "data.npy", replace("|i1", "<i2"), "DIR/data.npy: values are of type <i2, the manifest says |i1"},
		{"npy version", "mg.npy", replace("\x01\x00", "\x02\x00"), "DIR/mg.npy: .npy version 2.0: only 1.0 is known"},

		{"pointers start late", "indptr.npy", setInt64(0, 1), "DIR/indptr.npy: runs from 1 to 4, want 0 to 4"},
		{"pointers end early", "indptr.npy", setInt64(3, 3), "DIR/indptr.npy: runs from 0 to 3, want 0 to 4"},
		{"pointers fall", "indptr.npy", setInt64(1, -1), "DIR/indptr.npy: row 0: falls from 0 to -1"},
		{"pointers fall between blocks", "indptr.npy", setInt64(2, 5), "DIR/indptr.npy: rows 0 to 1: entries 0 to 5, but there are 4, and at most 3 in a row"},
		{"column twice", "indices.npy", setByte(2*1, 2), `DIR/indices.npy: row 1: column "c" is there twice: add its counts up`},
		{"columns fall", "indices.npy", func(b []byte) []byte { b[npyHeader+2], b[npyHeader+4] = 2, 1; return b }, `DIR/indices.npy: row 1: column "b" comes after "c": columns must ascend`},
		{"index out of range", "indices.npy", setByte(2*3, 3), "DIR/indices.npy: row 2: column 3 of 3"},
		{"mg out of range", "mg.npy", setByte(0, 2), "DIR/mg.npy: row 0: mg 2, want less than 2"},
		{"eg out of range", "eg.npy", setByte(2, 255), "DIR/eg.npy: row 2: eg 255, want less than 2"},
		{"result out of range", "result.npy", setByte(1, 4), "DIR/result.npy: row 1: result 4, want less than 4"},
		{"source out of range", "source.npy", setByte(1, 2), "DIR/source.npy: row 1: source 2, want less than 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := smallFolder(t)
			apply(t, filepath.Join(dir, tt.file), tt.damage)
			err := readAll(dir)
			if want := strings.ReplaceAll(tt.want, "DIR", dir); err == nil || filepath.ToSlash(err.Error()) != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

func apply(t *testing.T, path string, d damage) {
	t.Helper()
	if d == nil {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := d(bytes.Clone(text))
	if bytes.Equal(text, damaged) {
		t.Fatalf("the damage changes nothing in\n%s", text)
	}
	if err := os.WriteFile(path, damaged, 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestManifestLimit(t *testing.T) {
	dir := smallFolder(t)
	path := filepath.Join(dir, manifestFile)
	if err := os.Truncate(path, 1<<30); err != nil { // of holes: no disk is used
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), path+": larger than 256 MiB") {
		t.Errorf("a manifest of 1 GiB: %v", err)
	}
}

func TestOpenOther(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(filepath.Join(dir, "none")); !os.IsNotExist(err) {
		t.Errorf("a missing folder: %v", err)
	}
	if _, err := Open(file); err == nil || !strings.HasPrefix(err.Error(), file+": not a matrix") {
		t.Errorf("a file: %v", err)
	}
	if err := readAll(smallFolder(t)); err != nil {
		t.Errorf("a sound folder: %v", err)
	}
}

// An array that NumPy wrote, with a header of another length, is as good.
func TestOtherHeader(t *testing.T) {
	dir := smallFolder(t)
	apply(t, filepath.Join(dir, "hash.npy"), lengthenHeader(64))
	m := open(t, dir)
	var b Block
	if err := m.ReadBlock(0, &b); err != nil {
		t.Fatal(err)
	}
	if b.Hash[0] != 5 || b.Hash[1] != 6 {
		t.Errorf("hashes are %v, want 5 and 6", b.Hash)
	}
}

// Whatever a byte is changed to, reading ends, with an error or without.
func TestAnyByte(t *testing.T) {
	dir := smallFolder(t)
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	refused, tries := 0, 40
	if long.Short(t) {
		tries = 10
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		sound, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for range tries {
			damaged := bytes.Clone(sound)
			damaged[rng.IntN(len(damaged))] ^= 1 << rng.IntN(8)
			if err := os.WriteFile(path, damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			if readAll(dir) != nil {
				refused++
			}
		}
		if err := os.WriteFile(path, sound, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if refused == 0 {
		t.Error("no damage was noticed")
	}
}

func FuzzManifest(f *testing.F) {
	text, err := os.ReadFile(filepath.Join(smallFolder(f), manifestFile))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"format": "centipawn matrix", "version": 1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := decodeManifest(text)
		if err != nil {
			return
		}
		again, err := encodeManifest(m)
		if err != nil {
			t.Fatal(err)
		}
		n, err := decodeManifest(again)
		if err != nil {
			t.Fatalf("%s\nis accepted, but not what is made of it:\n%s\n%v", text, again, err)
		}
		if why := m.schema.differs(n.schema); why != "" || m.shard.String() != n.shard.String() || m.rows != n.rows {
			t.Errorf("%s\nchanged on the way: %s", text, why)
		}
	})
}

func FuzzNPYHeader(f *testing.F) {
	f.Add(appendHeader(nil, "<i8", 3))
	f.Add([]byte("\x93NUMPY\x01\x00\x04\x00{}  "))
	f.Add([]byte("\x93NUMPY\x01\x00\x36\x00{'shape': (0,), 'fortran_order': False, 'descr': '|u1'}\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		descr, n, data, err := parseHeader(file)
		if err != nil {
			return
		}
		if n < 0 || data < npyPrefix || data > len(file) {
			t.Fatalf("%q: %d values at %d", file, n, data)
		}
		if len(descr) > 20 {
			return // has no room in a header of ours
		}
		d, m, _, err := parseHeader(appendHeader(nil, descr, n))
		if err != nil || d != descr || m != n {
			t.Errorf("%q: %s %d came back as %s %d: %v", file, descr, n, d, m, err)
		}
	})
}
