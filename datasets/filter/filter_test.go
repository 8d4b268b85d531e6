package filter

import (
	"math"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/winprob"
)

const (
	start   = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	check   = "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1"
	capture = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
	passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	promote = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"
	castle  = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
	rooks   = "4k3/r7/8/8/8/8/R7/4K3 w - - 0 1" // phase 4/24
)

// sample returns a sample of a position with what change sets.
func sample(t testing.TB, fen string, change func(*datasets.Sample)) datasets.Sample {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	s := datasets.Sample{Position: p, Score: winprob.NoScore, Expected: float32(math.NaN()), Left: datasets.NoLeft}
	if change != nil {
		change(&s)
	}
	return s
}

// move returns what sets the move of a sample.
func move(t testing.TB, uci string) func(*datasets.Sample) {
	return func(s *datasets.Sample) {
		m, err := s.Position.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		s.Move = m
	}
}

func TestStream(t *testing.T) {
	end := func(e datasets.End) func(*datasets.Sample) { return func(s *datasets.Sample) { s.End = e } }
	ply := func(n, left uint16) func(*datasets.Sample) {
		return func(s *datasets.Sample) { s.Ply, s.Left = n, left }
	}
	label := func(score winprob.Score, r datasets.Result) func(*datasets.Sample) {
		return func(s *datasets.Sample) { s.Score, s.Result = score, r }
	}
	const unknown = datasets.Unknown
	tests := []struct {
		name   string
		filter Filter
		fen    string
		change func(*datasets.Sample)
		want   Verdict
	}{
		{"end not told", Termination(EndsBelieved), start, nil, Keep},
		{"normal end", Termination(EndsNormal), start, end(datasets.EndNormal), Keep},
		{"forfeit", Termination(EndsBelieved), start, end(datasets.EndForfeit), Drop},
		{"unfinished", Termination(EndsBelieved), start, end(datasets.EndUnterminated), Drop},
		{"adjudicated, believed", Termination(EndsBelieved), start, end(datasets.EndAdjudicated), Keep},
		{"adjudicated, normal ends only", Termination(EndsNormal), start, end(datasets.EndAdjudicated), Drop},
		{"forfeit, normal ends only", Termination(EndsNormal), start, end(datasets.EndForfeit), Drop},
		{"forfeit, all ends", Termination(EndsAll), start, end(datasets.EndForfeit), Keep},
		{"book", Book(), start, func(s *datasets.Sample) { s.Book = true }, Drop},
		{"no book", Book(), start, nil, Keep},
		{"first ply", Ply(Range{16, 200}), start, ply(15, 9), Drop},
		{"ply at the bound", Ply(Range{16, 200}), start, ply(16, 9), Keep},
		{"ply beyond", Ply(Range{16, 200}), start, ply(201, 9), Drop},
		{"last ply", LastPlies(10), start, ply(0, 10), Drop},
		{"before the last plies", LastPlies(10), start, ply(0, 11), Keep},
		{"length not known", LastPlies(10), start, nil, Keep},
		{"in check", InCheck(), check, nil, Drop},
		{"not in check", InCheck(), start, nil, Keep},
		{"capture", NoisyMove(), capture, move(t, "e4d5"), Drop},
		{"beside the capture", NoisyMove(), capture, move(t, "e4e5"), Keep},
		{"en passant", NoisyMove(), passant, move(t, "e5d6"), Drop},
		{"promotion", NoisyMove(), promote, move(t, "a7a8n"), Drop},
		{"castling takes no rook", NoisyMove(), castle, move(t, "e1g1"), Keep},
		{"no move known", NoisyMove(), capture, nil, Keep},
		{"phase below", Phase(Range{0.25, 1}), rooks, nil, Drop},
		{"phase within", Phase(Range{0, 0.25}), rooks, nil, Keep},
		{"phase above", Phase(Range{0, 0.9}), start, nil, Drop},
		{"too few pieces", Pieces(Range{5, 32}), rooks, nil, Drop},
		{"pieces at the bound", Pieces(Range{4, 4}), rooks, nil, Keep},
		{"no score", Unscored(), start, nil, Drop},
		{"a score of 0", Unscored(), start, label(0, unknown), Keep},
		{"no result", Unresolved(), start, label(5, unknown), Drop},
		{"an expected score", Unresolved(), start, func(s *datasets.Sample) { s.Expected = 0 }, Keep},
		{"a result", Unresolved(), start, label(5, datasets.BlackWins), Keep},
		{"mate", Mates(), start, label(winprob.MateIn(-1, 3), unknown), Drop},
		{"large score", Mates(), start, label(9998, unknown), Keep},
		{"no score is not a mate", Mates(), start, nil, Keep},
		{"score beyond", Score(Range{0, 500}), start, label(-501, unknown), Drop},
		{"score at the bound", Score(Range{0, 500}), start, label(-500, unknown), Keep},
		{"score too small", Score(Range{10, 500}), start, label(9, unknown), Drop},
		{"mate beyond any score", Score(Range{0, 32000}), start, label(winprob.MateIn(1, 1), unknown), Drop},
		{"mate within no bound", Score(Range{10, math.Inf(1)}), start, label(winprob.MateIn(1, 1), unknown), Keep},
		{"no score", Score(Range{10, 500}), start, nil, Keep},
		{"White ahead and lost", AgainstResult(300), start, label(301, datasets.BlackWins), Drop},
		{"White ahead by less", AgainstResult(300), start, label(300, datasets.BlackWins), Keep},
		{"Black ahead and lost", AgainstResult(300), start, label(-301, datasets.WhiteWins), Drop},
		{"White ahead and won", AgainstResult(300), start, label(900, datasets.WhiteWins), Keep},
		{"White ahead and drawn", AgainstResult(300), start, label(900, datasets.Draw), Keep},
		{"a mate and lost", AgainstResult(300), start, label(winprob.MateIn(-1, 9), datasets.WhiteWins), Drop},
		{"no score against a result", AgainstResult(0), start, label(winprob.NoScore, datasets.WhiteWins), Keep},
	}
	for _, tt := range tests {
		s := sample(t, tt.fen, tt.change)
		before := s
		if got := tt.filter.Judge(&s); got != tt.want {
			t.Errorf("%s: %s judges %d, want %d", tt.name, tt.filter.Name, got, tt.want)
		}
		if s.Position != before.Position || s.Move != before.Move || s.Score != before.Score {
			t.Errorf("%s: the sample was changed", tt.name)
		}
	}
}

// toySearch takes the pawn on d5 if it can: 100 centipawns for White.
func toySearch(p *board.Position) (int, board.Position) {
	if m, err := p.ParseUCI("e4d5"); err == nil && p.IsCapture(m) {
		leaf := *p
		leaf.Make(m)
		return 100, leaf
	}
	return 0, *p
}

func TestQuiescence(t *testing.T) {
	static := func(*board.Position) int { return 0 }
	s := sample(t, capture, move(t, "e4d5"))
	for bound, want := range map[int]Verdict{99: Drop, 100: Keep} {
		if got := Unquiet(toySearch, static, bound).Judge(&s); got != want {
			t.Errorf("bound %d: %d, want %d", bound, got, want)
		}
	}
	if got := Leaf(toySearch).Judge(&s); got != Replaced {
		t.Errorf("leaf: %d, want %d", got, Replaced)
	}
	if want := "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"; s.Position.FEN() != want || s.Move != board.NoMove {
		t.Errorf("leaf %s with move %v, want %s without", s.Position.FEN(), s.Move, want)
	}
	if got := Leaf(toySearch).Judge(&s); got != Keep {
		t.Errorf("leaf of a quiet position: %d, want %d", got, Keep)
	}
	over := func(*board.Position) (int, board.Position) {
		return 0, sample(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", nil).Position
	}
	if got := Leaf(over).Judge(&s); got != Drop {
		t.Errorf("a dead position as leaf: %d, want %d", got, Drop)
	}
}

// TestOrder: the order of the filters is that of the package's documentation.
func TestOrder(t *testing.T) {
	bound, all := 50, &Range{0, 1}
	o := Options{
		Against: &bound, Scores: all, NoMates: true, Unresolved: true, Unscored: true, Pieces: all, Phase: all, Leaf: true, Bound: &bound, NoNoisy: true, NoCheck: true,
		LastPlies: 4, Plies: all, NoBook: true, OneIn: 3, Search: toySearch, Static: func(*board.Position) int { return 0 },
		Own: []Filter{{Name: "own"}},
	}
	if err := o.Check(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range o.Stream() {
		names = append(names, f.Name)
	}
	want := "termination, book, ply outside 0..1, last 4 plies, in check, noisy move, quiescence over 50 from static, " +
		"over at the quiescence leaf, phase outside 0..1, pieces outside 0..1, no score, no result, mate, score outside ±0..1, score over 50 for the loser, not the one in 3, own"
	if got := strings.Join(names, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if f := (&Options{}).Stream(); len(f) != 1 || f[0].Name != "termination" {
		t.Errorf("without options: %v", f)
	}
}

func TestOptionFaults(t *testing.T) {
	bound := 1
	for _, tt := range []struct {
		opt  Options
		want string
	}{
		{Options{PerGame: -1}, "filter: LastPlies 0, OneIn 0, PerGame -1: want 0 or more"},
		{Options{Bound: &bound}, "filter: Bound needs a Search and a Static evaluation"},
		{Options{Leaf: true}, "filter: Leaf needs a Search"},
	} {
		if err := tt.opt.Check(); err == nil || err.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
}

func TestParseRange(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"16..200", "16..200"}, {"..30", "..30"}, {"0.25..", "0.25.."}, {"-3..-3", "-3..-3"},
	} {
		if r, err := ParseRange(tt.text); err != nil || r.String() != tt.want {
			t.Errorf("%s: %v, %v", tt.text, r, err)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"16", `"16": want low..high; either may be omitted`},
		{"..", `"..": want low..high; either may be omitted`},
		{"5..4", `"5..4": nothing is between`},
		{"a..4", `"a..4": a is not a number`},
		{"1..NaN", `"1..NaN": NaN is not a number`},
	} {
		if _, err := ParseRange(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
}

func TestMirror(t *testing.T) {
	for _, tt := range []struct {
		name, fen, uci string
		want, move     string
	}{
		{"promotion", promote, "a7a8n", "4k3/8/8/8/8/8/p3K3/8 b - - 0 1", "a2a1n"},
		{"en passant", passant, "e5d6", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"},
		{"castling", castle, "e1g1", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8h8"},
	} {
		s := sample(t, tt.fen, move(t, tt.uci))
		s.Score, s.Result, s.Expected, s.Game, s.Ply = 130, datasets.WhiteWins, 0.75, 7, 12
		m := Mirror(&s)
		if m.Position.FEN() != tt.want || m.Move.String() != tt.move {
			t.Errorf("%s: %s with %v, want %s with %s", tt.name, m.Position.FEN(), m.Move, tt.want, tt.move)
		}
		if m.Score != -130 || m.Result != datasets.BlackWins || m.Expected != 0.25 || m.Game != 7 || m.Ply != 12 {
			t.Errorf("%s: labels %v %v %v of game %d, ply %d", tt.name, m.Score, m.Result, m.Expected, m.Game, m.Ply)
		}
		if m.Position.CanonicalKey() != s.Position.CanonicalKey() {
			t.Errorf("%s: the copy has another key", tt.name)
		}
		if again := Mirror(&m); again != s {
			t.Errorf("%s: mirrored twice: %+v, want %+v", tt.name, again, s)
		}
	}
	s := sample(t, start, nil)
	if m := Mirror(&s); m.Score != winprob.NoScore || m.Result != datasets.Unknown || m.Expected == m.Expected || m.Move != board.NoMove {
		t.Errorf("nothing known: %+v", m)
	}
}

func TestMix(t *testing.T) {
	var m, n Mix
	white := sample(t, start, func(s *datasets.Sample) { s.Result = datasets.WhiteWins })
	ending := sample(t, rooks, nil)
	m.Add(&white)
	n.Add(&ending)
	m.Merge(&n)
	if want := (Mix{Rows: 2, Results: [4]int{1, 0, 0, 1}, Phases: [4]int{1, 0, 0, 1}}); m != want {
		t.Errorf("got %v, want %v", m, want)
	}
}
