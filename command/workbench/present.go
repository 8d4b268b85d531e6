package workbench

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"rsc.io/qr"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/weights"
)

// followPage is what pupils see: the position, the weights, the term and the drawing of the page that leads.
var followPage = page{
	Name: "follow", Title: "Follow", About: "What does the teacher's page show?",
	Routes: func(*shared) map[string]web.Handler {
		l := new(lead)
		return map[string]web.Handler{"GET /api/lead": l.follow, "POST /api/lead": web.Answer(l.take), "GET /api/follow": web.Answer(wayOf)}
	},
}

// unlisted are the pages that the menu does not name.
var unlisted = []page{followPage}

// A lesson is what the page of a teacher shows.
type lesson struct {
	Open    bool     `json:"open"`    // somebody leads
	Version int      `json:"version"` // grows with each change
	FEN     string   `json:"fen"`
	Weights string   `json:"weights"` // label
	Term    string   `json:"term"`    // "": the whole evaluation
	Black   bool     `json:"black"`   // the board is turned
	Marks   []marked `json:"marks"`   // by the page
	Drawn   []string `json:"drawn"`   // by hand: G, R or B, and a square for a circle, two for an arrow
	Guess   bool     `json:"guess"`   // the sign is hidden
}

// A marked is a square with a mark.
type marked struct {
	Square string `json:"square"`
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Said   string `json:"said"` // the same for who cannot see it
}

// The limits of a lesson.
const (
	mostMarks = 64
	mostDrawn = 64
	mostTerm  = 200 // bytes of a term, and of a mark's words
)

var (
	drawnText = regexp.MustCompile(`^[GRB][a-h][1-8]([a-h][1-8])?$`)
	square    = regexp.MustCompile(`^[a-h][1-8]$`)
	markKind  = regexp.MustCompile(`^[a-z]{1,12}$`)
)

// check returns what is wrong with a lesson: other browsers show what it contains.
func (l *lesson) check() error {
	p, err := board.ParsePosition(l.FEN)
	if err != nil {
		return err
	}
	l.FEN = p.FEN()
	badMark := func(m marked) bool {
		return !square.MatchString(m.Square) || !markKind.MatchString(m.Kind) || len(m.Text) > mostTerm || len(m.Said) > mostTerm
	}
	badDrawn := func(text string) bool { return !drawnText.MatchString(text) }
	if len(l.Term) > mostTerm || len(l.Marks) > mostMarks || len(l.Drawn) > mostDrawn || slices.ContainsFunc(l.Marks, badMark) || slices.ContainsFunc(l.Drawn, badDrawn) {
		return errors.New("term, marks, drawn: want what a board shows")
	}
	l.Term = weights.OneLine(l.Term)
	return nil
}

// A lead is the lesson that pages follow.
type lead struct {
	mu        sync.Mutex
	now       lesson
	followers int
	pages     map[string]bool // that are the teacher's now, by names that they give themselves
}

// leaveTime is how long a lesson goes on without a page of the teacher: another one takes time to load.
const leaveTime = 5 * time.Second

// mostPages is how many pages a teacher may have. One whose browser has died is never left.
const mostPages = 64

// A told is what a page of the teacher says: a lesson, or that it is there or left.
type told struct {
	lesson
	Here    string `json:"here"` // its name
	Leaving string `json:"leaving"`
}

// take takes a lesson over from the page that leads, which has the token: without it only GET is allowed. It answers
// with the number of pages that follow.
func (l *lead) take(q *web.Request) (any, error) {
	var said told
	if err := json.NewDecoder(q.Body).Decode(&said); err != nil {
		return nil, web.Bad(err)
	}
	if said.Here != "" || said.Leaving != "" {
		return l.hear(&said)
	}
	next := said.lesson
	if err := next.check(); err != nil {
		return nil, web.Bad(err)
	}
	q.Labelled(next.Weights, "weights", items.Weights)
	if q.Err != nil {
		return nil, q.Err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	next.Version = l.now.Version + 1
	l.now = next
	return map[string]int{"followers": l.followers}, nil
}

// hear hears that a page of the teacher is there, or that it is left. The last one that is left ends the lesson, unless
// another comes soon.
func (l *lead) hear(said *told) (any, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if said.Here != "" {
		if len(l.pages) >= mostPages || len(said.Here) > mostTerm {
			return nil, web.Bad(errors.New("here: too many pages, or too long a name"))
		}
		if l.pages == nil {
			l.pages = make(map[string]bool)
		}
		l.pages[said.Here] = true
	}
	if delete(l.pages, said.Leaving); len(l.pages) == 0 {
		time.AfterFunc(leaveTime, l.end)
	}
	return map[string]int{"followers": l.followers}, nil
}

// end ends the lesson if the teacher has no page.
func (l *lead) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.pages) == 0 && l.now.Open {
		l.now.Open = false
		l.now.Version++
	}
}

// follow streams the lesson as it changes.
func (l *lead) follow(w http.ResponseWriter, q *web.Request) error {
	l.join(1)
	defer l.join(-1)
	seen := -1
	return web.Streamed(w, q, func() (any, bool, error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.now.Version == seen {
			return nil, false, nil
		}
		seen = l.now.Version
		out := l.now
		out.Marks, out.Drawn = append([]marked{}, out.Marks...), append([]string{}, out.Drawn...)
		return out, false, nil
	})
}

func (l *lead) join(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.followers += n
}

// A way says where pupils can follow.
type way struct {
	Addresses []string `json:"addresses"` // that other machines reach; none: the server listens on this one only
	Code      []string `json:"code"`      // QR code of the first: rows of 0 and 1, black; null: none
}

// wayOf answers with the addresses of the page Follow. An address is named if the server answers there.
func wayOf(q *web.Request) (any, error) {
	at, ok := q.Context().Value(http.LocalAddrContextKey).(net.Addr)
	out := way{Addresses: []string{}}
	if !ok {
		return out, nil
	}
	_, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return nil, err
	}
	for _, host := range hostsOf() {
		to := net.JoinHostPort(host, port)
		c, err := (&net.Dialer{Timeout: reachTime}).DialContext(q.Context(), "tcp", to)
		if err != nil {
			continue
		}
		_ = c.Close()
		out.Addresses = append(out.Addresses, "http://"+to+"/follow")
	}
	if len(out.Addresses) > 0 {
		out.Code, err = codeOf(out.Addresses[0])
	}
	return out, err
}

// reachTime is how long an address of this machine may take to answer.
const reachTime = 200 * time.Millisecond

// hostsOf returns the addresses of this machine in networks, those of version 4: they are short enough to type.
func hostsOf() (hosts []string) {
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range list {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			hosts = append(hosts, n.IP.String())
		}
	}
	return hosts
}

// codeOf returns a text as a QR code.
func codeOf(text string) (rows []string, err error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, err
	}
	for y := range code.Size {
		var row strings.Builder
		for x := range code.Size {
			row.WriteByte(map[bool]byte{true: '1', false: '0'}[code.Black(x, y)])
		}
		rows = append(rows, row.String())
	}
	return rows, nil
}

// followedAt are the addresses at which others can follow a server that listens at an address.
func followedAt(addr net.Addr) (list []string) {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() {
		return nil
	}
	_, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return nil
	}
	hosts := []string{tcp.IP.String()}
	if tcp.IP.IsUnspecified() {
		hosts = hostsOf()
	}
	for _, host := range hosts {
		list = append(list, "http://"+net.JoinHostPort(host, port)+"/follow")
	}
	return list
}
