package alphaone

import (
	"math"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// TestBalance: the sums that a search carries along are those of the position, the
// phase is that of package tapered, and the evaluation is the published float's but
// for its rounding.
func TestBalance(t *testing.T) {
	if full := tapered.AlphaOne.Steps(); full != fullSteps {
		t.Errorf("%d steps of the phase, package tapered has %d", fullSteps, full)
	}
	positions(3, 3000, func(p *board.Position) {
		sum := newBalance(p)
		if got, want := min(int(sum.steps), fullSteps), tapered.AlphaOne.Step(p); got != want {
			t.Errorf("phase %d, want %d, on %s", got, want, p.FEN())
		}
		if got, want := sum.published(), floatTapered(p); math.Abs(got-want) > 1e-9 {
			t.Errorf("evaluation %g, want %g, on %s", got, want, p.FEN())
		}
		for _, m := range p.LegalMoves(nil) {
			after, next := sum, *p
			after.play(p, m)
			next.Make(m)
			if want := newBalance(&next); after != want {
				t.Errorf("%v: %+v, want %+v, on %s", m, after, want, p.FEN())
			}
		}
	})
}

// TestPhase: the published phase leaves the range of the start position, the
// corrected one does not. A queen on d1 is worth 1025+10 and 936-43 centipawns.
func TestPhase(t *testing.T) {
	p := boardtest.Parse(t, "4kq2/qqqqqqqq/8/8/8/8/8/3QK3 w - - 0 1")
	sum := newBalance(&p)
	if sum.steps != 10*32 {
		t.Errorf("phase %d, want %d", sum.steps, 10*32)
	}
	mg, eg := float64(sum.mg), float64(sum.eg)
	if got, want := sum.published(), (mg*10*32+eg*(208-10*32))/208; math.Abs(got-want) > 1e-9 {
		t.Errorf("published %g, want %g", got, want)
	}
	if got := sum.clamped(); got != int(sum.mg) {
		t.Errorf("clamped %d, want the middlegame's %d", got, sum.mg)
	}
	p = boardtest.Parse(t, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
	sum = newBalance(&p)
	if got, want := sum.published(), (1035.0*32+893*176)/208; got != want {
		t.Errorf("a queen on d1 is worth %g, want %g", got, want)
	}
}

// TestRegression: the features and their sum, by hand.
func TestRegression(t *testing.T) {
	tests := []struct {
		name, fen string
		want      map[string]float64 // those that are not 0
	}{
		{"start: the shield's fault", board.StartFEN, map[string]float64{"published_shield": 3}},
		{"one pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", map[string]float64{
			"published_mobility": 6 - 5, "published_shield": 1, "pawn_islands": 1, "passed_pawns": 1}},
		{"the same, Black to move", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", map[string]float64{
			"published_mobility": 6 - 5, "published_shield": 1, "pawn_islands": 1, "passed_pawns": 1}},
		// After the null move the queen has 21 moves and one that takes the king.
		{"in check", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", map[string]float64{
			"published_mobility": 1 - (22 + 5), "king_attack": -7 * 5}},
		// White: 5 king's moves, e5 and dxe6 en passant; Black: 5 and e5-e4 after the null move.
		{"en passant is lost", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2", map[string]float64{"published_mobility": 7 - 6}},
		{"doubled and tripled", "4k3/8/8/8/P7/P6p/P6p/4K3 w - - 0 1", map[string]float64{
			"published_mobility": (5 + 1) - (5 + 4), "doubled_pawns": 3 - 1, "passed_pawns": 3 - 2}},
		{"pawns of either colour shield White", "4k3/8/8/8/8/4p3/3P4/4K3 w - - 0 1", map[string]float64{
			"published_mobility": (3 + 3) - (5 + 2), "published_shield": 1.5}},
		{"behind Black's king, one rank up alone", "8/3pP3/4k3/4P3/8/8/8/4K3 w - - 0 1", map[string]float64{
			"published_mobility": (5 + 4) - (5 + 2), "doubled_pawns": 1, "passed_pawns": 1, "published_shield": -2}},
	}
	r := newRegression()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := boardtest.Parse(t, tt.fen)
			sum := newBalance(&p)
			got := r.evaluate(&p, sum.published())
			want := regressionIntercept + regressionTapered*sum.published()
			for term, def := range r.set.Terms() {
				if n := r.tally.Trace().Count(features.Term(term)); n != tt.want[def.Name] {
					t.Errorf("%s = %g, want %g", def.Name, n, tt.want[def.Name])
				}
				want += regressionWeights[def.Name] * tt.want[def.Name]
			}
			if math.Abs(got-want) > 1e-9 {
				t.Errorf("evaluation %.10f, want %.10f", got, want)
			}
		})
	}
	if len(r.weights) != len(regressionWeights) {
		t.Errorf("%d terms for %d weights", len(r.weights), len(regressionWeights))
	}
	start := board.Start()
	if got := r.evaluate(&start, 0); math.Abs(got-14.2510834731) > 1e-9 {
		t.Errorf("the start position is worth %.10f, want 14.2510834731", got)
	}
}
