package web

import (
	"net/http"
	"strings"
	"unicode"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/internal/pages"
)

// SavedPage answers with a page as one file that a browser saves.
func SavedPage(w http.ResponseWriter, file *pages.File, of *items.Item) error {
	text, err := file.Bytes()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+SavedName(file.Name, of.Label)+`"`)
	_, _ = w.Write(text)
	return nil
}

// mostLetters is the largest number of letters of a label in a file's name.
const mostLetters = 60

// SavedName is the name of a page's file: letters, digits and hyphens, which every system has.
func SavedName(page, label string) string {
	plain := func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_') {
			return r
		}
		return '-'
	}
	name := strings.Trim(strings.Map(plain, label), "-")
	return page + "-" + strings.Trim(name[:min(len(name), mostLetters)], "-") + ".html"
}
