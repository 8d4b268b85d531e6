package workbench

import (
	"slices"

	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/desk"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/command/workbench/queue"
	"example.org/centipawn/command/workbench/web"
)

// A page is one of the pages: /NAME, with its template and module of the same name.
type page struct {
	Name  string
	Title string
	About string // which question it answers, for the front page
	From  string // the page that leads to it, if it is not in the menu

	// Context are the parts of the context that it has in its bar.
	Context []part

	// Routes returns the handlers that its module asks, by pattern of [http.ServeMux], such as "GET /api/explain".
	Routes func(in *shared) map[string]web.Handler
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
	subject   = part{web.ContextWeights, "Subject", ""}
	versus    = part{web.ContextVersus, "versus", "nothing"}
	opponent  = part{web.ContextVersus, "versus", ""} // of a page that compares
	contextOn = part{web.ContextRows, "on rows", "none"}
)

// shared is what several pages use.
type shared struct {
	project  *items.Project
	tests    *measures.Tests
	measures *queue.Queue // what reads rows or a data file
	searches web.Slots    // of the engine
	table    *runTable
	jobs     *desk.Desk // nil: without jobs, as in tests of other pages
	letGo    []func()   // of caches: what they keep of items that are gone
}

// keptBy returns a cache of n values that lets go of those of items that are gone. An item of a key may be nil.
func keptBy[K comparable, V any](in *shared, n int, of func(key K) []*items.Item) *cache.Cache[K, V] {
	c := cache.New[K, V](n)
	in.letGo = append(in.letGo, func() {
		c.Drop(func(key K) bool {
			return slices.ContainsFunc(of(key), func(item *items.Item) bool { return item != nil && item.Gone() })
		})
	})
	return c
}
