package mcts

import (
	"math/rand/v2"
	"os"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/search"
)

// known returns tables that know all positions of few pieces, with the same end for the side to move.
func known(end float64, pieces int, calls *int) func(p *board.Position) (float64, bool) {
	return func(p *board.Position) (float64, bool) {
		*calls++
		return end, p.Occupied().Count() <= pieces
	}
}

// TestGate: where tables are asked, and what a position that they know is worth.
func TestGate(t *testing.T) {
	const queen, start = "8/8/8/4k3/8/8/8/K6Q w - - 0 1", board.StartFEN
	for _, tt := range []struct {
		name, fen  string
		gate       Gate
		simulation Simulation
		end        float64
		low, high  float64
	}{
		{"a won leaf", queen, TablesAtLeaves, Static, 1, 0.9, 1},
		{"a lost one", queen, TablesAtLeaves, Quiescence, 0, 0, 0.1},
		{"a drawn one", queen, TablesAtLeaves, Static, 0.5, 0.5, 0.5},
		{"a simulation that begins there", queen, TablesInRollouts, Light, 0, 0, 0.1},
		{"no simulation", queen, TablesInRollouts, Static, 0, 0.99, 1},
		{"no tables wanted", queen, NoTables, Static, 0, 0.99, 1},
		{"not in the tables", start, TablesAtLeaves, Static, 0, 0.5, 0.5},
	} {
		calls := 0
		opt := options(t, "modern")
		opt.Gate, opt.Simulation, opt.Tables = tt.gate, tt.simulation, known(tt.end, 3, &calls)
		w := ready(New(newMaterial, opt), play(t, tt.fen, ""))
		w.pos = w.root
		if got := w.simulate(); got < tt.low || got > tt.high {
			t.Errorf("%s: %v, want %v to %v", tt.name, got, tt.low, tt.high)
		}
		if asked := tt.gate == TablesAtLeaves || tt.gate == TablesInRollouts && tt.simulation == Light; asked != (calls > 0) {
			t.Errorf("%s: %d calls", tt.name, calls)
		}
	}
}

// TestGateOfMates: what is over is over, whatever tables say.
func TestGateOfMates(t *testing.T) {
	for fen, want := range map[string]float64{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1": 0, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": 0.5} {
		calls := 0
		opt := options(t, "mcc-solver")
		opt.Gate, opt.Tables = TablesInRollouts, known(1, 3, &calls)
		w := ready(New(newMaterial, opt), play(t, fen, ""))
		w.pos = w.root
		if got := w.simulate(); got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}

// TestRolloutIntoTables: a game that is played on ends where tables know it, long before its end.
func TestRolloutIntoTables(t *testing.T) {
	calls := 0
	opt := withInner(t, "mcc-sr-tb", &calls)
	asked := 0
	opt.Tables = known(0.5, 3, &asked)
	w := ready(New(newMaterial, opt), play(t, "8/4k3/8/3r4/8/8/3Q4/K7 w - - 0 1", ""))
	w.pos = w.root
	if got := w.simulate(); got != 0.5 || calls > 3 {
		t.Errorf("%v after %d moves: the queen takes the rook, and tables say draw", got, calls)
	}
}

// TestKeepsResult: with tables at the leaves the move that is played keeps what the position is worth.
func TestKeepsResult(t *testing.T) {
	const folder = "../../../shared/data/tables/syzygy"
	if _, err := os.Stat(folder); err != nil {
		t.Skip("needs ../shared/data/tables/syzygy")
	}
	tables, err := syzygy.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	opt := options(t, "modern")
	opt.Gate, opt.Memory = TablesAtLeaves, 1
	opt.Tables = func(p *board.Position) (float64, bool) {
		end, known := tables.Probe(p)
		return end.Expected(), known
	}
	s := New(newMaterial, opt)
	rng, ends := rand.New(rand.NewPCG(3, 3)), map[syzygy.WDL]int{}
	for range 400 {
		p := small(rng)
		end, known := tables.Probe(&p)
		if !known || p.HalfmoveClock() > 0 {
			continue
		}
		s.NewGame()
		r := run(s, search.NewGame(p), search.Limits{Nodes: 400})
		ends[end]++
		next := p
		next.Make(r.Move)
		if after, known := tables.Probe(&next); !known || after != -end {
			t.Errorf("%s: %v, a %v, %v leaves %v to the other side", p.FEN(), r.Score, end, r.Move, after)
		}
	}
	t.Logf("%v", ends)
	if ends[syzygy.Win] < 30 || ends[syzygy.Draw] < 30 || ends[syzygy.Loss] < 30 {
		t.Errorf("too few positions: %v", ends)
	}
}

// TestGateWithin: what tables and an evaluation say together is an expected score, with a published
// fault, too, by which the evaluation alone is none.
func TestGateWithin(t *testing.T) {
	calls := 0
	opt := options(t, "modern")
	opt.Gate, opt.Simulation, opt.Faults, opt.Tables = TablesAtLeaves, Static, Pawns, known(1, 3, &calls)
	w := ready(New(newMaterial, opt), play(t, "8/8/8/4k3/8/8/8/K6Q w - - 0 1", ""))
	w.pos = w.root
	if got := w.simulate(); got < 0.9 || got > 1 {
		t.Errorf("%v of a won position", got)
	}
}
