package pages

import (
	"embed"
	"html/template"
	"math"
)

//go:embed assets templates
var files embed.FS

// Template returns the template of a page: "layout" is the page on a server, "main" its contents.
func Template(name string) *template.Template {
	return template.Must(template.ParseFS(files, "templates/layout.html", "templates/"+name+".html"))
}

// Number returns a number for JSON: nil if it is not finite, which JSON cannot express.
func Number(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
