package datasets_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
)

const (
	white = "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"     // a pawn for White, White to move
	black = "4k3/8/8/8/4P3/8/8/4K3 b - - 3 20"    // the same, Black to move
	mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"      // Black is mated
	lost  = "7K/6q1/6k1/8/8/8/8/8 w - - 0 1"      // White is mated
	short = "rnbqkbnr/pppppppp/8/8/8/8 w - - 0 1" // six ranks
)

// encode writes what a row says: position, score, result, ply, line.
func encode(s datasets.Sample) string {
	return fmt.Sprintf("%s|%v|%v|%d|%d", s.Position.FEN(), s.Score, s.Result, s.Ply, s.Line)
}

// readAll returns all samples and bad lines, as text, in the order of lines.
func readAll(t *testing.T, r *datasets.Reader) (lines []string) {
	t.Helper()
	for s, err := range r.All() {
		if err != nil {
			lines = append(lines, err.Error())
			continue
		}
		lines = append(lines, encode(s))
	}
	return lines
}

func TestRows(t *testing.T) {
	one := func(line int) string { return fmt.Sprintf("%s|+56|*|0|%d", white, line) }
	two := func(line int) string { return fmt.Sprintf("%s|-54|*|39|%d", black, line) }
	good := white + ",+56\n" + black + ",-54\n"
	tests := []struct {
		name, in string
		opt      datasets.Options
		want     []string
	}{
		{"header", "FEN,Evaluation\n" + good, datasets.Options{}, []string{one(2), two(3)}},
		{"no header", good, datasets.Options{}, []string{one(1), two(2)}},
		{"no final newline", strings.TrimSuffix(good, "\n"), datasets.Options{}, []string{one(1), two(2)}},
		{"CRLF", strings.ReplaceAll("fen,eval\n"+good, "\n", "\r\n"), datasets.Options{}, []string{one(2), two(3)}},
		{"byte order mark", "\ufefffen,eval\n" + good, datasets.Options{}, []string{one(2), two(3)}},
		{"byte order mark, no header", "\ufeff" + good, datasets.Options{}, []string{one(1), two(2)}},
		{"blank lines go on", "\n\nfen,eval\n\n" + good + " \r\n\n" + good + "\n\n", datasets.Options{},
			[]string{one(5), two(6), one(9), two(10)}},
		{"quoted", `"FEN","Evaluation"` + "\n\"" + white + "\",\"+56\"\n\"" + black + "\",-54\n", datasets.Options{}, []string{one(2), two(3)}},
		{"quoted, other columns in the way", "title,\"fen\",x,score\n\"a, \"\"b\"\"\",\"" + white + "\" ,,+56\n", datasets.Options{}, []string{one(2)}},
		{"semicolons", "fen;eval\n" + strings.ReplaceAll(good, ",", ";"), datasets.Options{}, []string{one(2), two(3)}},
		{"semicolons and decimal commas", white + ";56,2\n" + black + ";-53,7\n", datasets.Options{}, []string{one(1), two(2)}},
		{"tabs", "fen\teval\n" + strings.ReplaceAll(good, ",", "\t"), datasets.Options{}, []string{one(2), two(3)}},
		{"tabs and quotes", "fen\teval\n\"" + white + "\"\t\"+56\"\n", datasets.Options{}, []string{one(2)}},
		{"blanks around fields", "fen , eval\n " + white + " , +56 \n", datasets.Options{}, []string{one(2)}},
		{"synonyms, any case", "Move,CP_Score,FEN_Board\ne2e4,+56," + white + "\n", datasets.Options{}, []string{one(2)}},
		{"columns by name", "a,b,fen,eval\n1," + white + ",x,+56\n", datasets.Options{FEN: "B", Score: "Eval"}, []string{one(2)}},
		{"columns by number", "a,b,c,d\n1," + white + ",x,+56\n", datasets.Options{FEN: "2", Score: "4"}, []string{one(2)}},
		{"columns by number, no header", "7," + white + ",x,+56\n", datasets.Options{Score: "4"}, []string{one(1)}},
		{"score before the position, no header", "+56," + white + ",d3g6\n-54," + black + ",g8g6\n", datasets.Options{}, []string{one(1), two(2)}},
		{"four fields", "4k3/8/8/8/4P3/8/8/4K3 w - -,+56\n", datasets.Options{}, []string{one(1)}},
		{"full-move number 0", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 0,+56\n", datasets.Options{}, []string{one(1)}},
		{"result and ply", "fen,eval,result,game,ply\n" + white + ",+56,1-0,g1,8\n" + white + ",+56,½,g1,9\n", datasets.Options{},
			[]string{white + "|+56|1-0|8|2", white + "|+56|1/2-1/2|9|3"}},
		{"result and ply ignored", "fen,eval,result,ply\n" + white + ",+56,won,-\n", datasets.Options{Result: "-", Ply: "-"}, []string{one(2)}},
		{"no score wanted", "fen,result\n" + white + ",0-1\n", datasets.Options{Score: "-"}, []string{white + "|?|0-1|0|2"}},
		{"no score in the row", "fen,eval\n" + white + ",\n" + white + ",?\n", datasets.Options{},
			[]string{white + "|?|*|0|2", white + "|?|*|0|3"}},
		{"mover's view", good + black + ",#+3\n" + white + ",#-3\n", datasets.Options{POV: datasets.POVMover},
			[]string{one(1), black + "|+54|*|39|2", black + "|#-3|*|39|3", white + "|#-3|*|0|4"}},
		{"mover's view of nothing", good + black + ",\n", datasets.Options{POV: datasets.POVMover},
			[]string{one(1), black + "|+54|*|39|2", black + "|?|*|39|3"}},
		{"pawns", white + ",+0.56\n" + black + ",-.54\n", datasets.Options{Unit: datasets.UnitPawns}, []string{one(1), two(2)}},
		{"mate on the board", mated + ",#+0\n" + mated + ",#0\n" + lost + ",#-0\n", datasets.Options{},
			[]string{mated + "|#+0|*|1|1", mated + "|#+0|*|1|2", lost + "|#-0|*|0|3"}},
		{"mate on the board, wrong sign", mated + ",#-0\n" + lost + ",#+0\n", datasets.Options{},
			[]string{mated + "|#+0|*|1|1", lost + "|#-0|*|0|2"}},
		{"mate on the board, the mover's view", mated + ",#-0\n" + lost + ",#-0\n", datasets.Options{POV: datasets.POVMover},
			[]string{mated + "|#+0|*|1|1", lost + "|#-0|*|0|2"}},

		{"bad lines between good ones", good + "x\n" + short + ",0\n" + white + ",abc\n" + good, datasets.Options{}, []string{one(1), two(2),
			"t.csv:3: wrong number of columns: 1, want 2",
			"t.csv:4: bad FEN: 6 ranks, want 8",
			`t.csv:5: bad score "abc": want a number such as +56 or a mate such as #+3`,
			one(6), two(7)}},
		{"too many columns", good + white + ",0,35\n", datasets.Options{}, []string{one(1), two(2), "t.csv:3: wrong number of columns: 3, want 2"}},
		{"too many columns with quotes", good + "\"" + white + "\",0,\"3,5\",\n", datasets.Options{}, []string{one(1), two(2), "t.csv:3: wrong number of columns: 4, want 2"}},
		{"not a number", good + white + ",NaN\n", datasets.Options{}, []string{one(1), two(2), `t.csv:3: bad score "NaN": want a number such as +56 or a mate such as #+3`}},
		{"mate that is none", good + white + ",#0\n", datasets.Options{}, []string{one(1), two(2), "t.csv:3: bad score: mate in 0: the position is not checkmate"}},
		{"open quote", good + "\"" + white + ",0\n", datasets.Options{}, []string{one(1), two(2), "t.csv:3: bad quotes: a quote is opened and not closed on this line"}},
		{"text after a quote", good + "\"" + white + "\"x,0\n", datasets.Options{}, []string{one(1), two(2), `t.csv:3: bad quotes: "x" after a closing quote`}},
		{"another code of results", "fen,eval,result\n" + white + ",+56,0.5\n" + white + ",0,-1\n", datasets.Options{},
			[]string{white + "|+56|1/2-1/2|0|2", `t.csv:3: bad result "-1": results are coded 1, 0, −1, where 0 and 1 mean something other than White's points: pass -result-codes signs, or write 1, 0.5 and 0 (-result - ignores the column)`}},
		{"bad ply", "fen,eval,ply\n" + white + ",0,70000\n", datasets.Options{},
			[]string{`t.csv:2: bad ply "70000": want a number of half moves (-ply - ignores the column)`}},
		{"line too long", good + white + ",0" + strings.Repeat(" ", datasets.MaxLine) + "\n" + good, datasets.Options{},
			[]string{one(1), two(2), "t.csv:3: line longer than 65536 bytes", one(4), two(5)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, datasets.NewReader("t.csv", strings.NewReader(tt.in), tt.opt))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

// TestBadFEN: every kind of illegal position is a bad line with the reason of
// package board.
func TestBadFEN(t *testing.T) {
	tests := []struct {
		name, fen string
		err       error
	}{
		{"short rank", "4k2/8/8/8/8/8/8/4K3 w - - 0 1", board.ErrSyntax},
		{"unknown piece", "4k3/8/8/8/8/8/8/4X3 w - - 0 1", board.ErrSyntax},
		{"no side to move", "4k3/8/8/8/8/8/8/4K3", board.ErrSyntax},
		{"no king", "8/8/8/8/8/8/8/4K3 w - - 0 1", board.ErrNoKing},
		{"two kings", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1", board.ErrManyKings},
		{"pawn on the last rank", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", board.ErrPawnRank},
		{"seventeen pieces", "4k3/8/8/8/P7/PPPPPPPP/8/RNBQKBNR w - - 0 1", board.ErrTooManyPieces},
		{"nine pawns", "4k3/8/8/8/P7/PPPPPPPP/8/4K3 w - - 0 1", board.ErrTooManyPawns},
		{"too many queens", "4k3/8/8/8/8/PPPPPPPP/8/QQ2K3 w - - 0 1", board.ErrTooManyPromoted},
		{"a legal one", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", nil}, // so that the test can fail
		{"mover gives check", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", board.ErrOppositeCheck},
		{"castling without a rook", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", board.ErrCastling},
		{"en passant without a pawn", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", board.ErrEnPassant},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := "fen,eval\n" + tt.fen + ",0\n"
			var got error
			for _, err := range datasets.NewReader("t.csv", strings.NewReader(in), datasets.Options{}).All() {
				got = err
			}
			if tt.err == nil {
				if got != nil {
					t.Fatal(got)
				}
				return
			}
			_, reason := board.ParseFEN(tt.fen)
			if want := fmt.Sprintf("t.csv:2: bad FEN: %v", reason); got == nil || got.Error() != want || !errors.Is(got, tt.err) {
				t.Errorf("error %v, want %s (%v)", got, want, tt.err)
			}
		})
	}
}

// TestCounts: every line is counted once.
func TestCounts(t *testing.T) {
	in := "\nfen,eval\n\n" + white + ",#+3\n" + white + ",12800\n" + white + ",\n" + mated + ",#-0\n" + "x\n\n" + white + ",1\n" + white + ",#\n"
	var c datasets.Chunk
	var p datasets.Parsed
	if err := datasets.NewReader("t.csv", strings.NewReader(in), datasets.Options{}).Next(&c); err != nil {
		t.Fatal(err)
	}
	c.Parse(&p)
	want := datasets.Counts{Lines: 10, Blank: 3, Bad: 2, Samples: 5, Unscored: 1, Mates: 2, Codes: 1, Signs: 1}
	if p.Counts != want {
		t.Errorf("counts %+v, want %+v", p.Counts, want)
	}
	if p.Bad[0].Text != "x" || p.Bad[1].Text != white+",#" {
		t.Errorf("bad lines %q, %q are not the lines as they were", p.Bad[0].Text, p.Bad[1].Text)
	}
}

// TestGame: rows of one id are one game, wherever they are read.
func TestGame(t *testing.T) {
	in := "fen,eval,id\n" + white + ",0,a-1\n" + white + ",0,a-2\n" + black + ",0,a-1\n"
	games := func(name string, opt datasets.Options) (ids []uint32) {
		for s, err := range datasets.NewReader(name, strings.NewReader(in), opt).All() {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, s.Game)
		}
		return ids
	}
	ids, other := games("one.csv", datasets.Options{}), games("other.csv", datasets.Options{})
	if ids[0] != ids[2] || ids[0] == ids[1] {
		t.Errorf("games %v, want the first and the third equal", ids)
	}
	if diff := cmp.Diff(ids, other); diff != "" {
		t.Errorf("games depend on the file's name: %s", diff)
	}
	ids = games("one.csv", datasets.Options{Game: "-"})
	if ids[0] != ids[1] || ids[0] != ids[2] {
		t.Errorf("without ids the games are %v: one skeleton, one material, want them equal", ids)
	}
	if first := games("one.csv", datasets.Options{})[0]; first != 0x65afb1d2 {
		t.Errorf("hash of a-1 is %#x: splits of earlier runs would change", first)
	}
}

// hundredMB is a line of 100 MB between two good ones.
func hundredMB() io.Reader {
	const size = 100 << 20
	return io.MultiReader(strings.NewReader("fen,eval\n"+white+",+56\n"),
		io.LimitReader(endless{}, size), strings.NewReader("\n"+black+",-54\n"))
}

// endless is a text without a newline.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
