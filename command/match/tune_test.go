package match

import (
	"slices"
	"testing"

	"example.org/centipawn/match/play"
	"example.org/centipawn/match/spsa"
	"example.org/centipawn/match/tuning"
)

// TestTuneNext: the command that tests the values plays them against those of the start, under the
// same conditions, from other openings.
func TestTuneNext(t *testing.T) {
	f := &tuneFlags{
		conditions: new(conditions), limit: new(play.Limit), engine: "cmd:./weiss -x,name=W,lmrbase=70,Hash=8",
		args: []string{"-engine", "cmd:./weiss -x,name=W,lmrbase=70,Hash=8", "-json", "-tune", "LMRBase", "-tc=5+0.05", "--openings", "my book.epd", "-seed", "3", "-o", "run", "-games", "200", "-concurrency", "2"},
	}
	f.Seed = 3
	r := &tuning.Result{Params: []tuning.Parameter{{Value: spsa.Value{Param: spsa.Param{Name: "LMRBase", Start: 79.6}, Best: 83}}}}
	want := `match -a 'cmd:./weiss -x,Hash=8,LMRBase=83,name=new' -b 'cmd:./weiss -x,Hash=8,LMRBase=80,name=old' ` +
		`-sprt 0,5 -seed 4 -tc=5+0.05 --openings 'my book.epd' -concurrency 2`
	if got := f.test(r); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestRepeated: values of flags are not taken for flags.
func TestRepeated(t *testing.T) {
	args := []string{"-o", "-nodes", "-json", "-nodes", "100", "-draw=40,8,10", "rest", "-margin"}
	if got, want := repeated(args, []string{"nodes", "draw", "margin"}), []string{"-nodes", "100", "-draw=40,8,10", "-margin"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
