package suite

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/search"
)

var update = flag.Bool("update", false, "write the golden files again")

// some are problems of which a script solves every other one.
func some(n int) (text string, s script) {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s bm %s; id \"T%d.%03d\";\n", twoMates, []string{"Ra8", "Rb8"}[i%2], i%3, i)
	}
	return b.String(), script{twoMates: "h3 Ra8"}
}

func runAll(t *testing.T, ctx context.Context, text string, newSearcher func() (search.Searcher, error), opt Options) (*Tally, []string, error) {
	t.Helper()
	r, err := Open("-", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var tally Tally
	var bad []string
	opt.OnBad = func(err error) { bad = append(bad, err.Error()) }
	last := 0
	err = Run(ctx, r, newSearcher, opt, func(a *Attempt) {
		if a.Problem.Line <= last {
			t.Errorf("line %d comes after %d", a.Problem.Line, last)
		}
		last = a.Problem.Line
		tally.Add(a)
	})
	return &tally, bad, err
}

// slow is a searcher that takes its time, by the position.
type slow struct {
	script
	n *int
}

func (s slow) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	*s.n++
	time.Sleep(time.Duration(*s.n%7) * 100 * time.Microsecond)
	return s.script.Search(g, c, report)
}

func TestRunIsTheSameWithAnyThreads(t *testing.T) {
	text, s := some(50)
	var want *Summary
	for _, threads := range []int{1, 2, 5} {
		tally, _, err := runAll(t, t.Context(), text, func() (search.Searcher, error) { return slow{s, new(int)}, nil }, Options{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		got := tally.Summary("x")
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d threads differ from one:\n%s", threads, diff)
		}
	}
	if want.Problems != 50 || want.Solved != 25 || len(want.Failed) != 25 {
		t.Errorf("%d of %d solved, %d failed; want 25 of 50", want.Solved, want.Problems, len(want.Failed))
	}
}

// closable is a searcher that holds something.
type closable struct {
	script
	open *atomic.Int32
}

func (c closable) Close() error { c.open.Add(-1); return nil }

// Searchers that hold something are closed when the last problem is solved.
func TestRunCloses(t *testing.T) {
	text, s := some(20)
	var open atomic.Int32
	_, _, err := runAll(t, t.Context(), text, func() (search.Searcher, error) {
		open.Add(1)
		return closable{s, &open}, nil
	}, Options{Threads: 3})
	if err != nil || open.Load() != 0 {
		t.Errorf("%v; %d searchers are open", err, open.Load())
	}
}

func TestRunLimits(t *testing.T) {
	text, s := some(20)
	newScript := func() (search.Searcher, error) { return s, nil }
	tests := []struct {
		name     string
		text     string
		opt      Options
		problems int
		bad      int
		want     string // in the error
	}{
		{"all", text, Options{}, 20, 0, ""},
		{"some", text, Options{Most: 7}, 7, 0, ""},
		{"talk before EPD", "x y\n" + text, Options{}, 20, 0, ""},
		{"bad lines in EPD", text + "x y\n" + text, Options{Bad: 1, Threads: 1}, 40, 1, ""},
		{"too many bad lines", text + strings.Repeat("x y\n", 5), Options{Bad: 1, Threads: 3}, 20, 1, "stdin:22: "},
		{"no bad line is allowed", text + "x y\n", Options{Bad: -1, Threads: 1}, 20, 0, "more than 0 bad lines"},
		{"nothing", "\n", Options{}, 0, 0, "no problems"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tally, bad, err := runAll(t, t.Context(), tt.text, newScript, tt.opt)
			if tally.Problems() != tt.problems || len(bad) != tt.bad {
				t.Errorf("%d problems, bad lines %q; want %d and %d", tally.Problems(), bad, tt.problems, tt.bad)
			}
			if (err != nil) != (tt.want != "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestRunWithoutSearcher(t *testing.T) {
	text, _ := some(5)
	broken := errors.New("no engine")
	if _, _, err := runAll(t, t.Context(), text, func() (search.Searcher, error) { return nil, broken }, Options{}); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// What was solved before the end is there; the rest is not.
func TestRunStopped(t *testing.T) {
	text, s := some(1000)
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	tally, _, err := runAll(t, ctx, text, func() (search.Searcher, error) { return slow{s, &n}, nil },
		Options{Threads: 1, Progress: func(line int) {
			if line >= 10 {
				cancel()
			}
		}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if got := tally.Problems(); got < 10 || got > 20 {
		t.Errorf("%d problems were counted, want a few more than 10", got)
	}
}

func TestSummary(t *testing.T) {
	text := "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n" +
		"a,6k1/5pp1/7p/8/8/8/R4PPP/1R4K1 b - - 0 1,h6h5 a2a8,790,1,1,1,mate short,u,\n" +
		"b,6k1/5pp1/7p/8/8/8/R4PPP/1R4K1 b - - 0 1,h6h5 b1b8,850,1,1,1,mate,u,\n" +
		"c,6k1/5pp1/7p/8/8/8/R4PPP/1R4K1 b - - 0 1,h6h5 h2h3,1999,1,1,1,quiet,u,\n"
	s := script{"6k1/5pp1/8/7p/8/8/R4PPP/1R4K1 w - -": "h3 Ra8"}
	tally, _, err := runAll(t, t.Context(), text, func() (search.Searcher, error) { return s, nil }, Options{Rule: Exactly})
	if err != nil {
		t.Fatal(err)
	}
	got := tally.Summary("x.csv")
	var names []string
	for _, g := range append(got.Themes, got.Ratings...) {
		names = append(names, fmt.Sprintf("%s %d/%d", g.Name, g.Solved, g.Problems))
	}
	want := "mate 1/2, quiet 0/1, short 1/1, 400-799 1/1, 800-1199 0/1, 1600-1999 0/1"
	if strings.Join(names, ", ") != want {
		t.Errorf("groups %s, want %s", strings.Join(names, ", "), want)
	}
	if got.SpentNodes != 60 || got.NeededNodes != (Spread{20, 20, 20}) || got.NeededMS.Median != 2 {
		t.Errorf("spent %d, needed %v nodes, %v ms", got.SpentNodes, got.NeededNodes, got.NeededMS)
	}
	if len(got.Within) != 1 || got.Within[0].Solved != 1 || got.Within[0].Nodes != 100 {
		t.Errorf("within %v, want one within 100 nodes", got.Within)
	}
	failed := Failure{Line: 3, ID: "b", FEN: "6k1/5pp1/8/7p/8/8/R4PPP/1R4K1 w - - 0 2", Played: "Ra8+", Score: "+0.00", Wanted: "Rb8+", Rating: 850}
	if diff := cmp.Diff(failed, got.Failed[0]); diff != "" {
		t.Errorf("failure (-want +got):\n%s", diff)
	}
	golden(t, got)
}

// golden compares what is printed.
func golden(t *testing.T, s *Summary) {
	t.Helper()
	var b strings.Builder
	s.Write(&b)
	s.WriteFailed(&b)
	if err := json.NewEncoder(&b).Encode(s); err != nil {
		t.Fatal(err)
	}
	const file = "testdata/summary.golden"
	if *update {
		os.WriteFile(file, []byte(b.String()), 0o666)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("printed (-want +got):\n%s", diff)
	}
}

func TestWilson(t *testing.T) {
	for _, tt := range []struct {
		k, n             int
		share, low, high float64
	}{
		{0, 0, 0, 0, 100},
		{0, 10, 0, 0, 27.753},
		{5, 10, 50, 23.659, 76.341}, // Wilson's interval of 5 in 10
		{10, 10, 100, 72.247, 100},
	} {
		share, low, high := Wilson(tt.k, tt.n)
		if share != tt.share || !near(low, tt.low) || !near(high, tt.high) {
			t.Errorf("%d of %d: %.3f (%.3f to %.3f), want %.3f (%.3f to %.3f)", tt.k, tt.n, share, low, high, tt.share, tt.low, tt.high)
		}
	}
}

func near(a, b float64) bool { return a-b < 1e-3 && b-a < 1e-3 }
