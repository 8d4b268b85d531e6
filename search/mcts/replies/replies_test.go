package replies

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/board"
)

// Moves of no meaning.
var (
	a = board.NewMove(board.A2, board.A3)
	b = board.NewMove(board.B7, board.B6)
	c = board.NewMove(board.C2, board.C3)
	d = board.NewMove(board.D7, board.D6)
	e = board.NewMove(board.E7, board.E6)
)

func newRandom() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// picked returns the move that a table replies with, NoMove if it has none.
func picked(t *Table, line []board.Move, side board.Color, moves ...board.Move) board.Move {
	if i, ok := t.Pick(line, moves, side, newRandom()); ok {
		return moves[i]
	}
	return board.NoMove
}

// TestLastGood: the winner's replies are kept, the loser's forgotten, and of two the last stays; a draw changes nothing, a
// reply that is not legal is none, and it is the reply of its side alone.
func TestLastGood(t *testing.T) {
	for _, kind := range []Kind{LastGood, LastGoodTwo} {
		table := NewTable(kind)
		check := func(what string, want board.Move) {
			t.Helper()
			if got := picked(table, []board.Move{a}, board.Black, d, b, e); got != want {
				t.Errorf("%v, %s: %v, want %v", kind, what, got, want)
			}
		}
		check("no game", board.NoMove)
		table.Learn([]board.Move{a, b}, board.White, 0)
		check("Black won with b", b)
		table.Learn([]board.Move{a, d}, board.White, 0.5)
		check("a draw with d", b)
		table.Learn([]board.Move{a, d}, board.White, 0.1)
		check("Black stood better with d", d)
		table.Learn([]board.Move{a, b}, board.White, 1)
		check("Black lost with b, which is not kept any more", d)
		if picked(table, []board.Move{a}, board.White, d) != board.NoMove || picked(table, []board.Move{a}, board.Black, e) != board.NoMove || picked(table, nil, board.White, a) != board.NoMove {
			t.Errorf("%v: a reply of the other side, one that is not legal, or one to nothing", kind)
		}
		table.Learn([]board.Move{a, d}, board.White, 1)
		check("Black lost with d", board.NoMove)
		table.Learn([]board.Move{a, d}, board.White, 0)
		table.Clear()
		check("cleared", board.NoMove)
	}
}

// TestLastGoodTwo: a reply to the last two moves comes before that to the last one; where there is none, that to the last.
func TestLastGoodTwo(t *testing.T) {
	one, two := NewTable(LastGood), NewTable(LastGoodTwo)
	for _, table := range []*Table{one, two} {
		table.Learn([]board.Move{e, a, b}, board.Black, 1)
		table.Learn([]board.Move{d, a, e}, board.Black, 1)
	}
	line := []board.Move{e, a}
	if picked(one, line, board.Black, b, e) != e || picked(two, line, board.Black, b, e) != b {
		t.Errorf("LGR-1 replies %v, LGR-2 %v", picked(one, line, board.Black, b, e), picked(two, line, board.Black, b, e))
	}
	if got := picked(two, []board.Move{b, a}, board.Black, b, e); got != e {
		t.Errorf("LGR-2 replies %v to what it knows the last move of", got)
	}
}

// TestNGrams: the value of a move is the mean of those of its sequences, of more than one move from the seventh game on;
// what no game has had comes first, and one draw in five is left to chance.
func TestNGrams(t *testing.T) {
	table := NewTable(NGrams)
	for range enough - 1 {
		table.Learn([]board.Move{a, b, c, d}, board.White, 0.25)
	}
	table.Learn([]board.Move{e, d}, board.White, 1)
	line := []board.Move{b, c, d}
	mean := func(want float64) {
		t.Helper()
		if got := table.value(line, board.Black); math.Abs(got-want) > 1e-6 {
			t.Errorf("value %v, want %v", got, want)
		}
	}
	mean((0.75*6 + 0) / 7) // d alone: six games that gave Black 0.75, one that gave 0
	table.Learn([]board.Move{a, b, c, d}, board.White, 0.25)
	mean(((0.75*7+0)/8 + 0.75 + 0.75) / 3)
	if table.value([]board.Move{c, e}, board.Black) != 1 {
		t.Error("a move of no game is not the best")
	}
	random, left, chosen := newRandom(), 0, map[board.Move]int{}
	moves := []board.Move{d, b}
	for range 5000 {
		if i, ok := table.Pick([]board.Move{b, c}, moves, board.Black, random); ok {
			chosen[moves[i]]++
		} else {
			left++
		}
	}
	if left < 900 || left > 1100 || chosen[b] != 0 && chosen[d] != 0 {
		t.Errorf("%d of 5,000 are left to chance, chosen %v", left, chosen)
	}
	table.Clear()
	if table.value(line, board.Black) != 1 {
		t.Error("something is left")
	}
}

// TestSlowTwin: on games of chance the table says what a list of all games says, where no two sequences share a place.
func TestSlowTwin(t *testing.T) {
	random := newRandom()
	moves := []board.Move{a, b, c, d, e}
	table, last := NewTable(LastGood), map[[2]board.Move]board.Move{} // by side and move
	for range 3000 {
		line := make([]board.Move, 6)
		for i := range line {
			line[i] = moves[random.IntN(len(moves))]
		}
		value := float64(random.IntN(3)) / 2
		table.Learn(line, board.White, value)
		for i := 1; i < len(line); i++ {
			place := [2]board.Move{board.Move(i & 1), line[i-1]}
			switch worth := math.Abs(float64(i&1) - value); {
			case worth == 1:
				last[place] = line[i]
			case worth == 0 && last[place] == line[i]:
				delete(last, place)
			}
		}
		for _, m := range moves {
			for side := range 2 {
				want := last[[2]board.Move{board.Move(side), m}]
				if got := picked(table, []board.Move{m}, board.Color(side), moves...); got != want {
					t.Fatalf("%v replies %v to %v, want %v", board.Color(side), got, m, want)
				}
			}
		}
	}
}
