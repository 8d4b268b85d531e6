package selfplay_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/search"
	"example.org/centipawn/winprob"
)

// relabel relabels EPD by searchers into a file.
func relabel(ctx context.Context, out, epd string, threads int, player func() (search.Searcher, error), settings any, progress func(*selfplay.Relabelled)) (selfplay.Relabelled, error) {
	who := play.Entrant{Start: func(context.Context) (play.Player, error) {
		s, err := player()
		return play.Ours(s), err
	}}
	r := datasets.NewReader("in.epd", strings.NewReader(epd), datasets.Options{})
	return selfplay.Relabel(ctx, out, r, selfplay.RelabelOptions{By: who, Threads: threads, Inputs: []string{"in.epd"}, Settings: settings, Progress: progress})
}

// relabelled relabels EPD by searchers, one on each of so many threads, and returns what was written.
func relabelled(t *testing.T, epd string, threads int, player func() (search.Searcher, error)) (string, selfplay.Relabelled) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.epd")
	sum, err := relabel(t.Context(), out, epd, threads, player, nil, func(*selfplay.Relabelled) {})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), sum
}

// The scores are White's, results and games stay, and a position without a move is omitted.
func TestRelabel(t *testing.T) {
	epd := `4k3/8/8/8/8/8/4P3/4K3 w - - c9 "1-0"; eval "7"; id "g1";
4k3/8/8/8/8/8/4P3/4K3 b - - c9 "1-0"; id "g1";
7k/5Q2/6K1/8/8/8/8/8 b - - c9 "1/2-1/2"; id "g2";
`
	ahead := func() (search.Searcher, error) {
		return searcher(func(g *search.Game) search.Result {
			return search.Result{Move: g.Position().LegalMoves(nil)[0], Score: 33, Depth: 5, Nodes: 9}
		}), nil
	}
	text, sum := relabelled(t, epd, 1, ahead)
	if want := (selfplay.Relabelled{Read: 3, Written: 2, NoMove: 1}); !cmp.Equal(sum, want) {
		t.Errorf("%+v, want %+v", sum, want)
	}
	var scores []winprob.Score
	r := datasets.NewReader("out.epd", strings.NewReader(text), datasets.Options{})
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		if s.Result != datasets.WhiteWins || s.Depth != 5 {
			t.Errorf("%+v", s)
		}
		scores = append(scores, s.Score)
	}
	if len(scores) != 2 || scores[0] != 33 || scores[1] != -33 {
		t.Errorf("scores %v in\n%s", scores, text)
	}
}

// Every player is closed, after an error, too.
func TestRelabelCloses(t *testing.T) {
	for _, epd := range []string{strings.Repeat("4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n", 300), "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\nno position\n"} {
		var started, closed atomic.Int32
		who := play.Entrant{Start: func(context.Context) (play.Player, error) {
			s, err := hasty()
			started.Add(1)
			return play.Ours(closing{s, &closed}), err
		}}
		r := datasets.NewReader("in.epd", strings.NewReader(epd), datasets.Options{})
		_, err := selfplay.Relabel(t.Context(), filepath.Join(t.TempDir(), "out.epd"), r, selfplay.RelabelOptions{By: who, Threads: 2, Progress: func(*selfplay.Relabelled) {}})
		if bad := strings.Contains(epd, "no position"); (err != nil) != bad || started.Load() != closed.Load() || !bad && started.Load() == 0 {
			t.Errorf("%d started, %d closed, %v", started.Load(), closed.Load(), err)
		}
	}
}

// kings returns 500 positions as EPD, of a king and pawns.
func kings() string {
	var epd strings.Builder
	for i := range 500 {
		rank := strings.NewReplacer("0", "").Replace(fmt.Sprintf("%d%s%d/%dK%d", 0, strings.Repeat("P", 1+i/8%8), 7-i/8%8, i%8, 7-i%8))
		fmt.Fprintf(&epd, "k7/8/8/8/8/8/%s w - - %d 1 c9 \"1-0\";\n", rank, i/64)
	}
	return epd.String()
}

// What is written does not depend on the number of threads.
func TestRelabelThreads(t *testing.T) {
	one, sum := relabelled(t, kings(), 1, hasty)
	if three, again := relabelled(t, kings(), 3, hasty); one != three || sum.Read != again.Read || sum.Written != again.Written {
		t.Errorf("%+v and %+v, %d and %d bytes", sum, again, len(one), len(three))
	}
	if sum.Read != 500 || sum.Written+sum.NoMove+sum.NoScore != 500 || sum.Written < 400 {
		t.Errorf("%+v", sum)
	}
}

// A run that was stopped goes on with its journal, also where the end of that is damaged, and
// writes what a whole one writes; a finished file stays, and other settings are refused.
func TestRelabelGoesOn(t *testing.T) {
	want, whole := relabelled(t, kings(), 1, hasty)
	out := filepath.Join(t.TempDir(), "out.epd")
	journal := out + selfplay.JournalEnding
	var searched atomic.Int32
	run := func(settings string, stop int) (selfplay.Relabelled, error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		searched.Store(0)
		counting := func() (search.Searcher, error) {
			s, err := hasty()
			return searcher(func(g *search.Game) search.Result {
				searched.Add(1)
				return s.Search(g, search.NewControl(search.Limits{Nodes: 1}, g.Position().SideToMove(), 0), nil)
			}), err
		}
		return relabel(ctx, out, kings(), 2, counting, settings, func(s *selfplay.Relabelled) {
			if s.Read >= stop {
				cancel()
			}
		})
	}
	if _, err := run("a", 128); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file of a run that was stopped")
	}
	if _, err := run("b", 1000); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("other settings: %v", err)
	}
	info, err := os.Stat(journal)
	if err == nil {
		err = os.Truncate(journal, info.Size()-3)
	}
	if err != nil {
		t.Fatal(err)
	}
	sum, err := run("a", 1000)
	if err != nil || sum.Resumed < 64 || sum.Resumed%64 != 0 || len(sum.Notes) != 1 || int(searched.Load()) > 500-sum.Resumed {
		t.Errorf("gone on: %+v, %d searched, %v", sum, searched.Load(), err)
	}
	if text, err := os.ReadFile(out); err != nil || string(text) != want {
		t.Errorf("%d bytes of %d, or others: %v", len(text), len(want), err)
	}
	if sum.Read != whole.Read || sum.Written != whole.Written || sum.NoScore != whole.NoScore || sum.NoMove != whole.NoMove {
		t.Errorf("gone on %+v, whole %+v", sum, whole)
	}
	if sum, err := run("a", 1000); err != nil || sum.Resumed != 500 || searched.Load() != 0 {
		t.Errorf("finished: %+v, %d searched, %v", sum, searched.Load(), err)
	}
	if _, err := run("b", 1000); !errors.Is(err, os.ErrExist) {
		t.Errorf("a finished file of other settings: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(out), "*.journal")); left != nil {
		t.Errorf("left over: %v", left)
	}
}

// Whatever an engine says, what is written is read back: a mate in 0 where there is a move is no
// score, mates and scores beyond all bounds are mates.
func TestRelabelReadBack(t *testing.T) {
	const position = "4k3/8/8/8/8/8/4P3/4K3 "
	for _, tt := range []struct {
		name    string
		score   search.Score
		depth   int
		written bool
		sign    int // of a mate, the mover's view; 0: an evaluation
	}{
		{"mate 0", search.MatedIn(0), 5, false, 0},
		{"mate 0, the other sign", search.MateIn(0), 5, false, 0},
		{"mate 1", search.MateIn(1), 5, true, 1},
		{"mate -1", search.MatedIn(2), 5, true, -1},
		{"the longest mate", search.MateIn(search.MaxPly - 1), 5, true, 1},
		{"the longest loss", search.MatedIn(search.MaxPly), 5, true, -1},
		{"a score beyond evaluations", search.Mate - search.MaxPly - 1, 5, true, 1},
		{"a score below evaluations", search.MaxPly + 1 - search.Mate, 5, true, -1},
		{"an evaluation", 12, 5, true, 0},
		{"none", 0, 0, false, 0},
	} {
		say := func() (search.Searcher, error) {
			return searcher(func(g *search.Game) search.Result {
				return search.Result{Move: g.Position().LegalMoves(nil)[0], Score: tt.score, Depth: tt.depth, Nodes: 9}
			}), nil
		}
		for _, ending := range []string{".epd", ".txt", ".bin", ".bf", ".plain"} {
			out := filepath.Join(t.TempDir(), "out"+ending)
			epd := position + "w - - c9 \"1-0\";\n" + position + "b - - c9 \"1-0\";\n7k/5Q2/6K1/8/8/8/8/8 b - - c9 \"1-0\";\n"
			sum, err := relabel(t.Context(), out, epd, 1, say, nil, func(*selfplay.Relabelled) {})
			want := selfplay.Relabelled{Read: 3, Written: 2, NoMove: 1}
			if !tt.written {
				want.Written, want.NoScore = 0, 2
			}
			if err != nil || !cmp.Equal(sum, want) {
				t.Errorf("%s, %s: %+v, %v; want %+v", tt.name, ending, sum, err, want)
			}
			if !tt.written {
				continue // and of nothing no format makes a file that can be read
			}
			r, err := datasets.Open([]string{out}, datasets.Options{})
			if err != nil {
				t.Fatalf("%s, %s: %v", tt.name, ending, err)
			}
			n := 0
			for s, err := range r.All() {
				sign := tt.sign
				if s.Position.SideToMove() == board.Black {
					sign = -sign
				}
				if n++; err != nil || s.Score == winprob.NoScore || s.Score.Mate() != sign {
					t.Errorf("%s, %s: %v, %v; want a mate of %d", tt.name, ending, s.Score, err, sign)
				}
			}
			if n != 2 {
				t.Errorf("%s, %s: %d positions, want 2", tt.name, ending, n)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
