package syzygy

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/memory"
)

// constant returns the file of a table whose pieces stand in an order, with one value for each side to
// move and each file of the leading pawn.
func constant(t *testing.T, name, pieces string, values *[4][2]byte) []byte {
	t.Helper()
	s, l := layoutOf(t, name, pieces)
	files, flags := 1, byte(flagBothSides)
	if s.hasPawns() {
		files, flags = 4, flagBothSides|flagPawns
	}
	w := &packer{out: append(slices.Clone(magic), flags)}
	for range files {
		w.out = append(w.out, 0)
		if s.pawns[1] > 0 {
			w.out = append(w.out, 0x11)
		}
		for _, pc := range l.pieces[:s.count] {
			w.out = append(w.out, byte(pc+1)*0x11)
		}
	}
	w.out = append(w.out, make([]byte, len(w.out)&1)...)
	for file := range files {
		w.out = append(w.out, flagOne, values[file][0], flagOne, values[file][1])
	}
	w.align()
	return append(w.out, make([]byte, checksumBytes)...)
}

// TestConstant: tables of five to seven pieces are read, and say what they hold for the side to move and
// the file of the leading pawn, with the colors exchanged too.
func TestConstant(t *testing.T) {
	for _, tt := range []struct{ name, pieces string }{
		{"KQRvKB", "KQkRb"}, {"KBBvKNN", "KkBBnn"}, {"KQRBNvKR", "KQkRBNr"}, {"KRPvKR", "PKRkr"}, {"KPPvKP", "pPPKk"}, {"KPPPvKPP", "ppPPPKk"},
	} {
		values := [4][2]byte{{4, 0}, {3, 1}, {2, 4}, {1, 3}}
		m, err := parseName(tt.name)
		if err != nil {
			t.Fatal(err)
		}
		made, err := newTable(m, constant(t, tt.name, tt.pieces, &values))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		tables := &Tables{byMaterial: map[material]found{}}
		tables.keep(made)
		rng := rand.New(rand.NewPCG(1, 7))
		for looked := 0; looked < 200; {
			p, ok := anywhere(rng, piecesOf(t, tt.name))
			if !ok {
				continue
			}
			looked++
			want := WDL(values[leadFile(&p, &made.shape)][p.SideToMove()]) + Loss
			for _, q := range []board.Position{p, p.Mirror()} {
				if got, known := tables.look(&q); got != want || !known {
					t.Fatalf("%s: %v, want %v; known %v", q.FEN(), got, want, known)
				}
			}
		}
	}
}

// leadFile returns the file, from 0 to 3, of the pawn that leads: the nearest to the edge.
func leadFile(p *board.Position, s *shape) int {
	if !s.hasPawns() {
		return 0
	}
	file := 3
	for b := p.Pieces(s.leader, board.Pawn); b != 0; {
		at := int(b.Pop()) & 7
		file = min(file, at, 7-at)
	}
	return file
}

// TestDamaged: a table in which bytes have changed, wherever they are, is refused or says something of
// each position: nothing panics, and nothing goes on for ever.
func TestDamaged(t *testing.T) {
	for _, name := range []string{"KPvK", "KQvK", "KPvKP", "KRvKN"} {
		t.Run(name, func(t *testing.T) {
			whole, err := os.ReadFile(filepath.Join(shared, name+Ending))
			switch {
			case err == nil:
			case len(name) == len("KPvK"):
				whole = made(t, name, solved)
			default:
				t.Skip("needs ../shared/data/tables/syzygy")
			}
			checkDamage(t, name, whole)
		})
	}
}

// checkDamage changes some bytes of a table, again and again, and looks positions up.
func checkDamage(t *testing.T, name string, whole []byte) {
	m, err := parseName(name)
	if err != nil {
		t.Fatal(err)
	}
	rng, pieces, refused, looked := rand.New(rand.NewPCG(9, 9)), piecesOf(t, name), 0, 0
	for range 400 {
		data := slices.Clone(whole)
		for range 1 + rng.IntN(8) {
			within := []int{len(data), min(len(data), 300)}[rng.IntN(2)] // the descriptions stand in front
			data[rng.IntN(within)] = byte(rng.Uint32())
		}
		made, err := newTable(m, data)
		if err != nil {
			refused++
			continue
		}
		tables := &Tables{byMaterial: map[material]found{}}
		tables.keep(made)
		for range 50 {
			p, ok := anywhere(rng, pieces)
			if !ok {
				continue
			}
			looked++
			if end, _ := tables.look(&p); end < Loss || end > Win {
				t.Fatalf("%s: %v", p.FEN(), end)
			}
		}
	}
	if refused == 0 || looked == 0 {
		t.Errorf("%d of 400 damaged tables are refused, %d positions are looked up", refused, looked)
	}
}

// TestCutShort: a file that is cut short while it is read is an error that names it once. Where files are
// not mapped it is read already.
func TestCutShort(t *testing.T) {
	file := filepath.Join(t.TempDir(), "KQRvKB"+Ending)
	values := [4][2]byte{{4, 0}}
	if err := os.WriteFile(file, constant(t, "KQRvKB", "KQkRb", &values), 0o600); err != nil {
		t.Fatal(err)
	}
	data, release, err := memory.MapFile(file)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if err := os.Truncate(file, 0); err != nil {
		t.Fatal(err)
	}
	m, err := parseName("KQRvKB")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = mappedTable(file, m, data); err != nil && (!strings.HasPrefix(err.Error(), file+": cannot be read") || strings.Count(err.Error(), file) > 1) {
		t.Error(err)
	}
	if _, err = mappedTable(file, m, bytes.Repeat([]byte{1}, 80)); err == nil || strings.Count(err.Error(), file) != 1 {
		t.Errorf("no table: %v", err)
	}
}
