package teacher

import (
	"reflect"
	"strings"
	"testing"

	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

func TestParse(t *testing.T) {
	ours := func(name string, limit play.Limit) entrants.Spec { return entrants.Spec{Weights: name, Limit: limit} }
	usual := play.Limit{Nodes: 400}
	for _, tt := range []struct {
		text string
		want Teacher
	}{
		{"static", Teacher{ours("builtin", usual), true}},
		{"nodes=1000", Teacher{ours("builtin", play.Limit{Nodes: 1000}), false}},
		{"depth=6", Teacher{ours("builtin", play.Limit{Depth: 6}), false}},
		{"w.json", Teacher{ours("w.json", usual), false}},
		{"w.json,static", Teacher{ours("w.json", usual), true}},
		{"published:pesto,nodes=50", Teacher{ours("published:pesto", play.Limit{Nodes: 50}), false}},
		{"cmd:stockfish,nodes=900", Teacher{entrants.Spec{Command: "stockfish", Args: []string{}, Limit: play.Limit{Nodes: 900}}, false}},
	} {
		got, err := Parse(tt.text)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v, want %+v", tt.text, got, err, tt.want)
		}
	}
	for text, want := range map[string]string{
		"cmd:stockfish,static": "not known over UCI: pass nodes=n", "tc=10+0.1": "no clock: pass nodes=n",
		"nodes=0": "nodes cannot be", "w.json,deep": "pass KEY=VALUE", "": "no player: pass a weights file",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

func TestLabel(t *testing.T) {
	for _, static := range []bool{true, false} {
		who := Teacher{entrants.Spec{Weights: weights.NameBuiltin, Limit: play.Limit{Nodes: 70}}, static}
		l, err := who.Label(t.Context())
		if err != nil || (l.Static != nil) != static || (l.By.Start != nil) == static || !static && l.By.Limit.Nodes != 70 {
			t.Errorf("static %v: %+v, %v", static, l, err)
		}
	}
	missing := Teacher{entrants.Spec{Weights: "missing.json", Limit: play.Limit{Nodes: 1}}, true}
	if _, err := missing.Label(t.Context()); err == nil || !strings.Contains(err.Error(), "missing.json") {
		t.Errorf("error %v, want one with the file's name", err)
	}
}
