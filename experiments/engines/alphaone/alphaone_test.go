package alphaone

import (
	"slices"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
)

var versions = []Version{V1, V2, Corrected}

// searchWith searches a position within limits, given moves of the game behind it.
func searchWith(tb testing.TB, v Version, lim search.Limits, fen string, moves ...string) search.Result {
	tb.Helper()
	g := search.NewGame(boardtest.Parse(tb, fen))
	for _, uci := range moves {
		m, err := g.Position().ParseUCI(uci)
		if err != nil {
			tb.Fatal(err)
		}
		g.Make(m)
	}
	return New(v).Search(g, search.NewControl(lim, g.Position().SideToMove(), 0), nil)
}

// TestNodeLimit: a limit is kept exactly, and the move is one of a finished search.
func TestNodeLimit(t *testing.T) {
	for _, v := range versions {
		for _, limit := range []uint64{1, 2, 10, 1000, 4321} {
			r := searchWith(t, v, search.Limits{Nodes: limit}, openSicilian)
			if r.Nodes != limit || len(r.PV) == 0 || r.PV[0] != r.Move {
				t.Errorf("%s: %d nodes, line %v, move %v, want %d nodes and a line", v, r.Nodes, r.PV, r.Move, limit)
			}
			if r.Depth == 0 {
				continue
			}
			want := searchWith(t, v, search.Limits{Depth: r.Depth}, openSicilian)
			if r.Move != want.Move || r.Score != want.Score {
				t.Errorf("%s, %d nodes: %v %v, depth %d alone says %v %v", v, limit, r.Move, r.Score, r.Depth, want.Move, want.Score)
			}
		}
	}
}

// TestDepthCutShort: a first depth that is not finished returns the best of the moves
// that were.
func TestDepthCutShort(t *testing.T) {
	const fen = "7k/8/8/8/8/7p/q7/7K w - - 0 1" // the king's only move
	for _, v := range versions {
		if r := searchWith(t, v, search.Limits{Depth: 5, Nodes: 3}, fen); r.Move.String() != "h1g1" || r.Depth != 0 {
			t.Errorf("%s: %v at depth %d, want h1g1 at depth 0", v, r.Move, r.Depth)
		}
	}
	r := searchWith(t, V1, search.Limits{Depth: 1, Nodes: 4}, board.StartFEN)
	if r.Move.String() != "g1f3" || r.Depth != 0 {
		t.Errorf("%v at depth %d, want g1f3, the better of the first two moves, at depth 0", r.Move, r.Depth)
	}
}

// TestReportCutShort: a first depth that is not finished is reported if a move was,
// as depth 0 and with its nodes.
func TestReportCutShort(t *testing.T) {
	for _, v := range versions {
		for limit, want := range map[uint64]int{1: 0, 20: 1} {
			g, reports := search.NewGame(board.Start()), 0
			c := search.NewControl(search.Limits{Depth: 1, Nodes: limit}, board.White, 0)
			New(v).Search(g, c, func(info *search.Info) {
				reports++
				if info.Depth != 0 || info.Nodes != limit || len(info.PV) == 0 {
					t.Errorf("%s, %d nodes: %+v", v, limit, info)
				}
			})
			if reports != want {
				t.Errorf("%s, %d nodes: %d reports, want %d", v, limit, reports, want)
			}
		}
	}
}

// TestSearchMoves: only the moves that were asked for.
func TestSearchMoves(t *testing.T) {
	only := []board.Move{board.NewMove(board.A2, board.A3), board.NewMove(board.H2, board.H3)}
	for _, v := range versions {
		r := searchWith(t, v, search.Limits{Depth: 2, Moves: only}, board.StartFEN)
		if !slices.Contains(only, r.Move) || r.Depth != 2 {
			t.Errorf("%s plays %v at depth %d, want one of %v at depth 2", v, r.Move, r.Depth, only)
		}
	}
}

// TestNoMove: mate and stalemate at the root.
func TestNoMove(t *testing.T) {
	for _, v := range versions {
		if r := searchWith(t, v, search.Limits{Depth: 3}, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"); r.Move != board.NoMove || r.Score != search.MatedIn(0) {
			t.Errorf("%s on a mate: %v %v", v, r.Move, r.Score)
		}
		if r := searchWith(t, v, search.Limits{Depth: 3}, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"); r.Move != board.NoMove || r.Score != 0 {
			t.Errorf("%s on a stalemate: %v %v", v, r.Move, r.Score)
		}
	}
}

// TestStop: an infinite search ends when it is told to, one with a time by itself.
func TestStop(t *testing.T) {
	for _, v := range versions {
		g := search.NewGame(boardtest.Parse(t, openSicilian))
		c := search.NewControl(search.Limits{Infinite: true}, board.White, 0)
		time.AfterFunc(20*time.Millisecond, c.Stop)
		if r := New(v).Search(g, c, nil); r.Depth == 0 || r.Move == board.NoMove {
			t.Errorf("%s, stopped: depth %d, %v", v, r.Depth, r.Move)
		}
		if r := searchWith(t, v, search.Limits{MoveTime: 20 * time.Millisecond}, openSicilian); r.Depth == 0 || r.Move == board.NoMove {
			t.Errorf("%s, 20 ms: depth %d, %v", v, r.Depth, r.Move)
		}
	}
}

// TestReports: one a depth, each as the search of that depth alone, with a line that
// can be played; and the last depth again with the nodes of one that was cut short.
func TestReports(t *testing.T) {
	for _, v := range versions {
		g := search.NewGame(boardtest.Parse(t, retiEnglish))
		const limit = 5000
		var nodes uint64
		depth := 0
		r := New(v).Search(g, search.NewControl(search.Limits{Nodes: limit}, board.White, 0), func(info *search.Info) {
			if info.Depth == depth && nodes < limit && info.Nodes == limit && len(info.PV) == depth {
				nodes = limit
				return
			}
			depth++
			alone := searchWith(t, v, search.Limits{Depth: depth}, retiEnglish)
			nodes += alone.Nodes
			if info.Depth != depth || info.Nodes != nodes || info.Score != alone.Score || !slices.Equal(info.PV, alone.PV) || info.SelDepth < depth {
				t.Errorf("%s: %+v, alone %+v, %d nodes so far", v, info, alone, nodes)
			}
			p := *g.Position()
			for _, m := range info.PV {
				if !p.IsLegal(m) {
					t.Fatalf("%s: the line %v is not legal", v, info.PV)
				}
				p.Make(m)
			}
		})
		if r.Depth != depth || depth < 2 || nodes != limit || len(r.PV) != depth || r.Ponder != r.PV[1] {
			t.Errorf("%s: %+v after %d reports", v, r, depth)
		}
	}
}

// TestMates: mates in two are seen at depth 3, by either side, with their distance.
func TestMates(t *testing.T) {
	tests := []struct{ name, fen, move, score string }{
		{"the back rank", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", "mate 1"},
		{"two rooks", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "", "mate 2"},
		{"Black's two rooks", "1r4k1/r7/8/8/8/8/8/7K b - - 0 1", "", "mate 2"},
		{"mated in one", "7k/R7/8/8/8/8/8/1R4K1 b - - 0 1", "h8g8", "mate -1"},
	}
	for _, tt := range tests {
		for _, v := range versions {
			r := searchWith(t, v, search.Limits{Depth: 3}, tt.fen)
			if r.Score.String() != tt.score || tt.move != "" && r.Move.String() != tt.move {
				t.Errorf("%s, %s: %v %v, want %s %s", tt.name, v, r.Move, r.Score, tt.move, tt.score)
			}
		}
	}
}

// TestDraws: the corrected search sees the draws that a player may claim, the
// published one those that end the game by themselves.
func TestDraws(t *testing.T) {
	twice := []string{"a1a2", "g8h8", "a2a1", "h8g8", "a1a2", "g8h8", "a2a1"}
	const rook = "6k1/8/8/8/8/8/8/R5K1 w - - 0 1"
	if r := searchWith(t, Corrected, search.Limits{Depth: 2}, rook, twice...); r.Move.String() != "h8g8" || r.Score != 0 {
		t.Errorf("corrected: %v %v, want the third repetition and 0", r.Move, r.Score)
	}
	if r := searchWith(t, V1, search.Limits{Depth: 2}, rook, twice...); r.Score > -300 {
		t.Errorf("published: %v %v, want a rook behind", r.Move, r.Score)
	}
	often := slices.Concat(twice, []string{"h8g8"}, twice, []string{"h8g8"})[:15]
	if r := searchWith(t, V1, search.Limits{Depth: 2}, rook, often...); r.Move.String() != "h8g8" || r.Score != 0 {
		t.Errorf("published: %v %v, want the fifth repetition and 0", r.Move, r.Score)
	}
	for _, tt := range []struct {
		version Version
		fen     string
		drawn   bool
	}{
		{Corrected, "6k1/8/8/8/8/8/8/R5K1 w - - 99 90", true},
		{V1, "6k1/8/8/8/8/8/8/R5K1 w - - 99 90", false},
		{V1, "6k1/8/8/8/8/8/8/R5K1 w - - 149 90", true},
		{V1, "6k1/8/8/8/8/8/8/N5K1 w - - 0 1", true},
		{Corrected, "6k1/8/8/8/8/8/8/N5K1 w - - 0 1", true},
	} {
		if r := searchWith(t, tt.version, search.Limits{Depth: 2}, tt.fen); r.Score == 0 != tt.drawn {
			t.Errorf("%s: %v on %s, a draw: %v", tt.version, r.Score, tt.fen, tt.drawn)
		}
	}
}

// TestCorrections: what the corrected search sees at depth 1 and the published one
// does not, by what either thinks of the position.
func TestCorrections(t *testing.T) {
	tests := []struct {
		name, fen         string
		published, mended search.Score // about
	}{
		{"a check that forks: there is no stand-pat in check", "q3k3/8/8/3N4/8/8/P7/4K3 w - - 0 1", -550, 300},
		{"a pawn that promotes without capturing", "7k/8/8/8/8/8/p6K/8 w - - 0 1", -300, -900},
		{"a mate by a capture", "6k1/1b6/8/8/8/6q1/P5P1/7K w - - 0 1", -1200, search.MatedIn(2)},
	}
	for _, tt := range tests {
		old := searchWith(t, V1, search.Limits{Depth: 1}, tt.fen).Score
		mended := searchWith(t, Corrected, search.Limits{Depth: 1}, tt.fen).Score
		if max(old-tt.published, tt.published-old) > 150 || max(mended-tt.mended, tt.mended-mended) > 150 {
			t.Errorf("%s: published %v, corrected %v, want about %v and %v", tt.name, old, mended, tt.published, tt.mended)
		}
	}
}

// TestQuiescenceLimit: where its depth ends the published quiescence returns the
// bound that it was given, the corrected one what the position is worth.
func TestQuiescenceLimit(t *testing.T) {
	g := search.NewGame(boardtest.Parse(t, "4k3/8/8/8/8/8/8/3QK3 b - - 0 1"))
	for _, tt := range []struct {
		version Version
		quiesce func(s *Searcher) float64
		want    float64
	}{
		{V1, func(s *Searcher) float64 { return s.quiesce(0, 0, -50, 50) }, -50},
		{Corrected, func(s *Searcher) float64 { return float64(s.resolve(0, 0, -50, 50)) }, -914}, // a queen on d1
	} {
		s := New(tt.version)
		s.begin(g, search.NewControl(search.Limits{}, board.Black, 0))
		if got := tt.quiesce(s); got != tt.want {
			t.Errorf("%s: %g, want %g", tt.version, got, tt.want)
		}
	}
}

// TestNoAllocation: a search allocates as much at depth 3 as at depth 1.
func TestNoAllocation(t *testing.T) {
	for _, v := range versions {
		s, g := New(v), search.NewGame(boardtest.Parse(t, openSicilian))
		allocations := func(depth int) float64 {
			return testing.AllocsPerRun(2, func() {
				s.Search(g, search.NewControl(search.Limits{Depth: depth}, board.White, 0), nil)
			})
		}
		if one, three := allocations(1), allocations(3); three > one {
			t.Errorf("%s: %g allocations at depth 3, %g at depth 1", v, three, one)
		}
	}
}

// BenchmarkSearch: nodes a second of depth 3 in an opening.
func BenchmarkSearch(b *testing.B) {
	for _, v := range versions {
		b.Run(v.String(), func(b *testing.B) {
			s, nodes := New(v), uint64(0)
			for b.Loop() {
				nodes += searchTo(b, s, openSicilian, 3).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
