package boardtest_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// TestCases holds the list to what it promises: legal positions with their own
// names, written as the package writes them.
func TestCases(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range boardtest.Cases() {
		p := boardtest.Parse(t, c.FEN)
		if seen[c.Name] || seen[c.FEN] {
			t.Errorf("%s: %s is twice in the list", c.Name, c.FEN)
		}
		seen[c.Name], seen[c.FEN] = true, true
		if got := p.FEN(); got != c.FEN {
			t.Errorf("%s: FEN %s, want %s", c.Name, got, c.FEN)
		}
	}
}

func TestRandomPositionsRepeat(t *testing.T) {
	const n = 3000
	var first, second []board.Position
	for p := range boardtest.RandomPositions(1, n) {
		first = append(first, p)
	}
	for p := range boardtest.RandomPositions(1, n) {
		second = append(second, p)
	}
	if len(first) != n || len(second) != n {
		t.Fatalf("%d and %d positions, want %d", len(first), len(second), n)
	}
	for i := range first {
		if first[i] != second[i] {
			t.Fatalf("position %d: %s and %s from one seed", i, first[i].FEN(), second[i].FEN())
		}
	}
	for p := range boardtest.RandomPositions(2, 60) {
		second = append(second, p)
	}
	if second[n+50] == first[50] {
		t.Error("two seeds give the same games")
	}
}

// TestRandomGamesReachEverything: tests with random games rely on their
// reaching each kind of move and of end.
func TestRandomGamesReachEverything(t *testing.T) {
	statuses := map[board.Status]int{}
	var castles, enPassants, promotions, games int
	for p, moves := range boardtest.RandomGames(1) {
		for _, m := range moves {
			switch {
			case m.IsCastle():
				castles++
			case m.IsEnPassant():
				enPassants++
			case m.IsPromotion():
				promotions++
			}
			p.Make(m)
		}
		statuses[p.Status()]++
		if games++; games == 200 {
			break
		}
	}
	for status := board.Ongoing; status <= board.SeventyFiveMoves; status++ {
		if statuses[status] == 0 {
			t.Errorf("no game of %d is %v at its end", games, status)
		}
	}
	if castles < 20 || enPassants < 20 || promotions < 20 {
		t.Errorf("%d games have %d castlings, %d en passant captures, %d promotions: too few", games, castles, enPassants, promotions)
	}
	t.Logf("%d games: %v, %d castlings, %d en passant captures, %d promotions", games, statuses, castles, enPassants, promotions)
}
