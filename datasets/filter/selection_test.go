package filter

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/winprob"
)

// game is a short way to a sample with labels.
func labelled(t testing.TB, fen string, game uint32, score winprob.Score, r datasets.Result) datasets.Sample {
	return sample(t, fen, func(s *datasets.Sample) { s.Game, s.Score, s.Result = game, score, r })
}

// selectAll returns the samples that a selection keeps, with their labels, and the
// index of the filter that dropped each of the others; −1 for those kept.
func selectAll(t testing.TB, samples []datasets.Sample, o Options) (left []datasets.Sample, by []int) {
	t.Helper()
	var v Survey
	for i := range samples {
		if err := v.Append([]Digest{NewDigest(&samples[i], samples[i].Position.CanonicalKey())}); err != nil {
			t.Fatal(err)
		}
	}
	sel := v.Select(o)
	for i, s := range samples {
		d, err := sel.Judge(i, &s, s.Position.CanonicalKey())
		if err != nil {
			t.Fatal(err)
		}
		if by = append(by, d); d < 0 {
			left = append(left, s)
		}
	}
	return left, by
}

// TestDigestBytes: the documented memory is what is used.
func TestDigestBytes(t *testing.T) {
	if got := int(unsafe.Sizeof(Digest{})) + 4 + 1; got != DigestBytes || got > 40 {
		t.Errorf("%d bytes a sample, documented are %d", got, DigestBytes)
	}
}

func TestDuplicates(t *testing.T) {
	const (
		other     = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
		counters  = "4k3/8/8/8/8/8/4P3/4K3 w - - 7 31"
		mirrored  = "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"
		needless  = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1" // no pawn can take
		needlessB = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	)
	samples := []datasets.Sample{
		labelled(t, other, 1, 100, datasets.WhiteWins),
		labelled(t, needless, 1, 20, datasets.Draw),
		labelled(t, counters, 2, 50, datasets.Draw),
		labelled(t, start, 2, 10, datasets.Draw),
		labelled(t, mirrored, 3, -31, datasets.BlackWins), // which is a win for the mover, as is the first
		labelled(t, needlessB, 3, 25, datasets.Draw),
	}
	for _, tt := range []struct {
		policy Duplicates
		want   []int
	}{
		{KeepAll, []int{-1, -1, -1, -1, -1, -1}},
		{KeepFirst, []int{-1, -1, 0, -1, 0, 0}},
		{KeepMean, []int{-1, -1, 0, -1, 0, 0}},
		{DropAll, []int{0, 0, 0, -1, 0, 0}},
	} {
		left, by := selectAll(t, samples, Options{Duplicates: tt.policy, PerGame: 100})
		if !slices.Equal(by, tt.want) {
			t.Errorf("%v: %v, want %v", tt.policy, by, tt.want)
		}
		if tt.policy != KeepMean {
			continue
		}
		// (100 + 50 + 31) / 3 and (1 + ½ + 1) / 3; (20 + 25) / 2, all draws
		if s := left[0]; s.Score != 60 || math.Abs(float64(s.Expected)-2.5/3) > 1e-6 || s.Result != datasets.Unknown || s.Game != 1 {
			t.Errorf("mean of a win, a draw and a win: %v, %v, %v", s.Score, s.Expected, s.Result)
		}
		if s := left[1]; s.Score != 23 || s.Result != datasets.Draw || s.Expected == s.Expected {
			t.Errorf("mean of two draws: %v, %v, %v", s.Score, s.Expected, s.Result)
		}
	}
	// The mean is White's view of the one that is kept.
	left, _ := selectAll(t, []datasets.Sample{samples[4], samples[0]}, Options{Duplicates: KeepMean})
	if s := left[0]; s.Score != -66 || s.Result != datasets.BlackWins {
		t.Errorf("mean at a position with Black to move: %v, %v, want -66 and 0-1", s.Score, s.Result)
	}
}

func TestMeanLabels(t *testing.T) {
	none := winprob.NoScore
	for _, tt := range []struct {
		name    string
		scores  []winprob.Score
		points  []float64 // NaN: none; 2 + points: of a result
		score   winprob.Score
		want    float64
		results datasets.Result
	}{
		{"one score", []winprob.Score{none, 40}, []float64{math.NaN(), math.NaN()}, 40, math.NaN(), 0},
		{"half up", []winprob.Score{1, 2}, []float64{2.5, 2.5}, 2, math.NaN(), datasets.Draw},
		{"mates of one side", []winprob.Score{winprob.MateIn(1, 5), winprob.MateIn(1, 3)}, []float64{3, 3}, winprob.MateIn(1, 5), math.NaN(), datasets.WhiteWins},
		{"a mate and no mate", []winprob.Score{winprob.MateIn(1, 5), 2}, []float64{3, 2}, 5000, 0.5, 0},
		{"mates of both sides", []winprob.Score{winprob.MateIn(1, 5), winprob.MateIn(-1, 3)}, []float64{0.25, 0.5}, 0, 0.375, 0},
		{"a result and a probability", []winprob.Score{none, none}, []float64{3, 0.5}, none, 0.75, 0},
		{"nothing", []winprob.Score{none, none}, []float64{math.NaN(), math.NaN()}, none, math.NaN(), 0},
	} {
		var samples []datasets.Sample
		for i, score := range tt.scores {
			samples = append(samples, sample(t, start, func(s *datasets.Sample) {
				s.Score = score
				if p := tt.points[i]; p >= 2 {
					s.Result = datasets.BlackWins + datasets.Result(2*(p-2))
				} else {
					s.Expected = float32(p)
				}
			}))
		}
		for range 2 { // the order does not matter
			left, _ := selectAll(t, samples, Options{Duplicates: KeepMean})
			s := left[0]
			if s.Score != tt.score || s.Result != tt.results || float64(s.Expected) != tt.want && !(math.IsNaN(float64(s.Expected)) && math.IsNaN(tt.want)) {
				t.Errorf("%s: %v, %v, %v; want %v, %v, %v", tt.name, s.Score, s.Expected, s.Result, tt.score, tt.want, tt.results)
			}
			slices.Reverse(samples)
		}
	}
}

// walk returns samples of random games.
func walk(t testing.TB, games int) (samples []datasets.Sample) {
	rng := rand.New(rand.NewPCG(1, 2))
	results := []datasets.Result{datasets.BlackWins, datasets.Draw, datasets.Draw, datasets.Draw, datasets.WhiteWins, datasets.WhiteWins}
	var moves []board.Move
	for g := range games {
		p, r := board.Start(), results[rng.IntN(len(results))]
		for range 150 {
			if moves = p.LegalMoves(moves[:0]); len(moves) == 0 {
				break
			}
			samples = append(samples, sample(t, p.FEN(), func(s *datasets.Sample) { s.Game, s.Result = uint32(g), r }))
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
	return samples
}

// TestPerGame: no game has more than so many, others are untouched, another seed
// takes others, and the order of the input does not matter.
func TestPerGame(t *testing.T) {
	samples := walk(t, 40)
	count := func(o Options) map[uint32][]uint64 {
		left, _ := selectAll(t, samples, o)
		games := make(map[uint32][]uint64)
		for i := range left {
			games[left[i].Game] = append(games[left[i].Game], left[i].Position.Key())
		}
		for _, keys := range games {
			slices.Sort(keys)
		}
		return games
	}
	want := count(Options{PerGame: 10})
	for g, keys := range want {
		if len(keys) != 10 {
			t.Errorf("game %d: %d positions, want 10", g, len(keys))
		}
	}
	other := count(Options{PerGame: 10, Seed: 2})
	slices.Reverse(samples)
	same, differ := count(Options{PerGame: 10}), 0
	for g := range want {
		if !slices.Equal(same[g], want[g]) {
			t.Errorf("game %d: the order of the input matters", g)
		}
		if !slices.Equal(other[g], want[g]) {
			differ++
		}
	}
	if len(want) != 40 || differ < 39 {
		t.Errorf("%d games; another seed took others of %d", len(want), differ)
	}
	if got := count(Options{PerGame: 1000}); len(got[0]) != 150 {
		t.Errorf("a limit above the length of the games leaves %d of 150", len(got[0]))
	}
}

// TestBalance: the shares are reached within each quarter of the phase, and over
// the quarters if that is wanted.
func TestBalance(t *testing.T) {
	samples := walk(t, 300)
	for i := range samples {
		if i%17 == 0 {
			samples[i].Result = datasets.Unknown
		}
	}
	var o Options
	if err := errors.Join(o.Balance.ParseResults("30/40/30"), o.Balance.ParsePhases("1/1/1/1")); err != nil {
		t.Fatal(err)
	}
	for _, phases := range []bool{false, true} {
		opt := o
		if !phases {
			opt.Balance.Phases = [winprob.PhaseBins]float64{}
		}
		left, by := selectAll(t, samples, opt)
		var bins [winprob.PhaseBins]Mix
		unknown := 0
		for i := range left {
			if left[i].Result == datasets.Unknown {
				unknown++
				continue
			}
			d := NewDigest(&left[i], 0)
			bins[d.bin].Add(&left[i])
		}
		for i, d := range by {
			if d >= 0 && samples[i].Result == datasets.Unknown {
				t.Fatal("a position without a result was dropped")
			}
		}
		checkShares(t, bins[:], phases)
		if unknown != (len(samples)+16)/17 || len(left) < len(samples)/10 {
			t.Errorf("%d left of %d, %d without a result", len(left), len(samples), unknown)
		}
	}
}

func checkShares(t *testing.T, bins []Mix, phases bool) {
	t.Helper()
	total := 0
	for _, m := range bins {
		total += m.Rows
	}
	for bin, m := range bins {
		if m.Rows < 200 {
			t.Logf("bin %d has %d rows: no test", bin, m.Rows)
			continue
		}
		within := 4 * math.Sqrt(0.25/float64(m.Rows)) // standard errors
		for r, want := range map[datasets.Result]float64{datasets.BlackWins: 0.3, datasets.Draw: 0.4, datasets.WhiteWins: 0.3} {
			if got := float64(m.Results[r]) / float64(m.Rows); math.Abs(got-want) > within {
				t.Errorf("bin %d: %.3f are %v, want %.2f ± %.3f", bin, got, r, want, within)
			}
		}
		if got := float64(m.Rows) / float64(total); phases && math.Abs(got-0.25) > 0.05 {
			t.Errorf("bin %d has %.3f of the rows, want 0.25", bin, got)
		}
	}
}

// A second pass that meets something else is told.
func TestChanged(t *testing.T) {
	samples := walk(t, 1)
	var v Survey
	if err := v.Append([]Digest{NewDigest(&samples[0], samples[0].Position.CanonicalKey())}); err != nil {
		t.Fatal(err)
	}
	sel := v.Select(Options{PerGame: 1})
	if _, err := sel.Judge(0, &samples[1], samples[1].Position.CanonicalKey()); !errors.Is(err, ErrChanged) {
		t.Errorf("another position: %v", err)
	}
	if _, err := sel.Judge(1, &samples[0], samples[0].Position.CanonicalKey()); !errors.Is(err, ErrChanged) {
		t.Errorf("one position more: %v", err)
	}
}

func BenchmarkSurvey(b *testing.B) {
	samples := walk(b, 700)
	digests := make([]Digest, len(samples))
	for i := range samples {
		digests[i] = NewDigest(&samples[i], samples[i].Position.CanonicalKey())
	}
	for b.Loop() {
		var v Survey
		if err := v.Append(digests); err != nil {
			b.Fatal(err)
		}
		v.Select(Options{Duplicates: KeepFirst, PerGame: 10})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(digests)), "ns/sample")
}
