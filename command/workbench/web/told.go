package web

import (
	"encoding/json"
	"net/http"
	"time"

	"example.org/centipawn/command/workbench/queue"
)

// JsonLines is the type of an answer that comes after lines that say how far it is: each is a JSON value.
const JsonLines = "application/x-ndjson"

// tellEvery is the time between two looks at how far a measure has come. What takes less is answered at once.
const tellEvery = 250 * time.Millisecond

// An outcome is what became of a request.
type outcome struct {
	value any
	err   error
	panic any
}

// told answers with JSON or, if that takes long, with a stream: lines with "state", then one with "answer" or
// "error". A browser that leaves ends the request's context, and so its measure.
func told(w http.ResponseWriter, q *Request, of func(q *Request) (any, error)) error {
	ctx, state := queue.Listen(q.Context())
	q.Request = q.WithContext(ctx)
	came := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.panic = recover()
			came <- o
		}()
		o.value, o.err = of(q)
	}()
	again := time.NewTicker(tellEvery)
	defer again.Stop()
	send := func(name string, value any) error {
		line, err := json.Marshal(map[string]any{name: value})
		if err == nil {
			_, _ = w.Write(append(line, '\n')) // a browser that has left gets nothing
			_ = http.NewResponseController(w).Flush()
		}
		return err
	}
	var last *queue.State
	for {
		select {
		case o := <-came:
			switch {
			case o.panic != nil:
				panic(o.panic) // the server's, as of every request
			case last == nil:
				return Sent(w, o.value, o.err)
			case o.err == nil:
				o.err = send("answer", o.value)
			}
			if o.err != nil {
				_ = send("error", q.Told(o.err).Error())
			}
			return nil
		case <-again.C:
			now := state.Last()
			if now == nil || now == last {
				continue
			}
			if last == nil {
				w.Header().Set("Content-Type", JsonLines)
			}
			last = now
			_ = send("state", now)
		}
	}
}
