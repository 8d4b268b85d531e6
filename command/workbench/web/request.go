// Package web is what the pages of the workbench have in common as a server: requests for open items and their parts,
// answers and streams, who may ask (access.go), and how answers travel (transfer.go). It knows no page.
package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/queue"
)

// The context that all pages share, as parameters of their addresses: the weights that are the subject, those that they are
// compared with, and the rows.
const (
	ContextWeights = "weights"
	ContextVersus  = "versus"
	ContextRows    = "rows"
)

// A Request is what a page asks of the open items. Its methods return parts of it and keep the first error: a
// handler takes all parts that it needs, then looks at err.
type Request struct {
	*http.Request
	Now      *items.Snapshot // what is open while it is answered
	Open     []*items.Item   // the items of now
	Measures *queue.Queue
	Token    bool // it has brought the token: its answer may name paths
	Err      error
}

// A Handler answers a request, or returns an error before it writes anything.
type Handler func(w http.ResponseWriter, q *Request) error

// A RequestError is an error of the request, not of the server.
type RequestError struct {
	status int
	error
}

// Unwrap returns the error without its status.
func (e RequestError) Unwrap() error { return e.error }

// Failed returns an error of a request with its status.
func Failed(status int, err error) error { return RequestError{status, err} }

// Bad makes an error one of the request; nil stays nil.
func Bad(err error) error {
	if err == nil {
		return nil
	}
	return RequestError{http.StatusBadRequest, err}
}

// Missing is the error of a request for something that does not exist.
func Missing(format string, args ...any) error {
	return RequestError{http.StatusNotFound, fmt.Errorf(format, args...)}
}

// See makes a request that lasts see what is open now.
func (q *Request) See(now *items.Snapshot) { q.Now, q.Open = now, now.Items }

// Fail keeps an error, unless there is one already.
func (q *Request) Fail(err error) {
	if q.Err == nil {
		q.Err = err
	}
}

// Get returns a parameter; "" if it is missing.
func (q *Request) Get(name string) string { return q.URL.Query().Get(name) }

// Item returns the item of a kind whose label is the parameter name; without the parameter, the first of the kind.
func (q *Request) Item(name string, kind items.Kind) *items.Item {
	return q.Labelled(q.Get(name), name, kind)
}

// Labelled returns the item of a kind with a label; without one, the first of the kind. Errors name the parameter.
func (q *Request) Labelled(label, name string, kind items.Kind) *items.Item {
	for _, item := range q.Open {
		if item.Kind == kind && (item.Label == label || label == "") {
			return item
		}
	}
	q.Fail(Missing("%s: %s. %s", name, q.NotOpen(label), q.openNow(func(i *items.Item) bool { return i.Kind == kind })))
	return nil
}

// NotOpen says that nothing open has a label, and when what had it was removed.
func (q *Request) NotOpen(label string) string {
	if label == "" {
		return "nothing of the kind is open"
	}
	for _, gone := range q.Now.Gone {
		if gone.Label == label {
			return strconv.Quote(label) + " was removed at " + time.UnixMilli(gone.At).Format(time.TimeOnly)
		}
	}
	return strconv.Quote(label) + " is not open"
}

// mostNamed is how many open items an error names.
const mostNamed = 20

// openNow names the open items of a kind.
func (q *Request) openNow(of func(*items.Item) bool) string {
	var labels []string
	more := ""
	for _, item := range q.Open {
		if !of(item) {
			continue
		}
		if len(labels) == mostNamed {
			more = " and others"
			break
		}
		labels = append(labels, item.Label)
	}
	if labels == nil {
		return "Pass its file or folder to workbench"
	}
	return "Open now: " + strings.Join(labels, ", ") + more
}

// Told makes an error one that the request may see: a file that is gone is said to be, and without the token a
// label stands in place of a path.
func (q *Request) Told(err error) error {
	text, status := err.Error(), http.StatusInternalServerError
	if e, ok := errors.AsType[RequestError](err); ok {
		status = e.status
	}
	for _, item := range q.Open {
		if !q.Token && len(item.Path) > len(item.Label) {
			text = strings.ReplaceAll(text, item.Path, item.Label)
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		text, status = text+": it was removed or renamed: put it back, or choose another", http.StatusNotFound
	}
	return RequestError{status, errors.New(text)}
}

// Rows returns the matrix or data file that the parameter rows names.
func (q *Request) Rows() *items.Item {
	label, found := q.Get("rows"), false
	for _, item := range q.Open {
		if found = found || item.HasRows(); item.HasRows() && item.Label == label {
			return item
		}
	}
	if !found {
		q.Fail(Missing("no rows are open: also pass a matrix or a data file"))
	}
	q.Fail(Missing("rows: %s. %s", q.NotOpen(label), q.openNow((*items.Item).HasRows)))
	return nil
}

// MustEvaluate keeps an error if weights cannot evaluate a position.
func (q *Request) MustEvaluate(weights *items.Item) {
	if q.Err != nil {
		return
	}
	e, err := weights.Take()
	if err != nil {
		q.Fail(Bad(err))
		return
	}
	weights.Put(e)
}

// FEN returns the position of the parameter fen; without it, the one at the start of a game.
func (q *Request) FEN() board.Position {
	fen := q.Get("fen")
	if fen == "" {
		return board.Start()
	}
	p, err := parsePosition(fen)
	q.Fail(Bad(err))
	return p
}

// Number returns the whole number of a parameter, between bounds; without it, other.
func (q *Request) Number(name string, low, high, other int) int {
	text := q.Get(name)
	if text == "" {
		return other
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		q.Fail(Bad(fmt.Errorf("%s: want a whole number from %d to %d", name, low, high)))
		return other
	}
	return n
}

// Kept returns a value of a cache. What is not kept is measured when its turn comes, unless the browser leaves before
// that; then the next request begins it again.
func Kept[K comparable, V any](q *Request, in *cache.Cache[K, V], key K, measure func(context.Context) (V, error)) (v V, err error) {
	if v, ok := in.Kept(key); ok {
		return v, nil
	}
	err = q.Measures.Do(q.Context(), func(ctx context.Context) (err error) {
		v, err = in.Get(key, func() (V, error) { return measure(ctx) })
		return err
	})
	return v, err
}

// Answer makes a handler of a function whose value is sent as JSON; to a request that wants to know how far a
// measure has come, as a stream of lines if it takes long.
func Answer(of func(q *Request) (any, error)) Handler {
	return func(w http.ResponseWriter, q *Request) error {
		if q.Header.Get("Accept") == JsonLines {
			return told(w, q, of)
		}
		value, err := of(q)
		return Sent(w, value, err)
	}
}

// Sent sends a value as JSON, unless there is an error.
func Sent(w http.ResponseWriter, value any, err error) error {
	if err != nil {
		return err
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
	return nil
}

// Fail answers with an error, as JSON.
func Fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if e, ok := errors.AsType[RequestError](err); ok {
		status = e.status
	}
	text, _ := json.Marshal(map[string]string{"error": err.Error()})
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}
