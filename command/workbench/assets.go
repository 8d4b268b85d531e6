package workbench

import (
	"net/http"

	"example.org/centipawn/internal/pages"
)

// asset answers with a file of assets.
func asset(w http.ResponseWriter, r *http.Request) {
	text, kind, ok := pages.Asset(r.PathValue("name"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(text)
}
