package workbench

import (
	"bytes"
	"html/template"
	"net/http"

	"example.org/centipawn/internal/pages"
)

// A page is one of the pages: /NAME, with its template and module of the same name.
type page struct {
	Name  string
	Title string
	About string // what it answers, for the front page

	// Routes are what its module asks for, patterns of [http.ServeMux] such as "GET /api/explain".
	Routes func(s *Server) map[string]http.HandlerFunc
}

// registry are all pages, in the order of the menu.
var registry = []page{positionPage, weightsPage, comparePage, whatIfPage, dataPage, fitPage, matchPage, loopPage}

// pageData is what a template knows.
type pageData struct {
	Page  page
	Pages []page
	Items []*Item
	Token string // if the request has brought it: links keep it
}

// Link returns the address of a page.
func (s pageData) Link(name string) string {
	if s.Token == "" {
		return "/" + name
	}
	return "/" + name + "?token=" + s.Token
}

// templates are the pages' templates by name, "home" among them.
var templates = parseTemplates()

func parseTemplates() map[string]*template.Template {
	all := make(map[string]*template.Template)
	for _, p := range append([]page{home}, registry...) {
		all[p.Name] = pages.Template(p.Name)
	}
	return all
}

// home is the front page.
var home = page{Name: "home", Title: "Workbench"}

// show answers with a page.
func (s *Server) show(p page) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		data := pageData{Page: p, Pages: registry, Items: s.items}
		if s.guard.hasToken(r) {
			data.Token = s.guard.token
		}
		var b bytes.Buffer
		if err := templates[p.Name].ExecuteTemplate(&b, "layout", data); err != nil {
			fail(w, http.StatusInternalServerError, err)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(b.Bytes())
	}
}
