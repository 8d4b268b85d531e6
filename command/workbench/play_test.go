package workbench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/sparring"
	"example.org/centipawn/engine"
	"example.org/centipawn/neural"
	"example.org/centipawn/pgn"
)

const exampleNetwork = "../../examples/sigmazero.nn"

// thought returns the last event of a search, and its name.
func thought(t *testing.T, server *httptest.Server, path string, params url.Values) (name string, a engine.Analysis) {
	t.Helper()
	status, body := get(t, server, path, params)
	if status != http.StatusOK {
		t.Fatalf("%s?%s: status %d: %s", path, params.Encode(), status, body)
	}
	events := strings.Split(strings.TrimSpace(string(body)), "\n\n")
	head, data, _ := strings.Cut(events[len(events)-1], "\n")
	if err := json.Unmarshal([]byte(strings.TrimPrefix(data, "data: ")), &a); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return strings.TrimPrefix(head, "event: "), a
}

// with returns parameters with others in their place.
func with(params url.Values, pairs ...string) url.Values {
	all := url.Values{}
	for n, v := range params {
		all[n] = v
	}
	for i := 0; i < len(pairs); i += 2 {
		all.Set(pairs[i], pairs[i+1])
	}
	return all
}

// TestReply: each search that is listed answers with a legal move, and a tree with the visits of all moves; their sum is
// the limit, less the visits that went to the root alone.
func TestReply(t *testing.T) {
	server, _ := newTest(t, exampleNetwork)
	g, err := sparring.NewGame(board.Start(), "e2e4 c7c5 g1f3")
	if err != nil {
		t.Fatal(err)
	}
	game := url.Values{"moves": {"e2e4 c7c5 g1f3"}, "nodes": {"60"}}
	for _, s := range ask[[]sparring.Search](t, server, "/api/play/searches", nil) {
		networks := []string{""}
		if s.Tree {
			networks = append(networks, "sigmazero.nn")
		}
		for _, n := range networks {
			name, a := thought(t, server, "/api/play/reply", with(game, "search", s.Name, "network", n))
			if _, err := g.Position().ParseUCI(a.UCI); name != "done" || err != nil {
				t.Errorf("%s %s: %s %+v: %v", s.Name, n, name, a, err)
			}
			if s.Tree != (len(a.Moves) > 0) {
				t.Errorf("%s %s has %d moves", s.Name, n, len(a.Moves))
			}
		}
	}
}

// TestRefused: games and opponents that cannot be are refused, with the reason, before a search begins.
func TestRefusedGames(t *testing.T) {
	server, _ := newTest(t, exampleNetwork)
	const mated = "f2f3 e7e5 g2g4 d8h4"
	for _, c := range []struct {
		path, params string
		want         string
	}{
		{"/api/play", "moves=e2e5", "half-move 1: illegal move"},
		{"/api/play", "moves=" + url.QueryEscape(mated+" a2a3"), "half-move 5 comes after the end of the game: checkmate"},
		{"/api/play", "moves=" + url.QueryEscape(strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 600)), "2400 half-moves, at most 2000"},
		{"/api/play", "fen=8/8/8/8/8/8/8/8+w+-+-+0+1", "no king"},
		{"/api/play", "resigned=green", "resigned: want white or black"},
		{"/api/play", "resigned=white&moves=" + url.QueryEscape(mated), "the game is over: checkmate"},
		{"/api/play/reply", "moves=" + url.QueryEscape(mated), "the game is over: checkmate"},
		{"/api/play/reply", "resigned=white", "White has resigned"},
		{"/api/play/reply", "search=best", `search \"best\": want one of`},
		{"/api/play/reply", "search=full&network=sigmazero.nn", "asks no network"},
		{"/api/play/reply", "network=other.nn", "Open now: sigmazero.nn"},
		{"/api/play/reply", "nodes=0", "nodes: want a whole number"},
		{"/api/play/reply", "time=60001", "time: want a whole number"},
		{"/api/play/look", "", "what: want visits or policy"},
		{"/api/play/pgn", "side=white&date=yesterday", "date: want year.month.day"},
		{"/api/play/pgn", "side=white&name=" + strings.Repeat("x", 101), "name: want at most 100 bytes"},
	} {
		params, err := url.ParseQuery(c.params)
		if err != nil {
			t.Fatal(err)
		}
		status, body := get(t, server, c.path, params)
		if status != http.StatusBadRequest && status != http.StatusNotFound || !bytes.Contains(body, []byte(c.want)) {
			t.Errorf("%s?%s: status %d: %s", c.path, c.params, status, body)
		}
	}
}

// TestPolicyShown: the policy that a page shows is the softmax of the network's logits over the legal moves, and the
// value its own.
func TestPolicyShown(t *testing.T) {
	server, _ := newTest(t, exampleNetwork)
	n, err := neural.Read(exampleNetwork)
	if err != nil {
		t.Fatal(err)
	}
	g, err := sparring.NewGame(board.Start(), "e2e4 e7e5 g1f3 b8c6 f1b5")
	if err != nil {
		t.Fatal(err)
	}
	p, e := g.Position(), n.Evaluator()
	e.Start(p)
	want, sum := map[string]float64{}, 0.0
	for _, m := range p.LegalMoves(nil) {
		want[p.UCI(m)] = math.Exp(e.Logit(m))
		sum += want[p.UCI(m)]
	}
	params := url.Values{"moves": {"e2e4 e7e5 g1f3 b8c6 f1b5"}, "search": {"mcts-sigmazero"}, "network": {"sigmazero.nn"}, "what": {"policy"}, "nodes": {"400"}}
	_, a := thought(t, server, "/api/play/look", params)
	if len(a.Moves) != len(want) || a.Nodes != 1 {
		t.Fatalf("%d moves of %d, %d nodes", len(a.Moves), len(want), a.Nodes)
	}
	for _, m := range a.Moves {
		if math.Abs(m.Prior-want[m.UCI]/sum) > 1e-6 {
			t.Errorf("%s: %g, the network says %g", m.UCI, m.Prior, want[m.UCI]/sum)
		}
	}
	_, first := thought(t, server, "/api/play/look", with(params, "what", "visits"))
	_, second := thought(t, server, "/api/play/look", with(params, "what", "visits"))
	visits := 0
	for i, m := range first.Moves {
		visits += m.Visits
		if m.Visits != second.Moves[i].Visits || m.Move != second.Moves[i].Move {
			t.Errorf("asked again, %s has %d visits and not %d", m.Move, second.Moves[i].Visits, m.Visits)
		}
	}
	if visits != 399 { // the first is the root's own
		t.Errorf("%d visits of 400", visits)
	}
}

// TestLeaving: a search ends when its browser leaves, while it waits and while it searches, and its place is free.
func TestLeaving(t *testing.T) {
	s, running := serving(t, exampleNetwork)
	began := time.Now()
	params := url.Values{"search": {"mcts-sigmazero"}, "network": {"sigmazero.nn"}, "nodes": {"20000000"}}
	leave := make([]context.CancelFunc, cap(s.searches)+1)
	for i := range leave {
		var ctx context.Context
		ctx, leave[i] = context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, running.URL+"/api/play/reply?"+params.Encode(), nil)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		line, err := bufio.NewReader(reply.Body).ReadString('\n')
		want := "event: lines\n"
		if i == cap(s.searches) {
			want = "event: waiting\n"
		}
		if err != nil || line != want {
			t.Fatalf("search %d: %q, %v", i, line, err)
		}
	}
	for _, f := range slices.Backward(leave) {
		f()
	}
	until(t, func() bool { return len(s.searches) == 0 })
	if spent := time.Since(began); spent > mostTime/2 {
		t.Errorf("the searches have ended after %v", spent)
	}
}

// TestRecord: the PGN is read back as the game that was played, with names and result.
func TestRecord(t *testing.T) {
	server, _ := newTest(t, exampleNetwork)
	status, body := get(t, server, "/api/play/pgn", url.Values{
		"moves": {"f2f3 e7e5 g2g4 d8h4"}, "side": {"black"}, "name": {`Zoë  "the <b>fool</b>"` + "\n"}, "date": {"2026.01.31"},
		"search": {"mcts-sigmazero"}, "network": {"sigmazero.nn"},
	})
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, body)
	}
	var g pgn.Game
	if err := pgn.Parse(body, 1, &g); err != nil {
		t.Fatalf("%v:\n%s", err, body)
	}
	for name, want := range map[string]string{"White": "mcts-sigmazero, sigmazero.nn", "Black": `Zoë "the <b>fool</b>"`, "Date": "2026.01.31", "Result": "0-1", "Termination": "normal"} {
		if got, _ := g.Tag(name); got != want {
			t.Errorf("%s %q, want %q", name, got, want)
		}
	}
	if len(g.Moves) != 4 || g.Result != pgn.BlackWins {
		t.Errorf("%d moves, %v:\n%s", len(g.Moves), g.Result, body)
	}
	r, err := http.Get(server.URL + "/api/play/pgn?side=white")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.Header.Get("Content-Disposition") != `attachment; filename="game.pgn"` || r.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/vnd.chess-pgn") {
		t.Errorf("a browser could show it as a page: %v", r.Header)
	}
}

// TestBrokenNetwork: of a network that is cut off the reason is told, without its path.
func TestBrokenNetwork(t *testing.T) {
	text, err := os.ReadFile(exampleNetwork)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "cut.nn")
	if err := os.WriteFile(path, text[:len(text)-4], 0o644); err != nil {
		t.Fatal(err)
	}
	server, _ := newTest(t, path)
	status, body := get(t, server, "/api/play", url.Values{"search": {"mcts-sigmazero"}, "network": {"cut.nn"}})
	if status != http.StatusBadRequest || !bytes.Contains(body, []byte("cut.nn: ")) || bytes.Contains(body, []byte(filepath.Dir(path))) {
		t.Errorf("status %d: %s", status, body)
	}
}
