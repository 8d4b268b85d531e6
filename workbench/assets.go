package workbench

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
)

//go:embed assets templates
var files embed.FS

// types are the types of assets by their names' ends: a system's own table may lack some.
var types = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// asset answers with a file of assets.
func asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	kind, known := types[path.Ext(name)]
	text, err := fs.ReadFile(files, path.Join("assets", name))
	if !known || err != nil || !fs.ValidPath(name) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(text)
}
