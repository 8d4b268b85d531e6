package workbench

import (
	"net/http"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
)

// changed is an event of the stream of changes.
type changed struct {
	Number int            `json:"number"` // of the snapshot: it grows with each change
	Items  []items.Listed `json:"items"`  // all that are open
	Gone   []items.Gone   `json:"gone"`   // what was removed, the last first
	Left   int            `json:"left"`   // files and folders that were not looked at
}

// changes streams what is open: once at the beginning, then after each change.
func changes(project *items.Project) web.Handler {
	return func(w http.ResponseWriter, q *web.Request) error {
		sent := -1
		return web.Streamed(w, q, func() (any, bool, error) {
			now := project.Now()
			if now.Number == sent {
				return nil, false, nil
			}
			sent = now.Number
			return &changed{now.Number, listed(q, now), now.Gone, now.Left}, false, nil
		})
	}
}

// listed returns the items of a snapshot. Visitors are not told why a file cannot be read, since that names its path.
func listed(q *web.Request, now *items.Snapshot) []items.Listed {
	list := now.Listed()
	for i := range list {
		if list[i].Fault != "" && !q.Token {
			list[i].Fault = "it has changed and cannot be read now, and is shown as it was before"
		}
	}
	return list
}
