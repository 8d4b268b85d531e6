package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/winprob"
)

// tags are those of a game with a result.
func tags(result string, more ...string) string {
	return "[Event \"test\"]\n[Result \"" + result + "\"]\n" + strings.Join(append(more, ""), "\n") + "\n"
}

// readPGN returns the samples and faults of games as text.
func readPGN(in string, opt datasets.Options) string {
	opt.Format = "pgn"
	var got []string
	for s, err := range datasets.NewReader("t.pgn", strings.NewReader(in), opt).All() {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		text := fmt.Sprintf("%d %s %v %v", s.Ply, s.Position.UCI(s.Move), s.Score, s.Result)
		if s.Depth > 0 {
			text += fmt.Sprintf(" d%d", s.Depth)
		}
		if s.Book {
			text += " book"
		}
		got = append(got, text)
	}
	return strings.Join(got, ", ")
}

func TestPGNSamples(t *testing.T) {
	tests := []struct {
		name, in string
		opt      datasets.Options
		want     string
	}{
		{"comments of engines judge the position before the move, the mover's view",
			tags("1-0") + "1. e4 {+0.31/12 0.5s} e5 {-0.20/9 1s} 2. Nf3 {book} 1-0\n", datasets.Options{},
			"0 e2e4 +31 1-0 d12, 1 e7e5 +20 1-0 d9, 2 g1f3 ? 1-0 book"},
		{"evaluations of Lichess judge the position after it, White's view",
			tags("0-1") + "1. e4 { [%eval 0.31] } e5 { [%eval -0.2] } 2. Nf3 { [%eval #-3] } 0-1\n", datasets.Options{},
			"0 e2e4 ? 0-1, 1 e7e5 +31 0-1, 2 g1f3 -20 0-1"},
		{"a mate in 0 before a move is one at an unknown distance",
			tags("1-0") + "1. e4 {+M0/1 1s} e5 {+M0/1 1s} 2. d4 1-0\n", datasets.Options{}, "0 e2e4 #+ 1-0 d1, 1 e7e5 #- 1-0 d1, 2 d2d4 ? 1-0"},
		{"the engine's own comment comes first",
			tags("*") + "1. e4 { [%eval 0.31] } e5 {+0.50/7 1s} *\n", datasets.Options{}, "0 e2e4 ? *, 1 e7e5 -50 * d7"},
		{"White's view in comments of engines", tags("1-0") + "1. e4 {+0.31/12 0.5s} e5 {+0.20/9 1s} 1-0\n", datasets.Options{POV: datasets.POVMover},
			"0 e2e4 +31 1-0 d12, 1 e7e5 +20 1-0 d9"},
		{"nothing wanted", tags("1-0") + "1. e4 {+0.31/12 0.5s} e5 {+0.20/9 1s} 1-0\n", datasets.Options{Score: "-", Result: "-"},
			"0 e2e4 ? * d12, 1 e7e5 ? * d9"},
		{"no tags", "1. e4 e5 1/2-1/2\n\n1. d4 1/2-1/2\n", datasets.Options{}, "0 e2e4 ? 1/2-1/2, 1 e7e5 ? 1/2-1/2, 0 d2d4 ? 1/2-1/2"},
		{"a position to start from", tags("1-0", `[FEN "4k3/8/8/8/4P3/8/8/4K3 b - - 3 20"]`, `[SetUp "1"]`) + "20... Kd7 21. e5 1-0\n", datasets.Options{},
			"39 e8d7 ? 1-0, 40 e4e5 ? 1-0"},
		{"mate decides", tags("*") + "1. f3 e5 2. g4 Qh4# *\n", datasets.Options{}, "0 f2f3 ? 0-1, 1 e7e5 ? 0-1, 2 g2g4 ? 0-1, 3 d8h4 ? 0-1"},
		{"variations", tags("1-0") + "1. e4 (1. d4 d5 {-1.00/3 1s}) e5 1-0\n", datasets.Options{}, "0 e2e4 ? 1-0, 1 e7e5 ? 1-0"},

		{"mate and another result", tags("1-0") + "1. f3 e5 2. g4 Qh4# 1-0\n", datasets.Options{}, "t.pgn:4: game 1, ply 4: contradictory results: 1-0, but 0-1 on the board"},
		{"a faulty game, and the next one",
			tags("1-0") + "1. e4 e5\n2. Ke3 1-0\n\n" + tags("0-1") + "1. d4 {+0.10/8 1s} 0-1\n", datasets.Options{},
			"t.pgn:5: game 1, ply 3: , 0 d2d4 +10 0-1 d8"},
		{"no moves", tags("1-0") + "1-0\n\n" + tags("0-1") + "1. d4 0-1\n", datasets.Options{}, "0 d2d4 ? 0-1"},
		{"pawns", tags("1-0") + "1. e4 {+0.31/12 1s} 1-0\n", datasets.Options{Unit: datasets.UnitPawns, UnitSaid: true}, "0 e2e4 +31 1-0 d12"},
		{"centipawns", tags("1-0") + "1. e4 {[%eval 31,12]} e5 {-152/9 1s} 1-0\n", datasets.Options{UnitSaid: true}, "0 e2e4 ? 1-0, 1 e7e5 +152 1-0 d9"},
		{"TCEC and Banksia", tags("1-0") + "1. e4 {d=12, mt=3, wv=0.31,} e5 {-0.2/9 33 4000} 2. Nf3 {book, mb=+0+0+0+0+0,} Nc6 {d=9, wv=M5,} 1-0\n", datasets.Options{},
			"0 e2e4 +31 1-0 d12, 1 e7e5 +20 1-0 d9, 2 g1f3 ? 1-0 book, 3 b8c6 #+5 1-0 d9"},
		{"bare signs", "[White A]\n[Result 1-0]\n\n1. e4 ± e5= 1:0\n", datasets.Options{}, "0 e2e4 ? 1-0, 1 e7e5 ? 1-0"},
		{"nothing", "", datasets.Options{}, "t.pgn:1: empty file: no games"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readPGN(tt.in, tt.opt)
			if head, tail, cut := strings.Cut(tt.want, ": , "); cut { // the parser's words are its own
				if !strings.HasPrefix(got, head) || !strings.HasSuffix(got, tail) {
					t.Errorf("got  %s\nwant %s: …, %s", got, head, tail)
				}
				return
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestPGNCounts: what becomes of games, and the text of a faulty one.
func TestPGNCounts(t *testing.T) {
	in := tags("1-0") + "1. e4 {+0.31/12 1s} e5 {+M3/9 1s} 1-0\n\n" + tags("1-0") + "1. Ke2 1-0\n\n" + tags("*") + "*\n"
	var c datasets.Chunk
	var p datasets.Parsed
	if err := datasets.NewReader("t.pgn", strings.NewReader(in), datasets.Options{}).Next(&c); err != nil {
		t.Fatal(err)
	}
	c.Parse(&p)
	want := datasets.Counts{Lines: 3, Bad: 1, Samples: 2, Mates: 1, Games: 2, Moveless: 1, Comments: 2}
	if p.Counts != want || c.Lines != 3 || c.Line != 1 {
		t.Errorf("%d games, counts %+v, want %+v", c.Lines, p.Counts, want)
	}
	if text := p.Bad[0].Text; !strings.HasPrefix(text, "[Event") || !strings.HasSuffix(text, "1. Ke2 1-0") {
		t.Errorf("text %q", text)
	}
	a, b := p.Samples[0], p.Samples[1]
	if a.Game != b.Game || a.Game == game.Skeleton(&a.Position) || a.Left != 2 || b.Left != 1 || b.Score.Mate() != -1 {
		t.Errorf("samples %+v, %+v", a, b)
	}
	c.Cut(1)
	c.Parse(&p)
	if p.Counts.Games != 1 || p.Counts.Samples != 2 || p.Counts.Bad != 0 {
		t.Errorf("the first game: %+v", p.Counts)
	}
}

func TestEnds(t *testing.T) {
	tests := []struct {
		termination, details, comment string
		want                          datasets.End
	}{
		{"", "", "", datasets.EndUnknown},
		{"normal", "", "", datasets.EndNormal},
		{"Normal", "", "+M1/5 0.1s, Black loses on time", datasets.EndForfeit},
		{"adjudication", "White mates", "", datasets.EndAdjudicated},
		{"adjudication", "TCEC win rule", "", datasets.EndAdjudicated},
		{"", "TCEC draw rule", "", datasets.EndAdjudicated},
		{"", "SyzygyTB", "", datasets.EndAdjudicated},
		{"", "3-Fold repetition", "", datasets.EndNormal},
		{"", "50 moves rule", "", datasets.EndNormal},
		{"time forfeit", "", "", datasets.EndForfeit},
		{"Time Forfeit", "", "", datasets.EndForfeit},
		{"timeout", "", "", datasets.EndForfeit},
		{"rules infraction", "", "", datasets.EndForfeit},
		{"abandoned", "", "", datasets.EndForfeit},
		{"Illegal Move (0000)", "", "", datasets.EndForfeit},
		{"stalled connection", "", "", datasets.EndForfeit},
		{"unterminated", "", "", datasets.EndUnterminated},
		{"Insufficient Material", "", "", datasets.EndNormal},
		{"alice won by resignation", "", "", datasets.EndNormal},
		{"alice won on time", "", "", datasets.EndForfeit},
		{"alice won - game abandoned", "", "", datasets.EndForfeit},
		{"Game drawn by agreement", "", "", datasets.EndNormal},
		{"", "", "-0.31/12 0.5s, White disconnects", datasets.EndForfeit},
		{"", "", "0.00/20 1s, Draw by adjudication", datasets.EndAdjudicated},
		{"", "", "White wins by adjudication: SyzygyTB", datasets.EndAdjudicated},
		{"", "", "Draw by 3-fold repetition", datasets.EndNormal},
		{"", "", "+M1/3 0.01s, White mates", datasets.EndNormal},
		{"", "", "No result", datasets.EndUnterminated},
		{"", "", "and Black, in time trouble, abandons the pawn", datasets.EndUnknown},
	}
	for _, tt := range tests {
		if got := endOf(tt.termination, tt.details, tt.comment); got != tt.want {
			t.Errorf("%q, %q, %q: %v, want %v", tt.termination, tt.details, tt.comment, got, tt.want)
		}
	}
}

// TestPGNEnds: a game without a result is unterminated; mate on the board is an
// end that no option need name.
func TestPGNEnds(t *testing.T) {
	tests := []struct {
		in   string
		want datasets.End
	}{
		{tags("1-0") + "1. e4 1-0\n", datasets.EndUnknown},
		{tags("*", `[Termination "normal"]`) + "1. e4 *\n", datasets.EndUnterminated},
		{tags("0-1") + "1. f3 e5 2. g4 Qh4# 0-1\n", datasets.EndNormal},
		{tags("0-1", `[Termination "time forfeit"]`) + "1. e4 0-1\n", datasets.EndForfeit},
		{tags("0-1") + "1. e4 {+0.31/12 0.5s, White's connection stalls} 0-1\n", datasets.EndForfeit},
	}
	for _, tt := range tests {
		for s, err := range datasets.NewReader("t.pgn", strings.NewReader(tt.in), datasets.Options{}).All() {
			if err != nil || s.End != tt.want {
				t.Errorf("%s: %v, %v, want %v", tt.in, err, s.End, tt.want)
			}
		}
	}
}

// TestCountMoves: the number is not exceeded by the moves of any game.
func TestCountMoves(t *testing.T) {
	tests := []struct {
		text string
		want int
	}{
		{"1. e4 e5 2.Nf3 $1 Nc6! 1-0", 5},
		{"1. e4 {a b c} e5 ; x y\n2.O-O 0-0 *", 4},
		{"[Event \"a { b\"]\n1. e4 e5 1/2-1/2", 4},
		{"[Event \"no end\n1. e4 e5", 5},
		{"e4 e5 {no end Nf3", 2},
		{"10. 0000 --", 2},
		{"", 0},
	}
	for _, tt := range tests {
		if got := countMoves([]byte(tt.text)); got != tt.want {
			t.Errorf("%q: %d, want %d", tt.text, got, tt.want)
		}
	}
}

// TestPGNChunks: chunks hold whole games, whatever the input gives at a time, and
// no more samples than a block.
func TestPGNChunks(t *testing.T) {
	var b bytes.Buffer
	for i := range 400 {
		fmt.Fprintf(&b, "[Event \"%d\"]\n\n", i)
		for j := range 50 {
			fmt.Fprintf(&b, "%d. Nf3 {+0.1/9 1s} Nf6 %d. Ng1 Ng8\n", 2*j+1, 2*j+2)
		}
		b.WriteString("1/2-1/2\n\n")
	}
	type chunk struct{ line, games, samples int }
	read := func(r io.Reader) (all []chunk) {
		reader := datasets.NewReader("t.pgn", r, datasets.Options{})
		var c datasets.Chunk
		var p datasets.Parsed
		for {
			err := reader.Next(&c)
			if err == io.EOF {
				return all
			}
			if err != nil {
				t.Fatal(err)
			}
			c.Parse(&p)
			all = append(all, chunk{c.Line, c.Lines, len(p.Samples)})
		}
	}
	want := read(bytes.NewReader(b.Bytes()))
	games := 0
	for i, c := range want {
		games += c.games
		if c.samples != 200*c.games || c.samples > datasets.ChunkLines || i+1 < len(want) && c.samples < datasets.ChunkLines*9/10 {
			t.Errorf("chunk %d: %+v", i, c)
		}
	}
	if games != 400 {
		t.Errorf("%d games", games)
	}
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]io.Reader{"halves": iotest.HalfReader(bytes.NewReader(b.Bytes())), "zstd": bytes.NewReader(packer.EncodeAll(b.Bytes(), nil))} {
		if got := read(r); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestLongGame: a game that no block has room for is faulty.
func TestLongGame(t *testing.T) {
	game := tags("1/2-1/2") + strings.Repeat("Nf3 Nf6 Ng1 Ng8\n", datasets.ChunkLines/4) + "%s1/2-1/2\n\n"
	for _, tt := range []struct {
		more, want string
	}{{"", ""}, {"e4 ", "t.pgn:1: game 1: more than 8192 half moves"}} {
		var bad string
		n := 0
		for _, err := range datasets.NewReader("t.pgn", strings.NewReader(fmt.Sprintf(game, tt.more)+tags("1-0")+"1. e4 1-0\n"), datasets.Options{}).All() {
			if n++; err != nil {
				bad = err.Error()
			}
		}
		if bad != tt.want || tt.want == "" && n != datasets.ChunkLines+1 || tt.want != "" && n != 2 {
			t.Errorf("%q: %d samples and faults, %s, want %s", tt.more, n, bad, tt.want)
		}
	}
}

// TestTCEC: the games as PGN give the positions and scores of the table that was
// made of them by another program. Of one game, of Chess960, that program has lost
// the castling rights with rooks on c1 and c8; else nothing differs.
func TestTCEC(t *testing.T) {
	long.Skip(t, "takes seconds")
	t.Parallel()
	const dir = "../../../shared/data/"
	games, table := dir+"pgn/engine/tcec_games.pgn.zst", dir+"eval/tcec_games.csv.zst"
	if _, err := os.Stat(games); err != nil {
		t.Skip("no data to compare: ", err)
	}
	odd := map[uint64]bool{}
	got, want := sumRows(t, games, odd), sumRows(t, table, odd)
	if got != want || got.rows != 759_760 || got.odd != 26 {
		t.Errorf("games %+v, table %+v", got, want)
	}
}

// rowSum says which rows a file has, in whatever order.
type rowSum struct {
	rows, odd int
	sum       uint64 // of the hashes of the rows
}

// sumRows adds up the rows with a score. Those with castling rights of a rook on the
// c-file are odd, and so are the rows that differ from one of these in castling
// rights alone: these do not count.
func sumRows(t *testing.T, name string, odd map[uint64]bool) (total rowSum) {
	t.Helper()
	r, err := datasets.Open([]string{name}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var b []byte
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		if s.Score == winprob.NoScore {
			continue
		}
		total.rows++
		key := rowKey(&s, &b)
		if s.Position.CastlingRooks()&board.FileMask(2) != 0 {
			odd[key] = true
		}
		castling := s.Position.CastlingRooks()
		if odd[key] {
			total.odd++
			castling = 0
		}
		total.sum += splitmix.Mix(key ^ splitmix.Mix(uint64(castling)))
	}
	return total
}

// rowKey hashes what both files have, but castling rights and plies: of games that
// start with Black to move the table counts these otherwise.
func rowKey(s *datasets.Sample, b *[]byte) uint64 {
	p := &s.Position
	*b = p.AppendFEN((*b)[:0])
	pieces, _, _ := bytes.Cut(*b, []byte(" "))
	*b = append(pieces, byte(s.Score), byte(s.Score>>8), byte(s.Result), byte(s.Move), byte(s.Move>>8), s.Depth,
		byte(p.SideToMove()), byte(p.EnPassant()), byte(p.HalfmoveClock()), byte(p.FullmoveNumber()), byte(p.FullmoveNumber()>>8))
	return uint64(game.HashID(*b, 0))<<32 | uint64(crc32.ChecksumIEEE(*b))
}

// FuzzPGN: no text panics, and no chunk is too large.
func FuzzPGN(f *testing.F) {
	f.Add(tags("1-0") + "1. e4 {+0.31/12 1s} e5 {+M3/9 1s} 1-0\n\n" + tags("1-0") + "1. Ke2 1-0\n\n" + tags("*") + "*\n")
	f.Add("1. e4 { [%eval 0.31] } (1. d4) e5 $1 -- 0-1")
	names, _ := filepath.Glob("../../../shared/data/pgn/nasty/*/*.pgn")
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil && len(text) < 4000 {
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := datasets.NewReader("t.pgn", strings.NewReader(text), datasets.Options{Format: "pgn"})
		var c datasets.Chunk
		var p datasets.Parsed
		var err error
		for err = r.Next(&c); err == nil; err = r.Next(&c) {
			c.Parse(&p)
			n := p.Counts
			if len(p.Samples) > datasets.ChunkLines || n.Lines != n.Bad+n.Samples || c.Lines != n.Games+n.Bad {
				t.Fatalf("%d games, counts %+v", c.Lines, n)
			}
		}
		var fault *datasets.LineError
		if err != io.EOF && !errors.As(err, &fault) {
			t.Fatal(err)
		}
	})
}

// TestInspectPGN: comments of engines are the mover's view, as the format has it;
// an option that says otherwise is refused.
func TestInspectPGN(t *testing.T) {
	t.Parallel()
	const dir = "../../../shared/data/pgn/"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no data to try: ", err)
	}
	tests := []struct {
		name string
		opt  datasets.Options
		want string // of the refusal, the end
	}{
		{"engine/tcec_games.pgn.zst", datasets.Options{}, ""},
		{"engine/tcec_games.pgn.zst", datasets.Options{POV: datasets.POVMover}, "pass -pov white"},
		{"engine/tcec_games.pgn.zst", datasets.Options{ResultPOV: datasets.POVMover}, "pass -result-pov white"},
		{"human/twic0920.pgn.zst", datasets.Options{}, ""}, // has no scores
	}
	for _, tt := range tests {
		r, err := datasets.Open([]string{dir + tt.name}, tt.opt)
		if err != nil {
			t.Fatal(err)
		}
		in, err := inspect.Inputs(r, 1)
		if err != nil {
			t.Fatal(err)
		}
		err = inspect.Refusal(in)
		if tt.want == "" && len(in[0].Findings) > 0 || tt.want != "" && (err == nil || !strings.HasSuffix(err.Error(), tt.want)) {
			t.Errorf("%s, %+v: %v, want %q", tt.name, tt.opt, in[0].Findings, tt.want)
		}
		r.Close()
	}
}

// randomPGN returns games whose moves are drawn by lot, with comments as engines
// write them, and the positions before the moves.
func randomPGN(t testing.TB, n int) (text []byte, positions []board.Position) {
	all, games := boardtest.NumberedPositions(12, n)
	for i, p := range all {
		switch {
		case i == 0 || games[i] != games[i-1]:
			text = append(text, "\n[Event \"?\"]\n[Result \"*\"]\n\n"...)
		default:
			m := played(&all[i-1], &p)
			text = fmt.Appendf(text, "%s {%+.2f/20 0.5s}\n", all[i-1].SAN(m), 0.6*float64(datasets.Material(&p)))
			positions = append(positions, all[i-1])
		}
	}
	return text, positions
}

// played returns the move that leads from one position to another.
func played(from, to *board.Position) board.Move {
	for _, m := range from.LegalMoves(nil) {
		p := *from
		if p.Make(m); p == *to {
			return m
		}
	}
	return board.NoMove
}

// TestRandomPGN reads games back.
func TestRandomPGN(t *testing.T) {
	text, want := randomPGN(t, 3000)
	n := 0
	for s, err := range datasets.NewReader("t.pgn", bytes.NewReader(text), datasets.Options{}).All() {
		if err != nil {
			t.Fatal(err)
		}
		if s.Position != want[n] || s.Depth != 20 || s.Move == board.NoMove || s.Score == winprob.NoScore {
			t.Fatalf("sample %d: %+v, want the position %s", n, s, want[n].FEN())
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d samples, want %d", n, len(want))
	}
}

// BenchmarkPGN reads games: what is done in parallel, and what is not. Neither
// allocates much.
func BenchmarkPGN(b *testing.B) {
	text, positions := randomPGN(b, 3*datasets.ChunkLines)
	report := func(b *testing.B, n int) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/move")
	}
	b.Run("cut", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r := datasets.NewReader("t.pgn", bytes.NewReader(text), datasets.Options{})
			for c := new(datasets.Chunk); r.Next(c) != io.EOF; {
			}
		}
		report(b, len(positions))
	})
	b.Run("parse", func(b *testing.B) {
		var c datasets.Chunk
		var p datasets.Parsed
		if err := datasets.NewReader("t.pgn", bytes.NewReader(text), datasets.Options{}).Next(&c); err != nil {
			b.Fatal(err)
		}
		c.Parse(&p)
		b.ReportAllocs()
		for b.Loop() {
			c.Parse(&p)
		}
		report(b, len(p.Samples))
	})
}
