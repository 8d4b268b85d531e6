package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Events is a stream of server-sent events: a page's EventSource reads them. The stream ends when the handler
// returns; the request's context ends when the browser leaves the page.
type Events struct {
	w http.ResponseWriter
	c *http.ResponseController
}

// NewEvents begins a stream.
func NewEvents(w http.ResponseWriter) *Events {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	return &Events{w, http.NewResponseController(w)}
}

// Send sends a value as JSON under the name of an event.
func (e *Events) Send(name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(e.w, "event: %s\ndata: %s\n\n", name, text); err != nil {
		return err
	}
	return e.c.Flush()
}

// LookAgain is the time between two looks of a stream for something new.
const LookAgain = 500 * time.Millisecond

// Streamed sends what look returns whenever it is not nil, until it is the last, fails, or the browser leaves.
func Streamed(w http.ResponseWriter, q *Request, look func() (news any, last bool, err error)) error {
	first, last, err := look()
	if err != nil {
		return err
	}
	stream := NewEvents(w)
	if stream.Send("standing", first) != nil {
		return nil
	}
	again := time.NewTicker(LookAgain)
	defer again.Stop()
	for !last {
		select {
		case <-again.C:
		case <-q.Context().Done():
			return nil
		}
		var news any
		if news, last, err = look(); err != nil {
			_ = stream.Send("failed", map[string]string{"error": q.Told(err).Error()})
			return nil
		}
		if news != nil && stream.Send("standing", news) != nil {
			return nil
		}
	}
	_ = stream.Send("done", nil)
	return nil
}
