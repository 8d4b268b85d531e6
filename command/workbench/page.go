package workbench

import (
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/command/workbench/queue"
)

// A page is one of the pages: /NAME, with its template and module of the same name.
type page struct {
	Name  string
	Title string
	About string // which question it answers, for the front page

	// Context are the parts of the context that it has in its bar.
	Context []part

	// Routes returns the handlers that its module asks, by pattern of [http.ServeMux], such as "GET /api/explain".
	Routes func(in *shared) map[string]handler
}

// A part is one of the context, which is in the address of every page and in every link between pages: context.js and
// page.js know the parts by their names.
type part struct {
	Name  string // of the parameter and of the select
	Label string
	None  string // the first choice, if the part may be missing
}

// The parts: weights, those that they are compared with, and the rows on which they are measured.
var (
	subject   = part{"weights", "Subject", ""}
	versus    = part{"versus", "versus", "nothing"}
	opponent  = part{"versus", "versus", ""} // of a page that compares
	contextOn = part{"rows", "on rows", "none"}
)

// shared is what several pages use.
type shared struct {
	open     []*items.Item
	tests    *measures.Tests
	measures *queue.Queue // what reads rows or a data file
	searches slots        // of the engine
}
