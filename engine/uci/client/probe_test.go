package client

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/search"
)

func TestProbe(t *testing.T) {
	for _, test := range []struct {
		how          string
		nodes, depth Obedience
		inTime       bool // uses its time and not twice as much; busy machines leave no finer judgement
		words        string
	}{
		{"behaves", Kept, Kept, true, "nodes kept: 10000 nodes of 10000; depth kept: depth 5 of 5; movetime "},
		{"ignores nodes", Ignored, Kept, true, "had to be stopped"},
		{"plays depth 1", Ignored, Ignored, false, "20 nodes of 10000, then it moved; depth ignored: depth 1 of 5, then it moved; movetime ignored: "},
	} {
		t.Run(test.how, func(t *testing.T) {
			cfg := config(t, test.how)
			cfg.Timeouts = Timeouts{}
			c := launch(t, cfg)
			p, err := c.Probe()
			if err != nil {
				t.Fatal(err)
			}
			inTime := p.MoveTime.Obedience != Ignored
			if p.Nodes.Obedience != test.nodes || p.Depth.Obedience != test.depth || inTime != test.inTime || !strings.Contains(p.String(), test.words) {
				t.Errorf("got %v", p)
			}
		})
	}
	c := launch(t, config(t, "hangs"))
	if _, err := c.Probe(); !isA[*Hang](err) || !strings.HasPrefix(err.Error(), "probe of nodes: ") {
		t.Errorf("got %v, want a Hang", err)
	}
}

// TestVerdicts judges what no fake engine is made to do: by what it told, whether it was stopped,
// and its time.
func TestVerdicts(t *testing.T) {
	stopped := func(r search.Result) *Result { return &Result{Result: r, Stopped: true} }
	took := func(d time.Duration) *Result { return &Result{Result: search.Result{Time: d}} }
	for _, test := range []struct {
		name string
		got  Verdict
		want string
	}{
		{"nodes by the thousand", judgeNodes(&Result{Result: search.Result{Nodes: 12288}}), "loose: 12288 nodes of 10000"},
		{"nodes of whole iterations", judgeNodes(&Result{Result: search.Result{Nodes: 2400}}), "kept: 2400 nodes of 10000"},
		{"nodes seldom looked at", judgeNodes(&Result{Result: search.Result{Nodes: 65536}}), "ignored: 65536 nodes of 10000"},
		{"nodes untold", judgeNodes(&Result{}), "unknown: reports no number of nodes"},
		{"nodes, slow", judgeNodes(stopped(search.Result{Nodes: 900})), "unknown: 900 nodes of 10000 when it was stopped: too slow to judge"},
		{"depth untold", judgeDepth(&Result{}), "unknown: reports no depth"},
		{"depth, slow", judgeDepth(stopped(search.Result{Depth: 3})), "unknown: depth 3 of 5 when it was stopped: too slow to judge"},
		{"depth exceeded", judgeDepth(stopped(search.Result{Depth: 9})), "ignored: depth 9 of 5, and it had to be stopped"},
		{"time kept", judgeMoveTime(took(215 * time.Millisecond)), "kept: 215 ms of 200"},
		{"time overrun", judgeMoveTime(took(300 * time.Millisecond)), "loose: 300 ms of 200"},
		{"time exceeded", judgeMoveTime(took(500 * time.Millisecond)), "ignored: 500 ms of 200"},
		{"time for ever", judgeMoveTime(stopped(search.Result{Time: 10 * time.Second})), "ignored: 10000 ms of 200, and it had to be stopped"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.got.String(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

var everyEngine = flag.Bool("every-engine", false, "probe every engine of Debian that is installed, not only the quick ones")

// TestDebianEngines says what the probe makes of engines that people have. Expected is what their
// versions in Debian 12 do; of movetime nothing is, for that depends on what else the machine does.
func TestDebianEngines(t *testing.T) {
	for _, e := range []struct {
		command string
		args    []string
		nodes   Obedience
		quick   bool
	}{
		{"stockfish", nil, Kept, true},
		{"ethereal-chess", nil, Ignored, true}, // plays depth 1
		{"fairy-stockfish", nil, Kept, false},
		{"toga2", nil, Ignored, false}, // thinks for ever
		{"glaurung", nil, Kept, false},
		{"gnuchess", []string{"-u"}, Ignored, false}, // thinks for ever
	} {
		t.Run(e.command, func(t *testing.T) {
			command := "/usr/games/" + e.command
			if _, err := os.Stat(command); err != nil {
				t.Skipf("no %s here", command)
			}
			if !*everyEngine && !e.quick {
				t.Skip("takes seconds: -every-engine runs it")
			}
			c := launch(t, Config{Command: command, Args: e.args})
			p, err := c.Probe()
			if err != nil {
				t.Fatal(err)
			}
			t.Log(c.Name(), p)
			if p.Nodes.Obedience != e.nodes || p.Depth.Obedience != Kept {
				t.Errorf("got %v, want nodes %v and the depth kept", p, e.nodes)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
