package pages

import (
	"bytes"
	"embed"
	"html/template"
	"io/fs"
	"math"
	"path"
	"sync"
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
	if name == styleName {
		return []byte(Style()), types[path.Ext(name)], true
	}
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

// styleName is the asset that is the style sheet of all pages.
const styleName = "style.css"

// Style returns the style sheet of all pages: base.css, and the parts of single pages after it.
var Style = sync.OnceValue(func() template.CSS {
	parts, err := fs.Glob(files, "assets/style/*.css")
	if err != nil {
		panic(err) // the pattern is well formed
	}
	var all bytes.Buffer
	for _, part := range parts {
		text, err := fs.ReadFile(files, part)
		if err != nil {
			panic(err) // it was found
		}
		all.Write(text)
	}
	return template.CSS(all.Bytes())
})

// Number returns a number for JSON: nil if it is not finite, which JSON cannot express.
func Number(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
