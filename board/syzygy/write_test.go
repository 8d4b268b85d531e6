package syzygy

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
)

// A packer writes tables: the other direction of what is read, as simple as it can be.
type packer struct {
	out    []byte
	blocks [][]byte // what follows the descriptions: indexes, then sizes, then data
	sizes  [][]byte
	index  [][]byte
}

// The symbols of a packed list: the five values, and pairs of draws and of wins. The pair of wins has a
// code of two bits, the others have three.
const (
	twoDraws = 5
	twoWins  = 6
)

var packedSymbols = []byte{0, 0xf0, 0xff, 1, 0xf0, 0xff, 2, 0xf0, 0xff, 3, 0xf0, 0xff, 4, 0xf0, 0xff, 2, 0x20, 0, 4, 0x40, 0}

const (
	packedBlock = 5 // blocks of 32 bytes
	packedSpan  = 8 // an entry of the index for 256 values
)

// list adds a list of values.
func (w *packer) list(values []byte) {
	if !slices.ContainsFunc(values, func(v byte) bool { return v != values[0] }) {
		w.out = append(w.out, flagOne, values[0])
		return
	}
	data, sizes, starts := packBlocks(values)
	w.out = append(w.out, 0, packedBlock, packedSpan, 1)
	w.out = binary.LittleEndian.AppendUint32(w.out, uint32(len(sizes)))
	w.out = append(w.out, 3, 2, 6, 0, 0, 0, byte(len(packedSymbols)/3), 0)
	w.out = append(w.out, packedSymbols...)
	w.out = append(w.out, make([]byte, len(packedSymbols)/3&1)...)
	var index, raw []byte
	for middle := 1 << (packedSpan - 1); middle-1<<(packedSpan-1) < len(values); middle += 1 << packedSpan {
		block := len(starts) - 1
		for starts[block] > middle {
			block--
		}
		index = binary.LittleEndian.AppendUint32(index, uint32(block))
		index = binary.LittleEndian.AppendUint16(index, uint16(middle-starts[block]))
	}
	for _, n := range append(sizes, 1) { // and the padding
		raw = binary.LittleEndian.AppendUint16(raw, uint16(n-1))
	}
	w.index, w.sizes, w.blocks = append(w.index, index), append(w.sizes, raw), append(w.blocks, data)
}

// packBlocks returns the codes of values in blocks, how many values each holds, and with which each
// begins.
func packBlocks(values []byte) (data []byte, sizes, starts []int) {
	bit := 0
	for at := 0; at < len(values); {
		symbol, n, bits, code := values[at], 1, 3, 0
		if at+1 < len(values) && values[at] == values[at+1] {
			switch values[at] {
			case 2:
				symbol, n = twoDraws, 2
			case 4:
				symbol, n, bits = twoWins, 2, 2
			}
		}
		if code = int(symbol); bits == 2 {
			code = 3
		}
		if len(sizes) == 0 || bit+bits > 8<<packedBlock {
			data, sizes, starts, bit = append(data, make([]byte, 1<<packedBlock)...), append(sizes, 0), append(starts, at), 0
		}
		for k := range bits {
			last := data[len(data)-1<<packedBlock:]
			last[(bit+k)/8] |= byte(code>>(bits-1-k)&1) << (7 - (bit+k)%8)
		}
		bit, at = bit+bits, at+n
		sizes[len(sizes)-1] += n
	}
	return data, sizes, starts
}

// pack returns the file of a table, whose values are those of positions.
func pack(tb testing.TB, name string, values func(p *board.Position) WDL) []byte {
	tb.Helper()
	m, err := parseName(name)
	if err != nil {
		tb.Fatal(err)
	}
	t := &table{shape: shapeOf(m), material: m, symmetric: m == m.exchanged()}
	flags := byte(0)
	if t.sides() == 2 {
		flags |= flagBothSides
	}
	if t.hasPawns() {
		flags |= flagPawns
	}
	w := &packer{out: append(slices.Clone(magic), flags)}
	lists := packLists(tb, t, w, values)
	w.out = append(w.out, make([]byte, len(w.out)&1)...)
	for _, list := range lists {
		w.list(list)
	}
	w.out = slices.Concat(append([][]byte{w.out}, append(w.index, w.sizes...)...)...)
	for _, data := range w.blocks {
		w.align()
		w.out = append(w.out, data...)
	}
	w.align()
	return append(w.out, make([]byte, checksumBytes)...)
}

func (w *packer) align() { w.out = append(w.out, make([]byte, -len(w.out)&(dataAlignment-1))...) }

// packLists writes the orders of the pieces and returns the values in the order of the parts.
func packLists(tb testing.TB, t *table, w *packer, values func(p *board.Position) WDL) [][]byte {
	tb.Helper()
	pieces := piecesOf(tb, t.material.String())
	slices.SortStableFunc(pieces, func(a, b board.Piece) int { return min(int(a.Type()), 1) - min(int(b.Type()), 1) }) // pawns first
	var lists [][]byte
	for file := range t.files() {
		w.out = append(w.out, 0)
		for _, pc := range pieces {
			w.out = append(w.out, byte(pc+1)*0x11)
		}
		for side := range t.sides() {
			part := &t.parts[file][side]
			copy(part.pieces[:], pieces)
			n, err := t.arrange(&part.layout, [2]int{}, file)
			if err != nil {
				tb.Fatal(err)
			}
			part.pairs = pairs{one: true, values: n}
			lists = append(lists, make([]byte, n))
		}
	}
	place(t, pieces, func(p *board.Position) {
		part, number := t.find(view{p, false})
		for k := range lists {
			if part == &t.parts[k/t.sides()][k%t.sides()] {
				lists[k][number] = byte(values(p) - Loss)
			}
		}
	})
	return lists
}

// place calls f with all positions of a table of three pieces.
func place(t *table, pieces []board.Piece, f func(p *board.Position)) {
	for i := range 2 << 18 {
		s := board.NewSetup()
		for k, pc := range pieces {
			s.Pieces[i>>(6*k)&63] = pc
		}
		s.SideToMove = board.Color(i >> 18)
		if p, err := s.Position(); err == nil && materialOf(&p) == t.material {
			f(&p)
		}
	}
}

// made returns the file of a table of three pieces that the slow twin has solved.
func made(tb testing.TB, name string, solved map[string]*endgame) []byte {
	tb.Helper()
	pieces := piecesOf(tb, name)
	e := solve(tb, pieces, solved)
	return pack(tb, name, func(p *board.Position) WDL { return Draw + 2*WDL(e.value[e.index(placementOf(p, pieces))]) })
}

// placementOf returns where pieces that all differ stand.
func placementOf(p *board.Position, pieces []board.Piece) (at placement) {
	at.side = p.SideToMove()
	for k, pc := range pieces {
		at.at[k] = p.Pieces(pc.Color(), pc.Type()).First()
	}
	return at
}

// TestMade: a table that is packed from what the slow twin says of a material says the same when it is
// read, and with the colors exchanged.
func TestMade(t *testing.T) {
	dir := t.TempDir()
	list := []string{"KPvK", "KQvK", "KRvK", "KBvK", "KNvK"}
	for _, name := range list {
		if err := os.WriteFile(filepath.Join(dir, name+Ending), made(t, name, solved), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tables, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	for _, name := range list {
		pieces := piecesOf(t, name)
		e, compared := solve(t, pieces, solved), 0
		for i := 0; i < len(e.value); i += 3 {
			if e.value[i] == impossible {
				continue
			}
			p, ok := e.position(e.placement(i))
			if !ok {
				continue
			}
			compared++
			for _, q := range []board.Position{p, p.Mirror()} {
				if got, known := tables.Probe(&q); got != Draw+2*WDL(e.value[i]) || !known {
					t.Fatalf("%s: %v, want %d; known %v", q.FEN(), got, e.value[i], known)
				}
			}
		}
		if compared < 10_000 {
			t.Errorf("%s: %d positions compared", name, compared)
		}
	}
}

// TestRefused: a file that is not a table is refused with its name and what is wrong.
func TestRefused(t *testing.T) {
	whole := made(t, "KPvK", solved)
	change := func(at int, b byte) []byte {
		data := slices.Clone(whole)
		data[at] = b
		return data
	}
	head := 5 + 4*4 + 1 // of the first list
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"KPvK", nil, "begins with , not with 71e8235d"},
		{"KPvK", change(0, 0xd7), "begins with d7e8235d"},
		{"KPvK", whole[:len(whole)-1], "a whole table has 16 more than a multiple of 64"},
		{"KPvK", whole[:len(whole)-64], "bytes are missing"},
		{"KPvK", append(slices.Clone(whole), make([]byte, 64)...), "the table ends at byte"},
		{"KPvK", change(4, flagPawns), "is of other material: its flags are 0x2"},
		{"KQvK", whole, "is of other material: its flags are 0x3"},
		{"KPvKP", change(4, flagPawns), "unknown code of a piece"},
		{"KPvK", change(6, 0x77), "unknown code of a piece"},
		{"KPvK", change(6, 0x22), "its pieces are"},
		{"KPvK", change(5, 0x33), "cannot come in the order [3 -1]"},
		{"KPvK", swapped(whole, 6, 7), "do not begin with the pawns"},
		{"KPvK", change(head+1, 40), "blocks of 2^40 bytes"},
		{"KPvK", change(head+2, 0), "an index of 2^0 values"},
		{"KPvK", change(head+5, 7), "bytes are missing"},
		{"KPvK", change(head+8, 33), "codes of 2 to 33 bits"},
		{"KPvK", change(head+9, 0), "codes of 0 to 3 bits"},
		{"KPvK", change(head+11, 0xff), "no codes of symbols have these lengths"},
		{"KPvK", change(head+15, 0x20), "8199 symbols"},
		{"KPvK", change(head+16, 9), "symbol 0: value 9 out of range 0 to 4"},
		{"KPvK", change(head+16+15, 5), "symbol 5 is a part of itself"},
		{"KPvK", change(head+16+15, 200), "symbol 200 of 7"},
		{"KPvK", change(head, flagOne), "value 5 out of range 0 to 4"},
		{"KK", whole, "is not of the form KQvKR"},
		{"KXvK", whole, "is not of the form KQvKR"},
		{"KQQQQvKQQ", whole, "is not of the form KQvKR"},
		{"QvK", whole, "is not of the form KQvKR"},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, tt.name+Ending)
		if err := os.WriteFile(file, tt.data, 0o600); err != nil {
			t.Fatal(err)
		}
		tables, err := Open(dir)
		if err == nil || !strings.HasPrefix(err.Error(), file+": ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
		if err == nil {
			tables.Close()
		}
	}
}

// swapped returns data with two bytes exchanged.
func swapped(data []byte, i, j int) []byte {
	data = slices.Clone(data)
	data[i], data[j] = data[j], data[i]
	return data
}

// TestFolders: folders that hold no tables are refused with what to pass; of two tables of a name the
// first counts.
func TestFolders(t *testing.T) {
	empty, full := t.TempDir(), t.TempDir()
	for _, path := range []string{"", empty, filepath.Join(empty, "none")} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "pass folders with Syzygy tables (.rtbw), separated by") {
			t.Errorf("%q: %v", path, err)
		}
	}
	if err := os.WriteFile(filepath.Join(full, "KNvK"+Ending), made(t, "KNvK", solved), 0o600); err != nil {
		t.Fatal(err)
	}
	tables, err := Open(strings.Join([]string{empty, full, full}, string(filepath.ListSeparator)))
	if err != nil {
		t.Fatal(err)
	}
	if len(tables.release) != 1 || tables.most != 3 {
		t.Errorf("%d tables of up to %d pieces", len(tables.release), tables.most)
	}
	p := random(rand.New(rand.NewPCG(1, 1)), piecesOf(t, "KQvK"))
	if end, known := tables.Probe(&p); known {
		t.Errorf("%v of a table that is not there", end)
	}
	if err := tables.Close(); err != nil {
		t.Error(err)
	}
	if end, known := tables.Probe(&p); known {
		t.Errorf("%v, after the tables were closed", end)
	}
}

// FuzzTable reads damaged tables, and looks positions up in them: nothing panics, and what is known is
// one of the five ends.
func FuzzTable(f *testing.F) {
	for _, name := range []string{"KNvK", "KQvK", "KPvK"} {
		f.Add(name, made(f, name, solved), uint64(1))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte, seed uint64) {
		m, err := parseName(name)
		if err != nil {
			return
		}
		made, err := newTable(m, data)
		if err != nil {
			return
		}
		tables := &Tables{byMaterial: map[material]found{}}
		tables.keep(made)
		rng := rand.New(rand.NewPCG(seed, 1))
		for range 20 {
			p, ok := anywhere(rng, piecesOf(t, name))
			if !ok {
				continue
			}
			if end, known := tables.Probe(&p); known && (end < Loss || end > Win) {
				t.Errorf("%s: %v", p.FEN(), end)
			}
		}
	})
}

// anywhere returns a position of pieces; not ok if they stand impossibly.
func anywhere(rng *rand.Rand, pieces []board.Piece) (board.Position, bool) {
	s := board.NewSetup()
	squares := rng.Perm(64)
	for i, pc := range pieces {
		s.Pieces[squares[i]] = pc
	}
	s.SideToMove = board.Color(rng.IntN(2))
	p, err := s.Position()
	return p, err == nil
}
