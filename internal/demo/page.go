package main

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"html/template"
	"os"
	"path/filepath"
	"slices"

	"example.org/centipawn/internal/pages"
)

// A step is one command.
type step struct {
	Title   string
	Command string // words separated by blanks, or in single quotes
	lines   string // regular expression of the lines of its output that are printed
	Links   []link // files that it writes; the first is its page, if it has one
	Shows   []link // pictures among them
}

// A link is a file in the folder, and what it is.
type link struct{ File, Text string }

// A done step has its output.
type done struct {
	step
	Lines   []string
	Output  string // file
	Seconds float64
	Number  int // among those with a title; the name of its place on the page

	Pictures []pages.Picture
}

// A shownPage is what the page is made of.
type shownPage struct {
	Steps     []done
	Workbench string // the command that opens the folder
}

// Style is the style sheet of all pages.
func (shownPage) Style() template.CSS { return pages.Style() }

// Chapters are the steps that begin a part of the page.
func (p shownPage) Chapters() []done {
	return slices.DeleteFunc(slices.Clone(p.Steps), func(d done) bool { return d.Title == "" })
}

// inline reads the pictures of a step, as parts of the page: it can be mailed.
func (d *done) inline(folder string) error {
	for _, l := range d.Shows {
		text, err := os.ReadFile(filepath.Join(folder, l.File))
		if err != nil {
			return err
		}
		d.Pictures = append(d.Pictures, pages.Picture{URL: template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(text)), Caption: l.Text})
	}
	return nil
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// writePage writes the page with links to the steps.
func writePage(name string, p shownPage) error {
	var b bytes.Buffer
	if err := page.Execute(&b, p); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}
