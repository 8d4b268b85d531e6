package entrants_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

func TestLadder(t *testing.T) {
	t.Parallel()
	tests := []struct {
		habit, option string
		min, max      int
		steps         []int // of three
		options       map[string]any
	}{
		{"elo", "UCI_Elo", 1350, 2850, []int{1350, 2100, 2850}, map[string]any{"UCI_Elo": 1350, "UCI_LimitStrength": true}},
		{"elo alone", "UCI_Elo", 800, 803, []int{800, 801, 803}, map[string]any{"UCI_Elo": 800}},
		{"skill", "Skill Level", 0, 20, []int{0, 10, 20}, map[string]any{"Skill Level": 0}},
	}
	for _, tt := range tests {
		t.Run(tt.habit, func(t *testing.T) {
			s := foreign(t, tt.habit).With("Hash", 1)
			l, err := entrants.Strength(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			if l.Option != tt.option || l.Min != tt.min || l.Max != tt.max || l.Engine != "Fake 1.0" {
				t.Errorf("got %+v", l)
			}
			if got := l.Steps(3); !slices.Equal(got, tt.steps) {
				t.Errorf("steps %v, want %v", got, tt.steps)
			}
			rungs, err := l.Rungs(tt.steps...)
			if err != nil || len(rungs) != 3 {
				t.Fatalf("%v, %v", rungs, err)
			}
			if !strings.HasPrefix(rungs[1].Name, "fake ") || rungs[0].Limit != s.Limit || rungs[0].Options["Hash"] != 1 {
				t.Errorf("rung %+v", rungs[1])
			}
			for name, value := range tt.options {
				if rungs[0].Options[name] != value {
					t.Errorf("options %v, want %s = %v", rungs[0].Options, name, value)
				}
			}
			if len(rungs[0].Options) != len(tt.options)+1 || len(s.Options) != 1 {
				t.Errorf("options %v, and %v of the program", rungs[0].Options, s.Options)
			}
			if _, err := entrants.All(t.Context(), rungs[:2], nil, 0); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLadderRefuses(t *testing.T) {
	t.Parallel()
	l, err := entrants.Strength(t.Context(), foreign(t, "elo").With("UCI_Elo", 5)) // is replaced
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		values []int
		want   string
	}{
		{[]int{1500, 100}, "V04 engine Fake 1.0: option out of range or unknown: option UCI_Elo: 100 is out of range: pass a number from 1350 to 2850"},
		{[]int{2851}, "2851 is out of range: pass a number from 1350 to 2850"},
		{[]int{1500, 1600, 1500}, "ladder of Fake 1.0: UCI_Elo 1500 twice: pass it once"},
	} {
		if _, err := l.Rungs(tt.values...); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: error %v, want %s", tt.values, err, tt.want)
		}
	}
	for _, tt := range []struct {
		spec entrants.Spec
		want string
	}{
		{foreign(t, ""), "ladder of fake: Fake 1.0 declares neither UCI_Elo nor Skill Level"},
		{foreign(t, "odd"), "declares neither"},
		{foreign(t, "dies"), "ladder of fake: "},
		{entrants.Spec{Limit: play.Limit{Depth: 1}}, "ladder of builtin: an engine of this module has no option UCI_Elo"},
		{entrants.Spec{Command: "x", Search: "base"}, "both command and search"},
	} {
		if _, err := entrants.Strength(t.Context(), tt.spec); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

func TestSteps(t *testing.T) {
	l := entrants.Ladder{Min: 3, Max: 5}
	for n, want := range map[int][]int{0: {3}, 1: {3}, 2: {3, 5}, 3: {3, 4, 5}, 9: {3, 4, 5}} {
		if got := l.Steps(n); !slices.Equal(got, want) {
			t.Errorf("%d steps: %v, want %v", n, got, want)
		}
	}
}
