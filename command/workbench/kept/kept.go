// Package kept shows the pages that commands have written into the folders of their runs.
package kept

import (
	"bytes"
	"errors"
	"html"
	"io"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/disk"
	plainreport "example.org/centipawn/internal/report"
)

// policy allows what pages of package report consist of: styles and pictures that are in them. No script runs.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// The limits of a page that a command has written.
const (
	largest = 64 << 20 // bytes
	deepest = 4        // links that lead to it
)

var (
	errClosed = errors.New("pages of commands are for a user who has opened the address that the workbench printed")
	errNone   = errors.New("its folder has no such page")
)

// Answer shows the page that a command has written into the folder of a run, index.html, or with one to which that
// leads. A request never names a file: "at" has numbers of links, from page to page. Links lead to other pages of the same
// folder, or are left as they are.
func Answer(w http.ResponseWriter, q *web.Request) error {
	if !q.Token {
		return web.Failed(http.StatusForbidden, errClosed)
	}
	label, at := q.Get("run"), q.Get("at")
	n := slices.IndexFunc(q.Open, func(item *items.Item) bool { return item.HasPage() && item.Label == label })
	if n < 0 {
		return web.Missing("run: %s", q.NotOpen(label))
	}
	item := q.Open[n]
	text, err := pageOf(item, at)
	if err != nil {
		return web.Missing("%s: %w", item.Label, err)
	}
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(text)
	return nil
}

// pageOf reads a page of an item's folder, to which numbers of links lead.
func pageOf(item *items.Item, at string) ([]byte, error) {
	name, text, err := plainreport.PageName, []byte(nil), error(nil)
	if text, err = read(item.Path, name); err != nil {
		return nil, err
	}
	steps := strings.FieldsFunc(at, func(r rune) bool { return r == '.' })
	if len(steps) > deepest {
		return nil, errNone
	}
	for _, step := range steps {
		n, err := strconv.Atoi(step)
		list := linksOf(name, text)
		if err != nil || n < 0 || n >= len(list) {
			return nil, errNone
		}
		name = list[n]
		if text, err = read(item.Path, name); err != nil {
			return nil, err
		}
	}
	return linked(item, at, name, text), nil
}

// read reads a page in a folder; links of the file system that lead out of it are errors.
func read(folder, name string) ([]byte, error) {
	f, err := disk.OpenIn(folder, filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, largest))
}

// link matches a link as package report writes it.
var link = regexp.MustCompile(`<a href="([^"]*)"`)

// local returns the file of a page's folder to which a link of it leads; "": it leads elsewhere.
func local(from string, href []byte) string {
	u, err := url.Parse(html.UnescapeString(string(href)))
	if err != nil || u.Scheme != "" || u.Host != "" || path.Ext(u.Path) != path.Ext(plainreport.PageName) {
		return ""
	}
	name := path.Join(path.Dir(from), u.Path)
	if path.IsAbs(u.Path) || !filepath.IsLocal(filepath.FromSlash(name)) {
		return ""
	}
	return name
}

// linksOf returns the pages of its folder to which a page leads, in its order.
func linksOf(from string, text []byte) (list []string) {
	for _, found := range link.FindAllSubmatch(text, -1) {
		if name := local(from, found[1]); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// linked returns a page whose links lead to the pages of its folder by their numbers.
func linked(item *items.Item, at, from string, text []byte) []byte {
	n := 0
	return link.ReplaceAllFunc(text, func(found []byte) []byte {
		if local(from, link.FindSubmatch(found)[1]) == "" {
			return found
		}
		step := strconv.Itoa(n)
		if at != "" {
			step = at + "." + step
		}
		n++
		to := "/kept?" + url.Values{"run": {item.Label}, "at": {step}}.Encode()
		return bytes.Replace(found, link.FindSubmatch(found)[1], []byte(html.EscapeString(to)), 1)
	})
}
