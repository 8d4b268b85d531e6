package regret

import (
	"testing"
)

// TestHalves: no game is in both halves, every root is in one, and the order stays.
func TestHalves(t *testing.T) {
	all := roots(400)
	whole := rootsOf(t, Positions(all, 1))
	games := map[uint32]Half{}
	var taken [2]int
	for _, h := range []Half{FirstHalf, SecondHalf} {
		list := rootsOf(t, h.Of(Positions(all, 1)))
		next := 0
		for _, root := range list {
			for whole[next].Position.Key() != root.Position.Key() {
				if next++; next == len(whole) {
					t.Fatalf("half %d has another order", h)
				}
			}
			if other, ok := games[root.Game]; ok && other != h {
				t.Fatalf("game %d is in both halves", root.Game)
			}
			games[root.Game] = h
		}
		taken[h] = len(list)
	}
	if taken[0]+taken[1] != len(whole) || taken[0] < len(whole)/4 || taken[1] < len(whole)/4 {
		t.Errorf("%v of %d roots", taken, len(whole))
	}
}

// TestHalvesAreMeasured: measures at the halves are of other games, and together of all.
func TestHalvesAreMeasured(t *testing.T) {
	var n, games int
	for _, h := range []Half{FirstHalf, SecondHalf} {
		opt := options(new(int))
		opt.From, opt.Roots = h.Of(opt.From), 1000
		r, _ := measure(t, opt)
		n, games = n+r.Roots, games+r.Games
	}
	opt := options(new(int))
	opt.Roots = 1000
	if r, _ := measure(t, opt); n != r.Roots || games != r.Games {
		t.Errorf("%d roots of %d games in halves, %d of %d in all", n, games, r.Roots, r.Games)
	}
}

// rootsOf reads a source to its end.
func rootsOf(t *testing.T, s Source) (list []Root) {
	t.Helper()
	for {
		more, err := s.more(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(more) == 0 {
			return list
		}
		list = append(list, more...)
	}
}
