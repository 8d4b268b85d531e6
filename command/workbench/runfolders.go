package workbench

import (
	"os"
	"path/filepath"

	"example.org/centipawn/command/improve"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/runs"
	"example.org/centipawn/command/workbench/web"
	plainreport "example.org/centipawn/internal/report"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/sigma"
)

// improve returns the row of a match improve as it stands, with what is open of what it has found.
func (t *runTable) improve(q *web.Request, item *items.Item) *shownRun {
	out := &shownRun{Row: &runs.Row{Kind: runs.Improve, Warned: []string{}}}
	s, err := improve.Look(item.Path)
	if s != nil {
		out.Row = runs.OfImprove(s)
	}
	if err != nil {
		out.Fault = err.Error()
	}
	if out.Status == runs.Stopped && s.Holder.Known {
		out.Resume = resumeCommand(q, s.Holder)
	}
	out.keep(q, item)
	for _, other := range q.Open {
		switch filepath.Clean(other.Path) {
		case filepath.Join(item.Path, improve.Proof):
			out.Proof = other.Label
		case filepath.Join(item.Path, improve.Found):
			out.Weights = other.Label
		}
	}
	return out
}

// keep makes a row lead to the page that a command has written into the folder of an item, if there is one and the request
// may see it.
func (r *shownRun) keep(q *web.Request, item *items.Item) {
	if q.Token && hasFile(item.Path, plainreport.PageName) {
		r.Page, r.Asks = "kept", "run"
	}
}

// sigmazero returns the row of a sigmazero run. Its page is written when the first training has been measured.
func (t *runTable) sigmazero(q *web.Request, item *items.Item) *shownRun {
	out := &shownRun{Row: &runs.Row{Kind: runs.Sigmazero, Status: runs.Ended, At: written(item.Path)}}
	out.At = max(out.At, written(filepath.Join(item.Path, plainreport.PageName)))
	holder, err := folder.Holder(item.Path)
	switch {
	case err != nil:
		out.Fault = err.Error()
	case holder.Held:
		out.Status = runs.Running
	case holder.Known && (sigma.Begun(item.Path) || !hasFile(item.Path, plainreport.PageName)):
		out.Status, out.Resume = runs.Stopped, resumeCommand(q, holder)
	}
	out.keep(q, item)
	return out
}

func hasFile(folder, name string) bool {
	_, err := os.Stat(filepath.Join(folder, name))
	return err == nil
}
