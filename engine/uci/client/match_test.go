package client

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/centipawn/internal/long"
	"example.org/centipawn/search"
)

var (
	games = flag.Int("games", 2, "games of the engine against itself")
	base  = flag.Duration("base", 300*time.Millisecond, "time for a game")
	inc   = flag.Duration("inc", 10*time.Millisecond, "time gained with every move")
)

// TestEngineAgainstItself plays games of cmd/engine with clocks, two at a time, and lets it pass no
// illegal move, no time loss, no death and no process that is left. The clocks have no margin: a
// move takes as long as it takes to get here. Time that the engine has waited for a core of a busy
// machine is counted separately.
//
// 200 games at 1+0.01 s: go test ./engine/uci/client -run EngineAgainstItself -games 200 -base 1s -timeout
// 60m -v
func TestEngineAgainstItself(t *testing.T) {
	command := buildEngine(t)
	numbers, games := make(chan int), *games
	if long.Short(t) {
		games = min(1, games)
	}
	var sheet scoresheet
	var workers sync.WaitGroup
	for range min(2, games) {
		players := [2]*Client{launch(t, Config{Command: command}), launch(t, Config{Command: command})}
		workers.Go(func() {
			for n := range numbers {
				if err := playGame(n, players, &sheet); err != nil {
					t.Errorf("game %d: %v", n, err)
				}
			}
		})
	}
	for n := range games {
		numbers <- n
	}
	close(numbers)
	workers.Wait()
	sheet.check(t)
}

// buildEngine compiles the engine's command.
func buildEngine(t *testing.T) string {
	t.Helper()
	command := filepath.Join(t.TempDir(), "engine.exe")
	if out, err := exec.Command("go", "build", "-o", command, "example.org/centipawn/cmd/engine").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return command
}

// opening is a game of eight random half-moves that can go on.
func opening(number int) *search.Game {
	random := rand.New(rand.NewPCG(uint64(number), 8))
	for {
		g := startGame()
		for range 8 {
			if moves := g.Position().LegalMoves(nil); len(moves) > 0 {
				g.Make(moves[random.IntN(len(moves))])
			}
		}
		if g.Outcome() == search.Ongoing {
			return g
		}
	}
}

// playGame lets two engines play until the rules end the game or a clock is over.
func playGame(number int, players [2]*Client, sheet *scoresheet) error {
	for _, p := range players {
		if err := p.NewGame(); err != nil {
			return err
		}
	}
	g := opening(number)
	clocks := [2]time.Duration{*base, *base}
	for g.Outcome() == search.Ongoing {
		side := g.Position().SideToMove()
		player := players[int(side)^number&1]
		pid := player.proc.cmd.Process.Pid
		before, ours := waitsOf(pid), waitsOf(os.Getpid())
		r, err := player.Search(g, search.Limits{Time: clocks, Increment: [2]time.Duration{*inc, *inc}}, nil)
		if err != nil {
			return fmt.Errorf("after %v: %w", g.Moves(), err)
		}
		left := clocks[side] - r.Time
		sheet.move(r.Time, left, *base)
		if left < 0 {
			waited := waitsOf(pid).since(before) + waitsOf(os.Getpid()).since(ours)
			sheet.loss(number, len(g.Moves()), clocks[side], r.Time, waited)
			return nil
		}
		clocks[side] = left + *inc
		g.Make(r.Move)
	}
	sheet.end(g.Outcome(), clocks)
	return nil
}

// waits is how long threads were ready to run and did not, by thread.
type waits map[string]time.Duration

// waitsOf reads the waits of a process; none where the system does not tell (it is Linux that
// does).
func waitsOf(pid int) waits {
	w := waits{}
	folder := fmt.Sprintf("/proc/%d/task/", pid)
	threads, _ := os.ReadDir(folder)
	for _, thread := range threads {
		text, _ := os.ReadFile(folder + thread.Name() + "/schedstat")
		if f := strings.Fields(string(text)); len(f) == 3 {
			ns, _ := strconv.ParseInt(f[1], 10, 64)
			w[thread.Name()] = time.Duration(ns)
		}
	}
	return w
}

// since returns the longest that one thread has waited since an earlier look.
func (w waits) since(before waits) (longest time.Duration) {
	for thread, now := range w {
		longest = max(longest, now-before[thread])
	}
	return longest
}

// scoresheet is what the games of a match have come to.
type scoresheet struct {
	mu       sync.Mutex
	outcomes [search.FiftyMoves + 1]int
	used     time.Duration
	moves    int
	least    time.Duration   // left on any clock
	rest     []time.Duration // on the clocks at the end of games
	losses   []string        // on time
	starved  []string        // losses that are explained by waiting for a core
}

func (s *scoresheet) move(used, left, base time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moves == 0 {
		s.least = base
	}
	s.moves++
	s.used += used
	s.least = min(s.least, left)
}

func (s *scoresheet) loss(game, ply int, clock, used, waited time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := fmt.Sprintf("game %d, half-move %d: %v used of %v, of which %v waiting for a core", game, ply, used, clock, waited)
	if used-waited <= clock {
		s.starved = append(s.starved, text)
	} else {
		s.losses = append(s.losses, text)
	}
}

func (s *scoresheet) end(o search.Outcome, clocks [2]time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.outcomes[o]++
	s.rest = append(s.rest, clocks[:]...)
}

// check fails the test for losses on time and logs the rest. Where the machine was too busy there
// is not a verdict.
func (s *scoresheet) check(t *testing.T) {
	for o, n := range s.outcomes {
		if n > 0 {
			t.Logf("%d games ended by %v", n, search.Outcome(o))
		}
	}
	for _, text := range s.losses {
		t.Error("lost on time: ", text)
	}
	if slices.Sort(s.rest); len(s.rest) > 0 {
		t.Logf("%d moves, %v each; least time left %v; at the end of games: least %v, median %v",
			s.moves, s.used/time.Duration(s.moves), s.least, s.rest[0], s.rest[len(s.rest)/2])
	}
	for _, text := range s.starved {
		t.Log("the machine was too busy: ", text)
	}
	if len(s.starved) > 0 {
		t.Skip("no verdict where the machine was too busy: run it on an idle one")
	}
	if len(s.rest) == 0 {
		t.Error("no game came to its end")
	}
}
