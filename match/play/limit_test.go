package play

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestParseLimit(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	tests := []struct {
		text string
		want Limit
		back string // "" if it is the text
	}{
		{"nodes=1000", Limit{Nodes: 1000}, ""},
		{"depth=6", Limit{Depth: 6}, ""},
		{"movetime=50ms", Limit{MoveTime: 50 * ms}, ""},
		{"movetime=90s", Limit{MoveTime: 90 * s}, "movetime=1m30s"},
		{"tc=10", Limit{Time: 10 * s}, ""},
		{"tc=10+0.1", Limit{Time: 10 * s, Increment: 100 * ms}, ""},
		{"tc=40/60+0.6", Limit{Time: 60 * s, Increment: 600 * ms, Moves: 40}, ""},
		{"tc=40/60", Limit{Time: 60 * s, Moves: 40}, ""},
		{"tc=1:30+1", Limit{Time: 90 * s, Increment: s}, "tc=90+1"},
		{"tc=0.000000001+.5", Limit{Time: 1, Increment: 500 * ms}, "tc=0.000000001+0.5"},
		{" tc=60+0 , nodes=5, depth=3", Limit{Nodes: 5, Depth: 3, Time: 60 * s}, "nodes=5,depth=3,tc=60"},
	}
	for _, test := range tests {
		got, err := ParseLimit(test.text)
		if err != nil || got != test.want {
			t.Errorf("%s: %+v, %v; want %+v", test.text, got, err, test.want)
		}
		if test.back == "" {
			test.back = test.text
		}
		if back := got.String(); back != test.back {
			t.Errorf("%s: written as %q, want %q", test.text, back, test.back)
		}
	}
}

func TestParseLimitErrors(t *testing.T) {
	tests := map[string]string{
		"":                          `"" is not a limit`,
		"node=5":                    `"node" is not a limit: pass nodes=1000`,
		"nodes":                     `nodes cannot be ""`,
		"nodes=0":                   `nodes cannot be "0"`,
		"nodes=-5":                  `nodes cannot be "-5"`,
		"nodes=1e6":                 `nodes cannot be "1e6"`,
		"nodes=9999999999999999999": `nodes cannot be`,
		"nodes=5,nodes=6":           "is given twice",
		"depth=129":                 "depth 129: pass 1 to 128",
		"depth=-1":                  "depth -1: pass 1 to 128",
		"movetime=50":               `movetime cannot be "50"`,
		"movetime=-50ms":            "time out of range",
		"movetime=20000h":           "time out of range",
		"tc=0+1":                    `tc cannot be "0+1"`,
		"tc=+1":                     `tc cannot be "+1"`,
		"tc=-1":                     `tc cannot be "-1"`,
		"tc=10+":                    `tc cannot be "10+"`,
		"tc=1h":                     `tc cannot be "1h"`,
		"tc=0/60":                   `tc cannot be "0/60"`,
		"tc=1:x":                    `tc cannot be "1:x"`,
		"tc=NaN":                    `tc cannot be "NaN"`,
		"tc=inf":                    `tc cannot be "inf"`,
		"tc=36000001":               "time out of range",
		"tc=99999999999999":         `tc cannot be`,
		"movetime=1s,tc=10+0.1":     "a time for a move and a clock",
	}
	for text, want := range tests {
		if l, err := ParseLimit(text); err == nil || !strings.Contains(err.Error(), want) || l != (Limit{}) {
			t.Errorf("%q: %+v, %v; want an error with %q", text, l, err, want)
		}
	}
}

func TestLimitValidate(t *testing.T) {
	wrong := []Limit{{}, {Increment: 1, Nodes: 1}, {Moves: 40, Nodes: 1}, {Time: 1, Moves: -1}, {Time: -1}, {Time: 5, Increment: -1}}
	for _, l := range wrong {
		if l.Validate() == nil {
			t.Errorf("%+v is taken", l)
		}
	}
	if err := (Limit{Time: 1, Increment: 1, Moves: 1, Nodes: 1, Depth: 1}).Validate(); err != nil {
		t.Error(err)
	}
}

func TestLimitAsText(t *testing.T) {
	type holder struct{ Limit, None Limit }
	in := holder{Limit: Limit{Nodes: 5000, Depth: 9}}
	text, err := json.Marshal(in)
	if want := `{"Limit":"nodes=5000,depth=9","None":""}`; err != nil || string(text) != want {
		t.Fatalf("%s, %v; want %s", text, err, want)
	}
	var out holder
	if err := json.Unmarshal(text, &out); err != nil || out != in {
		t.Errorf("%+v, %v; want %+v", out, err, in)
	}
}

func FuzzParseLimit(f *testing.F) {
	for _, text := range []string{"nodes=1000", "depth=6", "movetime=50ms", "tc=40/1:60.125+0.6,nodes=7", "tc=.5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLimit(text)
		if err != nil {
			return
		}
		if err := l.Validate(); err != nil {
			t.Errorf("%q is read as %+v: %v", text, l, err)
		}
		if back, err := ParseLimit(l.String()); err != nil || back != l {
			t.Errorf("%q is %+v; written as %q and read as %+v, %v", text, l, l, back, err)
		}
	})
}
