package engine

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
)

// networkFile writes a network of small random weights.
func networkFile(t *testing.T, seed uint64) string {
	t.Helper()
	n, err := nn.New[float32](nn.Config{Planes: planes.Paper.Planes(), Moves: planes.MovePlanes, Channels: 4, Blocks: 1, Hidden: 4}, seed)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "network")
	if err := (&nn.File{Encoding: planes.Paper.String(), Network: n}).Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestNetworkFile: a tree evaluates and has priors by the network of a file; without one by the weights
// and their policy again. Another search plays as without.
func TestNetworkFile(t *testing.T) {
	p := board.Start()
	one, other := networkFile(t, 1), networkFile(t, 2)
	root := func(e *Engine) (list []mcts.Move) {
		think(e, &p, search.Limits{Nodes: 100})
		return e.searcher.(*mcts.Searcher).Root()
	}
	e := newEngine(t, Options{Search: "mcts-sigmazero"})
	byWeights := root(e)
	set(t, e, "NetworkFile", one)
	byNetwork := root(e)
	set(t, e, "NetworkFile", other)
	byOther := root(e)
	again := newEngine(t, Options{Search: "mcts-sigmazero", Network: e.Settings().Network})
	if a, b := byNetwork[0], byWeights[0]; a.Prior == b.Prior || a.Value == b.Value {
		t.Errorf("by network and weights: %+v", a)
	}
	for i, m := range root(again) {
		if m.Prior != byOther[i].Prior || m.Visits != byOther[i].Visits || m.Value != byOther[i].Value {
			t.Errorf("%v: %+v, made of the same network %+v", m.Move, byOther[i], m)
		}
		if m.Value < 0 || m.Value > 1 {
			t.Errorf("%v: value %v", m.Move, m.Value)
		}
	}
	if _, _, _, ok := e.WDL(20, &p); ok {
		t.Error("the weights' model says how a network's games end")
	}
	set(t, e, "NetworkFile", "<empty>")
	if back := root(e); back[0].Prior != byWeights[0].Prior {
		t.Errorf("without network: %+v, before %+v", back[0], byWeights[0])
	}
	plain, full := newEngine(t, Options{}), newEngine(t, Options{Network: again.Settings().Network})
	if a, b := think(plain, &p, search.Limits{Depth: 4}), think(full, &p, search.Limits{Depth: 4}); a.Score != b.Score || a.Nodes != b.Nodes {
		t.Errorf("alpha-beta: %v with a network, %v without", b, a)
	}
	if remarks := strings.Join(full.Remarks(), " "); !strings.Contains(remarks, "NetworkFile does nothing") {
		t.Errorf("remarks %q", remarks)
	}
}

// TestNetworkFileRefused: a file that is missing, cut off, or no network is refused, and the network stays.
func TestNetworkFileRefused(t *testing.T) {
	good := networkFile(t, 1)
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	e := newEngine(t, Options{Search: "mcts-sigmazero"})
	set(t, e, "NetworkFile", good)
	before := e.Settings().Network
	for name, content := range map[string][]byte{"none": nil, "short": data[:len(data)-4], "text": []byte("{}\n")} {
		path := filepath.Join(t.TempDir(), name)
		if content != nil {
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.SetOption("NetworkFile", path); err == nil || !strings.Contains(err.Error(), path) || e.Settings().Network != before {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestSelfPlayGame: with noise and drawn moves a game of the same seed is the same game, and another seed's
// is another; values are expected scores.
func TestSelfPlayGame(t *testing.T) {
	network := networkFile(t, 3)
	game := func(seed string) (moves []board.Move) {
		e := newEngine(t, Options{Search: "mcts-sigmazero"})
		set(t, e, "NetworkFile", network, "TreeNoise", "250", "TreeMoveTemperature", "1000", "TreeSeed", seed)
		if list := e.Remarks(); len(list) > 0 {
			t.Errorf("remarks %q", list)
		}
		g := search.NewGame(board.Start())
		for range 12 {
			r := e.Search(g, search.NewControl(search.Limits{Nodes: 30}, g.Position().SideToMove(), 0), nil)
			moves = append(moves, r.Move)
			sum := 0.0
			for _, m := range e.searcher.(*mcts.Searcher).Root() {
				if sum += m.Prior; m.Value < 0 || m.Value > 1 {
					t.Errorf("%v: value %v", m.Move, m.Value)
				}
			}
			if math.Abs(sum-1) > 1e-5 {
				t.Errorf("priors sum to %v", sum)
			}
			g.Make(r.Move)
		}
		return moves
	}
	first, second, other := game("1"), game("1"), game("2")
	differ := 0
	for i := range first {
		if first[i] != second[i] {
			t.Errorf("half-move %d: %v, then %v", i+1, first[i], second[i])
		}
		if first[i] != other[i] {
			differ++
		}
	}
	if differ == 0 {
		t.Error("two seeds play the same game")
	}
}
