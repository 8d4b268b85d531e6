package alphabeta_test

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// TestStop: a search ends when it is stopped, at whatever time that is, with a
// legal move; also with several threads.
func TestStop(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := alphabeta.New(newMaterial, alphabeta.Options{Hash: 1})
	for i := range 30 {
		if err := s.SetOptions(alphabeta.Options{Hash: 1, Threads: 1 + i%3, MultiPV: 1 + i%2}); err != nil {
			t.Fatal(err)
		}
		g := position(t, boardtest.Kiwipete)
		c := search.NewControl(search.Limits{Infinite: true}, g.Position().SideToMove(), 0)
		var stopper sync.WaitGroup
		delay := time.Duration(rng.IntN(3_000)) * time.Microsecond
		if i == 0 {
			c.Stop() // before it begins
		} else {
			stopper.Go(func() { time.Sleep(delay); c.Stop() })
		}
		r := s.Search(g, c, nil)
		stopper.Wait()
		if !g.Position().IsLegal(r.Move) || len(r.PV) == 0 || r.PV[0] != r.Move || r.Score.IsMate() {
			t.Fatalf("stopped after %v: %+v", delay, r)
		}
	}
}

// TestPonder: while pondering no time is used up; after the hit it is.
func TestPonder(t *testing.T) {
	s := alphabeta.New(newMaterial, alphabeta.Options{Hash: 1})
	g := position(t, boardtest.Kiwipete)
	c := search.NewControl(search.Limits{MoveTime: 10 * time.Millisecond, Ponder: true}, g.Position().SideToMove(), 0)
	var hit sync.WaitGroup
	hit.Go(func() { time.Sleep(50 * time.Millisecond); c.PonderHit() })
	r := s.Search(g, c, nil)
	hit.Wait()
	if r.Time < 50*time.Millisecond || !g.Position().IsLegal(r.Move) {
		t.Errorf("ended after %v, before the hit: %+v", r.Time, r)
	}
}

// TestThreads: several threads find a mate and agree on its distance.
func TestThreads(t *testing.T) {
	s := alphabeta.New(newMaterial, alphabeta.Options{Hash: 1, Threads: 4})
	g := position(t, "7k/8/8/8/8/1R6/R7/K7 w - - 0 1")
	if r := run(s, g, search.Limits{Depth: 5}); r.Score != search.MateIn(3) {
		t.Errorf("score %v, want mate in two", r.Score)
	}
}
