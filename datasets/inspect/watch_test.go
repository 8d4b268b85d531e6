package inspect

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/winprob"
)

// watched returns a watch and the counts of rows given as CSV.
func watched(t testing.TB, text string, unit ...datasets.Unit) (w *Watch, c datasets.Counts) {
	t.Helper()
	var chunk datasets.Chunk
	var p datasets.Parsed
	w = new(Watch)
	opt := datasets.Options{FEN: "1", Score: "2"}
	for _, opt.Unit = range unit {
	}
	r := datasets.NewReader("t.csv", strings.NewReader(text), opt)
	for r.Next(&chunk) == nil {
		chunk.Parse(&p)
		for i := range p.Bad {
			t.Fatal(p.Bad[i].Error())
		}
		for i := range p.Samples {
			s := &p.Samples[i]
			w.Add(s, s.Position.CanonicalKey(), Finished(&s.Position))
		}
		c.Add(p.Counts)
	}
	return w, c
}

// TestWarnings: each warning has data that provoke it, and data that nearly do.
func TestWarnings(t *testing.T) {
	positions, _ := boardtest.NumberedPositions(6, 2000)
	seen := map[uint64]bool{}
	var fens []string // different ones, their mirrors included, of games that go on
	for i := range positions {
		if key := positions[i].CanonicalKey(); !seen[key] && positions[i].Status() == board.Ongoing {
			seen[key] = true
			fens = append(fens, positions[i].FEN())
		}
	}
	fens = fens[:1000]
	// rows gives a thousand positions their scores; more rows follow.
	rows := func(score func(i int) int, more ...string) string {
		var b strings.Builder
		for i, fen := range fens {
			fmt.Fprintf(&b, "%s,%+d\n", fen, score(i))
		}
		return b.String() + strings.Join(more, "\n")
	}
	spread := func(i int) int { return i*7919%2990 - 1495 }
	clipped := func(share int) func(i int) int {
		return func(i int) int {
			if i < share {
				return 1500 - 3000*(i%2)
			}
			return spread(i)
		}
	}
	repeated := func(n int, tail string) (lines []string) {
		for _, fen := range fens[:n] {
			lines = append(lines, fen+","+tail)
		}
		return lines
	}
	const mate, stalemate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", rows(spread), nil},
		{"D04 marked mates are none", rows(spread, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 40,#+1"), nil},
		{"D04 codes", rows(func(i int) int { return spread(i) + 20_000*(i%500/499) }),
			[]string{"D04: 2 of 1000 scores (0.2 %) are 9999 centipawns and more without a mark: they are taken as mates at an unknown distance"}},
		{"D04 thousands", rows(func(i int) int { return 1000*(i%50/49) + (1-i%50/49)*spread(i)*2/3 }),
			[]string{"D04: 20 of the 20 evaluations from 1000 centipawns on are round thousands: mates in N written as N·1000?"}},
		{"D04 some thousands", rows(func(i int) int { return 1000*(i%60/59) + (1-i%60/59)*spread(i)*2/3 }), nil},
		{"D04 thousands among many", rows(func(i int) int {
			if i%40 == 0 {
				return 1000 + 1000*(i%8) // 25 round ones
			}
			return 1001 + i*8
		}), nil},
		{"D04 mate on the board as 0", rows(spread, mate+",0"), []string{
			"D04: 1 of 1 checkmates on the board have a score that is not the winner's mate",
			"D06: 1 of 1001 positions (0.1 %) end the game: 1 checkmates, 0 stalemates, 0 dead positions, 0 by the seventy-five-move rule"}},
		{"D04 mate on the board, the wrong side's", rows(spread, mate+",-32000"), []string{
			"D04: 1 of 1001 scores (0.1 %) are 9999 centipawns and more without a mark: they are taken as mates at an unknown distance",
			"D04: 1 of 1 checkmates on the board have a score that is not the winner's mate",
			"D06: 1 of 1001 positions (0.1 %) end the game: 1 checkmates, 0 stalemates, 0 dead positions, 0 by the seventy-five-move rule"}},
		{"D04 wrong sign", rows(spread, mate+",#-0"), []string{
			"D04: 1 mates on the board were written with the wrong sign: the board was believed",
			"D06: 1 of 1001 positions (0.1 %) end the game: 1 checkmates, 0 stalemates, 0 dead positions, 0 by the seventy-five-move rule"}},
		{"D05 wall", rows(clipped(51)), []string{
			"D05: 51 of 1000 evaluations (5.1 %) are exactly ±1500, the largest: the scores have been clipped there"}},
		{"D05 no wall yet", rows(clipped(50)), nil},
		{"D06 finished", rows(spread, mate+",#+0", stalemate+",0"), []string{
			"D06: 2 of 1002 positions (0.2 %) end the game: 1 checkmates, 1 stalemates, 0 dead positions, 0 by the seventy-five-move rule"}},
		{"D11 duplicates", rows(spread, repeated(11, "+7")...), []string{
			"D11: 11 of 1011 rows (1.1 %) repeat a position or its mirror, 1000 are distinct; 22 rows (2.2 %) have a position whose labels differ"}},
		{"D11 few duplicates", rows(spread, repeated(10, "+7")...), nil},
		{"D11 rows without a score agree", rows(spread, repeated(11, "?")...), []string{
			"D11: 11 of 1011 rows (1.1 %) repeat a position or its mirror, 1000 are distinct; 0 rows (0.0 %) have a position whose labels differ"}},
		{"D11 mirrors agree", rows(spread, mirrored(t, fens[:20], spread, -1)...), []string{
			"D11: 20 of 1020 rows (2.0 %) repeat a position or its mirror, 1000 are distinct; 0 rows (0.0 %) have a position whose labels differ"}},
		{"D11 mirrors with the same sign differ", rows(spread, mirrored(t, fens[:20], spread, 1)...), []string{
			"D11: 20 of 1020 rows (2.0 %) repeat a position or its mirror, 1000 are distinct; 40 rows (3.9 %) have a position whose labels differ"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, c := watched(t, tt.text)
			var got []string
			for _, warning := range w.Warnings(c) {
				got = append(got, warning.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

// mirrored returns the mirrors of positions with their scores times sign.
func mirrored(t *testing.T, fens []string, score func(int) int, sign int) (lines []string) {
	for i, fen := range fens {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		m := p.Mirror()
		lines = append(lines, fmt.Sprintf("%s,%+d", m.FEN(), sign*score(i)))
	}
	return lines
}

// TestWatchMerge: two watches of halves are one of the whole, whatever the
// order.
func TestWatchMerge(t *testing.T) {
	positions, _ := boardtest.NumberedPositions(8, 4000)
	rng := rand.New(rand.NewPCG(9, 9))
	var whole, left, right Watch
	add := func(w *Watch, p *board.Position, score winprob.Score) {
		w.Add(&datasets.Sample{Position: *p, Score: score}, p.CanonicalKey(), Finished(p))
	}
	for i := range positions {
		p, score := &positions[rng.IntN(len(positions))], winprob.Score(rng.IntN(3))
		add(&whole, p, score)
		if i%3 == 0 {
			add(&left, p, score)
		} else {
			add(&right, p, score)
		}
	}
	if err := right.Merge(&left); err != nil {
		t.Fatal(err)
	}
	want, got := whole.Warnings(datasets.Counts{}), right.Warnings(datasets.Counts{})
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		t.Errorf("whole -, merged +\n%s", diff)
	}
}

// TestDistinctEstimate compares with a map that remembers everything, and with
// the same rows in another order and in parts.
func TestDistinctEstimate(t *testing.T) {
	const n = 3 * maxDistinct
	rng := rand.New(rand.NewPCG(10, 10))
	type row struct {
		key   uint64
		score winprob.Score
	}
	rows := make([]row, n)
	slow := map[uint64][]winprob.Score{}
	for i := range rows {
		r := row{splitmix.Mix(uint64(rng.IntN(n))), winprob.Score(rng.IntN(2))}
		rows[i] = r
		slow[r.key] = append(slow[r.key], r.score)
	}
	repeated, contradicted := 0, 0
	for _, scores := range slow {
		repeated += len(scores) - 1
		for _, s := range scores {
			if s != scores[0] {
				contradicted += len(scores)
				break
			}
		}
	}

	var forward, backward, left, right distinct
	for i := range rows {
		forward.add(rows[i].key, rows[i].score)
		backward.add(rows[n-1-i].key, rows[n-1-i].score)
		if i < n/10 {
			left.add(rows[i].key, rows[i].score)
		} else {
			right.add(rows[i].key, rows[i].score)
		}
	}
	left.merge(&right)
	p, r, c, exact := forward.duplication()
	if exact || len(forward.slots) > 2*(maxDistinct+1) {
		t.Errorf("exact: %t, with %d slots: nothing was estimated", exact, len(forward.slots))
	}
	for _, e := range []struct{ got, want int }{{p, len(slow)}, {r, repeated}, {c, contradicted}} {
		if math.Abs(float64(e.got)/float64(e.want)-1) > 0.02 {
			t.Errorf("estimate %d of %d, more than 2 %% off", e.got, e.want)
		}
	}
	for name, d := range map[string]*distinct{"backward": &backward, "merged": &left} {
		if p2, r2, c2, _ := d.duplication(); p2 != p || r2 != r || c2 != c {
			t.Errorf("%s: %d, %d, %d; forward %d, %d, %d", name, p2, r2, c2, p, r, c)
		}
	}
}

// TestSpearman compares with ranks counted one by one, ties included, and with
// a textbook.
func TestSpearman(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	for range 200 {
		n := 2 + rng.IntN(30)
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = float64(rng.IntN(10))
			y[i] = float64(rng.IntN(10)) + x[i]/2
		}
		want := stat.Correlation(slowRanks(x), slowRanks(y), nil)
		if math.IsNaN(want) {
			want = 0 // of a constant
		}
		if got := Spearman(x, y); math.Abs(got-want) > 1e-12 {
			t.Fatalf("Spearman(%v, %v) = %g, want %g", x, y, got, want)
		}
	}
	// IQ and hours of television, the example of the Wikipedia article "Spearman's
	// rank correlation coefficient".
	iq := []float64{106, 100, 86, 101, 99, 103, 97, 113, 112, 110}
	tv := []float64{7, 27, 2, 50, 28, 29, 20, 12, 6, 17}
	if got := Spearman(iq, tv); math.Abs(got+29.0/165) > 1e-12 {
		t.Errorf("spearman = %g, want -29/165", got)
	}
	if got := Spearman([]float64{1, 2, 3}, []float64{5, 5, 5}); got != 0 {
		t.Errorf("spearman with a constant = %g, want 0", got)
	}
}

func slowRanks(x []float64) []float64 {
	r := make([]float64, len(x))
	for i, v := range x {
		below, equal := 0, 0
		for _, w := range x {
			if w < v {
				below++
			}
			if w == v {
				equal++
			}
		}
		r[i] = float64(below) + float64(equal+1)/2
	}
	return r
}

// TestWinsorSlope: won games do not decide about the slope.
func TestWinsorSlope(t *testing.T) {
	var x, y []float64
	for i := range 1000 {
		x = append(x, float64(i%7-3))
		y = append(y, 50*x[i])
	}
	y[3], y[10] = 9000, -9000 // without material
	slope, low, high := winsorSlope(x, y)
	if math.Abs(slope-50) > 1 || low != -150 || high != 150 {
		t.Errorf("slope %g between %g and %g, want 50 between -150 and 150", slope, low, high)
	}
	if slope, _, _ := winsorSlope(nil, nil); slope != 0 {
		t.Errorf("slope of nothing %g", slope)
	}
}
