package engine

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/search/mcts"
	"example.org/centipawn/weights"
)

// material is a file of the set pesto with a weight for every square that is the
// piece's value.
func material(t *testing.T) *weights.File {
	t.Helper()
	set, err := features.Lookup("pesto")
	if err != nil {
		t.Fatal(err)
	}
	f := &weights.File{Set: "pesto", SetHash: set.Hash(), Phase: set.Phase().Name}
	value := map[string]float64{"pawn": 100, "knight": 300, "bishop": 310, "rook": 500, "queen": 900}
	for _, def := range set.Terms() {
		v := value[strings.Split(def.Name, ".")[1]]
		f.Terms = append(f.Terms, weights.Term{Name: def.Name, Tapered: true, MG: weights.Weight{Value: v}, EG: weights.Weight{Value: 2 * v}})
	}
	return f
}

func newEngine(t *testing.T, opt Options) *Engine {
	t.Helper()
	e, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func position(t *testing.T, fen string) *board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

func think(e *Engine, p *board.Position, lim search.Limits) search.Result {
	return e.Search(search.NewGame(*p), search.NewControl(lim, p.SideToMove(), 0), nil)
}

// Every search plays a legal move, finds the mate, and has none where there is none.
func TestSearches(t *testing.T) {
	for _, name := range Searches() {
		t.Run(name, func(t *testing.T) {
			e := newEngine(t, Options{Search: name})
			p := position(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
			depth := e.kind.depth
			if strings.HasPrefix(name, TreePrefix) {
				depth = max(depth, 7) // every move must have its turn
			}
			if r := think(e, p, search.Limits{Depth: depth}); !faulty(name) && (p.UCI(r.Move) != "d1d8" || !r.Score.IsMate()) {
				t.Errorf("plays %v for %v, want the mate d1d8", r.Move, r.Score)
			}
			if r := think(e, position(t, "8/8/8/8/8/1k6/2q5/K7 w - - 0 1"), search.Limits{Depth: 2}); r.Move != board.NoMove {
				t.Errorf("stalemate: plays %v, want no move", r.Move)
			}
		})
	}
}

// faulty reports whether a search keeps faults for which a mate may be missed.
func faulty(name string) bool {
	parts, _ := mcts.Preset(strings.TrimPrefix(name, TreePrefix))
	return parts.Faults != 0
}

// An option set by its UCI name is the field of Options, and back.
func TestOptionsAreFields(t *testing.T) {
	file := filepath.Join(t.TempDir(), "w.json")
	if err := material(t).Write(file); err != nil {
		t.Fatal(err)
	}
	read, err := weights.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	policyFile, own := filepath.Join(t.TempDir(), "p.json"), *weights.BuiltinPolicy()
	own.Terms = own.Terms[:1]
	if err := own.Write(policyFile); err != nil {
		t.Fatal(err)
	}
	plain := newEngine(t, Options{}).Settings()
	tests := []struct {
		name, value string
		want        func(o *Options)
	}{
		{"Hash", "64", func(o *Options) { o.Base.Hash = 64 }},
		{"hash", "64", func(o *Options) { o.Base.Hash = 64 }},
		{"Threads", "3", func(o *Options) { o.Base.Threads = 3 }},
		{"MultiPV", "2", func(o *Options) { o.Base.MultiPV = 2 }},
		{"Search", "alphaone-v1", func(o *Options) { o.Search = "alphaone-v1" }},
		{"EvalFile", file, func(o *Options) { o.Weights = read }},
		{"EvalFile", "<empty>", func(o *Options) {}},
		{"PolicyFile", policyFile, func(o *Options) { o.Policy = &own }},
		{"PolicyFile", "builtin", func(o *Options) {}},
		{"PolicyFile", "<empty>", func(o *Options) {}},
		{"NullMove", "false", func(o *Options) { o.Base.Off = alphabeta.NullMove }},
		{"NullMove", "true", func(o *Options) {}},
		{"Clear Hash", "", func(o *Options) {}},
		{"TreeSelection", "tuned", func(o *Options) { _ = o.Tree.Set("TreeSelection", "tuned") }},
		{"TreeExploration", "-1", func(o *Options) {}},
		{"NetworkFile", "<empty>", func(o *Options) {}},
		{"SyzygyPath", "<empty>", func(o *Options) {}},
		{"InnerEngine", "", func(o *Options) {}},
		{"InnerOptions", "Hash=1", func(o *Options) { o.Inner.Options = "Hash=1" }},
	}
	for _, tt := range tests {
		t.Run(tt.name+" "+filepath.Base(tt.value), func(t *testing.T) {
			e := newEngine(t, Options{})
			if err := e.SetOption(tt.name, tt.value); err != nil {
				t.Fatal(err)
			}
			want := plain
			tt.want(&want)
			if diff := cmp.Diff(want, e.Settings()); diff != "" {
				t.Errorf("set by name (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(want, newEngine(t, want).Settings()); diff != "" {
				t.Errorf("made of the fields (-want +got):\n%s", diff)
			}
		})
	}
}

// Every option is declared so that UCI can say it, and its default can be set.
func TestOptionsAreDeclared(t *testing.T) {
	e := newEngine(t, Options{})
	before := e.Settings()
	for _, o := range e.Options() {
		again, err := uci.ParseOption(o.String())
		if err != nil || !slices.Equal(again.Values, o.Values) || again.Default != o.Default {
			t.Errorf("%q comes back as %q, %v", o.String(), again.String(), err)
		}
		if err := e.SetOption(o.Name, o.Default); err != nil {
			t.Errorf("%s: its default cannot be set: %v", o.Name, err)
		}
	}
	before.Base = alphabeta.Options{Hash: 16, Threads: 1, MultiPV: 1}
	if diff := cmp.Diff(before, e.Settings()); diff != "" {
		t.Errorf("the defaults are not the zero value (-zero +set):\n%s", diff)
	}
}

// What cannot be set is refused, and nothing changes.
func TestSetOptionRefuses(t *testing.T) {
	dir := t.TempDir()
	other := material(t)
	other.SetHash = "0123456789abcdef"
	for name, f := range map[string]*weights.File{"other.json": other, "policy.json": weights.BuiltinPolicy()} {
		if err := f.Write(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.json"), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, value string
		want        []string
	}{
		{"Hash", "0", []string{"out of range"}},
		{"Hash", "much", []string{"whole number"}},
		{"Search", "alphatwo", []string{"alphaone-v1", "base"}},
		{"NullMove", "perhaps", []string{"true"}},
		{"Clear Hash", "now", []string{"button"}},
		{"Skill", "3", []string{`unknown option "Skill": pass one of 1`, "echo uci | engine lists them"}},
		{"PV", "3", []string{"such as MultiPV, PVS: "}},
		{"EvalFile", filepath.Join(dir, "none.json"), []string{"none.json"}},
		{"EvalFile", filepath.Join(dir, "bad.json"), []string{"bad.json:1"}},
		{"EvalFile", filepath.Join(dir, "other.json"), []string{"set pesto (hash 0123456789abcdef)", "other.json", "weights of set standard stay in use"}},
		{"EvalFile", filepath.Join(dir, "policy.json"), []string{"policy.json", "a policy, where an evaluation is wanted"}},
		{"PolicyFile", filepath.Join(dir, "none.json"), []string{"none.json"}},
		{"PolicyFile", filepath.Join(dir, "other.json"), []string{"an evaluation, where a policy is wanted", "other.json", "the policy stays what it was"}},
	}
	for _, tt := range tests {
		t.Run(tt.name+" "+filepath.Base(tt.value), func(t *testing.T) {
			e := newEngine(t, Options{})
			before, searcher := e.Settings(), e.searcher
			err := e.SetOption(tt.name, tt.value)
			for _, want := range tt.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("error %v, want %q in it", err, want)
				}
			}
			if !cmp.Equal(before, e.Settings()) || e.searcher != searcher {
				t.Errorf("something has changed")
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	other := material(t)
	other.Set = "mine"
	if _, err := New(Options{Weights: other}); err == nil || !strings.Contains(err.Error(), `"mine"`) {
		t.Errorf("weights of an unknown set: error %v", err)
	}
	if _, err := New(Options{Policy: other}); err == nil || !strings.Contains(err.Error(), "a policy is wanted") {
		t.Errorf("an evaluation as a policy: error %v", err)
	}
	if _, err := New(Options{Weights: weights.BuiltinPolicy()}); err == nil || !strings.Contains(err.Error(), "an evaluation is wanted") {
		t.Errorf("a policy as an evaluation: error %v", err)
	}
	if _, err := New(Options{Search: "mcts9"}); err == nil || !strings.Contains(err.Error(), "base") {
		t.Errorf("unknown search: error %v", err)
	}
}

// Other weights change what is played.
func TestWeightsMatter(t *testing.T) {
	p := position(t, "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1")
	poor := material(t)
	for i, term := range poor.Terms {
		if strings.HasPrefix(term.Name, "pst.queen.") { // to have the enemy's is better than to take her
			poor.Terms[i].MG.Value, poor.Terms[i].EG.Value = -900, -900
		}
	}
	right, wrong := newEngine(t, Options{Weights: material(t)}), newEngine(t, Options{Weights: poor})
	if r := think(right, p, search.Limits{Depth: 1}); p.SAN(r.Move) != "Rxd5" {
		t.Errorf("with a queen's value: %s", p.SAN(r.Move))
	}
	if r := think(wrong, p, search.Limits{Depth: 1}); p.SAN(r.Move) == "Rxd5" {
		t.Errorf("with a queen worth less than nothing: %s", p.SAN(r.Move))
	}
}

func TestWDL(t *testing.T) {
	f := material(t)
	e := newEngine(t, Options{Weights: f})
	start := board.Start()
	if _, _, _, ok := e.WDL(0, &start); ok {
		t.Error("a model without a fit")
	}
	f.Provenance.WDL = &weights.WDL{A: [2]float64{100, 200}, B: [2]float64{50, 60}}
	tests := []struct {
		name            string
		score           search.Score
		p               *board.Position
		win, draw, loss int
	}{
		{"even, all pieces", 0, &start, 34, 932, 34},                                          // 1/(1+e^(200/60)) = 0.0344
		{"even, bare kings", 0, position(t, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), 119, 762, 119}, // 1/(1+e^2)
		{"worth a, half are won", 200, &start, 500, 499, 1},
		{"as much behind", -200, &start, 1, 499, 500},
		{"mates", search.MateIn(5), &start, 1000, 0, 0},
		{"is mated", search.MatedIn(4), &start, 0, 0, 1000},
	}
	for _, tt := range tests {
		win, draw, loss, ok := e.WDL(tt.score, tt.p)
		if !ok || win != tt.win || draw != tt.draw || loss != tt.loss {
			t.Errorf("%s: %d %d %d %v, want %d %d %d", tt.name, win, draw, loss, ok, tt.win, tt.draw, tt.loss)
		}
	}
}

func TestBenchEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := newEngine(t, Options{}).Bench(ctx, io.Discard); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// The bench is of the default table, one thread and one line, whatever is set; only
// techniques and their numbers change it.
func TestBenchIgnoresOptions(t *testing.T) {
	var want string
	tuned := alphabeta.Tuned{1, 2, 3}
	for _, opt := range []alphabeta.Options{{Off: alphabeta.SEE, Tuned: tuned}, {Off: alphabeta.SEE, Tuned: tuned, Hash: 2, Threads: 3, MultiPV: 4}} {
		e := newEngine(t, Options{Base: opt})
		plain := e.kind.new
		e.kind = &kind{name: "base", depth: 2, weighs: true, new: func(e *Engine) search.Searcher {
			if want := (alphabeta.Options{Off: alphabeta.SEE, Tuned: tuned}); e.opt.Base != want {
				t.Errorf("with %+v the bench is of %+v, want %+v", opt, e.opt.Base, want)
			}
			return plain(e)
		}}
		var out strings.Builder
		if err := e.Bench(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		got := strings.Join(lines[:len(lines)-1], "\n") // but for the speed
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("with %+v:\n%s\nwant\n%s", opt, got, want)
		}
	}
}

func TestExplain(t *testing.T) {
	f := material(t)
	f.Provenance.K = &weights.K{Value: 1}
	e := newEngine(t, Options{Weights: f})
	got := e.Explain(position(t, "r3k3/p7/8/8/8/8/PP6/RN2K3 w Q - 0 1"))
	const file = "testdata/explain.golden"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Terms without a group stand by themselves.
func TestExplainWithoutGroups(t *testing.T) {
	set, err := features.Lookup("alphaone")
	if err != nil {
		t.Fatal(err)
	}
	f := &weights.File{Set: set.Name(), SetHash: set.Hash(), Phase: set.Phase().Name}
	for _, def := range set.Terms() {
		f.Terms = append(f.Terms, weights.Term{Name: def.Name, Value: weights.Weight{Value: 1}})
	}
	got := newEngine(t, Options{Weights: f}).Explain(position(t, "4k3/8/8/8/8/8/P7/RN2K3 w Q - 0 1"))
	if !strings.Contains(got, "\nmobility ") || !strings.Contains(got, "\nside_to_move ") || strings.Contains(got, "\n ") {
		t.Errorf("terms and nothing else are wanted:\n%s", got)
	}
}

// Families of which the weights have no term are named.
func TestExplainLacks(t *testing.T) {
	f, _ := weights.Published("standard")
	got := newEngine(t, Options{Weights: f}).Explain(position(t, "4k3/8/8/8/8/8/P7/RN2K3 w Q - 0 1"))
	_, lacks, _ := strings.Cut(got, "\nnot in the weights file, worth 0: ")
	if !strings.Contains(lacks, "mobility") || strings.Contains(lacks, "pst") {
		t.Errorf("mobility is not named:\n%s", got)
	}
}

// Every term of every position is in the text or in the sum of a table, and the
// products are the evaluation.
func TestExplanationSums(t *testing.T) {
	for _, f := range []*weights.File{nil, quadratic(t)} {
		checkSums(t, newEngine(t, Options{Weights: f}))
	}
}

// quadratic is a file with a block, and else with published values.
func quadratic(t *testing.T) *weights.File {
	t.Helper()
	set, err := features.Lookup("standard_safety")
	if err != nil {
		t.Fatal(err)
	}
	f, _ := weights.Published(set.Name())
	f.Formula = weights.BlockFormula
	for i, def := range set.Terms() {
		if set.SumsOf(features.Term(i)) == nil {
			continue
		}
		f.Terms = append(f.Terms, weights.Term{Name: def.Name, Sums: []string{"white", "black"}, Value: weights.Weight{Value: 10}})
	}
	return f
}

func checkSums(t *testing.T, e *Engine) {
	t.Helper()
	for i := range features.Positions()[:50] {
		p := &features.Positions()[i]
		x, err := e.Explanation(p)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, g := range x.groups(e.opt.Weights) {
			for _, line := range g.lines {
				sum += line.Product
			}
		}
		sum += x.Rest
		if text := e.Explain(p); len(x.Sums) > 0 && !(strings.Contains(text, "danger.base") && strings.Contains(text, "1 in white, 1 in black") && strings.Contains(text, "the formula's sums")) {
			t.Errorf("%s: no sums in\n%s", p.FEN(), text)
		}
		if d := sum - x.Sum; d > 1e-6 || d < -1e-6 {
			t.Errorf("%s: the groups sum to %.3f, the evaluation is %.3f", p.FEN(), sum, x.Sum)
		}
		if d := float64(x.Whole) - x.Sum; d > 30 || d < -30 {
			t.Errorf("%s: %d in a search, %.1f by the weights", p.FEN(), x.Whole, x.Sum)
		}
	}
}

// TestWeighs: of a search that weighs the score follows the weights.
func TestWeighs(t *testing.T) {
	g := search.NewGame(boardtest.Parse(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"))
	for i, name := range Searches() {
		if long.Short(t) && i%3 != 0 {
			continue
		}
		if parts, _ := mcts.Preset(strings.TrimPrefix(name, TreePrefix)); parts.Asks() {
			if !Weighs(name) {
				t.Errorf("%s: the search within it weighs", name)
			}
			continue // it looks for the end of the game
		}
		var scores [2]search.Score
		for i, f := range []*weights.File{material(t), weights.Builtin()} {
			e := newEngine(t, Options{Weights: f, Search: name})
			scores[i] = e.Search(g, search.NewControl(search.Limits{Depth: 1}, board.White, 0), nil).Score
		}
		if differ := scores[0] != scores[1]; differ != Weighs(name) {
			t.Errorf("%s: scores %v by two weights, Weighs says %v", name, scores, Weighs(name))
		}
	}
	if Weighs("nonsense") || !Weighs("") {
		t.Error("an unknown search weighs, or the default does not")
	}
}
