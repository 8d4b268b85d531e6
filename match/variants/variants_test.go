package variants

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/match"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// TestLive: a program takes the weights of files, by relative paths too, and its own again.
func TestLive(t *testing.T) {
	t.Chdir(t.TempDir())
	folder := t.TempDir()
	s := player12("live")
	s.Dir = folder // where it works
	e := open(t, Config{Spec: s})
	if e.Kind != Live || e.Name != "Fake 1.0" || e.Spec.Dir != folder {
		t.Errorf("%+v", e)
	}
	p := start(t, e)
	for _, tt := range []struct {
		path string
		want int
	}{{"", 12}, {write(t, "a.json", 20), 20}, {write(t, "b.json", 30), 30}, {"a.json", 20}, {"a.json", 20}, {"", 12}} {
		if got := score(t, p, tt.path); int(got) != tt.want {
			t.Errorf("%q: %d, want %d", tt.path, got, tt.want)
		}
	}
}

// TestRefused: a file that an engine refuses is an error with both names and the engine's words, no fault of
// the player, and leaves the weights as they were.
func TestRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "torn.json", "{")
	f := tempo(1)
	f.Terms[0].Name = "Other"
	if err := f.Write("other.json"); err != nil {
		t.Fatal(err)
	}
	e := open(t, Config{Spec: player12("live")})
	p := start(t, e)
	write(t, "a.json", 20)
	for name, want := range map[string]string{"torn.json": "torn.json", "none.json": "none.json", "other.json": "no weight of this engine"} {
		if got := score(t, p, "a.json"); got != 20 {
			t.Error(got)
		}
		err := p.(play.Setter).SetOption(Option, name)
		if err == nil || !strings.HasPrefix(err.Error(), "weights "+name+": Fake 1.0 refuses them: ") || !strings.Contains(err.Error(), want) || play.IsFault(err) {
			t.Errorf("%s: %v", name, err)
		}
		if got := score(t, p, "a.json"); got != 20 {
			t.Errorf("%s: %d afterwards", name, got)
		}
		if err := e.Prepare(t.Context(), []string{"a.json", name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("prepared %s: %v", name, err)
		}
	}
	if err := e.Prepare(t.Context(), []string{"", "a.json"}); err != nil {
		t.Error(err)
	}
}

// TestOurs: an engine of this module reads the files itself.
func TestOurs(t *testing.T) {
	t.Chdir(t.TempDir())
	f := *weights.Builtin()
	f.Terms = slices.Clone(f.Terms)
	if err := f.Write("old.json"); err != nil {
		t.Fatal(err)
	}
	for i := range f.Terms {
		if term := &f.Terms[i]; term.Tapered {
			term.MG.Value, term.EG.Value = 2*term.MG.Value, term.EG.Value/2
		}
	}
	if err := f.Write("new.json"); err != nil {
		t.Fatal(err)
	}
	e := open(t, Config{Spec: entrants.Spec{Limit: play.Limit{Nodes: 500}}})
	if e.Kind != Ours || e.Name != "builtin" {
		t.Errorf("%+v", e)
	}
	if err := e.Check(t.Context(), "old.json", "new.json", nil); err != nil {
		t.Error(err)
	}
	p := start(t, e)
	before := score(t, p, "")
	if score(t, p, "new.json") == before || score(t, p, "") != before || score(t, p, "old.json") != before {
		t.Error("weights have no effect")
	}
	err := p.(play.Setter).SetOption(Option, "none.json")
	if err == nil || strings.Count(err.Error(), "none.json") != 1 || play.IsFault(err) {
		t.Error(err)
	}
	if err := p.(play.Setter).SetOption("Hash", "2"); err != nil {
		t.Error(err)
	}
}

// TestCheck: what would spoil a search of weights is found before it, and said.
func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "old.json", 12)
	write(t, "new.json", 30)
	write(t, "other.json", 13)
	for _, tt := range []struct {
		habit, old, new, want string
	}{
		{"live", "old.json", "new.json", ""},
		{"live", "", "new.json", ""},
		{"idle", "old.json", "new.json", "the weights of new.json have no effect: does it evaluate by the weights that it names to the trace"},
		{"live", "old.json", "old.json", "the weights of old.json have no effect"},
		{"keeps", "old.json", "new.json", "after those of new.json its own weights, CentipawnWeights without a value, do not come back"},
		{"live", "other.json", "new.json", "with the weights of other.json it does not play as with its own: pass the file of the weights that it has"},
		{"random", "old.json", "new.json", "two searches with the same weights differ, so that nothing can be compared: pass Threads=1"},
		{"dies", "old.json", "new.json", "died after \""}, // setoption, or the isready that may be sent before its end is known
		{"live", "old.json", "none.json", "none.json"},
	} {
		e := open(t, Config{Spec: player12(tt.habit)})
		err := e.Check(t.Context(), tt.old, tt.new, nil)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s, %s, %s: %v, want %q", tt.habit, tt.old, tt.new, err, tt.want)
		}
	}
	e := open(t, Config{Spec: player12("live")})
	if err := e.Check(t.Context(), "", "new.json", []string{"8/8"}); err == nil || !strings.Contains(err.Error(), "8/8") {
		t.Error(err)
	}
}

// TestCannot: engines whose weights cannot change say what to pass.
func TestCannot(t *testing.T) {
	for _, tt := range []struct {
		spec entrants.Spec
		want string
	}{
		{player12("plain"), "Fake 1.0 does not declare the option CentipawnWeights, a string: build it with the trace header and -DCENTIPAWN_LIVE, or pass its source"},
		{player12("live").With("centipawnweights", "x.json"), "option CentipawnWeights of the engine: it is what changes: omit it"},
		{entrants.Spec{Command: "./none", Limit: play.Limit{Nodes: 10}}, "no such file"},
		{entrants.Spec{Weights: "none.json", Limit: play.Limit{Nodes: 10}}, "none.json"},
		{entrants.Spec{Search: "mcts-uct", Network: "none.nn", Limit: play.Limit{Nodes: 10}}, "none.nn"},
	} {
		if _, err := Open(t.Context(), Config{Spec: tt.spec}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
}

// byPair sets the weights of two files in turn, against the engine's own.
type byPair struct {
	paths []string
	sums  []int
}

func (b *byPair) Suggest(pair int) (first, second []play.Setting, ok bool) {
	return []play.Setting{{Name: Option, Value: b.paths[pair%len(b.paths)]}}, []play.Setting{{Name: Option}}, true
}

func (b *byPair) Report(_, result int) error {
	b.sums = append(b.sums, result)
	return nil
}

// TestDeath: in a match an engine that dies of its weights costs its pair, and the next pair is played; so
// does one that refuses them, which is no player's fault.
func TestDeath(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.json", 20)
	write(t, "new.json", 20)
	put(t, "torn.json", "{")
	e := open(t, Config{Spec: player12("dies")})
	list, err := e.Entrants(t.Context(), []string{"plus", "minus"}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	tuner := &byPair{paths: []string{"a.json", "new.json", "torn.json"}}
	r, err := match.Run(t.Context(), match.Plan{Entrants: list, Pairs: 6, Concurrency: 2, MaxFaults: 1, Rules: play.Rules{MaxPlies: 10}, Tuner: tuner}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{0, -2, 0, 0, -2, 0}; !slices.Equal(tuner.sums, want) {
		t.Errorf("results %v, want %v", tuner.sums, want)
	}
	if len(r.Faults) != 8 {
		t.Errorf("faults %+v", r.Faults)
	}
}

// TestStopped: a player ends with its context, and Stop is not waited for.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := open(t, Config{Spec: player12("live")})
	list, err := e.Entrants(ctx, []string{"one"}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := list[0].Start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	p.(play.Stopper).Stop()
	cancel()
	var death *client.Death
	if err := p.NewGame(); err == nil || errors.As(err, &death) {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("run"); err == nil {
		t.Error("a folder without a source")
	}
}
