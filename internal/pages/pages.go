package pages

import (
	"embed"
	"html/template"
	"io/fs"
	"math"
	"path"
)

//go:embed assets templates
var files embed.FS

// types are the types of assets by the ends of their names: a system's own table may lack some.
var types = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// Asset returns a file of assets, such as "page.js", and its type; false if there is no such file.
func Asset(name string) (text []byte, kind string, ok bool) {
	kind, known := types[path.Ext(name)]
	if !known || !fs.ValidPath(name) {
		return nil, "", false
	}
	text, err := fs.ReadFile(files, path.Join("assets", name))
	return text, kind, err == nil
}

// asset returns a file of assets; a missing one is a programmer's error.
func asset(name string) []byte {
	text, _, ok := Asset(name)
	if !ok {
		panic("pages: no asset " + name)
	}
	return text
}

// Template returns the template of a page: "layout" is the page on a server, "main" its contents.
func Template(name string) *template.Template {
	return template.Must(template.ParseFS(files, "templates/layout.html", "templates/"+name+".html"))
}

// Style returns the style sheet of all pages.
func Style() template.CSS {
	return template.CSS(asset("style.css"))
}

// Number returns a number for JSON: nil if it is not finite, which JSON cannot express.
func Number(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
