package advise

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/pages"
	"example.org/centipawn/internal/report"
)

// FileName is the file of a report's folder that holds its numbers, as -json prints them.
const FileName = "advice.json"

// A Page is what the workbench's page Advice is made of.
type Page struct {
	Label  string          `json:"label"`
	Report json.RawMessage `json:"report"` // as it was written: what is not a number is null

	Codes map[note.Code]note.Explanation `json:"codes"` // of its warnings
}

// WritePage writes the report into a folder that is there: its numbers, and the workbench's page of it as one file.
// Text is what the command printed.
func (r *Report) WritePage(folder, text string) error {
	var b bytes.Buffer
	if err := cli.WriteJSON(&b, r); err != nil {
		return err
	}
	if err := atomicfile.Write(filepath.Join(folder, FileName), b.Bytes()); err != nil {
		return err
	}
	title := "Advice for " + r.Evaluation.Name
	file := pages.File{
		Name: "advice", Title: title, Text: text,
		Answers: map[string]any{"/api/items": pages.Items(title, "advice"), "/api/advice": Page{title, b.Bytes(), note.Explained(r.Warnings.Codes()...)}},
	}
	return file.Write(filepath.Join(folder, report.PageName))
}

// ReadPage reads what a page shows of a report: from its file, or from the folder of [Report.WritePage].
func ReadPage(path, label string) (*Page, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, FileName)
	}
	text, err := atomicfile.ReadFile(path, atomicfile.LargeLimit)
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s: %w: write it again with weights advise -o", path, err)
	}
	return &Page{label, text, note.Explained(r.Warnings.Codes()...)}, nil
}

// IsReport reports whether the first fields of a file say that it is a report.
func IsReport(head []byte) bool {
	d := json.NewDecoder(bytes.NewReader(head))
	next := func() json.Token {
		t, err := d.Token()
		if err != nil {
			return nil
		}
		return t
	}
	if next() != json.Delim('{') {
		return false
	}
	name := next()
	if name == "version" {
		next()
		name = next()
	}
	tool, ok := next().(string)
	return name == "tool" && ok && strings.HasPrefix(tool, "centipawn") && next() == "evaluation"
}
