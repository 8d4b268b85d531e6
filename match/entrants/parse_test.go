package entrants_test

import (
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

func TestParse(t *testing.T) {
	tests := []struct {
		text string
		want entrants.Spec
	}{
		{"A.json", entrants.Spec{Weights: "A.json"}},
		{"builtin", entrants.Spec{Weights: "builtin"}},
		{"published:pesto,depth=1", entrants.Spec{Weights: "published:pesto", Limit: play.Limit{Depth: 1}}},
		{"A.json,search=base,Hash=4,nodes=1000", entrants.Spec{Weights: "A.json", Search: "base", Options: map[string]any{"Hash": int64(4)}, Limit: play.Limit{Nodes: 1000}}},
		{" A.json , name = the old one , Move Overhead = 5 ", entrants.Spec{Weights: "A.json", Name: "the old one", Options: map[string]any{"Move Overhead": int64(5)}}},
		{"builtin,search=mcts-sigmazero,network=n.net", entrants.Spec{Weights: "builtin", Search: "mcts-sigmazero", Network: "n.net"}},
		{"builtin,search=mcts-modern,policy=p.json", entrants.Spec{Weights: "builtin", Search: "mcts-modern", Policy: "p.json"}},
		{"search=alphaone-v2,depth=2", entrants.Spec{Search: "alphaone-v2", Limit: play.Limit{Depth: 2}}},
		{"weights=w,PVS=false", entrants.Spec{Weights: "w", Options: map[string]any{"PVS": false}}},
		{"gnuchess -u,depth=4", entrants.Spec{Command: "gnuchess", Args: []string{"-u"}, Limit: play.Limit{Depth: 4}}},
		{"command=./sf -x y,dir=/tmp", entrants.Spec{Command: "./sf", Args: []string{"-x", "y"}, Dir: "/tmp"}},
		{"sf,tc=10+0.1,depth=9,SyzygyPath=/a=b", entrants.Spec{Command: "sf", Args: []string{}, Limit: play.Limit{Depth: 9, Time: 10 * time.Second, Increment: 100 * time.Millisecond}, Options: map[string]any{"SyzygyPath": "/a=b"}}},
		{"lr=0.1/w.json,nodes=5", entrants.Spec{Weights: "lr=0.1/w.json", Limit: play.Limit{Nodes: 5}}},
		{"./lr=0.1/engine -x", entrants.Spec{Command: "./lr=0.1/engine", Args: []string{"-x"}}},
		{"weights=lr=0.1/w.json", entrants.Spec{Weights: "lr=0.1/w.json"}},
		{"sf,Key=007,Skill=-3,Other=+1", entrants.Spec{Command: "sf", Args: []string{}, Options: map[string]any{"Key": "007", "Skill": int64(-3), "Other": "+1"}}},
		{`cmd:"/opt/my engines/sf, 17" -c "a b",Hash=4`, entrants.Spec{Command: "/opt/my engines/sf, 17", Args: []string{"-c", "a b"}, Options: map[string]any{"Hash": int64(4)}}},
		{`cmd:'/opt/my engines/sf' x`, entrants.Spec{Command: "/opt/my engines/sf", Args: []string{"x"}}},
		{`"my=engine",depth=2`, entrants.Spec{Command: "my=engine", Args: []string{}, Limit: play.Limit{Depth: 2}}},
		{`command="./my sf" -x,dir="/my, dir",name='a, b'`, entrants.Spec{Command: "./my sf", Args: []string{"-x"}, Dir: "/my, dir", Name: "a, b"}},
		{`"my runs/w,1.json",name=Bob's`, entrants.Spec{Weights: "my runs/w,1.json", Name: "Bob's"}},
		{"my runs/w.json", entrants.Spec{Weights: "my runs/w.json"}},
		{"cmd:./sf conf.json", entrants.Spec{Command: "./sf", Args: []string{"conf.json"}}},
		{"cmd:w.json", entrants.Spec{Weights: "w.json"}},
		{"cmd:sf -u,startup=90s,Hash=1", entrants.Spec{Command: "sf", Args: []string{"-u"}, Startup: 90 * time.Second, Options: map[string]any{"Hash": int64(1)}}},
		{"sf,Clear Hash=", entrants.Spec{Command: "sf", Args: []string{}, Options: map[string]any{"Clear Hash": ""}}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			if got, err := entrants.Parse(tt.text); err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %#v, %v, want %#v", got, err, tt.want)
			}
		})
	}
}

func TestParseFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "no player: pass a weights file",
		"cmd:":                     "no player: pass a weights file",
		"A.json,B.json":            `"B.json": pass KEY=VALUE`,
		"A.json,":                  `"": pass KEY=VALUE`,
		"A.json,=3":                "=3: pass a key before it",
		"A.json,weights=B.json":    "weights is given twice: pass it once",
		"sf,command=other":         "command is given twice",
		"sf,Hash=1,hash=2":         "hash is given twice",
		"A.json,depth=3,depth=4":   "depth",
		"A.json,nodes=many":        "nodes",
		"A.json,name=harness":      "the name harness stands for",
		"sf,search=base":           "both command and search",
		"sf,policy=p.json":         "both command and policy",
		"sf,network=n":             "both command and network",
		"A.json,dir=x":             "dir without a command",
		"weights=A.json,name=":     "",
		"sf -x,weights=A.json":     "both command and weights",
		"A.json,tc=1,movetime=1s":  "pass movetime or tc",
		"A.json,startup=60s":       "startup without a command",
		"sf,startup=60":            "pass a time above 0 with its unit, as 60s",
		"sf,startup=1s,startup=2s": "startup is given twice",
		"cmd:'/my sf -x":           "do not end: pass another ' at the end",
	} {
		_, err := entrants.Parse(text)
		if want == "" {
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), "entrant "+strconv.Quote(text)+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// TestBackslash: as a shell has it, where a backslash does not stand between folders.
func TestBackslash(t *testing.T) {
	if os.PathSeparator == '\\' {
		t.Skip("here a backslash stands between folders")
	}
	want := entrants.Spec{Command: "/opt/my engines/sf (17)", Args: []string{"a,b"}}
	if got, err := entrants.Parse(`cmd:/opt/my\ engines/sf\ \(17\) a\,b`); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, %v, want %#v", got, err, want)
	}
}

func TestSetOption(t *testing.T) {
	s := entrants.Spec{Options: map[string]any{"Hash": int64(4)}}
	if err := s.SetOption("Null Move=false"); err != nil || !reflect.DeepEqual(s.Options, map[string]any{"Hash": int64(4), "Null Move": false}) {
		t.Errorf("options %v, error %v", s.Options, err)
	}
	for text, want := range map[string]string{"hash=8": "option hash is given twice: pass it once", "Hash": "pass Name=Value", "=3": "pass Name=Value"} {
		if err := s.SetOption(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("A.json,search=base,Hash=4,nodes=1000")
	f.Add("gnuchess -u,depth=4,name=x")
	f.Add("=,,x=y=z")
	f.Add(`cmd:"a b" 'c,d' e\ f,startup=3s,g="h,i"`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := entrants.Parse(text)
		if err != nil {
			return
		}
		if err := s.Validate(); err != nil {
			t.Errorf("%q is not valid: %v", text, err)
		}
		if s.Foreign() && (s.Weights != "" || s.Search != "") {
			t.Errorf("%q is two engines: %+v", text, s)
		}
	})
}
