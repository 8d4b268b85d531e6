package workbench

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// events is a stream of server-sent events: a page's EventSource reads them. The stream ends when the
// handler returns; the request's context ends when the page leaves.
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
