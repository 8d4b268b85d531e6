package text_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
)

// groups is what a sample says of its tree.
type groups struct {
	tree   uint32
	mover  board.Color
	offset float32
	fixed  bool
}

// TestTrees: EPD and tables say the same of trees, whatever the quotes; a table without a tree has
// no side and no offset.
func TestTrees(t *testing.T) {
	const w, b = "4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 b - -"
	named := game.Hash([]byte("7.e4"), "x")
	tests := []struct {
		name, text string
		want       []groups
	}{
		{"epd", w + ` eval "+20"; tree "#01c2f3aa"; side "b"; offset "+12.5";` + "\n" + b + ` eval "+20"; tree "-"; side "-"; offset "fixed -30";` + "\n",
			[]groups{{0x01c2f3aa, board.Black, 12.5, false}, {0, board.Black, -30, true}}},
		{"epd without quotes", w + " eval 20; tree 7.e4; offset 3;\n" + b + " eval 20; tree 7.e4; offset fixed 3;\n",
			[]groups{{named, board.White, 3, false}, {named, board.Black, 3, true}}},
		{"table", "fen,score,tree,side,offset\n" + w + ",20,7.e4,b,-1\n" + b + ",20,,w,fixed 1\n",
			[]groups{{named, board.Black, -1, false}, {0, board.White, 1, true}}},
		{"table without a tree", "fen,score,side,offset\n" + w + ",20,long,far\n", []groups{{0, board.White, 0, false}}},
		{"epd without a tree", w + " eval 20; side long; offset far;\n", []groups{{0, board.White, 0, false}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []groups
			for _, s := range readTrees(t, tt.text, nil) {
				got = append(got, groups{s.Tree, s.Mover(), s.Offset, s.Fixed})
			}
			if len(got) != len(tt.want) {
				t.Fatalf("%v, want %v", got, tt.want)
			}
			for i := range got {
				if got[i] != tt.want[i] {
					t.Errorf("line %d: %+v, want %+v", i+1, got[i], tt.want[i])
				}
			}
		})
	}
}

// TestTreeFaults: a side or an offset that is none is a bad line.
func TestTreeFaults(t *testing.T) {
	const head = `4k3/8/8/8/8/8/4P3/4K3 w - - eval "+20"; tree "x"; `
	for text, want := range map[string]error{
		`side "white"; offset "1";`: datasets.ErrSide,
		`side "w"; offset "one";`:   datasets.ErrOffset,
		`side "w"; offset "fixed";`: datasets.ErrOffset,
		`side "w"; offset "1e7";`:   datasets.ErrOffset,
	} {
		readTrees(t, head+text+"\n", want)
	}
}

// readTrees reads a text; with a want, its only line must be bad for that.
func readTrees(t *testing.T, text string, want error) (samples []datasets.Sample) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := datasets.Open([]string{path}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for s, err := range r.All() {
		if err != nil {
			if want == nil || !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", text, err, want)
			}
			return samples
		}
		samples = append(samples, s)
	}
	if want != nil {
		t.Errorf("%s: read, want %v", text, want)
	}
	return samples
}

// TestLateConstant: of choices the first constant, a mate, may come after all rows that decide on the
// operations of a line.
func TestLateConstant(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "choices.epd")
	w, err := datasets.NewWriter(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := datasets.Sample{Position: p, Expected: datasets.NoExpected, Left: datasets.NoLeft, Tree: 1, Root: fen, Via: "e2e4", Move: board.NoMove}
	for range datasets.ChunkLines {
		err = errors.Join(err, w.Write(&s))
	}
	s.Fixed = true
	if err = errors.Join(err, w.Write(&s), w.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := datasets.Open([]string{name}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	rows, fixed := 0, 0
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		if rows++; s.Fixed {
			fixed++
		}
	}
	if rows != datasets.ChunkLines+1 || fixed != 1 {
		t.Errorf("%d rows, %d of them constants; want %d and 1", rows, fixed, datasets.ChunkLines+1)
	}
}
