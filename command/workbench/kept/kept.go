// Package kept shows the pages that commands have written into the folders of their runs.
package kept

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"

	"example.org/centipawn/command/improve"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/disk"
	plainreport "example.org/centipawn/internal/report"
)

// policy allows what pages of package report consist of: styles and pictures that are in them. No script runs.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// largest is how many bytes a page may have.
const largest = 64 << 20

// pages are those that a folder may have, by the name that a request has for them.
var pages = map[string]string{"": plainreport.PageName, "blend": improve.Blend}

var errClosed = errors.New("pages of commands are for a user who has opened the address that the workbench printed")

// Answer shows the page that a command has written into the folder of a run, or one to which that leads. A request never
// names a file.
func Answer(w http.ResponseWriter, q *web.Request) error {
	if !q.Token {
		return web.Failed(http.StatusForbidden, errClosed)
	}
	label, at := q.Get("run"), q.Get("page")
	n := slices.IndexFunc(q.Open, func(item *items.Item) bool { return item.HasPage() && item.Label == label })
	if n < 0 {
		return web.Missing("run: %s", q.NotOpen(label))
	}
	name, known := pages[at]
	if !known {
		return web.Missing("page: the folder of %s has no page of that name", label)
	}
	text, err := read(q.Open[n].Path, name)
	if err != nil {
		return web.Missing("%s: %w", label, err)
	}
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(linked(text, label))
	return nil
}

// read reads a page in a folder; links of the file system that lead out of it are errors.
func read(folder, name string) ([]byte, error) {
	f, err := disk.OpenIn(folder, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largest+1))
	if err == nil && len(text) > largest {
		err = fmt.Errorf("%s: a page of more than %d MB", name, largest>>20)
	}
	return text, err
}

// linked lets links to pages of the folder lead here. All others are left as they are.
func linked(text []byte, label string) []byte {
	for at, name := range pages {
		to := "/kept?" + url.Values{"page": {at}, "run": {label}}.Encode()
		text = bytes.ReplaceAll(text, []byte(`<a href="`+filepath.ToSlash(name)+`"`), []byte(`<a href="`+html.EscapeString(to)+`"`))
	}
	return text
}
