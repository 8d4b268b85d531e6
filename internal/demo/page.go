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
	shows   string   // regular expression of the lines of its output that are printed
	Links   []string // files that it writes, by name in the folder
}

// A done step has its output.
type done struct {
	step
	Lines   []string
	Output  string // file
	Seconds float64
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// writePage writes the page with links to the steps.
func writePage(name string, steps []done) error {
	var b bytes.Buffer
	if err := page.Execute(&b, steps); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}
