package textbook

import (
	"fmt"
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

var values = [pieces]int{100, 310, 325, 500, 950, 0}

// number is what the tests' tables say of a piece on a square, a1 the first; phase 1 is the king's endgame.
func number(piece, phase, sq int) int {
	rank, file := sq/8, sq%8
	centre := min(file, 7-file)
	switch {
	case piece == 0 && rank > 0 && rank < 7:
		return 7*rank + centre
	case piece == 0:
		return 0
	case piece == 5 && phase == 0:
		return 20 - 8*rank - centre
	}
	return 5*(centre+min(rank, 7-rank)) - 20 + piece + file
}

// board writes a table, with layout for each number, and open and close around each row.
func board(piece, phase int, rankEight bool, layout, open, close string) string {
	var b strings.Builder
	for row := range 8 {
		b.WriteString(open)
		for file := range 8 {
			sq := row*8 + file
			if rankEight {
				sq ^= 56
			}
			fmt.Fprintf(&b, layout+", ", number(piece, phase, sq))
		}
		b.WriteString(close + "\n")
	}
	return b.String()
}

// each writes what all pieces have; a %s of the layout is the piece's name in the spelling, then its table.
func each(layout string, spelling func(string) string, rankEight bool) string {
	var b strings.Builder
	for piece, name := range weights.PieceNames {
		fmt.Fprintf(&b, layout, spelling(name), board(piece, 0, rankEight, "%d", "", ""))
	}
	return b.String()
}

func same(s string) string   { return s }
func title(s string) string  { return strings.ToUpper(s[:1]) + s[1:] }
func letter(s string) string { return map[string]string{"knight": "N"}[s] + strings.ToUpper(s[:1]) }

// sources are five languages' textbooks, whether they have a second table of the king, and where they begin.
var sources = []struct {
	name, text string
	second, a8 bool
}{
	{
		"eval.c", "static const int piece_value[6] = {100, 310, 325, 500, 950, 0};\n" +
			each("const int %s_table[64] = {\n%s};\n", same, true) +
			"const int king_endgame_table[64] = {" + board(5, 1, true, "%d", "", "") + "};\n", true, true,
	},
	{
		"vice.c", "int PieceVal[13] = {0, 100, 310, 325, 500, 950, 50000, 100, 310, 325, 500, 950, 50000};\nint Mirror64[64] = {56, 57};\n" +
			strings.Replace(each("int %sTable[64] = {\n%s};\n", title, false), "KingTable", "KingO", 1) +
			"int KingE[64] = {" + board(5, 1, false, "%d", "", "") + "};\n", true, false,
	},
	{
		"pst.go", "package x\n\nvar pieceValues = [7]int{0, 100, 310, 325, 500, 950, 20000}\n\nvar pst = [6][64]int{\n" +
			each("/* %s */ {\n%s},\n", same, false) + "}\n\nvar kingEndgame = [64]int{\n" + board(5, 1, false, "%d", "", "") + "}\n", true, false,
	},
	{
		"map.go", "package x\n\nconst (\n\tPawnValue = 100\n\tKnightValue = 310\n\tBishopValue = 325\n\tRookValue = 500\n\tQueenValue = 950\n)\n\n" +
			"var Tables = map[Piece][64]int{\n" + each("%s: {\n%s},\n", title, true) + "}\n", false, true,
	},
	{
		"eval.rs", "const MATERIAL: [i32; 6] = [100, 310, 325, 500, 950, 0];\n" + each("const %s_PST: [i32; 64] = [\n%s];\n", strings.ToUpper, true), false, true,
	},
	{
		"sun.py", "piece = {'P': 100, 'N': 310, 'B': 325, 'R': 500, 'Q': 950, 'K': 60000}\npst = {\n" +
			strings.ReplaceAll(each("'%s': (\n%s),\n", letter, true), "NK", "N") + "}\n", false, true,
	},
	{
		"Eval.java", "class Eval {\n  static final int PAWN = 100, KNIGHT = 310, BISHOP = 325, ROOK = 500, QUEEN = 950;\n" +
			each("  static int[] %sBoard = {\n%s};\n", same, true) + "}\n", false, true,
	},
	{
		"Bot.cs", "class Bot {\n  int[] pieceValues = { 0, 100, 310, 325, 500, 950, 10000 };\n  static readonly Dictionary<PieceType, int[]> tables = new() {\n" +
			each("{ PieceType.%s, new int[] {\n%s} },\n", title, true) + "};\n}\n", false, true,
	},
	{
		"local.js", "function evaluate(board) {\n  const values = {pawn: 100, knight: 310, bishop: 325, rook: 500, queen: 950, king: 0};\n" +
			each("  const %sEvalWhite = [\n%s];\n", same, true) + each("  const %sEvalBlack = [\n%s];\n", same, false) + "}\n", false, true,
	},
}

func arraysOf(t *testing.T, name, text string) []scan.Array {
	t.Helper()
	arrays, err := scan.ReadArrays(name, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return arrays
}

func TestRead(t *testing.T) {
	for _, tt := range sources {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Read(arraysOf(t, tt.name, tt.text), ByTables)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, r.File, tt.second, 1)
			if notes := strings.Join(r.Notes, "\n"); strings.Contains(notes, "that of a8 by") != tt.a8 {
				t.Errorf("notes:\n%s", notes)
			}
		})
	}
}

// compare compares weights with values and tables, times a factor.
func compare(t *testing.T, f *weights.File, second bool, by float64) {
	t.Helper()
	if len(f.Terms) != pieces*squares {
		t.Fatalf("%d terms", len(f.Terms))
	}
	for _, term := range f.Terms {
		group, _ := weights.GroupOf(term.Name)
		for piece, name := range weights.PieceNames {
			if group != "pst."+name {
				continue
			}
			mg, eg := number(piece, 0, weights.Square(term.Name)), number(piece, 0, weights.Square(term.Name))
			if second && name == "king" {
				eg = number(piece, 1, weights.Square(term.Name))
			}
			if got, want := [2]float64{term.MG.Value, term.EG.Value}, [2]float64{by * float64(values[piece]+mg), by * float64(values[piece]+eg)}; got != want {
				t.Fatalf("%s: got %v, want %v", term.Name, got, want)
			}
		}
	}
}

// TestReadPhases: values and tables of two phases keep them.
func TestReadPhases(t *testing.T) {
	six := each("/* %s */ {\n%s},\n", same, true)
	for _, text := range []string{
		"int mat[2][6] = {{100, 310, 325, 500, 950, 0}, {110, 300, 320, 520, 940, 0}};\nint pst[2][6][64] = {{" + six + "}, {" + strings.ReplaceAll(six, "-", "") + "}};\n",
		"int mg_value[6] = {100, 310, 325, 500, 950, 0};\nint eg_value[6] = {110, 300, 320, 520, 940, 0};\n" +
			each("int mg_%s_table[64] = {\n%s};\n", same, true) + strings.ReplaceAll(each("int eg_%s_table[64] = {\n%s};\n", same, true), "-", ""),
	} {
		r, err := Read(arraysOf(t, "eval.c", text), ByTables)
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range r.File.Terms {
			switch sq := weights.Square("pst.x.a1"); {
			case term.Name == "pst.queen.a1" && (term.MG.Value != float64(950+number(4, 0, sq)) || term.EG.Value != float64(940-number(4, 0, sq))):
				t.Errorf("%+v", term)
			case term.Name == "pst.pawn.a2" && (term.MG.Value != 107 || term.EG.Value != 117):
				t.Errorf("%+v", term)
			}
		}
	}
}

// TestReadUnits: a pawn worth 1 or 10 is worth 100.
func TestReadUnits(t *testing.T) {
	for by, layout := range map[float64]string{10: "values = [10, 31, 32.5, 50, 95, 0]\n%s", 100: "values = [1, 3.1, 3.25, 5, 9.5, 0]\n%s"} {
		var tables strings.Builder
		for piece, name := range weights.PieceNames {
			fmt.Fprintf(&tables, "%s_table = [", name)
			for sq := range squares {
				fmt.Fprintf(&tables, "%v, ", float64(number(piece, 0, sq))/by)
			}
			tables.WriteString("]\n")
		}
		r, err := Read(arraysOf(t, "eval.py", fmt.Sprintf(layout, &tables)), ByTables)
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range r.File.Terms {
			if term.Name == "pst.bishop.c4" && fmt.Sprintf("%.6f", term.MG.Value) != fmt.Sprintf("%.6f", float64(325+number(2, 0, 26))) {
				t.Errorf("times %v: %+v", by, term)
			}
		}
	}
}

// TestReadInside: tables that hold the values get none beside them.
func TestReadInside(t *testing.T) {
	var text strings.Builder
	text.WriteString("int piece_value[6] = {100, 310, 325, 500, 950, 0};\n")
	for piece, name := range weights.PieceNames {
		fmt.Fprintf(&text, "int %s_table[64] = {", name)
		for sq := range squares {
			fmt.Fprintf(&text, "%d, ", values[piece]+number(piece, 0, sq^56))
		}
		text.WriteString("};\n")
	}
	r, err := Read(arraysOf(t, "eval.c", text.String()), ByTables)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, r.File, false, 1)
}

func TestReadErrors(t *testing.T) {
	tables := each("int %s_table[64] = {\n%s};\n", same, true)
	material := "int piece_value[6] = {100, 310, 325, 500, 950, 0};\n"
	flat := strings.NewReplacer("-", "", "1", "0", "2", "0", "3", "0", "4", "0", "5", "0", "6", "0", "7", "0", "8", "0", "9", "0").Replace(board(0, 0, true, "%d", "", ""))
	for _, tt := range []struct{ name, text, want string }{
		{"no values", tables, "pawn_table (eval.c:1): no values of the pieces"},
		{"members of an enumeration", "enum { PAWN = 1, KNIGHT = 2, BISHOP = 3, ROOK = 4, QUEEN = 5 };\n" + tables, "no values of the pieces"},
		{"no tables", material, "eval.c: no table of the pawn"},
		{"units", "int value[5] = {1, 3, 3, 5, 9};\n" + tables, "different units"},
		{"two tables", material + tables + "int old_pawn_table[64] = {" + flat + "};\n", "old_pawn_table (eval.c:62): a second table of the pawn, beside pawn_table (eval.c:2)"},
		{"two values", material + "int old_value[6] = {90, 300, 310, 480, 900, 0};\n" + tables, "old_value (eval.c:2): the values of the pieces differ from those of piece_value (eval.c:1)"},
		{"two values by one name", "#if OLD\nenum { PAWN = 90, KNIGHT = 300, BISHOP = 310, ROOK = 480, QUEEN = 900 };\n#else\nenum { PAWN = 100, KNIGHT = 310, BISHOP = 325, ROOK = 500, QUEEN = 950 };\n#endif\n" + tables,
			"PAWN (eval.c:4): the values of the pieces differ from those of PAWN (eval.c:2)"},
		{"tables of another shape", material + "int pst[5][64] = {" + strings.Repeat("{"+board(1, 0, true, "%d", "", "")+"}, ", 5) + "};\n",
			"eval.c: no table of the pawn: want 64 numbers whose name has the word \"pawn\", or one array of six tables, such as pst[6][64]: rename it, or name it in a file for -names; not used: pst (eval.c:2): 5 tables of 64 numbers, not 6 from pawn to king"},
		{"pawns and king disagree", material + each("int %s_table[64] = {\n%s};\n", same, true)[:len(tables)-len("int king_table[64] = {\n"+board(5, 0, true, "%d", "", "")+"};\n")] +
			"int king_table[64] = {" + board(5, 0, false, "%d", "", "") + "};\n", "pass -rank8 for a8, -rank8=false for a1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Read(arraysOf(t, "eval.c", tt.text), ByTables); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// TestReadBeside: other arrays whose numbers would make several tables are not used, and said.
func TestReadBeside(t *testing.T) {
	text := "int piece_value[6] = {100, 310, 325, 500, 950, 0};\nint board[128] = {" + strings.Repeat("4, 2, 3, 5, 6, 3, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0, ", 8) + "};\n" +
		"int square_color[2][64] = {{" + strings.Repeat("0, 1, ", 32) + "}, {" + strings.Repeat("1, 0, ", 32) + "}};\n" + each("int %s_table[64] = {\n%s};\n", same, true)
	r, err := Read(arraysOf(t, "eval.c", text), ByTables)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, r.File, false, 1)
	want := "not used: board (eval.c:2): 2 tables of 64 numbers, not 6 from pawn to king; square_color (eval.c:3): 2 tables of 64 numbers, not 6 from pawn to king"
	if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, want) {
		t.Errorf("notes:\n%s", notes)
	}
}

// TestReadOrder: what the caller says counts, whatever the tables say.
func TestReadOrder(t *testing.T) {
	arrays := arraysOf(t, "vice.c", sources[1].text)
	r, err := Read(arrays, RankEight)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.File.Terms[0].Name; got != "pst.pawn.a1" {
		t.Fatal(got)
	}
	for _, term := range r.File.Terms {
		if term.Name == "pst.pawn.a7" && term.MG.Value != 107 {
			t.Errorf("%+v", term)
		}
	}
}
