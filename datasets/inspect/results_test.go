package inspect

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
)

// TestInspectResults: results are checked against material as scores are.
func TestInspectResults(t *testing.T) {
	all := labelledGames(t, 6000)
	rng := rand.New(rand.NewPCG(8, 9))
	decide := func(x float64) float64 {
		switch p := rng.Float64(); {
		case p < 0.3:
			return 0.5
		case 3*(p-0.3)/0.7 < 3/(1+math.Exp(-x/200)):
			return 1
		}
		return 0
	}
	white := func(l labelled) float64 { return decide(l.white) }
	mover := func(l labelled) float64 { return decide(l.mover()) }
	turned := func(f func(labelled) float64) func(labelled) float64 {
		return func(l labelled) float64 { return 1 - f(l) }
	}
	const refused = "refused "
	tests := []struct {
		name   string
		points func(labelled) float64
		pov    datasets.POV
		n      int
		want   []string
	}{
		{"White's points", white, datasets.POVWhite, 6000, nil},
		{"the mover's, asked for", mover, datasets.POVMover, 6000, nil},
		{"few rows", turned(white), datasets.POVWhite, 600, []string{"D02: 600 rows with a result are too few"}},
		{"the mover's", mover, datasets.POVWhite, 6000, []string{refused + "D02: results are not White's view pass -result-pov mover"}},
		{"White's, the mover's asked for", white, datasets.POVMover, 6000, []string{refused + "D02: results are not the mover's view pass -result-pov white"}},
		{"Black's", turned(white), datasets.POVWhite, 6000, []string{refused + "D02: results have the wrong sign exchange 1-0 and 0-1"}},
		{"the other side's", turned(mover), datasets.POVWhite, 6000,
			[]string{refused + "D02: results are the view of the side that has moved exchange 1-0 and 0-1 and pass -result-pov mover"}},
		{"chance", func(labelled) float64 { return decide(0) }, datasets.POVWhite, 6000,
			[]string{refused + "D02: results are unrelated to material name the right column with -result"}},
		{"all equal", func(labelled) float64 { return 1 }, datasets.POVWhite, 6000, nil},
		{"probabilities", func(l labelled) float64 { return 1 / (1 + math.Exp(-l.white/200)) }, datasets.POVWhite, 6000, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			for _, l := range all[:tt.n] {
				fmt.Fprintf(&b, "%s [%.3g]\n", l.fen, tt.points(l))
			}
			in, err := Inputs(datasets.NewReader("t.epd", &b, datasets.Options{ResultPOV: tt.pov}), 1)
			if err != nil {
				t.Fatal(err)
			}
			checkFindings(t, in, refused, tt.want)
		})
	}
}

// TestFewGames: what the results of a few games say against the material by chance is not
// held against a file, whether rows name their games or not; what hundreds of games say is.
func TestFewGames(t *testing.T) {
	all := labelledGames(t, 60_000)
	last := all[len(all)-1].game
	inspect := func(from, games int, ids bool, result func(game, material int) string) error {
		var b bytes.Buffer
		for _, l := range all {
			if l.game < from || l.game >= from+games {
				continue
			}
			id := ""
			if ids {
				id = fmt.Sprintf(" id \"g%d\";", l.game)
			}
			fmt.Fprintf(&b, "%s c9 \"%s\";%s\n", l.fen, result(l.game, int(l.white)), id)
		}
		in, err := Inputs(datasets.NewReader("t.epd", &b, datasets.Options{}), 1)
		if err != nil {
			t.Fatal(err)
		}
		return Refusal(in)
	}
	for _, games := range []int{15, 40} {
		for from := 0; from+games < last; from += games {
			drawn := func(game, _ int) string {
				if rand.New(rand.NewPCG(uint64(game), 2)).IntN(2) == 0 {
					return "0-1"
				}
				return "1-0"
			}
			if err := inspect(from, games, from%2 == 0, drawn); err != nil {
				t.Errorf("games %d to %d: %v", from, from+games-1, err)
			}
		}
	}
	// The last position of a game says who is ahead; here the other side has won.
	white := map[int]float64{}
	for _, l := range all {
		white[l.game] = l.white
	}
	turned := func(game, _ int) string {
		if white[game] > 0 {
			return "0-1"
		}
		return "1-0"
	}
	for _, ids := range []bool{false, true} {
		if err := inspect(0, last, ids, turned); err == nil || !strings.Contains(err.Error(), "results have the wrong sign") {
			t.Errorf("%d games won by the side that was behind, ids %v: %v", last, ids, err)
		}
	}
}

// TestFewRealGames: any forty consecutive games of a tournament pass.
func TestFewRealGames(t *testing.T) {
	long.Skip(t, "takes seconds")
	r, err := datasets.Open([]string{"../../../shared/data/texel/quiet_tcec.epd.zst"}, datasets.Options{})
	if err != nil {
		t.Skip("needs ../shared/data/texel/quiet_tcec.epd.zst")
	}
	defer r.Close()
	games, before := 0, uint32(0)
	var b bytes.Buffer
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		if s.Game != before {
			games, before = games+1, s.Game
			if games%40 == 0 {
				in, err := Inputs(datasets.NewReader("t.epd", &b, datasets.Options{}), 1)
				if err := errors.Join(err, Refusal(in)); err != nil {
					t.Errorf("games %d to %d: %v", games-40, games, err)
				}
				b.Reset()
			}
			if games == 8000 {
				return
			}
		}
		fmt.Fprintf(&b, "%s c9 \"%v\";\n", s.Position.FEN(), s.Result)
	}
}

// epdOf writes positions with results.
func epdOf(positions []board.Position, result func(i int) string) string {
	var b strings.Builder
	for i := range positions {
		fmt.Fprintf(&b, "%s c9 \"%s\";\n", positions[i].FEN(), result(i))
	}
	return b.String()
}

// TestResultWarnings: each warning has data that provoke it, and data that
// nearly do.
func TestResultWarnings(t *testing.T) {
	var positions, whites []board.Position
	games, _ := boardtest.NumberedPositions(6, 4000)
	seen := map[uint64]bool{}
	for _, p := range games {
		if key := p.CanonicalKey(); !seen[key] && p.Status() == board.Ongoing {
			seen[key] = true
			if positions = append(positions, p); p.SideToMove() == board.White {
				whites = append(whites, p)
			}
		}
	}
	positions = positions[:1000]
	// mix gives win, draw and loss these shares of every hundred rows.
	mix := func(win, draw int) func(i int) string {
		return func(i int) string {
			switch n := i % 100; {
			case n < win:
				return "1-0"
			case n < win+draw:
				return "1/2-1/2"
			}
			return "0-1"
		}
	}
	movers := func(white int) []board.Position { // of every hundred
		var rows []board.Position
		blacks := 0
		for i := range positions {
			p := whites[i]
			if i%100 >= white {
				for blacks++; positions[blacks%1000].SideToMove() == board.White; blacks++ {
				}
				p = positions[blacks%1000]
			}
			rows = append(rows, p)
		}
		return rows
	}
	tests := []struct {
		name, text string
		want       string // of the warnings with these codes; D11 left out
	}{
		{"balanced", epdOf(positions, mix(35, 35)), ""},
		{"D14 many draws", epdOf(positions, mix(20, 61)), "D14: of 1000 results 20.0 % are won by White, 61.0 % drawn, 19.0 % won by Black: usual are 15 to 60 % of draws"},
		{"D14 nearly too many", epdOf(positions, mix(20, 60)), ""},
		{"D14 few draws", epdOf(positions, mix(43, 14)), "D14: of 1000 results 43.0 % are won by White, 14.0 % drawn, 43.0 % won by Black: usual are 15 to 60 % of draws"},
		{"D14 White wins", epdOf(positions, mix(40, 30)), "D14: of 1000 results 40.0 % are won by White, 30.0 % drawn, 30.0 % won by Black: the weights must not learn which colour won: fit an intercept, or take as many games of either"},
		{"D14 Black wins", epdOf(positions, mix(30, 30)), "D14: of 1000 results 30.0 % are won by White, 30.0 % drawn, 40.0 % won by Black: the weights must not learn which colour won: fit an intercept, or take as many games of either"},
		{"D14 nearly", epdOf(positions, mix(39, 30)), ""},
		{"D14 all equal", epdOf(positions, mix(0, 100)), "D14: of 1000 results 0.0 % are won by White, 100.0 % drawn, 0.0 % won by Black: results that are all equal say nothing of a position"},
		{"D15 White to move", epdOf(movers(61), mix(35, 35)), "D15: in 61.0 % of 1000 rows it is White's move, in 39.0 % Black's: tempo cannot be told from the colour"},
		{"D15 nearly", epdOf(movers(59), mix(35, 35)), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, c := watchedEPD(t, tt.text)
			var got []string
			for _, warning := range w.Warnings(c) {
				if warning.Code != "D11" {
					got = append(got, warning.String())
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

// watchedEPD returns a watch and the counts of rows given as EPD.
func watchedEPD(t testing.TB, text string) (*Watch, datasets.Counts) {
	t.Helper()
	w, n := new(Watch), 0
	for s, err := range datasets.NewReader("t.epd", strings.NewReader(text), datasets.Options{}).All() {
		if err != nil {
			t.Fatal(err)
		}
		w.Add(&s, s.Position.CanonicalKey(), Finished(&s.Position))
		n++
	}
	return w, datasets.Counts{Lines: n, Samples: n, Unscored: n}
}

const (
	whitePawn = "4k3/8/8/8/4P3/8/8/4K3 w - -"
	blackPawn = "4k3/8/8/4p3/8/8/8/4K3 b - -" // its mirror
)

// TestContradictingResults: equal positions whose results differ are counted, as
// the mover sees them.
func TestContradictingResults(t *testing.T) {
	line := func(fen, result string) string { return fen + " c9 \"" + result + "\";\n" }
	w, c := watchedEPD(t, line(whitePawn, "1-0")+line(whitePawn, "0-1")+line(blackPawn, "0-1")+line(blackPawn, "0-1"))
	const want = "D11: 3 of 4 rows (75.0 %) repeat a position or its mirror, 1 are distinct; 4 rows (100.0 %) have a position whose labels differ"
	if got := w.Warnings(c); len(got) == 0 || got[0].String() != want {
		t.Errorf("got %v, want %s", got, want)
	}
	w, c = watchedEPD(t, line(whitePawn, "1-0")+line(blackPawn, "0-1"))
	if got := w.Warnings(c); len(got) == 0 || !strings.HasSuffix(got[0].Text, "0 rows (0.0 %) have a position whose labels differ") {
		t.Errorf("got %v", got)
	}
}

// TestSorted: rows sorted by result or by phase are told from others, whatever
// the order in which they are seen and however the watch was divided.
func TestSorted(t *testing.T) {
	few, many := board.Position{}, board.Start()
	few, _ = board.ParseFEN(whitePawn)
	row := func(line int, r datasets.Result, p board.Position) datasets.Sample {
		return datasets.Sample{Position: p, Result: r, Expected: datasets.NoExpected, Line: line}
	}
	results := []datasets.Result{datasets.BlackWins, datasets.Draw, datasets.WhiteWins}
	tests := []struct {
		name string
		row  func(line int) datasets.Sample
		want []string
	}{
		{"mixed", func(n int) datasets.Sample { return row(n, results[n%3], many) }, nil},
		{"by result", func(n int) datasets.Sample { return row(n, results[n/20_001], many) }, []string{
			"White has 0.00 points on average in the first 20000 lines of a file and 0.75 in the others"}},
		{"by phase", func(n int) datasets.Sample { return row(n, results[n%3], []board.Position{many, few}[n/20_001%2]) }, []string{
			"32.0 pieces are on the board on average in the first 20000 lines of a file and 17.5 in the others"}},
		{"a short file", func(n int) datasets.Sample { return row(min(n, 20_000), results[n/20_001], many) }, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var whole, back, a, b order
			for n := 1; n <= 60_000; n++ {
				s, last := tt.row(n), tt.row(60_001-n)
				whole.add(&s)
				back.add(&last)
				[]*order{&a, &b}[n/1000%2].add(&s)
			}
			a.merge(&b)
			var got []string
			var notes note.List
			whole.warn(notes.Add)
			for _, n := range notes {
				text, _, _ := strings.Cut(n.Text, ": ")
				if got = append(got, text); n.Code != note.S06 {
					t.Errorf("code %s", n.Code)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || whole != back || whole != a {
				t.Errorf("want -, got +\n%s%+v\n%+v\n%+v", diff, whole, back, a)
			}
		})
	}
}

// A result of −1 or 2 tells that 0 and 1 do not mean what they mean elsewhere: no
// budget of bad lines covers that.
func TestCodedResults(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
	for coded, refused := range map[string]bool{"-1": true, "2": true, "x": false, "0.25": false} {
		r := datasets.NewReader("games.csv", strings.NewReader("fen,cp,result\n"+fen+",10,0.5\n"+fen+",10,"+coded+"\n"), datasets.Options{})
		var c datasets.Chunk
		var p datasets.Parsed
		if err := r.Next(&c); err != nil {
			t.Fatal(err)
		}
		c.Parse(&p)
		err := budget.NewTally(100, nil).Add(&p)
		if errors.Is(err, datasets.ErrCoding) != refused {
			t.Errorf("result %s: error %v", coded, err)
		}
	}
}
