package suite

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
)

// sketch is a problem in words.
type sketch struct {
	Line     int
	ID       string
	Themes   string
	Rating   int
	FEN      string
	Solution string
	Best     string
	Avoid    string
	Mate     int
	Points   int // of the best move, and how many have some
	Worth    int
}

func sketchOf(p *Problem) sketch {
	return sketch{
		Line: p.Line, ID: p.ID, Themes: strings.Join(p.Themes, "|"), Rating: p.Rating, FEN: p.Start.FEN(),
		Solution: sanLine(p.Start, p.Solution), Best: sanList(&p.Start, p.Best), Avoid: sanList(&p.Start, p.Avoid),
		Mate: p.Mate, Points: p.MaxPoints(), Worth: len(p.Points),
	}
}

// read reads all problems of a text, and the bad lines.
func read(t *testing.T, text string) (problems []*Problem, bad []string) {
	t.Helper()
	r, err := Open("-", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		p, err := r.Next()
		switch {
		case err == io.EOF:
			return problems, bad
		case errors.Is(err, ErrBad):
			bad = append(bad, err.Error())
		case err != nil:
			t.Fatal(err)
		default:
			problems = append(problems, p)
		}
	}
}

func sketches(problems []*Problem) (list []sketch) {
	for _, p := range problems {
		list = append(list, sketchOf(p))
	}
	return list
}

const (
	backRank = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
	buckle   = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1"
	sts      = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - 0 1"
)

func TestReadFormats(t *testing.T) {
	short := func(fen string) string { return strings.Join(strings.Fields(fen)[:4], " ") }
	tests := []struct {
		name, text string
		want       []sketch
	}{
		{"EPD", "# a comment\n\n" + short(backRank) + ` bm Rd8+; id "WAC.012"; c0 "It is mate, or not";` + "\n",
			[]sketch{{Line: 3, ID: "WAC.012", Themes: "WAC", FEN: backRank, Best: "Rd8#"}}},
		{"EPD with zero bytes and signs apart", short(backRank) + " ; bm Rd8 + Rd7; id BK.01 \x00\r\n",
			[]sketch{{Line: 1, ID: "BK.01", Themes: "BK", FEN: backRank, Best: "Rd8# Rd7"}}},
		{"EPD with moves between commas", short(backRank) + " bm Rd8, Rd7, h3; am Rd2, f4; id \"x\";\n",
			[]sketch{{Line: 1, ID: "x", Themes: "x", FEN: backRank, Best: "Rd8# Rd7 h3", Avoid: "Rd2 f4"}}},
		{"EPD with promotions and castling between commas", "4k3/P7/8/8/8/8/8/4K2R w K - bm Kd2, a8=Q+, 0-0 Kf2; am a8=R,a8=B; id \"x\";\n",
			[]sketch{{Line: 1, ID: "x", Themes: "x", FEN: "4k3/P7/8/8/8/8/8/4K2R w K - 0 1", Best: "Kd2 a8=Q+ O-O Kf2", Avoid: "a8=R+ a8=B"}}},
		{"EPD with empty operations", short(backRank) + " bm Rd8; c1 \"\"; resign; pv ; id \"x\";\n",
			[]sketch{{Line: 1, ID: "x", Themes: "x", FEN: backRank, Best: "Rd8#"}}},
		{"EPD with counters and a mate", strings.Replace(backRank, "0 1", "7 31", 1) + ` dm 1; id "E_E_T 10b - T vs -"`,
			[]sketch{{Line: 1, ID: "E_E_T 10b - T vs -", Themes: "E_E_T - T vs -", FEN: strings.Replace(backRank, "0 1", "7 31", 1), Mate: 1}}},
		{"STS", short(sts) + ` bm f5; id "STS(v1.0) Undermine.001"; c0 "f5=100, Bf2=46, Bg4=23"; c7 "f5 Bf2"; Ae "Stockfish 15";` + "\n",
			[]sketch{{Line: 1, ID: "STS(v1.0) Undermine.001", Themes: "STS(v1.0) Undermine", FEN: sts, Best: "f5", Points: 100, Worth: 3}}},
		{"Lichess", "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n" +
			"000rZ,2kr1b1r/p1p2pp1/2pqb3/7p/3N2n1/2NPB3/PPP2PPP/R2Q1RK1 w - - 2 13,d4e6 d6h2,602,95,100,604,kingsideAttack mateIn1,https://x,\n",
			[]sketch{{Line: 2, ID: "000rZ", Themes: "kingsideAttack|mateIn1", Rating: 602, Mate: 1, Solution: "Qxh2#",
				FEN: "2kr1b1r/p1p2pp1/2pqN3/7p/6n1/2NPB3/PPP2PPP/R2Q1RK1 b - - 0 13"}}},
		{"Lichess without its header", "4D,6k1/5ppp/8/8/8/8/5PPP/3Rr1K1 w - - 0 1,d1e1 h7h6 e1e8,1500,80,90,10,short,url,\n",
			[]sketch{{Line: 1, ID: "4D", Themes: "short", Rating: 1500, Solution: "h6 Re8+", FEN: "6k1/5ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1"}}},
		{"a table", "FEN,Solution\n" + buckle + ",d5f6 g7f6 c4f7\n" + backRank + ",Rd8#\n",
			[]sketch{{Line: 2, FEN: buckle, Solution: "Nf6+ gxf6 Bxf7#", Mate: 2}, {Line: 3, FEN: backRank, Solution: "Rd8#", Mate: 1}}},
		{"text", "Some talk,\r\nof two lines.\r\n\r\nBuckle vs NN\r\n" + buckle + "\r\n1. Nf6+ gxf6 2. Bxf7# *\r\n\r\n" + backRank + "\r\n1.Rd8#\r\n",
			[]sketch{{Line: 5, ID: "Buckle vs NN", FEN: buckle, Solution: "Nf6+ gxf6 Bxf7#", Mate: 2}, {Line: 8, FEN: backRank, Solution: "Rd8#", Mate: 1}}},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			problems, bad := read(t, tt.text)
			if len(bad) > 0 {
				t.Errorf("bad lines %q", bad)
			}
			if diff := cmp.Diff(tt.want, sketches(problems)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadBadLines(t *testing.T) {
	const good = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8;\n"
	tests := []struct{ name, line, want string }{
		{"illegal best move", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;", "stdin:2: bm: "},
		{"illegal second move", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8, Qd7;", "stdin:2: bm: illegal move: Qd7"},
		{"no king", "8/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8;", "stdin:2: no king"},
		{"nothing asked", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"x\";", "stdin:2: no bm, am or dm"},
		{"empty operand", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm ;", "stdin:2: bm: no move"},
		{"long mate", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 9;", "stdin:2: dm 9 without bm"},
		{"no number", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm two;", "want the number of moves"},
		{"one bad score among good ones", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8; c0 \"Rd8=10, Rx9=3\";", "stdin:2: c0: "},
		{"quote without end", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8; id \"x;", "stdin:2: bad quotes"},
		{"stalemate", "8/8/8/8/8/1k6/2q5/K7 w - - bm Ka2;", "stdin:2: stalemate"},
		{"too long", strings.Repeat("x", 3*datasets.MaxLine), "stdin:2: line longer than"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			problems, bad := read(t, good+tt.line+"\n"+good)
			if len(problems) != 2 || len(bad) != 1 || !strings.Contains(bad[0], tt.want) {
				t.Errorf("%d problems, bad %q; want the two around it, and one with %q", len(problems), bad, tt.want)
			}
			if len(problems) == 2 && problems[1].Line != 3 {
				t.Errorf("the second stands in line %d, want 3", problems[1].Line)
			}
		})
	}
}

func TestReadBadRows(t *testing.T) {
	const head = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
	tests := []struct{ name, row, want string }{
		{"columns", "000rZ,8/8", "columns, want at least 8"},
		{"first move", "a," + backRank + ",a1a2 g8f8,1,1,1,1,x,u,", "first move: illegal move: a1a2"},
		{"solution", "a," + backRank + ",d1d7 g8g1,1,1,1,1,x,u,", "solution: illegal move"},
		{"no solution", "a," + backRank + ",d1d7,1,1,1,1,x,u,", "no solution"},
		{"no moves", "a," + backRank + ",,1,1,1,1,x,u,", "no moves"},
		{"rating", "a," + backRank + ",d1d7 g8f8,high,1,1,1,x,u,", `rating "high"`},
		{"quotes", "\"a," + backRank + ",d1d7 g8f8,1,1,1,1,x,u,", "quote"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			problems, bad := read(t, head+tt.row+"\n")
			if len(problems) != 0 || len(bad) != 1 || !strings.Contains(bad[0], tt.want) {
				t.Errorf("%d problems, bad %q; want one with %q", len(problems), bad, tt.want)
			}
		})
	}
}

func TestReadCompressed(t *testing.T) {
	var text bytes.Buffer
	z := gzip.NewWriter(&text)
	io.WriteString(z, "FEN,Solution\n"+backRank+",d1d8\n")
	z.Close()
	problems, bad := read(t, text.String())
	if len(problems) != 1 || len(bad) != 0 {
		t.Errorf("%d problems, bad %q; want one", len(problems), bad)
	}
}

func TestCountLines(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		text string
		want int
	}{{"", 0}, {"a", 1}, {"a\n", 1}, {"a\n\nb", 3}} {
		name := filepath.Join(dir, "lines")
		if err := os.WriteFile(name, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := CountLines(name); err != nil || got != tt.want {
			t.Errorf("%q: %d lines, error %v; want %d", tt.text, got, err, tt.want)
		}
	}
	if got, err := CountLines("-"); err != nil || got != 0 {
		t.Errorf("standard input: %d lines, error %v; want 0", got, err)
	}
	if _, err := CountLines(filepath.Join(dir, "none")); err == nil {
		t.Error("no file: no error")
	}
}

// To count the lines of a pipe would be to lose them.
func TestCountLinesLeavesPipes(t *testing.T) {
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	name := fmt.Sprintf("/dev/fd/%d", out.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skipf("pipes have no names here: %v", err)
	}
	const text = "one\ntwo\n"
	io.WriteString(in, text)
	in.Close()
	if got, err := CountLines(name); err != nil || got != 0 {
		t.Errorf("%d lines, error %v; want 0", got, err)
	}
	if left, err := io.ReadAll(out); err != nil || string(left) != text {
		t.Errorf("%q is left, error %v; want %q", left, err, text)
	}
}

func TestThemeOf(t *testing.T) {
	for _, tt := range []struct{ id, want string }{
		{"WAC.001", "WAC"},
		{"STS(v1.0) Undermine.001", "STS(v1.0) Undermine"},
		{"E_E_T 001 - B vs B", "E_E_T - B vs B"},
		{"E_E_T 070b - D vs T&L&B", "E_E_T - D vs T&L&B"},
		{"ECM.946", "ECM"},
		{"my favourite", "my favourite"},
		{"", ""},
	} {
		if got := themeOf(tt.id); got != tt.want {
			t.Errorf("themeOf(%q) = %q, want %q", tt.id, got, tt.want)
		}
	}
}

// Whatever is read: no panic, and what comes out can be played.
func FuzzReader(f *testing.F) {
	f.Add("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8, Rd7; am h3; dm 1; id \"x.1\"; c0 \"Rd8=10\";\n")
	f.Add("PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\na," + backRank + ",d1d7 g8f8,1,1,1,1,x,u,\n")
	f.Add("FEN,Solution\n" + buckle + ",d5f6 g7f6 c4f7\n")
	f.Add("title\n" + buckle + "\n1. Nf6+ gxf6 2. Bxf7#\n" + buckle + "\n" + backRank + "\n1... Kf8\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Open("-", strings.NewReader(text))
		if err != nil {
			return
		}
		defer r.Close()
		for {
			p, err := r.Next()
			if errors.Is(err, ErrBad) {
				continue
			}
			if err != nil {
				return
			}
			checkProblem(t, p)
		}
	})
}

func checkProblem(t *testing.T, p *Problem) {
	t.Helper()
	at := p.Start
	for _, m := range p.Solution {
		if !at.IsLegal(m) {
			t.Fatalf("line %d: the solution has an illegal move", p.Line)
		}
		at.Make(m)
	}
	for _, list := range [][]board.Move{p.Best, p.Avoid} {
		for _, m := range list {
			if !p.Start.IsLegal(m) {
				t.Fatalf("line %d: an illegal move", p.Line)
			}
		}
	}
	if p.Solution == nil && len(p.Best)+len(p.Avoid)+p.Mate == 0 {
		t.Fatalf("line %d: nothing is asked for", p.Line)
	}
}
