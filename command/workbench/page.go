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

	// Routes returns the handlers that its module asks, by pattern of [http.ServeMux], such as "GET /api/explain".
	Routes func(in *shared) map[string]handler
}

// shared is what several pages use.
type shared struct {
	open     []*items.Item
	tests    *measures.Tests
	measures *queue.Queue // what reads rows or a data file
	searches slots        // of the engine
}
