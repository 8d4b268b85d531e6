package alphabeta

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// pickAll returns everything that a picker gives.
func pickAll(pk *picker) (moves []board.Move) {
	scratch := make([]board.Move, 0, board.MaxMoves)
	for m := pk.pick(scratch); m != board.NoMove; m = pk.pick(scratch) {
		moves = append(moves, m)
	}
	return moves
}

// TestPickerIsComplete: whatever stands in table and killers, every legal move is
// given exactly once; and if only forcing moves are wanted, every capture and every
// promotion to a queen that does not lose material.
func TestPickerIsComplete(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	h := new(history)
	var last []board.Move
	for p := range boardtest.RandomPositions(3, 20_000) {
		legal := p.LegalMoves(nil)
		candidates := append(slices.Clone(legal), append(last, board.NoMove, board.Move(rng.Uint32()))...)
		choose := func() board.Move { return candidates[rng.IntN(len(candidates))] }
		pk := picker{history: h, see: rng.IntN(2) == 0, killers: killers{choose(), choose()}}
		if pk.killers[0] == pk.killers[1] {
			pk.killers[1] = board.NoMove
		}
		table := choose()
		pk.start(&p, table, false)
		got := pickAll(&pk)
		if len(got) > 0 && slices.Contains(legal, table) && got[0] != table {
			t.Fatalf("%s: the table's move %v does not come first: %v", p.FEN(), table, got)
		}
		if !sameMoves(got, legal) {
			t.Fatalf("%s: table %v, killers %v: picked %v, legal are %v", p.FEN(), table, pk.killers, got, legal)
		}
		pk.start(&p, table, true)
		if got, want := pickAll(&pk), forcingMoves(&p, legal, pk.see, table); !sameMoves(got, want) {
			t.Fatalf("%s: table %v: picked the forcing moves %v, want %v", p.FEN(), table, got, want)
		}
		if len(got) > 1 {
			learn(h.at(p.SideToMove(), got[len(got)-1]), bonus(3))
			learn(h.at(p.SideToMove(), got[0]), -bonus(3))
		}
		last = append(last[:0], got[:min(len(got), 3)]...)
	}
}

// forcingMoves lists slowly what quiescence searches.
func forcingMoves(p *board.Position, legal []board.Move, see bool, table board.Move) (moves []board.Move) {
	for _, m := range legal {
		queen := m.IsPromotion() && m.Promotion() == board.Queen
		capture := p.IsCapture(m) && !m.IsPromotion()
		if (queen || capture) && (!see || board.SEE(p, m, 0)) || m == table && isNoisy(p, m) {
			moves = append(moves, m)
		}
	}
	return moves
}

func sameMoves(a, b []board.Move) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// TestPickerOrder shows every stage on one board.
func TestPickerOrder(t *testing.T) {
	p := boardtest.Parse(t, "6k1/1P2rppp/8/3q4/4P3/2N5/5PPP/3R2K1 w - - 0 1")
	h := new(history)
	move := func(uci string) board.Move {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	learn(h.at(board.White, move("g1f1")), 500)
	learn(h.at(board.White, move("h2h3")), -500)
	pk := picker{history: h, see: true, killers: killers{move("g2g3"), move("c3b5")}}
	pk.start(&p, move("f2f4"), false)
	var got []string
	for _, m := range pickAll(&pk) {
		got = append(got, p.UCI(m))
	}
	begin := []string{
		"f2f4",                 // of the table
		"b7b8q",                // promotes to a queen
		"e4d5", "c3d5", "d1d5", // takes the queen, by the least attacker
		"g2g3", "c3b5", // killers
		"g1f1", // the best history
	}
	if !slices.Equal(got[:min(len(got), len(begin))], begin) {
		t.Errorf("the first moves are %v, want %v", got, begin)
	}
	if end := got[len(got)-4:]; end[0] != "h2h3" || !slices.Contains(end, "b7b8n") {
		t.Errorf("the last moves are %v, want h2h3 and the small promotions", end)
	}
}

// TestHistory: values stay in range, and are pulled back by failures.
func TestHistory(t *testing.T) {
	h := new(history)
	good, bad := board.NewMove(board.E2, board.E4), board.NewMove(board.A2, board.A3)
	cutoff := func(m board.Move, gain int32) { learn(h.at(board.White, m), gain) }
	for range 10_000 {
		cutoff(good, bonus(60))
		cutoff(bad, -bonus(60))
	}
	if top, low := *h.at(board.White, good), *h.at(board.White, bad); top <= maxHistory/2 || top > maxHistory || low >= -maxHistory/2 || low < -maxHistory {
		t.Errorf("after many cutoffs %d and %d, want them near ±%d and not beyond", top, low, maxHistory)
	}
	if *h.at(board.Black, good) != 0 {
		t.Error("White's successes count for Black")
	}
	cutoff(bad, bonus(60))
	if *h.at(board.White, bad) < -maxHistory/2 {
		t.Error("a success weighs less than old failures")
	}
}

// TestKillers: the last two, the younger first, never the same twice.
func TestKillers(t *testing.T) {
	var k killers
	for _, m := range []board.Move{1, 2, 2, 3, 2} {
		k.add(m)
	}
	if k != (killers{2, 3}) {
		t.Errorf("killers %v, want the last two different ones: 2 and 3", k)
	}
}
