package main

import (
	"bytes"
	_ "embed"
	"html/template"
	"os"
)

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
