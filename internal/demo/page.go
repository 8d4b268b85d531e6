package main

import (
	"bytes"
	_ "embed"
	"html/template"
	"os"
)

// A step is one command.
type step struct {
	Title   string
	Command string   // words separated by blanks, or in single quotes
	lines   string   // regular expression of the lines of its output that are printed
	Links   []string // files that it writes, by name in the folder
	Shows   []string // pictures among them
}

// A done step has its output.
type done struct {
	step
	Lines   []string
	Output  string // file
	Seconds float64
}

// A shownPage is what the page is made of.
type shownPage struct {
	Steps     []done
	Workbench string // the command that opens the folder
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
