package lesson

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
)

// file writes a file of lines and returns its name.
func file(t testing.TB, name string, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t testing.TB, opt Options, files ...string) ([]Lesson, Summary) {
	t.Helper()
	list, sum, err := Read(t.Context(), files, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	return list, sum
}

// moves returns the moves of a lesson with their shares, as text.
func moves(l *Lesson) map[string]float32 {
	list := map[string]float32{}
	for _, s := range l.Moves {
		list[l.Position.UCI(s.Move)] = s.Share
	}
	return list
}

const (
	white = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
	black = "4k3/p7/8/8/8/8/8/4K3 b - - 0 1"
)

// TestRows: moves and labels of data rows are those of the side to move.
func TestRows(t *testing.T) {
	csv := file(t, "a.csv", "fen,eval,result,game,move", white+",+400,1/2-1/2,1,a2a4", black+",-400,0-1,2,a7a5", black+",#-3,0-1,2,")
	for _, tt := range []struct {
		share float64
		want  []float64
	}{
		{0, []float64{9.0 / 11, 9.0 / 11, 1}}, {1, []float64{0, 1, 1}}, {0.5, []float64{4.5 / 11, 10.0 / 11, 1}},
	} {
		list, sum := read(t, Options{Result: tt.share}, csv)
		if len(list) != 3 || sum.Policies != 2 || sum.Values != 3 {
			t.Fatalf("%+v", sum)
		}
		for i, want := range tt.want {
			if got := float64(list[i].Value); math.Abs(got-want) > 1e-6 {
				t.Errorf("share %g, row %d: value %g, want %g", tt.share, i+1, got, want)
			}
		}
		if m := moves(&list[1]); len(m) != 1 || m["a7a5"] != 1 || list[2].Moves != nil {
			t.Errorf("moves %v and %v", m, list[2].Moves)
		}
	}
}

// TestPuzzles: of a puzzle the solver's moves are lessons, every move that mates with the last one, and
// the value is known where it mates.
func TestPuzzles(t *testing.T) {
	csv := file(t, "p.csv", "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags",
		"a,5k2/5ppp/8/8/8/8/5PPP/R2Q2K1 b - - 0 1,f8g8 d1d8,900,80,90,10,mateIn1,,",
		"b,6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1,g8f8 a1a7 f8g8,900,80,90,10,endgame,,")
	list, sum := read(t, Options{}, csv)
	if len(list) != 2 || sum.Rows != 2 {
		t.Fatalf("%d lessons, %+v", len(list), sum)
	}
	if m := moves(&list[0]); len(m) != 2 || m["d1d8"] != 0.5 || m["a1a8"] != 0.5 || list[0].Value != 1 {
		t.Errorf("%v, value %g", m, list[0].Value)
	}
	if m := moves(&list[1]); m["a1a7"] != 1 || !math.IsNaN(float64(list[1].Value)) {
		t.Errorf("%v, value %g", m, list[1].Value)
	}
	epd := file(t, "e.epd", `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8 Ra7; id "x";`)
	if list, _ = read(t, Options{}, epd); len(list) != 1 || len(moves(&list[0])) != 2 {
		t.Errorf("EPD: %v", list)
	}
	if list, sum = read(t, Options{Except: []string{csv}}, csv, file(t, "o.csv", "fen,eval,move", white+",1,a2a3")); len(list) != 1 || sum.Excepted != 2 {
		t.Errorf("%d lessons, %+v", len(list), sum)
	}
}

// choices is a file as match choices writes it: the three moves of a king in a corner, and those of
// another root.
var choices = []string{
	"fen,score,tree,side,offset,root,via",
	"7k/8/8/8/8/8/8/1K6 b - - 1 1,-20,7,w,0,7k/8/8/8/8/8/8/K7 w - - 0 1,a1b1",
	"7k/8/8/8/8/8/K7/8 b - - 1 1,10,7,w,0,7k/8/8/8/8/8/8/K7 w - - 0 1,a1a2",
	"7k/8/8/8/8/8/1K6/8 b - - 1 1,40,7,w,0,7k/8/8/8/8/8/8/K7 w - - 0 1,a1b2",
	"8/7k/8/8/8/8/8/K7 w - - 1 2,-50,8,b,0,7k/8/8/8/8/8/8/K7 b - - 0 1,h8h7",
	"6k1/8/8/8/8/8/8/K7 w - - 1 2,-10,8,b,0,7k/8/8/8/8/8/8/K7 b - - 0 1,h8g8",
}

// TestChoices: the rows of a root are one lesson; shares are the softmax of the mover's values, or the
// best move's, and the value is the best one's.
func TestChoices(t *testing.T) {
	csv := file(t, "c.csv", choices...)
	list, _ := read(t, Options{}, csv)
	if len(list) != 2 {
		t.Fatalf("%d lessons", len(list))
	}
	if m := moves(&list[0]); len(m) != 1 || m["a1b2"] != 1 {
		t.Errorf("White: %v", m)
	}
	if m := moves(&list[1]); len(m) != 1 || m["h8h7"] != 1 {
		t.Errorf("Black: %v", m)
	}
	if want := 2/(1+math.Pow(10, -50.0/400)) - 1; math.Abs(float64(list[1].Value)-want) > 1e-6 {
		t.Errorf("value %g, want %g", list[1].Value, want)
	}
	list, _ = read(t, Options{Temperature: 30}, csv)
	m := moves(&list[0])
	if want := math.Exp(-1); math.Abs(float64(m["a1a2"]/m["a1b2"])-want) > 1e-6 || math.Abs(float64(m["a1a2"]+m["a1b2"]+m["a1b1"])-1) > 1e-6 {
		t.Errorf("%v", m)
	}
}

// TestNoLesson: files without moves, without anything, and bad lines are told.
func TestNoLesson(t *testing.T) {
	for want, path := range map[string]string{
		"no moves: want":  file(t, "a.csv", "fen,eval", white+",30"),
		"no such file":    filepath.Join(t.TempDir(), "none.csv"),
		"bad lines among": file(t, "b.csv", "fen,eval,move", white+",30,a2a4", "x,30,a2a4"),
		"no lesson":       file(t, "c.csv", "fen,eval,move", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1,0,"),
	} {
		if want == "bad lines among" {
			lines := []string{"fen,eval,move", white + ",30,a2a4"}
			path = file(t, "b.csv", append(lines, slices.Repeat([]string{"x,30,a2a4"}, 20)...)...)
		}
		if _, _, err := Read(t.Context(), []string{path}, Options{}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	list, _, err := Read(t.Context(), []string{file(t, "v.csv", "fen,eval", white+",30")}, Options{}, nil)
	if !errors.Is(err, ErrNoMoves) || len(list) != 1 {
		t.Errorf("%d lessons, %v", len(list), err)
	}
}

// many returns lessons of positions after two moves, four of a game.
func many(t testing.TB) []Lesson {
	t.Helper()
	var list []Lesson
	start := board.Start()
	for _, a := range start.LegalMoves(nil) {
		p := start
		p.Make(a)
		for _, b := range p.LegalMoves(nil) {
			l := Lesson{Position: p, Moves: equally([]board.Move{b}), Value: 0.25, Game: uint32(len(list) / 4)}
			list = append(list, l)
		}
	}
	return list
}

// TestDrawn: as many lessons as wanted are drawn, in order, and all mates.
func TestDrawn(t *testing.T) {
	list := many(t)
	p, err := board.ParseFEN("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	mate, err := p.ParseUCI("a1a8")
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, Lesson{Position: p, Moves: equally([]board.Move{mate})})
	for seed := range uint64(5) {
		opt := Options{Most: 10, Mates: true, Seed: seed}
		got := opt.drawn(slices.Clone(list))
		if last := got[len(got)-1]; last.Position != p || len(got) != 11 && len(got) != 10 {
			t.Errorf("seed %d: %d lessons, the last %s", seed, len(got), last.Position.FEN())
		}
	}
}

// TestClass: every pass has all lessons once, in orders of their own, and a step's batch depends on its
// number alone.
func TestClass(t *testing.T) {
	list := many(t)[:40]
	c, err := NewClass(list, planes.Paper, 3)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint16]int{}
	var first []float32
	for step := range 10 { // two passes of 5
		b := c.Batch(step, 8)
		if step == 7 {
			first = slices.Clone(b.Planes)
		}
		for i := range b.Legal {
			k := slices.Index(b.Chance[i], 1)
			seen[b.Legal[i][k]]++
		}
	}
	other, err := NewClass(list, planes.Paper, 3)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(other.Batch(7, 8).Planes, first) {
		t.Error("step 7 has another batch when it is the first")
	}
	for m, n := range seen {
		if n%2 != 0 {
			t.Errorf("move %d was taught %d times in two passes", m, n)
		}
	}
	if _, err := NewClass(nil, planes.Paper, 1); err == nil {
		t.Error("a class of no lessons")
	}
}

// TestClassAllocates: within an epoch a batch takes the room of the one before.
func TestClassAllocates(t *testing.T) {
	start := board.Start()
	list := make([]Lesson, 1000)
	for i := range list {
		list[i] = Lesson{Position: start, Moves: equally(start.LegalMoves(nil)[:1])}
	}
	c, err := NewClass(list, planes.Draws, 1)
	if err != nil {
		t.Fatal(err)
	}
	step := 0
	if got := testing.AllocsPerRun(10, func() { c.Batch(step, 8); step++ }); got != 0 {
		t.Errorf("a batch allocates %g times", got)
	}
}

// TestSplit: lessons of a game stay together.
func TestSplit(t *testing.T) {
	train, test := Split(many(t), 0.3, 1)
	games := map[uint32]bool{}
	for _, l := range test {
		games[l.Game] = true
	}
	for _, l := range train {
		if games[l.Game] {
			t.Fatalf("game %d is in both", l.Game)
		}
	}
	if n := len(test); n < 60 || n > 180 {
		t.Errorf("%d of 400 lessons are held out, want about 120", n)
	}
}

// TestSplitFew: of two games or more some are on either side, whatever the share.
func TestSplitFew(t *testing.T) {
	lessons := []Lesson{{Game: 1}, {Game: 1}, {Game: 2}, {Game: 3}}
	for _, share := range []float64{1e-9, 1 - 1e-9} {
		for seed := range uint64(20) {
			train, test := Split(lessons, share, seed)
			if len(train) == 0 || len(test) == 0 || len(train)+len(test) != len(lessons) {
				t.Errorf("share %g, seed %d: %d and %d lessons", share, seed, len(train), len(test))
			}
		}
	}
}

// TestMeasure: a network that was taught lessons by heart knows them.
func TestMeasure(t *testing.T) {
	p, err := board.ParseFEN("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	mate, err := p.ParseUCI("a1a8")
	if err != nil {
		t.Fatal(err)
	}
	list := []Lesson{{Position: p, Moves: equally([]board.Move{mate}), Value: 1}, {Position: board.Start(), Value: 0}, {Position: board.Start(), Moves: equally(nil), Value: float32(math.NaN())}}
	start := board.Start()
	list[2].Moves = equally(start.LegalMoves(nil)[:1])
	net, err := nn.New[float32](nn.Config{Planes: planes.Paper.Planes(), Moves: planes.MovePlanes, Channels: 4, Blocks: 1, Hidden: 4}, 1)
	if err != nil {
		t.Fatal(err)
	}
	before := Measure(net, list, planes.Paper)
	c, err := NewClass(list, planes.Paper, 1)
	if err != nil {
		t.Fatal(err)
	}
	trainer := nn.NewTrainer(net)
	trainer.Legality = 1
	for step := range 400 {
		if _, err := trainer.Step(c.Batch(step, 3), 0.02); err != nil {
			t.Fatal(err)
		}
	}
	after := Measure(net, list, planes.Paper)
	if after.Lessons != 3 || after.First != 1 || after.Mates != 1 || !(after.Legal > 0.9) || !(after.Policy < before.Policy) || !(after.Value < before.Value) || !(before.Legal < 0.5) {
		t.Errorf("before %+v, after %+v", before, after)
	}
}
