package eval

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights"
)

// wholeSets are the sets whose counts are whole.
var wholeSets = []string{"pesto", "pesto_mirrored", "lishex", "standard", "standard_safety", "standard_nonlinear", "curved", "spread"}

// curved is a set for tests whose formula no generated code evaluates.
var curved = features.MustRegister(features.NewFormulaSet("curved", &tapered.PeSTO, &standard.EndgameScale, features.Formula{
	Text: `danger = sigmoid(white / 100 - weight(middle)) - sigmoid(black / 100 - weight(middle));
linear + 300 * danger * weight(steepness) * mg`},
	features.PSTFamily(false), standard.Safety.Families()[len(standard.Safety.Families())-1]))

// The set spread is one for tests, with sums of every dependence, the first of those that caches keep far
// from the last.
var _ = features.MustRegister(features.NewFormulaSet("spread", &tapered.PeSTO, &standard.EndgameScale, features.Formula{
	Text: "linear + pawns + (white - black) * mg + kings - numbers.mg + numbers.eg * eg - heads",
},
	features.PSTFamily(false),
	symmetric("pawns", features.OnPawns, features.Plain, func(p *board.Position) int { return p.ByType(board.Pawn).Count() }),
	standard.Safety.Families()[len(standard.Safety.Families())-1],
	symmetric("kings", features.OnPawnsAndKings, features.Plain, func(p *board.Position) int {
		return p.King(board.White).Distance(p.King(board.Black)) + p.ByType(board.Pawn).First().File()
	}),
	symmetric("numbers", features.OnNumbers, features.Tapered, func(p *board.Position) int { return p.ByType(board.Rook).Count() }),
	symmetric("heads", features.OnNumbers, features.Plain, func(p *board.Position) int { return p.Occupied().Count() })))

// symmetric returns a family of one term with a sum of its own.
func symmetric(name string, on features.Dependence, taper features.Taper, count func(*board.Position) int) features.Family {
	return features.Family{
		Name: name, Sums: []string{name}, Symmetric: true, Depends: on,
		Terms: []features.Definition{{Name: name, Unit: "numbers", Formula: "a number", Source: "tests", Taper: taper}},
		Count: func(c *features.Context, t *features.Tally, first features.Term) { t.Add(first, count(c.Pos)) },
	}
}

// A rowSum is the slow twin of a [SearchEvaluator]: the row of a position, as it is
// extracted, times weights in whole units.
type rowSum struct {
	set     *features.Set
	trace   *features.Tally
	weights map[string]float64 // rounded
	unit    float64            // of the linear sum, in centipawns
	blender *features.Blender
}

func newRowSum(tb testing.TB, f *weights.File, unit float64) *rowSum {
	tb.Helper()
	set, err := features.Lookup(f.Set)
	if err != nil {
		tb.Fatal(err)
	}
	r := &rowSum{set, set.NewTrace(), map[string]float64{}, unit, nil}
	for _, w := range f.RoundedTo(unit).Weights() {
		r.weights[w.Name] = w.Value
	}
	var parameters []float64
	for _, name := range set.Parameters() {
		parameters = append(parameters, r.weights[name])
	}
	r.blender = set.NewBlender(parameters)
	return r
}

// of returns the sums of p.
func (r *rowSum) of(p *board.Position) (sums features.Sums) {
	r.trace.Reset()
	r.set.Count(p, r.trace)
	columns, counts := r.trace.Trace().AppendEntries(nil, nil)
	places := r.set.Columns()
	for i, column := range columns {
		c := places[column]
		to, step := &sums.Linear, r.unit
		if c.Sum != "" {
			to, step = &sums.Others[slices.Index(r.set.Sums(), c.Sum)], 1.0/16
		}
		def := r.set.Terms()[c.Term]
		mg, eg := r.weights[def.Name+".mg"], r.weights[def.Name+".eg"]
		if def.Taper == features.Plain {
			mg, eg = r.weights[def.Name], r.weights[def.Name]
		}
		n := int64(counts[i])
		to.MG += float64(n*int64(mg/step)) * step
		to.EG += float64(n*int64(eg/step)) * step
	}
	return sums
}

// evaluation returns the evaluation of the position whose sums these are: of a linear set or a
// squared block the exact fraction, and the whole number nearest to it, a half away from zero.
func (r *rowSum) evaluation(p *board.Position, sums *features.Sums) int {
	if f := r.set.Formula(); f != "" && f != features.QuadraticBlock {
		return int(math.Round(r.blender.Blend(sums, r.set.Phase().Step(p), r.set.ScaleIndex(r.trace))))
	}
	step, eighths := int64(r.set.Phase().Step(p)), int64(8)
	if r.set.Scale() != nil {
		eighths = int64(8 * r.set.Scale().Values[r.set.ScaleIndex(r.trace)])
	}
	steps := int64(r.set.Phase().Steps())
	units := int64(1 / r.unit)
	mg, eg := int64(sums.Linear.MG/r.unit), int64(sums.Linear.EG/r.unit)
	white, black := max(0, int64(16*sums.Others[0].MG)), max(0, int64(16*sums.Others[1].MG))
	// of 100 · 256 parts, eight times: (MG·step + EG·(steps−step)·scale) and the block
	numerator := 25600*(8*mg*step+eg*(steps-step)*eighths) + units*8*(white*white-black*black)*step
	denominator := units * 25600 * 8 * steps
	if numerator < 0 {
		return -int((-2*numerator + denominator) / (2 * denominator))
	}
	return int((2*numerator + denominator) / (2 * denominator))
}

// compare fails if an evaluator has other sums on p than its row.
func (r *rowSum) compare(e *SearchEvaluator, p *board.Position) error {
	want := r.of(p)
	got, step := e.sums(p)
	if *got != want || step != r.set.Phase().Step(p) {
		return fmt.Errorf("sums %v, step %d, of the row %v, %d, on %s", *got, step, want, r.set.Phase().Step(p), p.FEN())
	}
	if got, want := e.Evaluate(p), r.evaluation(p, &want); got != want {
		return fmt.Errorf("evaluation %d, of the row %d, on %s", got, want, p.FEN())
	}
	return nil
}

// searchPair returns an evaluator and its twin.
func searchPair(tb testing.TB, set string) (*SearchEvaluator, *rowSum) {
	tb.Helper()
	f := randomFile(set)
	e, err := NewSearch(f)
	if err != nil {
		tb.Fatal(err)
	}
	return e, newRowSum(tb, f, e.unit)
}

// TestSearchIsTheRow plays random games forward and back, with a null move here and
// there: everywhere the sums are those of the row.
func TestSearchIsTheRow(t *testing.T) {
	for _, set := range wholeSets {
		t.Run(set, func(t *testing.T) {
			e, row := searchPair(t, set)
			games := 0
			for start, moves := range boardtest.RandomGames(7) {
				forthAndBack(t, e, row, start, moves)
				if games++; games == 40 || t.Failed() {
					break
				}
			}
		})
	}
}

// TestSearchWithoutPawns: what a new evaluator knows before it has seen anything is
// right, too.
func TestSearchWithoutPawns(t *testing.T) {
	for _, set := range wholeSets {
		for _, fen := range []string{
			"5k2/n4b2/8/8/7K/8/8/8 w - - 0 1",
			"3qk3/8/8/8/8/2NN4/8/R3K3 b - - 0 1",
			"8/8/8/3k4/8/3K4/8/8 w - - 0 1",
		} {
			e, row := searchPair(t, set)
			p := boardtest.Parse(t, fen)
			e.Reset(&p)
			if err := row.compare(e, &p); err != nil {
				t.Errorf("%s: %v", set, err)
			}
		}
	}
}

// forthAndBack pushes moves and pops them again.
func forthAndBack(t *testing.T, e *SearchEvaluator, row *rowSum, p board.Position, moves []board.Move) {
	t.Helper()
	e.Reset(&p)
	var passed []board.Position
	check := func(p board.Position) {
		if err := row.compare(e, &p); err != nil {
			t.Error(err)
		}
		if len(passed)%3 == 0 && !p.InCheck() {
			p.MakeNull()
			if err := row.compare(e, &p); err != nil {
				t.Error("after a null move:", err)
			}
		}
	}
	for _, m := range moves {
		check(p)
		passed = append(passed, p)
		e.Push(&p, m)
		p.Make(m)
	}
	check(p)
	for i, p := range slices.Backward(passed) {
		e.Pop()
		if i%5 == 0 {
			check(p)
		}
	}
}

// FuzzPushPop walks through a tree as its bytes say: the evaluation is everywhere
// that of a new evaluator.
func FuzzPushPop(f *testing.F) {
	for i, fen := range boardtest.FENs() {
		f.Add(fen, []byte{byte(i), 7, 0xff, 3, 200, 0xff, 0xff, 9, 31, 16, 0xfe, 8})
	}
	evaluators, rows := map[string]*SearchEvaluator{}, map[string]*rowSum{}
	for _, set := range wholeSets {
		evaluators[set], rows[set] = searchPair(f, set)
	}
	f.Fuzz(func(t *testing.T, fen string, walk []byte) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Skip() // the parser's own tests look at the bad ones
		}
		for set, e := range evaluators {
			if err := randomWalk(e, rows[set], p, walk); err != nil {
				t.Error(set, err)
			}
		}
	})
}

// randomWalk takes a move back for 0xff, passes for 0xfe, and makes the move of that
// number for another byte.
func randomWalk(e *SearchEvaluator, row *rowSum, p board.Position, walk []byte) error {
	e.Reset(&p)
	var passed []board.Position
	for _, step := range walk[:min(len(walk), 100)] {
		moves := p.LegalMoves(nil)
		switch {
		case step == 0xff && len(passed) > 0:
			e.Pop()
			p, passed = passed[len(passed)-1], passed[:len(passed)-1]
		case step == 0xfe && !p.InCheck():
			p.MakeNull()
		case len(moves) > 0:
			m := moves[int(step)%len(moves)]
			passed = append(passed, p)
			e.Push(&p, m)
			p.Make(m)
		}
		if err := row.compare(e, &p); err != nil {
			return err
		}
	}
	return nil
}

// TestSearchIsTheRowOnRealPositions compares on 200,000 positions of games.
func TestSearchIsTheRowOnRealPositions(t *testing.T) {
	long.Skip(t, "200,000 positions")
	positions := realPositions(t, 200_000)
	var workers sync.WaitGroup
	for _, set := range wholeSets {
		workers.Go(func() {
			e, row := searchPair(t, set)
			for i := range positions {
				e.Reset(&positions[i])
				if err := row.compare(e, &positions[i]); err != nil {
					t.Error(set, err)
					return
				}
			}
		})
	}
	workers.Wait()
}

// realPositions reads every third position of a public set. It skips the test where
// the set is absent.
func realPositions(t *testing.T, n int) (list []board.Position) {
	f, err := os.Open("../../shared/data/texel/quiet_tcec.epd.zst")
	if err != nil {
		t.Skip("no real data: ", err)
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	text := bufio.NewScanner(z)
	for i := 0; text.Scan() && len(list) < n; i++ {
		if i%3 != 0 {
			continue
		}
		fen, _, _ := strings.Cut(text.Text(), " c9 ")
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	if len(list) != n {
		t.Fatalf("%d positions, want %d", len(list), n)
	}
	return list
}

// TestSearchRounds: weights are rounded to units, a half away from zero, before anything is
// added; the float evaluator of the rounded file says the same.
func TestSearchRounds(t *testing.T) {
	for _, set := range wholeSets {
		f := randomFile(set)
		e, err := NewSearch(f)
		if err != nil {
			t.Fatal(err)
		}
		twin, err := New(f.RoundedTo(e.unit))
		if err != nil {
			t.Fatal(err)
		}
		for i := range features.Positions() {
			p := &features.Positions()[i]
			e.Reset(p)
			if got, want := e.Evaluate(p), int(math.Round(twin.Evaluate(p))); got != want {
				t.Fatalf("%s: %d, want %d, on %s", set, got, want, p.FEN())
			}
		}
	}
}

// TestRound: as [math.Round] rounds.
func TestRound(t *testing.T) {
	below := math.Nextafter(0.5, 0)
	values := []float64{0, below, 0.5, 1, 1 + below, 1.5, 2.5, 1e6 + 0.5, 1e9 + 0.25, 1 << 40, 1<<51 + 0.5, 1 << 60}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 10_000 {
		values = append(values, rng.NormFloat64()*1000, float64(rng.IntN(100_000))/8)
	}
	for _, v := range values {
		for _, v := range []float64{v, -v} {
			if got, want := round(v), int(math.Round(v)); got != want {
				t.Errorf("%v is rounded to %d, want %d", v, got, want)
			}
		}
	}
}

// farRounded is a position with 55 safe squares more for Black than for White.
const farRounded = "1b4k1/1b3pp1/p7/4n3/8/1P2P2K/P2n3P/5r2 w - - 0 1"

// TestSearchIsExact: the rounding of weights moves no evaluation of the built-in weights by more
// than the rounding of the evaluation itself does, and a little.
func TestSearchIsExact(t *testing.T) {
	f := weights.Builtin()
	e, err := NewSearch(f)
	if err != nil {
		t.Fatal(err)
	}
	twin, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append([]board.Position{boardtest.Parse(t, farRounded)}, features.Positions()...) {
		e.Reset(&p)
		if got, want := e.Evaluate(&p), twin.Evaluate(&p); math.Abs(float64(got)-want) > 0.6 {
			t.Errorf("%d, want %.2f, on %s", got, want, p.FEN())
		}
	}
}

// TestUnit: large weights have a coarser unit.
func TestUnit(t *testing.T) {
	for largest, want := range map[float64]float64{100: 1.0 / 256, 1953: 1.0 / 256, -1954: 1.0 / 128, 250_001: 1, 500_000: 1} {
		f := randomFile("standard")
		f.Terms[8].EG.Value = largest
		e, err := NewSearch(f)
		if err != nil || e.unit != want {
			t.Errorf("a weight of %g: unit %v, %v; want %g", largest, e, err, want)
		}
	}
}

// TestSearchOfRealCounts: a set whose counts are not whole is evaluated as it
// stands, its sum rounded.
func TestSearchOfRealCounts(t *testing.T) {
	f := alphaOneFile()
	e, err := NewSearch(f)
	if err != nil {
		t.Fatal(err)
	}
	twin, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	p := board.Start()
	e.Reset(&p)
	for moves := p.LegalMoves(nil); len(moves) > 0; moves = p.LegalMoves(moves[:0]) {
		m := moves[rng.IntN(len(moves))]
		e.Push(&p, m)
		p.Make(m)
		if got, want := e.Evaluate(&p), int(math.Round(twin.Evaluate(&p))); got != want {
			t.Fatalf("%d, want %d, on %s", got, want, p.FEN())
		}
		if p.Status() != board.Ongoing {
			break
		}
	}
}

// TestNewSearchRefuses: what New refuses, and weights that would not add up.
func TestNewSearchRefuses(t *testing.T) {
	f := randomFile("standard")
	f.SetHash = "0123456789abcdef"
	if _, err := NewSearch(f); err == nil || !strings.Contains(err.Error(), "the weights are for set standard (hash 0123456789abcdef), this program counts standard (hash ") {
		t.Errorf("another hash: error %v", err)
	}
	f = randomFile("standard")
	f.Terms[3].EG.Value = 1e6
	if _, err := NewSearch(f); err == nil || err.Error() != "term pst.pawn.d1 has a weight of more than 500000 centipawns: too large for a search" {
		t.Errorf("a large weight: error %v", err)
	}
}
