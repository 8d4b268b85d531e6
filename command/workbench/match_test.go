package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/match"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/shown"
	"example.org/centipawn/search"
)

// A first is a player who plays the first legal move that his number leads to.
type first int

func (first) NewGame() error { return nil }
func (first) Close() error   { return nil }

func (p first) Search(g *search.Game, lim search.Limits) (play.Thought, error) {
	moves := g.Position().LegalMoves(nil)
	n := (int(p) + len(g.Moves())) * 7 % len(moves)
	return play.Thought{Move: moves[n], Scored: true, Score: search.Score(10*n - 50), Depth: 3, Nodes: lim.Nodes}, nil
}

// starts returns a start of a player.
func starts(p play.Player) func(context.Context) (play.Player, error) {
	return func(context.Context) (play.Player, error) { return p, nil }
}

// playMatch plays a match of players with these names into a folder, and returns the folder.
func playMatch(t *testing.T, pairs int, names ...string) string {
	t.Helper()
	return playFixed(t, pairs, nil, names...)
}

// playFixed plays a match like playMatch in which ratings are fixed.
func playFixed(t *testing.T, pairs int, ratings map[string]float64, names ...string) string {
	t.Helper()
	plan := match.Plan{Anchors: ratings, Pairs: pairs, Openings: openings.Random(7, 4, nil), Rules: play.Rules{MaxPlies: 40, ResignMoves: 2, ResignScore: 100}, Dir: t.TempDir()}
	for i, name := range names {
		plan.Entrants = append(plan.Entrants, play.Entrant{Name: name, Limit: play.Limit{Nodes: 10}, Start: func(context.Context) (play.Player, error) { return first(i + 1), nil }})
	}
	if _, err := match.Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	return plan.Dir
}

// playing is a folder of a match of which a test brings the games one by one.
type playing struct {
	dir   string
	lines [][]byte // of the journal that are still to come
}

// newPlaying returns a match that has just begun; its games come by bring.
func newPlaying(t *testing.T, played string) *playing {
	t.Helper()
	p := &playing{dir: t.TempDir()}
	for _, name := range []string{"match.json", "games.jsonl"} {
		text, err := os.ReadFile(filepath.Join(played, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "games.jsonl" {
			p.lines, text = bytes.SplitAfter(text, []byte("\n")), nil
		}
		if err := os.WriteFile(filepath.Join(p.dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// bring appends the next n games to the journal.
func (p *playing) bring(t *testing.T, n int) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(p.dir, "games.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(bytes.Join(p.lines[:n], nil)); err != nil {
		t.Fatal(err)
	}
	p.lines = p.lines[n:]
}

// hostileMatch is the folder of a match with script wherever a journal can have text.
func hostileMatch(t *testing.T) string {
	t.Helper()
	dir := playMatch(t, 1, script, script+"2")
	path := filepath.Join(dir, "games.jsonl")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for line := range bytes.Lines(text) {
		var g map[string]any
		if err := json.Unmarshal(line, &g); err != nil {
			t.Fatal(err)
		}
		delete(g, "crc32c")
		for _, name := range []string{"end", "termination", "reason", "opening"} {
			g[name] = script
		}
		g["guilty"], g["stack"] = g["white"], script
		g["moves"] = g["moves"].(string) + " " + strings.ReplaceAll(script, " ", "/")
		line, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		out = append(append(out, line...), '\n')
	}
	if err := os.WriteFile(path, out, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// standings returns what an ended match streams.
func standings(t *testing.T, body []byte) (list []shown.Standing) {
	t.Helper()
	for event := range strings.SplitSeq(strings.TrimSpace(string(body)), "\n\n") {
		text, ok := strings.CutPrefix(event, "event: standing\ndata: ")
		if !ok {
			continue
		}
		var s shown.Standing
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// TestMatchRoutes: hostile matches are answered as JSON and never as a page, and script as a parameter
// is refused.
func TestMatchRoutes(t *testing.T) {
	dir := hostileMatch(t)
	server, _ := newTest(t, dir)
	label := filepath.Base(dir)
	routes := []struct {
		path   string
		params url.Values
	}{
		{"/match", nil},
		{"/api/match", url.Values{"match": {label}, "pairing": {"0"}}},
		{"/api/game", url.Values{"match": {label}, "game": {"2"}}},
		{"/api/games", url.Values{"match": {label}, "from": {"0"}, "count": {"5"}}},
	}
	for _, route := range routes {
		if status, body := get(t, server, route.path, route.params); status != http.StatusOK || bytes.Contains(body, []byte("<script>alert")) {
			t.Errorf("%s: status %d: %.300s", route.path, status, body)
		}
		for name := range route.params {
			for _, value := range []string{script, "-1", "99999999999999999999"} {
				params := url.Values{}
				for n, v := range route.params {
					params[n] = v
				}
				params.Set(name, value)
				if status, body := get(t, server, route.path, params); status < 400 || status >= 500 || !json.Valid(body) {
					t.Errorf("%s with %q for %s: status %d: %.300s", route.path, value, name, status, body)
				}
			}
		}
	}
	if status, body := get(t, server, "/api/games", url.Values{"find": {script}, "result": {"faults"}}); status != http.StatusOK || !bytes.Contains(body, []byte(`"total":2`)) {
		t.Errorf("status %d: %s", status, body)
	}
}

// TestStanding: a match that has ended streams the numbers of its result, once.
func TestStanding(t *testing.T) {
	dir := playMatch(t, 6, "A", "B", "C")
	server, _ := newTest(t, dir)
	text, err := os.ReadFile(filepath.Join(dir, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want match.Result
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	_, body := get(t, server, "/api/match", url.Values{"pairing": {"2"}})
	list := standings(t, body)
	if len(list) != 1 || list[0].Running || !bytes.HasSuffix(body, []byte("event: done\ndata: null\n\n")) {
		t.Fatalf("%d standings: %.500s", len(list), body)
	}
	got, err := json.Marshal(list[0].Result)
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := json.Marshal(&want)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, wanted) {
		t.Errorf("got  %s\nwant %s", got, wanted)
	}
	if c := list[0].Curve; len(c.Pairs) != want.Pairings[2].Pentanomial.Pairs() || *c.Elo[len(c.Elo)-1] != want.Pairings[2].Estimate.Elo.Value {
		t.Errorf("the curve is %+v", c)
	}
}

// A gated player begins a game when it is let.
type gated struct {
	first
	gate chan struct{}
}

func (p gated) NewGame() error {
	<-p.gate
	return nil
}

// TestMatchPlays: a match that really plays is seen to move and to end.
func TestMatchPlays(t *testing.T) {
	chromium(t)
	gate, dir := make(chan struct{}), filepath.Join(t.TempDir(), "live")
	plan := match.Plan{Pairs: 4, Openings: openings.Random(7, 4, nil), Rules: play.Rules{MaxPlies: 20}, Dir: dir, Concurrency: 1}
	for i, name := range []string{"A", "B"} {
		plan.Entrants = append(plan.Entrants, play.Entrant{Name: name, Limit: play.Limit{Nodes: 10}, Start: func(context.Context) (play.Player, error) { return gated{first(i + 1), gate}, nil }})
	}
	ended := make(chan error, 1)
	go func() {
		_, err := match.Run(t.Context(), plan, nil)
		ended <- err
	}()
	gate <- struct{}{} // both players begin the first game: the folder is there
	gate <- struct{}{}
	server, _ := newTest(t, dir)
	b := openTab(t, server, 1280, 1000)
	b.open("/match")
	b.until(`document.getElementById("finished").textContent === "1 of 8 games" && document.getElementById("state").textContent === "running"`)
	gate <- struct{}{}
	gate <- struct{}{}
	b.until(`document.getElementById("finished").textContent === "2 of 8 games"`)
	close(gate)
	b.until(`document.getElementById("finished").textContent === "8 of 8 games" && document.getElementById("state").textContent === "all played"`)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestMatchLive: a match that runs is seen to move and to end; names are text; a game is played
// through, by keys too.
func TestMatchLive(t *testing.T) {
	chromium(t)
	const pairs = 12
	p := newPlaying(t, playMatch(t, pairs, "<img src=x onerror=alert(1)>", "<script>alert(2)</script>"))
	server, _ := newTest(t, p.dir)
	b := openTab(t, server, 1280, 1000)
	b.open("/match")
	finished := func(n int) {
		t.Helper()
		b.until(fmt.Sprintf(`document.getElementById("finished").textContent === "%d of %d games"`, n, 2*pairs))
	}
	finished(0)
	for n := 0; n < 2*pairs; n += 8 {
		if state := b.text("#state"); state != "running" {
			t.Errorf("after %d games the match is %q", n, state)
		}
		p.bring(t, 8)
		finished(n + 8)
	}
	b.until(`document.getElementById("state").textContent === "all played"`)
	b.until(`document.querySelectorAll("#games tbody tr").length === 24`)
	if who := b.text("#title"); who != "<img src=x onerror=alert(1)> against <script>alert(2)</script>" {
		t.Errorf("who plays is %q", who)
	}
	b.do(chromedp.Click(`[data-game="3"]`))
	b.until(`!document.getElementById("player").hidden && document.getElementById("thought").textContent === "The game begins."`)
	b.do(chromedp.Click("#on"), chromedp.Focus(`[data-ply="1"]`))
	b.keys(right, right, right, right, right)
	b.until(`document.querySelector("#moves [aria-current]").dataset.ply === "6" && document.activeElement.dataset.ply === "6"`)
	b.until(`document.getElementById("thought").textContent.includes("depth 3")`)
	if n := value[int](b, `document.querySelectorAll(".u-over").length`); n != 2 {
		t.Errorf("%d curves, want those of Elo and of scores", n)
	}
}
