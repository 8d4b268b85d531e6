package workbench

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// events is a stream of server-sent events: a page's EventSource reads them. The stream ends when the handler
// returns; the request's context ends when the browser leaves the page.
type events struct {
	w http.ResponseWriter
	c *http.ResponseController
}

// newEvents begins a stream.
func newEvents(w http.ResponseWriter) *events {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	return &events{w, http.NewResponseController(w)}
}

// send sends a value as JSON under the name of an event.
func (e *events) send(name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(e.w, "event: %s\ndata: %s\n\n", name, text); err != nil {
		return err
	}
	return e.c.Flush()
}

// lookAgain is the time between two looks of a stream for something new.
const lookAgain = 500 * time.Millisecond

// streamed sends what look returns whenever it is not nil, until it is the last, fails, or the browser leaves.
func streamed(w http.ResponseWriter, q *request, look func() (news any, last bool, err error)) error {
	first, last, err := look()
	if err != nil {
		return err
	}
	stream := newEvents(w)
	if stream.send("standing", first) != nil {
		return nil
	}
	again := time.NewTicker(lookAgain)
	defer again.Stop()
	for !last {
		select {
		case <-again.C:
		case <-q.Context().Done():
			return nil
		}
		var news any
		if news, last, err = look(); err != nil {
			_ = stream.send("failed", map[string]string{"error": q.told(err).Error()})
			return nil
		}
		if news != nil && stream.send("standing", news) != nil {
			return nil
		}
	}
	_ = stream.send("done", nil)
	return nil
}
