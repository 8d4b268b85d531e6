package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// TestStartsAgain has an entrant B that does not start again at its third start: the game is lost
// by who died, was silent or spoke nonsense, and void if it was no player's fault. In a tournament
// every change of pairing is a start.
func TestStartsAgain(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  error
		end  play.End
	}{
		{"dies", &client.Death{Engine: "B", After: "uci", State: "exit status 3"}, play.Crash},
		{"is silent", &client.Timeout{Engine: "B", Want: "uciok"}, play.Hang},
		{"speaks nonsense", &client.Garbage{Engine: "B", Line: "}", Want: "uciok"}, play.Garbage},
		{"no room", errors.New("fork: too many open files"), play.HarnessFault},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var alive, starts atomic.Int64
			p := quick(6, mover{seed: 1, alive: &alive}, mover{seed: 2, alive: &alive}, mover{seed: 3, alive: &alive})
			p.Concurrency, p.MaxFaults, p.Dir = 1, 1, t.TempDir()
			start := p.Entrants[1].Start
			p.Entrants[1].Start = func(ctx context.Context) (play.Player, error) {
				if starts.Add(1) == 3 {
					return nil, fmt.Errorf("engine: %w", tt.err)
				}
				return start(ctx)
			}
			r := mustRun(t, p)
			checkAbsence(t, r, tt.end)
			if alive.Load() != 0 {
				t.Errorf("%d players are left", alive.Load())
			}
			sameMatch(t, mustRun(t, p), r)
		})
	}
}

// checkAbsence checks a match of three in which B did not start once.
func checkAbsence(t *testing.T, r *Result, end play.End) {
	t.Helper()
	guilty, void := "B", 0
	if end == play.HarnessFault {
		guilty, void = "", 1
	}
	if r.Stop != AllPlayed || r.Voided != void || r.Games != r.Planned-2*void || len(r.Faults) != 1 || r.Warnings.Has(note.V03) != (void == 1) {
		t.Fatalf("%v, %d games, %d pairs void, faults %v, %v", r.Stop, r.Games, r.Voided, r.Faults, r.Warnings)
	}
	if f := r.Faults[0]; f.Player != guilty || f.End != end.String() || !strings.Contains(f.Reason, "does not start again: ") {
		t.Errorf("fault %+v; want %v of %q", f, end, guilty)
	}
	if r.Players[1].Faults != 1-void {
		t.Errorf("faults of B: %d", r.Players[1].Faults)
	}
}

// TestFlakyEngine has a program that dies at its third start.
func TestFlakyEngine(t *testing.T) {
	p := quick(4, mover{seed: 1}, mover{}, mover{seed: 3})
	p.Concurrency, p.MaxFaults, p.Dir = 1, 1, t.TempDir()
	command, starts := os.Args[0], filepath.Join(t.TempDir(), "starts")
	p.Entrants[1].Start = func(ctx context.Context) (play.Player, error) {
		c, err := client.Start(ctx, client.Config{Command: command, Args: []string{"flaky-engine", starts}})
		if err != nil {
			return nil, err
		}
		return play.Foreign(c), nil
	}
	r := mustRun(t, p)
	checkAbsence(t, r, play.Crash)
	if !strings.Contains(r.Faults[0].Reason, "no licence") {
		t.Errorf("reason %q", r.Faults[0].Reason)
	}
}

// flakyEngine speaks UCI and plays the first legal move. It counts its starts in a file.
func flakyEngine(path string) {
	starts, _ := os.ReadFile(path)
	starts = append(starts, '|')
	if err := os.WriteFile(path, starts, 0o644); err != nil || len(starts) == 3 {
		fmt.Fprintln(os.Stderr, "no licence", err)
		os.Exit(3)
	}
	at := board.Start()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch word, rest, _ := strings.Cut(in.Text(), " "); word {
		case "uci":
			fmt.Println("id name flaky\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			_, moves, _ := strings.Cut(rest, "moves ")
			at = board.Start()
			for text := range strings.FieldsSeq(moves) {
				m, err := at.ParseUCI(text)
				if err != nil {
					os.Exit(4)
				}
				at.Make(m)
			}
		case "go":
			fmt.Println("bestmove", at.LegalMoves(nil)[0])
		case "quit":
			return
		}
	}
}

// TestPanicOutside has this program panic while it speaks with a player: the pair is void.
func TestPanicOutside(t *testing.T) {
	p := quick(5, mover{seed: 1}, mover{seed: 2})
	p.MaxFaults, p.Dir = 1, t.TempDir()
	var starts atomic.Int64
	start := p.Entrants[1].Start
	p.Entrants[1].Start = func(ctx context.Context) (play.Player, error) {
		if starts.Add(1) == 1 {
			return panicking{}, nil
		}
		return start(ctx)
	}
	r := mustRun(t, p)
	if r.Voided != 1 || r.Pairs != 4 || len(r.Faults) != 1 || r.Faults[0].Player != "" || !strings.Contains(r.Faults[0].Reason, "panic: no reply") {
		t.Errorf("%d pairs void, %d counted, faults %v", r.Voided, r.Pairs, r.Faults)
	}
	again := mustRun(t, p)
	sameMatch(t, again, r)
	if !strings.Contains(r.Panic, "match.panicking.Search") || again.Panic != r.Panic {
		t.Errorf("stack %q, and once more %q", r.Panic, again.Panic)
	}
}

type panicking struct{}

func (panicking) NewGame() error { return nil }
func (panicking) Close() error   { return nil }
func (panicking) Search(*search.Game, search.Limits) (play.Thought, error) {
	panic("no reply")
}
