package workbench

import (
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/workbench/follow"
)

const lessonFEN = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5"

// draw draws on the board with the right button.
func (b *tab) draw(from, to string) {
	b.t.Helper()
	at := func(square string) []float64 {
		return value[[]float64](b, `(() => { const r = document.querySelector('[data-square="`+square+`"][role=gridcell]').getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2] })()`)
	}
	p, q := at(from), at(to)
	right := []chromedp.MouseOption{chromedp.Button("right"), chromedp.ClickCount(1)}
	b.do(chromedp.MouseEvent(input.MousePressed, p[0], p[1], right...), chromedp.MouseEvent(input.MouseMoved, q[0], q[1], chromedp.Button("right")), chromedp.MouseEvent(input.MouseReleased, q[0], q[1], right...))
}

// front makes the tab the one that is seen: only it draws.
func (b *tab) front() {
	b.t.Helper()
	b.do(cdppage.BringToFront())
}

// drawn is what was drawn on the board.
func (b *tab) drawn() string {
	b.t.Helper()
	return value[string](b, `[...document.querySelectorAll("[data-drawn]")].map(e => e.dataset.drawn).sort().join(" ")`)
}

// TestPresent: key p shows the board alone and large; the next panel comes by Page Down; Escape ends it.
func TestPresent(t *testing.T) {
	server, token := newTest(t)
	b := openTab(t, server, 1440, 900)
	b.open("/position?weights=builtin&fen=" + url.QueryEscape(lessonFEN) + "&token=" + token)
	size := `parseFloat(getComputedStyle(document.documentElement).fontSize)`
	small, board := value[float64](b, size), value[float64](b, `document.querySelector(".boardplace").getBoundingClientRect().height`)
	b.keys("p")
	b.until(`document.getElementById("presentstory")?.dataset.told`)
	if large := value[float64](b, size); large < 1.59*small {
		t.Errorf("letters of %g pixels, before %g", large, small)
	}
	if high := value[float64](b, `document.querySelector(".boardplace").getBoundingClientRect().height`); high < board || high < 750 || high > 900 {
		t.Errorf("the board is %g pixels high, before %g", high, board)
	}
	if seen := value[string](b, `[...document.querySelectorAll("body > header, #terms, #fenform")].filter(e => e.checkVisibility()).map(e => e.id).join()`); seen != "" {
		t.Errorf("still to be seen: %s", seen)
	}
	b.keys(pageDown)
	b.until(`!document.querySelector(".boardplace").checkVisibility() && document.querySelector("[data-presented]").checkVisibility()`)
	b.keys(escape)
	b.until(`document.querySelector(".boardplace").checkVisibility() && document.querySelector("header").checkVisibility() && !document.getElementById("presentstory")`)
	b.do(chromedp.Focus("#fen"))
	b.keys("p")
	if value[bool](b, `document.documentElement.classList.contains("presenting")`) {
		t.Error("a letter in a field begins a presentation")
	}
}

// TestLead: pupils see the position, the term, the marks and the drawing of the page that leads, and the sign only when
// it is revealed.
func TestLead(t *testing.T) {
	server, token := newTest(t)
	other, err := http.Get(server.URL + "/api/lead") // a hidden tab does not follow
	if err != nil {
		t.Fatal(err)
	}
	defer other.Body.Close()
	pupil, teacher := openTab(t, server, 390, 900), openTab(t, server, 1440, 900)
	pupil.front()
	pupil.open("/follow")
	if said := pupil.text("#waiting"); !strings.HasPrefix(said, "No one shows") {
		t.Errorf("it says %q", said)
	}
	teacher.front()
	teacher.open("/position?weights=builtin&term=mobility.bishop.7&fen=" + url.QueryEscape(lessonFEN) + "&token=" + token)
	teacher.keys("p")
	teacher.do(chromedp.Click("#leadpupils"))
	pupil.front()
	pupil.until(`document.querySelector("[role=gridcell][data-square=f3]")?.getAttribute("aria-label").startsWith("f3, White knight")`)
	teacher.front()
	teacher.until(`document.getElementById("followers").textContent.includes("follow")`)
	teacher.draw("c4", "f7")
	teacher.draw("e5", "e5")
	if got := teacher.drawn(); got != "Gc4f7 Ge5" {
		t.Fatalf("%q was drawn", got)
	}
	pupil.front()
	pupil.until(`document.querySelectorAll("[data-drawn]").length === 2`)
	if got := pupil.drawn(); got != "Gc4f7 Ge5" {
		t.Errorf("pupils see %q", got)
	}
	pupil.until(`document.querySelector("#story h2")?.textContent === "mobility.bishop.7"`)
	marks := `[...document.querySelectorAll("[data-kind]")].filter(c => c.dataset.kind).map(c => c.dataset.square + c.dataset.kind).join()`
	if got, want := value[string](pupil, marks), value[string](teacher, marks); got != want || got == "" {
		t.Errorf("pupils see the marks %q of %q", got, want)
	}
	teacher.draw("e5", "e5") // the same again takes it away
	pupil.front()
	pupil.until(`document.querySelectorAll("[data-drawn]").length === 1`)
	teacher.front()
	teacher.do(chromedp.Click("#guess"))
	pupil.front()
	pupil.until(`document.getElementById("story").dataset.told === "question"`)
	if text := pupil.text("#story"); strings.Contains(text, "pawns") || value[int](pupil, `document.querySelectorAll("[data-kind=plus], [data-kind=minus]").length`) > 0 {
		t.Errorf("before it is revealed pupils see %q", text)
	}
	pupil.do(chromedp.Click("#story button"))
	teacher.front()
	teacher.do(chromedp.Click("#guess"))
	pupil.front()
	pupil.until(`document.querySelector(".guessed")`)
	sign := value[float64](pupil, `Number(document.querySelector("[data-term]").dataset.term)`)
	if right := strings.Contains(pupil.text(".guessed"), "right"); right != (sign > 0) {
		t.Errorf("the term is worth %g, White was guessed, and it says %q", sign, pupil.text(".guessed"))
	}
	teacher.front()
	for _, page := range []string{"/weights?weights=builtin", "/play?weights=builtin"} { // no board, or no position in the address
		teacher.front()
		teacher.open(page)
		time.Sleep(follow.LeaveTime + time.Second)
		pupil.front()
		if value[bool](pupil, `document.getElementById("lesson").hidden`) {
			t.Errorf("%s ends the lesson", page)
		}
	}
	teacher.front()
	teacher.open("/position?weights=builtin&term=tempo&fen=" + url.QueryEscape(lessonFEN))
	pupil.front()
	pupil.until(`document.querySelector("#story h2")?.textContent === "tempo"`)
	teacher.front()
	teacher.do(chromedp.Navigate("about:blank")) // as if the tab was closed
	pupil.front()
	pupil.until(`document.getElementById("lesson").hidden && document.getElementById("waiting").textContent.startsWith("The teacher has stopped")`)
}

// TestPupilsDoNotLead: without the token no page leads, has the button for it, or moves what pupils see.
func TestPupilsDoNotLead(t *testing.T) {
	server, token := newTest(t)
	body := func(fen string) string {
		text, err := json.Marshal(follow.Lesson{Open: true, FEN: fen, Weights: "builtin", Marks: []follow.Mark{}, Drawn: []string{}})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	send := func(token, text string) int {
		reply, err := http.Post(server.URL+"/api/lead?token="+token, "application/json", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
		return reply.StatusCode
	}
	if status := send(token, body(lessonFEN)); status != http.StatusOK {
		t.Fatalf("the teacher: status %d", status)
	}
	for _, bad := range []string{"", "x", token[1:]} {
		if status := send(bad, body("4k3/8/8/8/8/8/8/4K3 w - - 0 1")); status != http.StatusForbidden {
			t.Errorf("token %q: status %d", bad, status)
		}
	}
	for name, text := range map[string]string{
		"no position": body("x"), "no JSON": "{", "unknown weights": strings.Replace(body(lessonFEN), "builtin", script, 1),
		"a drawing that is none": strings.Replace(body(lessonFEN), `"drawn":[]`, `"drawn":["Ge9"]`, 1), "a mark that is none": strings.Replace(body(lessonFEN), `"marks":[]`, `"marks":[{"square":"a1","kind":"x y"}]`, 1),
	} {
		if status := send(token, text); status != http.StatusBadRequest && status != http.StatusNotFound {
			t.Errorf("%s: status %d", name, status)
		}
	}
	b := openTab(t, server, 1280, 900)
	b.open("/position?weights=builtin")
	b.keys("p")
	b.until(`document.getElementById("presentbar").checkVisibility()`)
	if value[bool](b, `Boolean(document.getElementById("leadpupils"))`) {
		t.Error("a page without the token has the button to lead")
	}
	b.open("/follow")
	b.until(`document.querySelector("[role=gridcell][data-square=f3]")?.getAttribute("aria-label").startsWith("f3, White knight")`)
	b.mouse("mousePressed", "f3")
	b.mouse("mouseReleased", "g5")
	if label := value[string](b, `document.querySelector("[role=gridcell][data-square=f3]").getAttribute("aria-label")`); !strings.HasPrefix(label, "f3, White knight") {
		t.Errorf("a pupil has moved a piece: %s", label)
	}
}

// TestWay: the addresses are those where the server answers, with a code of the first; none on this machine alone.
func TestWay(t *testing.T) {
	server, _ := newTest(t)
	if got := ask[follow.Way](t, server, "/api/follow", nil); len(got.Addresses) != 0 || got.Code != nil {
		t.Errorf("of a server on this machine alone: %+v", got)
	}
	if got := follow.At(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8764}); got != nil {
		t.Errorf("on this machine alone: %q", got)
	}
	if got := follow.At(&net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 8764}); len(got) != 1 || got[0] != "http://192.0.2.1:8764/follow" {
		t.Errorf("at an address: %q", got)
	}
}
