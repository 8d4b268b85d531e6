// Package follow lets pupils see what the page of a teacher shows: position, weights, term and drawing.
package follow

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/weights"
)

// A Lesson is what the page of a teacher shows.
type Lesson struct {
	Open    bool     `json:"open"`    // somebody leads
	Version int      `json:"version"` // grows with each change
	FEN     string   `json:"fen"`
	Weights string   `json:"weights"` // label
	Term    string   `json:"term"`    // "": the whole evaluation
	Black   bool     `json:"black"`   // the board is turned
	Marks   []Mark   `json:"marks"`   // by the page
	Drawn   []string `json:"drawn"`   // by hand: G, R or B, and a square for a circle, two for an arrow
	Guess   bool     `json:"guess"`   // the sign is hidden
}

// A Mark is a square with a mark.
type Mark struct {
	Square string `json:"square"`
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Said   string `json:"said"` // the same in words, for screen readers
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
func (l *Lesson) check() error {
	p, err := board.ParsePosition(l.FEN)
	if err != nil {
		return err
	}
	l.FEN = p.FEN()
	badMark := func(m Mark) bool {
		return !square.MatchString(m.Square) || !markKind.MatchString(m.Kind) || len(m.Text) > mostTerm || len(m.Said) > mostTerm
	}
	badDrawn := func(text string) bool { return !drawnText.MatchString(text) }
	if len(l.Term) > mostTerm || len(l.Marks) > mostMarks || len(l.Drawn) > mostDrawn || slices.ContainsFunc(l.Marks, badMark) || slices.ContainsFunc(l.Drawn, badDrawn) {
		return errors.New("term, marks, drawn: want what a board shows")
	}
	l.Term = weights.OneLine(l.Term)
	return nil
}

// A Lead is the lesson that pages follow.
type Lead struct {
	mu        sync.Mutex
	now       Lesson
	followers int
	pages     map[string]bool // that are the teacher's now, by names that they give themselves
}

// LeaveTime is how long a lesson goes on without a page of the teacher: another one takes time to load.
const LeaveTime = 5 * time.Second

// mostPages is how many pages a teacher may have. One whose browser has died is never left.
const mostPages = 64

// A told is what a page of the teacher says: a lesson, or that it is there or left.
type told struct {
	Lesson
	Here    string `json:"here"` // its name
	Leaving string `json:"leaving"`
}

// Take takes a lesson over from the page that leads, which has the token: without it only GET is allowed. It answers
// with the number of pages that follow.
func (l *Lead) Take(q *web.Request) (any, error) {
	var said told
	if err := json.NewDecoder(q.Body).Decode(&said); err != nil {
		return nil, web.Bad(err)
	}
	if said.Here != "" || said.Leaving != "" {
		return l.hear(&said)
	}
	next := said.Lesson
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
func (l *Lead) hear(said *told) (any, error) {
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
		time.AfterFunc(LeaveTime, l.end)
	}
	return map[string]int{"followers": l.followers}, nil
}

// end ends the lesson if the teacher has no page.
func (l *Lead) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.pages) == 0 && l.now.Open {
		l.now.Open = false
		l.now.Version++
	}
}

// Follow streams the lesson as it changes.
func (l *Lead) Follow(w http.ResponseWriter, q *web.Request) error {
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
		out.Marks, out.Drawn = append([]Mark{}, out.Marks...), append([]string{}, out.Drawn...)
		return out, false, nil
	})
}

func (l *Lead) join(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.followers += n
}
