package selfplay_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"centipawn/datasets"
	"centipawn/match/play"
	"centipawn/search"
	"centipawn/selfplay"
	"centipawn/winprob"
)

// relabelled relabels EPD by searchers, one on each of so many threads, and returns what was written.
func relabelled(t *testing.T, epd string, threads int, player func() (search.Searcher, error)) (string, selfplay.Relabelled) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.epd")
	w, err := datasets.NewWriter(out, []string{"in.epd"})
	if err != nil {
		t.Fatal(err)
	}
	who := play.Entrant{Start: func(context.Context) (play.Player, error) {
		s, err := player()
		return play.Ours(s), err
	}}
	r := datasets.NewReader("in.epd", strings.NewReader(epd), datasets.Options{})
	sum, err := selfplay.Relabel(t.Context(), r, w, who, threads, func(*selfplay.Relabelled) {})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
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
	if want := (selfplay.Relabelled{Read: 3, Written: 2, NoMove: 1}); sum != want {
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

// Every player is closed, behind an error, too.
func TestRelabelCloses(t *testing.T) {
	for _, epd := range []string{strings.Repeat("4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n", 300), "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\nno position\n"} {
		w, err := datasets.NewWriter(filepath.Join(t.TempDir(), "out.epd"), []string{"in.epd"})
		if err != nil {
			t.Fatal(err)
		}
		var started, closed atomic.Int32
		who := play.Entrant{Start: func(context.Context) (play.Player, error) {
			s, err := hasty()
			started.Add(1)
			return play.Ours(closing{s, &closed}), err
		}}
		r := datasets.NewReader("in.epd", strings.NewReader(epd), datasets.Options{})
		_, err = selfplay.Relabel(t.Context(), r, w, who, 2, func(*selfplay.Relabelled) {})
		if bad := strings.Contains(epd, "no position"); (err != nil) != bad || started.Load() != closed.Load() || !bad && started.Load() == 0 {
			t.Errorf("%d started, %d closed, %v", started.Load(), closed.Load(), err)
		}
		if err := w.Discard(); err != nil {
			t.Error(err)
		}
	}
}

// What is written does not depend on the number of threads.
func TestRelabelThreads(t *testing.T) {
	var epd strings.Builder
	for i := range 500 {
		rank := strings.NewReplacer("0", "").Replace(fmt.Sprintf("%d%s%d/%dK%d", 0, strings.Repeat("P", 1+i/8%8), 7-i/8%8, i%8, 7-i%8))
		fmt.Fprintf(&epd, "k7/8/8/8/8/8/%s w - - %d 1 c9 \"1-0\";\n", rank, i/64)
	}
	one, sum := relabelled(t, epd.String(), 1, hasty)
	if three, again := relabelled(t, epd.String(), 3, hasty); one != three || sum != again {
		t.Errorf("%+v and %+v, %d and %d bytes", sum, again, len(one), len(three))
	}
	if sum.Read != 500 || sum.Written+sum.NoMove+sum.NoScore != 500 || sum.Written < 400 {
		t.Errorf("%+v", sum)
	}
}
