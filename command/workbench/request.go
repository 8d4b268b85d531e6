package workbench

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

// A request is what a page asks of the open items. Its methods return parts of it and keep the first error: a
// handler takes all parts that it needs, then looks at err.
type request struct {
	*http.Request
	now      *items.Snapshot // what is open while it is answered
	open     []*items.Item   // the items of now
	measures *queue.Queue
	token    bool // it has brought the token: its answer may name paths
	err      error
}

// A handler answers a request, or returns an error before it writes anything.
type handler func(w http.ResponseWriter, q *request) error

// A requestError is an error of the request, not of the server.
type requestError struct {
	status int
	error
}

// Unwrap returns the error without its status.
func (e requestError) Unwrap() error { return e.error }

// bad makes an error one of the request; nil stays nil.
func bad(err error) error {
	if err == nil {
		return nil
	}
	return requestError{http.StatusBadRequest, err}
}

// missing is the error of a request for something that does not exist.
func missing(format string, args ...any) error {
	return requestError{http.StatusNotFound, fmt.Errorf(format, args...)}
}

// see makes a request that lasts see what is open now.
func (q *request) see(now *items.Snapshot) { q.now, q.open = now, now.Items }

// fail keeps an error, unless there is one already.
func (q *request) fail(err error) {
	if q.err == nil {
		q.err = err
	}
}

// get returns a parameter; "" if it is missing.
func (q *request) get(name string) string { return q.URL.Query().Get(name) }

// item returns the item of a kind whose label is the parameter name; without the parameter, the first of the kind.
func (q *request) item(name string, kind items.Kind) *items.Item {
	return q.labelled(q.get(name), name, kind)
}

// labelled returns the item of a kind with a label; without one, the first of the kind. Errors name the parameter.
func (q *request) labelled(label, name string, kind items.Kind) *items.Item {
	for _, item := range q.open {
		if item.Kind == kind && (item.Label == label || label == "") {
			return item
		}
	}
	q.fail(missing("%s: %s. %s", name, q.notOpen(label), q.openNow(func(i *items.Item) bool { return i.Kind == kind })))
	return nil
}

// notOpen says that nothing open has a label, and when what had it was removed.
func (q *request) notOpen(label string) string {
	if label == "" {
		return "nothing of the kind is open"
	}
	for _, gone := range q.now.Gone {
		if gone.Label == label {
			return strconv.Quote(label) + " was removed at " + time.UnixMilli(gone.At).Format(time.TimeOnly)
		}
	}
	return strconv.Quote(label) + " is not open"
}

// mostNamed is how many open items an error names.
const mostNamed = 20

// openNow names the open items of a kind.
func (q *request) openNow(of func(*items.Item) bool) string {
	var labels []string
	more := ""
	for _, item := range q.open {
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

// told makes an error one that the request may see: a file that is gone is said to be, and without the token a
// label stands in place of a path.
func (q *request) told(err error) error {
	text, status := err.Error(), http.StatusInternalServerError
	if e, ok := errors.AsType[requestError](err); ok {
		status = e.status
	}
	for _, item := range q.open {
		if !q.token && len(item.Path) > len(item.Label) {
			text = strings.ReplaceAll(text, item.Path, item.Label)
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		text, status = text+": it was removed or renamed: put it back, or choose another", http.StatusNotFound
	}
	return requestError{status, errors.New(text)}
}

// rows returns the matrix or data file that the parameter rows names.
func (q *request) rows() *items.Item {
	label, found := q.get("rows"), false
	for _, item := range q.open {
		if found = found || item.HasRows(); item.HasRows() && item.Label == label {
			return item
		}
	}
	if !found {
		q.fail(missing("no rows are open: also pass a matrix or a data file"))
	}
	q.fail(missing("rows: %s. %s", q.notOpen(label), q.openNow((*items.Item).HasRows)))
	return nil
}

// mustEvaluate keeps an error if weights cannot evaluate a position.
func (q *request) mustEvaluate(weights *items.Item) {
	if q.err != nil {
		return
	}
	e, err := weights.Take()
	if err != nil {
		q.fail(bad(err))
		return
	}
	weights.Put(e)
}

// fen returns the position of the parameter fen; without it, the one at the start of a game.
func (q *request) fen() board.Position {
	fen := q.get("fen")
	if fen == "" {
		return board.Start()
	}
	p, err := parsePosition(fen)
	q.fail(bad(err))
	return p
}

// number returns the whole number of a parameter, between bounds; without it, other.
func (q *request) number(name string, low, high, other int) int {
	text := q.get(name)
	if text == "" {
		return other
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		q.fail(bad(fmt.Errorf("%s: want a whole number from %d to %d", name, low, high)))
		return other
	}
	return n
}

// kept returns a value of a cache. What is not kept is measured when its turn comes, unless the browser leaves before
// that; then the next request begins it again.
func kept[K comparable, V any](q *request, in *cache.Cache[K, V], key K, measure func(context.Context) (V, error)) (v V, err error) {
	if v, ok := in.Kept(key); ok {
		return v, nil
	}
	err = q.measures.Do(q.Context(), func(ctx context.Context) (err error) {
		v, err = in.Get(key, func() (V, error) { return measure(ctx) })
		return err
	})
	return v, err
}

// answer makes a handler of a function whose value is sent as JSON; to a request that wants to know how far a
// measure has come, as a stream of lines if it takes long.
func answer(of func(q *request) (any, error)) handler {
	return func(w http.ResponseWriter, q *request) error {
		if q.Header.Get("Accept") == jsonLines {
			return told(w, q, of)
		}
		value, err := of(q)
		return sent(w, value, err)
	}
}

// sent sends a value as JSON, unless there is an error.
func sent(w http.ResponseWriter, value any, err error) error {
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

// fail answers with an error, as JSON.
func fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if e, ok := errors.AsType[requestError](err); ok {
		status = e.status
	}
	text, _ := json.Marshal(map[string]string{"error": err.Error()})
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}
