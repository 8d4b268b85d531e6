package suite

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

func one(t *testing.T, text string) *Problem {
	t.Helper()
	problems, bad := read(t, text)
	if len(problems) != 1 || len(bad) > 0 {
		t.Fatalf("%d problems, bad %q; want one", len(problems), bad)
	}
	return problems[0]
}

// twoMates has two mates in one, Ra8 and Rb8.
const twoMates = "6k1/5ppp/8/8/8/8/R4PPP/1R4K1 w - -"

// ladder has a mate in two by Rb7 and by Ra7 alike: rooks against a king on h8.
const ladder = "7k/8/8/8/8/8/R7/1R4K1 w - -"

func TestSolve(t *testing.T) {
	afterRb7 := "6k1/1R6/8/8/8/8/R7/6K1 w - -"
	tests := []struct {
		name, text string
		rule       Rule
		script     script
		solved     bool
		played     string
		needed     uint64
	}{
		{"best move at once", twoMates + " bm Ra8", BySolution, script{twoMates: "Ra8"}, true, "Ra8#", 10},
		{"best move found late", twoMates + " bm Ra8", BySolution, script{twoMates: "h3 Ra7 Ra8 Ra8"}, true, "Ra8#", 30},
		{"found, lost and found again", twoMates + " bm Ra8", BySolution, script{twoMates: "Ra8 Ra7 Ra8"}, true, "Ra8#", 30},
		{"found and lost", twoMates + " bm Ra8", BySolution, script{twoMates: "Ra8 Ra7"}, false, "Ra7", 0},
		{"one of several", twoMates + " bm h3 Ra7", BySolution, script{twoMates: "Ra7"}, true, "Ra7", 10},
		{"avoided", twoMates + " am h3", BySolution, script{twoMates: "h3 g3"}, true, "g3", 20},
		{"not avoided", twoMates + " am h3", BySolution, script{twoMates: "h3"}, false, "h3", 0},
		{"best and avoided", twoMates + " bm Ra8 Rb8; am Rb8", BySolution, script{twoMates: "Rb8"}, false, "Rb8#", 0},
		{"any mate for dm", twoMates + " dm 1", BySolution, script{twoMates: "Rb8"}, true, "Rb8#", 10},
		{"no mate for dm", twoMates + " dm 1", BySolution, script{twoMates: "Rb7"}, false, "Rb7", 0},
		{"bm goes before dm", twoMates + " dm 1; bm Ra8", BySolution, script{twoMates: "Rb8"}, false, "Rb8#", 0},
		{"unless mates are asked for", twoMates + " dm 1; bm Ra8", ByMate, script{twoMates: "Rb8"}, true, "Rb8#", 10},

		{"solution", "FEN,Solution\n" + ladder + ",Rb7 Kg8 Ra8\n", BySolution, script{ladder: "Rb7", afterRb7: "Raa7 Ra8"}, true, "Rb7 Ra8#", 30},
		{"second move wrong", "FEN,Solution\n" + ladder + ",Rb7 Kg8 Ra8\n", BySolution, script{ladder: "Rb7", afterRb7: "Raa7"}, false, "Rb7 Raa7", 0},
		{"first move wrong", "FEN,Solution\n" + ladder + ",Rb7 Kg8 Ra8\n", BySolution, script{ladder: "Ra7"}, false, "Ra7", 0},
		{"another first move that mates as soon", "FEN,Solution\n" + ladder + ",Rb7 Kg8 Ra8\n", ByMate,
			script{ladder: "Ra7", "6k1/R7/8/8/8/8/8/1R4K1 w - -": "Rb8"}, true, "Ra7 Rb8#", 20},
		{"another first move that mates later", "FEN,Solution\n" + ladder + ",Rb7 Kg8 Ra8\n", ByMate, script{ladder: "Rb6"}, false, "Rb6", 0},
		{"another last mate", "FEN,Solution\n" + twoMates + ",Ra8\n", BySolution, script{twoMates: "Rb8"}, true, "Rb8#", 10},
		{"another last mate, exactly", "FEN,Solution\n" + twoMates + ",Ra8\n", Exactly, script{twoMates: "Rb8"}, false, "Rb8#", 0},
		{"a mate before the solution's end", "FEN,Solution\n" + twoMates + ",Ra7 h6 Ra8 Kh7 Rbb8\n", BySolution, script{twoMates: "Rb8"}, true, "Rb8#", 10},
		{"a solution that does not mate", "FEN,Solution\n" + twoMates + ",h3\n", ByMate, script{twoMates: "Ra7"}, false, "Ra7", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := one(t, tt.text)
			a, err := Solve(t.Context(), tt.script, p, search.Limits{Nodes: 100}, tt.rule)
			if err != nil {
				t.Fatal(err)
			}
			played := playedSAN(a)
			if a.Solved != tt.solved || played != tt.played || a.Needed.Nodes != tt.needed {
				t.Errorf("solved %v by %s, %d nodes needed; want %v by %s, %d", a.Solved, played, a.Needed.Nodes, tt.solved, tt.played, tt.needed)
			}
			if a.Solved && a.Needed.Time != time.Duration(tt.needed/10)*time.Millisecond {
				t.Errorf("%v needed, want a millisecond for every ten of %d nodes", a.Needed.Time, tt.needed)
			}
		})
	}
}

// playedSAN returns the solver's moves of an attempt.
func playedSAN(a *Attempt) string {
	var words []string
	p := a.Problem.Start
	for i, m := range a.Line {
		if i%2 == 0 {
			words = append(words, p.SAN(m))
		}
		p.Make(m)
	}
	return strings.Join(words, " ")
}

// A search may end with a mate where any mate in time is right, and nowhere else.
func TestMates(t *testing.T) {
	tests := []struct {
		name string
		p    Problem
		rule Rule
		done int
		want bool
	}{
		{"dm", Problem{Mate: 2}, BySolution, 0, true},
		{"bm and dm", Problem{Mate: 2, Best: make([]board.Move, 1)}, BySolution, 0, false},
		{"bm and dm, any mate", Problem{Mate: 2, Best: make([]board.Move, 1)}, ByMate, 0, true},
		{"bm and a long dm, any mate", Problem{Mate: 4, Best: make([]board.Move, 1)}, ByMate, 0, false},
		{"solution", Problem{Mate: 2, Solution: make([]board.Move, 3)}, BySolution, 0, false},
		{"solution, any mate", Problem{Mate: 2, Solution: make([]board.Move, 3)}, ByMate, 0, true},
		{"long solution, any mate", Problem{Mate: 5, Solution: make([]board.Move, 9)}, ByMate, 1, false},
		{"the last three moves of it", Problem{Mate: 5, Solution: make([]board.Move, 9)}, ByMate, 2, true},
		{"no mate", Problem{Solution: make([]board.Move, 3)}, ByMate, 0, false},
	}
	for _, tt := range tests {
		trial := newTrial(&tt.p, tt.rule)
		trial.done = tt.done
		if got := trial.mates(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestSolvePoints(t *testing.T) {
	p := one(t, twoMates+` bm Ra8; c0 "Ra8=10, Rb8=9, Ra7=1"`)
	for _, tt := range []struct {
		plays string
		want  int
	}{{"Ra8", 10}, {"Rb8", 9}, {"Ra7", 1}, {"h3", 0}} {
		a, err := Solve(t.Context(), script{twoMates: tt.plays}, p, search.Limits{}, BySolution)
		if err != nil || a.Points != tt.want || a.Solved != (tt.plays == "Ra8") {
			t.Errorf("%s: %d points, solved %v, error %v; want %d", tt.plays, a.Points, a.Solved, err, tt.want)
		}
	}
}

// A searcher that gives no move has not solved anything.
func TestSolveWithoutMove(t *testing.T) {
	p := one(t, twoMates+" am h3")
	a, err := Solve(t.Context(), mute{}, p, search.Limits{}, BySolution)
	if err != nil || a.Solved {
		t.Errorf("solved %v, error %v; want a failure", a.Solved, err)
	}
	if f := failure(a); f.Played != "no move" {
		t.Errorf("played %q", f.Played)
	}
}

// mute finds nothing.
type mute struct{}

func (mute) NewGame() {}
func (mute) Search(*search.Game, *search.Control, func(*search.Info)) (r search.Result) {
	return r
}

// fails depends on something that has died.
type fails struct{ script }

func (fails) Err() error { return errors.New("died") }

// A searcher that has failed solves nothing, whatever its move.
func TestSolveFails(t *testing.T) {
	a, err := Solve(t.Context(), fails{script{twoMates: "Ra8"}}, one(t, twoMates+" bm Ra8"), search.Limits{}, BySolution)
	if err == nil || err.Error() != "died" {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestSolveStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := Solve(ctx, waiter{}, one(t, twoMates+" bm Ra8"), search.Limits{Nodes: 1}, BySolution); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// waiter searches until it is stopped.
type waiter struct{ script }

func (waiter) Search(g *search.Game, c *search.Control, _ func(*search.Info)) search.Result {
	for !c.Stopped() {
		time.Sleep(time.Millisecond)
	}
	return search.Result{Move: g.Position().LegalMoves(nil)[0]}
}

func TestForces(t *testing.T) {
	tests := []struct {
		name, fen string
		n         int
		want      bool
	}{
		{"mate in one", twoMates, 1, true},
		{"no mate in one", ladder, 1, false},
		{"mate in two", ladder, 2, true},
		{"mate in two is one in three", ladder, 3, true},
		{"mate in two of the puzzles", buckle, 2, true},
		{"not in one", buckle, 1, false},
		{"stalemate is not a mate", "7k/8/6K1/8/8/8/8/8 w - - 0 1", 1, false},
		{"a queen stalemates or mates", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 2, true},
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := board.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := forces(&p, tt.n); got != tt.want {
				t.Errorf("mate in %d: %v, want %v", tt.n, got, tt.want)
			}
		})
	}
}

func TestRuleText(t *testing.T) {
	for _, r := range []Rule{BySolution, ByMate, Exactly} {
		var back Rule
		if err := back.UnmarshalText([]byte(r.String())); err != nil || back != r {
			t.Errorf("%v comes back as %v, %v", r, back, err)
		}
	}
	if err := new(Rule).UnmarshalText([]byte("nearly")); err == nil || !strings.Contains(err.Error(), "solution, mate nor exact") {
		t.Errorf("nearly: error %v, want one that names the rules", err)
	}
}
