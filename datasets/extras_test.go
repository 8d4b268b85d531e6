package datasets_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
)

// TestMoveAndDepth: the columns are read where they are what their names say.
func TestMoveAndDepth(t *testing.T) {
	const four = "4k3/8/8/8/4P3/8/8/4K3 w - -"
	tests := []struct {
		name, in string
		want     string // move and depth, or the error
		columns  string
	}{
		{"table", "fen,eval,depth,move\nW,1,25,e4e5\nB,2,300,e8d7\n", "e4e5 25, e8d7 255", "position in column 1, score in column 2, move in column 4, depth in column 3"},
		{"SAN, and names in any case", "FEN,Eval,BestMove\nW,1,Kd2\nW,1,e5 Kd7 Kd3\n", "e1d2 0, e4e5 0", "position in column 1, score in column 2, move in column 3"},
		{"not known", "fen,eval,best_move,depth\nW,1,,\nW,1,?,0\nW,1,(none),7\n", "a1a1 0, a1a1 0, a1a1 7", "position in column 1, score in column 2, move in column 3, depth in column 4"},
		{"an illegal move among others", "fen,eval,move\nW,1,e4e5\nW,1,Ke2\nW,1,e4e6\n", "e4e5 0, e1e2 0, t.csv:4: bad move: ", "position in column 1, score in column 2, move in column 3"},
		{"a bad depth among others", "fen,eval,depth\nW,1,7\nW,1,8\nW,1,8/9\n", `a1a1 7, a1a1 8, t.csv:4: bad depth "8/9": want a number of plies`, "position in column 1, score in column 2, depth in column 3"},
		{"the number of the move", "fen,eval,move\nW,1,31\nW,2,32\n", "a1a1 0, a1a1 0", "position in column 1, score in column 2"},
		{"no depths", "fen,eval,depth\nW,1,deep\nW,2,deep\n", "a1a1 0, a1a1 0", "position in column 1, score in column 2"},
		{"no header", "W,31,e4e5,25\n", "a1a1 0", "position in column 1, score in column 2"},
		{"EPD", four + ` c9 "1-0"; bm Kd2 e5; acd 12;`, "e1d2 12", "EPD: result in c9, move in bm, depth in acd"},
		{"EPD with the move that was played", four + ` sm e5; c9 "1-0";`, "e4e5 0", "EPD: result in c9, move in sm"},
		{"EPD with a foreign move", four + ` bm Qh5; c9 "1-0";`, "a1a1 0", "EPD: result in c9"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := strings.NewReplacer("W,", white+",", "B,", black+",").Replace(tt.in)
			r := datasets.NewReader("t.csv", strings.NewReader(in), datasets.Options{})
			var got []string
			for s, err := range r.All() {
				if err != nil {
					got = append(got, err.Error())
					continue
				}
				got = append(got, fmt.Sprint(s.Move, s.Depth))
				if s.Left != datasets.NoLeft || s.Book || s.End != datasets.EndUnknown {
					t.Errorf("sample %+v", s)
				}
			}
			sources, err := r.Sources()
			if text := strings.Join(got, ", "); !strings.HasPrefix(text, tt.want) || err != nil || sources[0].Columns.String() != tt.columns {
				t.Errorf("%s\n%v\nwant %s\n%s", text, sources[0].Columns, tt.want, tt.columns)
			}
		})
	}
}

// TestFormats: files of text are told by their content, or else by their names.
func TestFormats(t *testing.T) {
	const row = `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","evals":[{"depth":7,"pvs":[{"cp":56}]}]}`
	table := "fen,eval\n" + white + ",56\n"
	tests := []struct {
		name, in string
		format   datasets.FormatName
		want     string // of the columns, the beginning
	}{
		{"a.csv", table, datasets.FormatAuto, "position in column 1"},
		{"a.csv", row, datasets.FormatAuto, "lichess: "},
		{"a.csv", " \n" + row, datasets.FormatAuto, "lichess: "},
		{"a.jsonl.zst", " " + row, datasets.FormatAuto, "lichess: "},
		{"a.jsonl", table, "text", "position in column 1"},
		{"a.bin", table, datasets.FormatAuto, "position in column 1"},
		{"a.pgn", table, "text", "position in column 1"},
		{"a.epd", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1 | 56 | 1.0\n", datasets.FormatAuto, "EPD: score in value 1"},
		{"a.txt", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1;56;0.5\n", datasets.FormatAuto, "EPD: score in value 1"},
		{"a.txt", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1,56,0.5\n", datasets.FormatAuto, "EPD: score in value 1"},
	}
	for _, tt := range tests {
		r := datasets.NewReader(tt.name, strings.NewReader(tt.in), datasets.Options{Format: tt.format})
		n := 0
		for s, err := range r.All() {
			if n++; err != nil || s.Score != 56 {
				t.Errorf("%s, %q: %v, %v", tt.name, tt.in, s.Score, err)
			}
		}
		sources, err := r.Sources()
		if n != 1 || err != nil || !strings.HasPrefix(sources[0].Columns.String(), tt.want) {
			t.Errorf("%s, %q: %d samples, %v, %v, want %s", tt.name, tt.in, n, err, sources, tt.want)
		}
	}
}

// TestChess960 reads positions with castling rights by the rook's file, all of
// them possible.
func TestChess960(t *testing.T) {
	const name = "../../shared/data/formats/viriformat_valid.sfens.zst"
	if _, err := os.Stat(name); err != nil {
		t.Skip("no data to try: ", err)
	}
	r, err := datasets.Open([]string{name}, datasets.Options{Score: "-"})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n, castling := 0, 0
	for s, err := range r.All() {
		if n++; err != nil {
			t.Fatal(err)
		}
		if s.Position.CastlingRooks() != 0 {
			castling++
		}
	}
	if n != 10_000 || castling < 4000 {
		t.Errorf("%d positions, %d with castling rights", n, castling)
	}
}
