package pages

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// An Asset is a script, a style or a picture.
type Asset struct {
	Kind   string // its media type
	Text   []byte
	Packed []byte // by gzip
	Hash   string // of the text
}

// types are the types of assets by the ends of their names: a system's own table may lack some.
var types = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// Names of assets that are made of others.
const (
	styleName = "style.css" // the style sheet of all pages
	plotName  = "uplot.js"  // uPlot as a module: it comes minified only as a script
)

// made returns the assets that are made of others.
func made() map[string][]byte {
	plot := append(embedded("vendor/uplot/uPlot.iife.min.js"), "\nexport default uPlot\n"...)
	return map[string][]byte{styleName: []byte(Style()), plotName: plot}
}

// store is all assets by name, and a name for them together: the hash of all.
var store = sync.OnceValues(func() (map[string]Asset, string) {
	texts := made()
	err := fs.WalkDir(files, "assets", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && types[path.Ext(name)] != "" {
			name = strings.TrimPrefix(name, "assets/")
			texts[name] = embedded(name)
		}
		return err
	})
	if err != nil {
		panic(err) // the folder is embedded
	}
	all, of := map[string]Asset{}, sha256.New()
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		text := texts[name]
		sum := sha256.Sum256(text)
		of.Write(sum[:])
		of.Write([]byte(name))
		all[name] = Asset{types[path.Ext(name)], text, packed(text), hex.EncodeToString(sum[:8])}
	}
	return all, hex.EncodeToString(of.Sum(nil)[:8])
})

// packed returns a text compressed as well as gzip can.
func packed(text []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level exists
	}
	_, _ = w.Write(text) // a buffer takes all
	_ = w.Close()
	return b.Bytes()
}

// Find returns an asset, such as "page.js"; false if there is none of the name.
func Find(name string) (Asset, bool) {
	all, _ := store()
	a, ok := all[name]
	return a, ok
}

// Version is a name for all assets together, which changes when one of them does.
func Version() string {
	_, version := store()
	return version
}

// asset returns the text of an asset; a missing one is a programmer's error.
func asset(name string) []byte {
	a, ok := Find(name)
	if !ok {
		panic("pages: no asset " + name)
	}
	return a.Text
}

// embedded returns a file of the folder assets.
func embedded(name string) []byte {
	text, err := fs.ReadFile(files, path.Join("assets", name))
	if err != nil {
		panic(err) // it is embedded
	}
	return text
}

// Style returns the style sheet of all pages: that of the curves, base.css, and the parts of single pages after it.
var Style = sync.OnceValue(func() template.CSS {
	parts, err := fs.Glob(files, "assets/style/*.css")
	if err != nil {
		panic(err) // the pattern is well formed
	}
	all := embedded("vendor/uplot/uPlot.min.css")
	for _, part := range parts {
		all = append(all, '\n')
		all = append(all, embedded(strings.TrimPrefix(part, "assets/"))...)
	}
	return template.CSS(all)
})
