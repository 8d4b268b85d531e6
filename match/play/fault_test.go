package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/pgn"
)

// TestFaults has engines that die, hang, lie or are late, as either side. Each gets apart and is
// the guilty side's loss; nothing is left running.
func TestFaults(t *testing.T) {
	nodes, quick := Limit{Nodes: 1000}, Limit{MoveTime: 10 * time.Millisecond}
	tests := []struct {
		how    string
		limit  Limit
		end    End
		gone   bool
		reason string
	}{
		{"dies", nodes, Crash, true, "died after \"go nodes 1000\": exit status 3; it said last: assertion failed"},
		{"is killed", nodes, Crash, true, "signal: killed"},
		{"ends in peace", nodes, Crash, true, "exit status 0"},
		{"dies between games", nodes, Crash, true, "assertion failed"},
		{"is silent", nodes, Hang, true, "hangs: no bestmove"},
		{"plays the impossible", nodes, IllegalMove, false, `illegal move "e2e5"`},
		{"resigns", nodes, IllegalMove, false, `illegal move "(none)"`},
		{"prints rubbish", nodes, Garbage, true, "want a move after bestmove"},
		{"ignores the limit", nodes, TimeLoss, false, "with nodes=1000"},
		{"ignores the limit", Limit{Depth: 5}, TimeLoss, false, "with depth=5"},
		{"ignores the limit", quick, TimeLoss, false, "used of 10ms"},
		{"is late", quick, TimeLoss, false, "used of 10ms"},
		{"is late", Limit{Time: 10 * time.Millisecond}, TimeLoss, false, "used of 10ms"},
	}
	for _, test := range tests {
		for guilty := range board.Color(2) {
			t.Run(fmt.Sprintf("%s with %v as %v", test.how, test.limit, guilty), func(t *testing.T) {
				t.Parallel()
				c := launch(t, test.how)
				sides := [2]Side{side(first()), side(first())}
				sides[guilty] = Side{Foreign(c), test.limit}
				var r Record
				if err := Play(t.Context(), opening(t, ""), sides[0], sides[1], Rules{}, &r); err != nil {
					t.Fatal(err)
				}
				if r.End != test.end || !r.End.Forfeit() || r.Result != wonBy(guilty.Other()) {
					t.Errorf("%v, %v; want %v, and the loss of %v", r.End, r.Result, test.end, guilty)
				}
				if !strings.HasPrefix(r.Reason, guilty.String()) || !strings.Contains(r.Reason, test.reason) {
					t.Errorf("reason %q, want %q", r.Reason, test.reason)
				}
				if r.Gone[guilty] != test.gone || r.Gone[guilty.Other()] {
					t.Errorf("gone %v, want that %v of %v", r.Gone, test.gone, guilty)
				}
				if err := sides[guilty].Player.Close(); err != nil || runs(t, c) {
					t.Errorf("closed: %v, runs %v", err, runs(t, c))
				}
			})
		}
	}
}

// TestDeadPlayer plays on with a player that is gone: a crash once more.
func TestDeadPlayer(t *testing.T) {
	dead := Side{Foreign(launch(t, "dies")), Limit{Nodes: 5}}
	for range 2 {
		var r Record
		if err := Play(t.Context(), opening(t, "", "d2d4"), side(first()), dead, Rules{}, &r); err != nil {
			t.Fatal(err)
		}
		if r.End != Crash || r.Result != pgn.WhiteWins || len(r.Moves) != 1 || !r.Gone[board.Black] {
			t.Errorf("%v, %v, %d moves, gone %v", r.End, r.Result, len(r.Moves), r.Gone)
		}
	}
}

// TestForeign plays games between two processes, in Chess960 too: they castle at once.
func TestForeign(t *testing.T) {
	for _, how := range []string{"", "says much", "tells no score"} {
		t.Run(how, func(t *testing.T) {
			clients := [2]*client.Client{launch(t, how), launch(t, how)}
			white, black := Side{Foreign(clients[0]), Limit{Nodes: 5}}, Side{Foreign(clients[1]), Limit{Time: time.Hour}}
			for _, fen := range []string{"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"} {
				var r Record
				if err := Play(t.Context(), opening(t, fen), white, black, Rules{MaxPlies: 6}, &r); err != nil {
					t.Fatal(err)
				}
				m := r.Moves[1]
				if !r.Moves[0].Move.IsCastle() || !m.Move.IsCastle() || r.End.Forfeit() {
					t.Errorf("%v, %v of %+v", r.End, r.Reason, r.Moves)
				}
				if told := how != "tells no score"; m.Scored != told || told && (m.Score != 33 || m.Depth != 4 || m.Nodes != 77) {
					t.Errorf("%+v", m)
				}
				if m.Time <= 0 || m.Left != time.Hour-m.Time || r.Used[0].Moves != 3 {
					t.Errorf("%+v, used %+v", m, r.Used)
				}
			}
			for _, c := range clients {
				if err := c.Close(); err != nil || runs(t, c) {
					t.Errorf("closed: %v, runs %v", err, runs(t, c))
				}
			}
		})
	}
}

// TestForeignSetUpWrongly has engines that cannot play a game and are not to blame.
func TestForeignSetUpWrongly(t *testing.T) {
	c := launch(t, "")
	if err := c.SetOption("UCI_Chess960", "false"); err != nil {
		t.Fatal(err)
	}
	var r Record
	var bad *client.BadOption
	o := opening(t, "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1")
	err := Play(t.Context(), o, Side{Foreign(c), Limit{Nodes: 5}}, side(first()), Rules{}, &r)
	if !errors.As(err, &bad) || errors.Is(err, ErrHarness) || r.Result != pgn.Unknown {
		t.Errorf("%v, %v; want a BadOption", err, r.Result)
	}
	c.Close()
	err = Play(t.Context(), opening(t, ""), Side{Foreign(c), Limit{Nodes: 5}}, side(first()), Rules{}, &r)
	if !errors.Is(err, client.ErrClosed) || r.Result != pgn.Unknown {
		t.Errorf("%v, %v; want %v", err, r.Result, client.ErrClosed)
	}
}

// TestForeignAndEndOfContext ends the context while an engine that was started with it is silent.
func TestForeignAndEndOfContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := launchWith(ctx, t, "ignores the limit")
	time.AfterFunc(20*time.Millisecond, cancel)
	var r Record
	err := Play(ctx, opening(t, ""), Side{Foreign(c), Limit{Time: time.Hour}}, side(first()), Rules{}, &r)
	if !errors.Is(err, context.Canceled) || r.End != Unfinished || r.Result != pgn.Unknown {
		t.Errorf("%v, %v, %v", err, r.End, r.Result)
	}
	if err := c.Close(); err != nil || runs(t, c) {
		t.Errorf("closed: %v, runs %v", err, runs(t, c))
	}
}

// TestBlame sorts errors by whose fault they are.
func TestBlame(t *testing.T) {
	wrapped := func(err error) error { return fmt.Errorf("engine: %w", err) }
	tests := []struct {
		err  error
		want End
	}{
		{wrapped(&client.Death{}), Crash},
		{wrapped(&Panic{}), Crash},
		{wrapped(&client.Hang{}), Hang},
		{wrapped(&client.Timeout{}), Hang},
		{wrapped(&client.Garbage{}), Garbage},
		{wrapped(&client.IllegalMove{}), IllegalMove},
		{wrapped(&client.BadOption{}), Unfinished},
		{wrapped(client.ErrClosed), Unfinished},
		{wrapped(ErrHarness), HarnessFault},
	}
	for _, test := range tests {
		if got := blame(test.err); got != test.want {
			t.Errorf("%T: %v, want %v", errors.Unwrap(test.err), got, test.want)
		}
	}
}
