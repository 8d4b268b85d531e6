package workbench

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"

	"example.org/centipawn/command/workbench/desk"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/pages"
)

// registry are all pages, in the order of the menu.
var registry = []page{runsPage, overlayPage, positionPage, playPage, weightsPage, comparePage, whatIfPage, dataPage, fitPage, advicePage, matchPage, loopPage, jobsPage}

// jobsPage starts commands, and shows how they go on.
var jobsPage = page{
	Name: "jobs", Title: "Jobs", About: "Start a fit, a match or a loop; what is at work, what waits, what has ended?",
	Routes: func(in *shared) map[string]web.Handler {
		return desk.Routes(func() *desk.Desk { return in.jobs }, in.project)
	},
}

// pageData is what a template knows.
type pageData struct {
	Page    page
	Pages   []page
	Items   []*items.Item
	Assets  string     // their folder
	Modules []string   // that the page's own imports
	Kept    url.Values // parameters that links keep: the context
	Owner   bool       // the request has brought the token: the page may change something
}

// Link returns the address of a page.
func (s pageData) Link(name string) string {
	if len(s.Kept) == 0 {
		return "/" + name
	}
	return "/" + name + "?" + s.Kept.Encode()
}

// keptOf returns the parameters of a request that links keep.
func keptOf(q *web.Request) url.Values {
	kept, given := url.Values{}, q.URL.Query()
	for _, p := range []part{subject, versus, contextOn} {
		if given.Has(p.Name) {
			kept.Set(p.Name, given.Get(p.Name))
		}
	}
	return kept
}

// menu are the pages of the menu.
func menu() []page {
	return slices.DeleteFunc(slices.Clone(registry), func(p page) bool { return p.From != "" })
}

// show answers with a page.
func show(p page) web.Handler {
	template, modules, assets := pages.Template(p.Name), pages.Modules(p.Name+".js"), "/assets/"+pages.Version()+"/"
	return func(w http.ResponseWriter, q *web.Request) error {
		data := pageData{Page: p, Pages: menu(), Items: q.Open, Assets: assets, Modules: modules, Kept: keptOf(q), Owner: q.Token}
		var b bytes.Buffer
		if err := template.ExecuteTemplate(&b, "layout", data); err != nil {
			return err
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(b.Bytes())
		return nil
	}
}
