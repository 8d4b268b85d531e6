package mcts

import (
	"math"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// TestTop: the top of a tree has as many positions as were asked for, or all, none is left out that
// was visited more often than one that is there, and visits add up.
func TestTop(t *testing.T) {
	for _, name := range []string{"modern", "alphaone", "lishex"} {
		s := New(newMaterial, options(t, name))
		if s.Top(Part{Positions: 5, Plies: 9}) != nil {
			t.Fatal("the top of no tree")
		}
		run(s, search.NewGame(board.Start()), search.Limits{Nodes: 500})
		for _, want := range []int{0, 1, 2, 30, 1 << 20} {
			top := s.Top(Part{Positions: want, Plies: search.MaxPly})
			count, least, passed := walk(t, top)
			if count != max(want, 1) && (want < 500 || count > 501) {
				t.Errorf("%s: %d positions, want %d", name, count, want)
			}
			if want < 500 && passed > least {
				t.Errorf("%s, %d positions: one with %d visits is there, one with %d is not", name, want, least, passed)
			}
			if top.Visits != 500 || top.Move.Move != board.NoMove || math.Abs(top.Value-0.5) > 0.2 {
				t.Errorf("%s: the root is %+v", name, top.Move)
			}
		}
	}
}

// TestTopPlies: no position lies deeper than was asked for, and none has more moves.
func TestTopPlies(t *testing.T) {
	s := New(newMaterial, options(t, "modern"))
	run(s, search.NewGame(board.Start()), search.Limits{Nodes: 2000})
	for plies := range 3 {
		if got := plyOf(s.Top(Part{Positions: 1000, Plies: plies})); got != plies {
			t.Errorf("%d half-moves, want %d", got, plies)
		}
	}
	for moves := 1; moves < 4; moves++ {
		top := s.Top(Part{Positions: 1000, Plies: 2, Moves: moves})
		if len(top.Next) != moves || len(top.Next[0].Next) != moves || top.More != 20-moves {
			t.Errorf("%d and %d moves, %d more; want %d", len(top.Next), len(top.Next[0].Next), top.More, moves)
		}
	}
}

// plyOf returns how deep a branch is.
func plyOf(b *Branch) (plies int) {
	for i := range b.Next {
		plies = max(plies, 1+plyOf(&b.Next[i]))
	}
	return plies
}

// TestTopLine: a line that is wanted is there, be it never visited.
func TestTopLine(t *testing.T) {
	s := New(newMaterial, options(t, "modern"))
	run(s, search.NewGame(board.Start()), search.Limits{Nodes: 2000})
	moves := s.Root()
	last := slices.MinFunc(moves, func(a, b Move) int { return a.Visits - b.Visits })
	for positions := 1; positions < 6; positions++ {
		top := s.Top(Part{Positions: positions, Plies: 3, Moves: 1, Line: last.Line})
		if got := top.Next; positions > 1 && (len(got) != 1 || got[0].Move.Move != last.Move) {
			t.Errorf("%d positions: %+v, want %v", positions, got, last.Move)
		}
		if count, _, _ := walk(t, top); count > positions {
			t.Errorf("%d positions, want %d", count, positions)
		}
	}
}

// walk returns how many positions a branch has, the least visits of one, and at least the visits of any
// that was left out: the rest shared by all of these.
func walk(t *testing.T, b *Branch) (count, least, passed int) {
	t.Helper()
	count, least = 1, b.Visits
	sum := b.Rest
	if b.More > 0 {
		passed = b.Rest / b.More
	}
	for i := range b.Next {
		sum += b.Next[i].Visits
		if i > 0 && b.Next[i].Visits > b.Next[i-1].Visits {
			t.Errorf("%v stands after %v", b.Next[i].Move, b.Next[i-1].Move)
		}
		c, l, p := walk(t, &b.Next[i])
		count, least, passed = count+c, min(least, l), max(passed, p)
	}
	if len(b.Next)+b.More > 0 && (sum > b.Visits || sum < b.Visits-2) {
		t.Errorf("%v: %d visits, after it %d", b.Move, b.Visits, sum)
	}
	return count, least, passed
}

// TestTopProved: a proved root is worth its proof.
func TestTopProved(t *testing.T) {
	s := New(newMaterial, options(t, "modern"))
	run(s, play(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", ""), search.Limits{Nodes: 100})
	top := s.Top(Part{Positions: 3, Plies: 9})
	if top.Value != 1 || len(top.Next) == 0 {
		t.Errorf("%+v", top)
	}
}
