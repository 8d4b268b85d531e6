package sigmazero

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/engine/suite"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/loop/sigma"
	"example.org/centipawn/neural"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
)

// tinyFile is a new network of few weights.
func tinyFile(t *testing.T) *nn.File {
	t.Helper()
	opt := sigma.Options{Network: nn.Config{Planes: 19, Moves: 73, Blocks: 1, Channels: 4, Hidden: 4}, Seed: 1}
	f, err := sigma.Start(&opt)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestMeans: numbers that are the same within a game have the interval of as many numbers as games.
func TestMeans(t *testing.T) {
	var whole, single means
	for game, v := range []float64{1, 4, 2, 7, 3} {
		single.add(uint32(game), v)
		for range 10 {
			whole.add(uint32(game), v)
		}
	}
	a, b := whole.mean(), single.mean()
	// Mean 3.4, deviation 2.302, Student's quantile of 4 degrees 2.776: ± 2.859.
	if math.Abs(float64(a.Value)-3.4) > 1e-12 || math.Abs(a.Half-2.859) > 0.001 || math.Abs(a.Half-b.Half) > 1e-12 || a.Games != 5 {
		t.Errorf("%v of games, %v of numbers", a, b)
	}
	var one means
	one.add(1, 5)
	if m := one.mean(); m.Value != 5 || m.Half != 0 {
		t.Errorf("one game: %v", m)
	}
}

// TestBias: a network that does not look at the plane of the colour favours none; one whose plane counts favours
// one, and the sign is White's.
func TestBias(t *testing.T) {
	f := tinyFile(t)
	stem := f.Network.Parameters()[0] // channels × planes × 3 × 3
	const white = 18
	color := func(v float32) {
		for i := range stem.Value {
			if i/9%19 == white {
				stem.Value[i] = v
			}
		}
	}
	var lessons []lesson.Lesson
	for p := range boardtest.RandomPositions(1, 100) {
		lessons = append(lessons, lesson.Lesson{Position: p, Value: 0.5, Game: uint32(len(lessons) / 5)})
	}
	of := func() *Bias {
		n, err := neural.New(f)
		if err != nil {
			t.Fatal(err)
		}
		return bias(n, lessons)
	}
	color(0)
	if b := of(); math.Abs(float64(b.White.Value)) > 1e-6 || b.Apart.Value > 1e-6 || math.Abs(b.Start) > 1e-6 {
		t.Errorf("without the plane: %+v", b)
	}
	color(0.5)
	b, by := of(), f.Network.Share()
	sum, dst := 0.0, make([]float32, planes.Paper.Size())
	for i := range lessons { // White's view of both, by hand
		for _, p := range []board.Position{lessons[i].Position, lessons[i].Position.Mirror()} {
			planes.Paper.Encode(&p, 0, dst)
			v := float64(by.Forward(dst, false).Values[0])
			if p.SideToMove() == board.Black {
				v = -v
			}
			sum += v / 200
		}
	}
	if math.Abs(float64(b.White.Value)-sum) > 1e-5 || math.Abs(sum) < 1e-4 || b.Positions != 100 || b.White.Games != 20 {
		t.Errorf("with the plane: %+v, by hand %g", b, sum)
	}
}

// TestJudged: squared errors by hand; positions whose result is not known are left out.
func TestJudged(t *testing.T) {
	at := func(fen string, value float32) lesson.Lesson {
		return lesson.Lesson{Position: boardtest.Parse(t, fen), Value: value, Game: uint32(len(fen))}
	}
	rook, pawns := "4k3/8/8/8/8/8/8/R3K2R b - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	list, err := judged([]lesson.Lesson{at(rook, -0.9), at(pawns, 0.2), at(pawns, 0.3)}, []lesson.Lesson{at(rook, -1), at(pawns, 0), at(pawns, 0.3)})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"always a draw": 0.5, "material, 0.25 to the side ahead": 0.75 * 0.75 / 2, "the teacher's evaluation": (0.01 + 0.04) / 2}
	for _, j := range list {
		if j.Positions != 2 {
			t.Errorf("%s: %d positions", j.Name, j.Positions)
		}
		if w, known := want[j.Name]; known && math.Abs(float64(j.Error.Value)-w) > 1e-6 {
			t.Errorf("%s: %v, want %g", j.Name, j.Error, w)
		}
	}
	if m := list[1]; m.Silent != 0.5 || m.Right != 1 {
		t.Errorf("material: %+v", m)
	}
	if v := math.Tanh(steep * math.Atanh(float64(2/(1+math.Pow(10, -0.25))-1))); math.Abs(v-math.Tanh(1)) > 1e-9 {
		t.Errorf("tanh of a pawn is %g", v) // 100 centipawns are an expected score of 1/(1+10^(−1/4))
	}
}

// TestFormulas: PUCT gives the best move most visits; the printed formula with the root's visits goes on drawing
// moves by noise, and with the move's own has none for moves not visited, so that some never are.
func TestFormulas(t *testing.T) {
	list := formulas()
	root, move, puct := list[0], list[1], list[2]
	if puct.Chosen != roots || puct.Visited != rootMoves || puct.Best < 0.75 || root.Best > 0.6 || root.Visited < rootMoves-1 {
		t.Errorf("PUCT %+v, printed with the root's %+v", puct, root)
	}
	if move.Visited > 20 || move.Chosen > roots*3/4 {
		t.Errorf("printed with the move's %+v", move)
	}
	if bonus := selectionRules()[1].bonus(1, 100, 0); bonus != 0 {
		t.Errorf("a move not visited has a bonus of %g", bonus)
	}
}

// TestByMoves: every puzzle is in one group, and what a random move finds is the share of the moves that mate.
func TestByMoves(t *testing.T) {
	m := Mate{ByMoves: grouped()}
	corner := boardtest.Parse(t, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1") // one of its moves mates
	for _, p := range []board.Position{corner, boardtest.Parse(t, "7k/8/6K1/8/8/8/8/1QQQ4 w - - 0 1")} {
		m.add(&suite.Attempt{Problem: &suite.Problem{Start: p}, Solved: true})
	}
	puzzles := 0
	for _, g := range m.ByMoves {
		puzzles += g.Puzzles
		if g.Puzzles != g.Found {
			t.Errorf("%+v", g)
		}
	}
	if g := m.ByMoves[1]; puzzles != 2 || g.Puzzles != 1 || g.Random != 1/float64(corner.CountMoves()) || m.ByMoves[4].Puzzles != 1 {
		t.Errorf("%d puzzles, %+v", puzzles, m.ByMoves)
	}
}

// TestUnder: an under-promotion that mates counts as each of the three kinds that it is.
func TestUnder(t *testing.T) {
	p := boardtest.Parse(t, "8/5P1k/6p1/6P1/2B5/8/1B6/5K2 w - - 0 1") // f8=N mates, and no other promotion
	counts := map[string]int{}
	for _, m := range p.LegalMoves(nil) {
		for _, k := range kinds {
			counts[k.name] += truth(k.is(&p, m))
		}
	}
	if counts["promotion"] != 4 || counts["under-promotion"] != 3 || counts["mate by an under-promotion"] != 1 {
		t.Errorf("%v", counts)
	}
}

// TestPicture: what a player says of moves sums to 1, and a tree visits legal moves alone; a position that is none is
// refused.
func TestPicture(t *testing.T) {
	f := &flags{fen: pictured, simulations: 30}
	fresh, err := untrained(tinyFile(t), 7)
	if err != nil {
		t.Fatal(err)
	}
	c, err := picture(f, tinyFile(t), fresh)
	if err != nil {
		t.Fatal(err)
	}
	for i, shares := range c.shares {
		sum := 0.0
		for _, v := range shares {
			sum += v
		}
		if math.Abs(sum-1) > 1e-9 || strings.Contains(c.Players[i], "tree") && math.Abs(c.Legal[i]-1) > 1e-9 || c.Legal[i] > 1+1e-9 {
			t.Errorf("%s: sum %g, legal %g", c.Players[i], sum, c.Legal[i])
		}
	}
	figure, err := c.figure()
	if err == nil {
		err = figure.Save(filepath.Join(t.TempDir(), "planes.svg"))
	}
	if p := boardtest.Parse(t, pictured); err != nil || len(c.Moves) != p.CountMoves() {
		t.Errorf("%d moves, %v", len(c.Moves), err)
	}
	f.fen = "none"
	if _, err := picture(f, tinyFile(t), fresh); err == nil || !strings.Contains(err.Error(), "-fen") {
		t.Errorf("error %v", err)
	}
}

// TestSolversColor: the puzzles themselves are White's to solve a little more often than Black's.
func TestSolversColor(t *testing.T) {
	path := "../../../shared/data/puzzles/lichess_puzzles_20k.csv"
	if _, err := os.Stat(path); err != nil {
		t.Skip("no puzzles: ", err)
	}
	lessons, _, err := lesson.Read(t.Context(), []string{path}, lesson.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	white := 0
	for i := range lessons {
		white += truth(lessons[i].Position.SideToMove() == board.White)
	}
	low, high := 0.50, 0.54
	if share := float64(white) / float64(len(lessons)); share < low || share > high {
		t.Errorf("White solves %.3f of %d", share, len(lessons))
	}
}
