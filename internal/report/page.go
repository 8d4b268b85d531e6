package report

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/internal/pages"
)

// A Page is the index of a report's folder: one HTML file with text, tables and the pictures of the
// folder. It contains the pictures, so that it can be mailed; it needs no network and no script.
type Page struct {
	Title    string
	Refresh  int    // seconds after which a browser loads the page again, of a run that it follows; 0: never
	Summary  string // paragraphs are separated by empty lines
	Links    []Link
	Tables   []*Table
	Pictures []Picture
}

// A Link is to another page, by its path from this one.
type Link struct{ Text, URL string }

// A Picture is a file in the report's folder, with its caption.
type Picture struct {
	File    string // relative to the folder, such as "weights.svg"
	Caption string
}

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// PageName is the name under which a browser looks for a folder's page.
const PageName = "index.html"

// Write writes the page as index.html in the folder, first under a temporary
// name. A picture that is not in the folder is an error.
func (p *Page) Write(folder string) error {
	path := filepath.Join(folder, PageName)
	pictures, err := p.Shown(folder)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, pageWithPictures{p, pictures, pages.Style()}); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, pages.Printable(b.Bytes()))
}

// Shown returns the pictures of the page, from the files of the folder.
func (p *Page) Shown(folder string) (list []pages.Picture, err error) {
	path := filepath.Join(folder, PageName)
	for _, picture := range p.Pictures {
		if !filepath.IsLocal(picture.File) {
			return nil, fmt.Errorf("%s: picture %q is not in the folder", path, picture.File)
		}
		text, err := readIn(folder, picture.File)
		if err != nil {
			return nil, fmt.Errorf("%s: picture: %w", path, err)
		}
		list = append(list, pages.Picture{URL: url(picture.File, text), Caption: fmt.Sprintf("%s (%s)", picture.Caption, picture.File)})
	}
	return list, nil
}

// readIn reads a file of the folder.
func readIn(folder, name string) ([]byte, error) {
	f, err := disk.OpenIn(folder, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// A pageWithPictures is a page and its pictures and styles.
type pageWithPictures struct {
	*Page
	Pictures []pages.Picture
	Style    template.CSS
}

// pictureTypes are the kinds of pictures by their names' ends.
var pictureTypes = map[string]string{".svg": "image/svg+xml", ".png": "image/png"}

// url returns a picture as a data address. An SVG as a picture runs no script.
func url(file string, text []byte) template.URL {
	return template.URL("data:" + pictureTypes[filepath.Ext(file)] + ";base64," + base64.StdEncoding.EncodeToString(text))
}

// A Drawing makes a picture of a page.
type Drawing struct {
	File, Caption string
	Draw          func() (*Figure, error)
}

// Draw makes pictures and adds them, in order.
func (p *Page) Draw(folder string, drawings ...Drawing) error {
	for _, d := range drawings {
		figure, err := d.Draw()
		if err != nil {
			return err
		}
		if err := p.Add(folder, d.File, d.Caption, figure); err != nil {
			return err
		}
	}
	return nil
}

// WriteWith writes the page and, beside it, its tables and numbers, see WriteNumbers.
func (p *Page) WriteWith(folder string, numbers any) error {
	if err := p.Write(folder); err != nil {
		return err
	}
	return p.WriteNumbers(folder, numbers)
}

// WriteNumbers writes the tables as Markdown, tables.md, and their numbers as JSON, result.json.
func (p *Page) WriteNumbers(folder string, numbers any) error {
	var markdown bytes.Buffer
	for _, t := range p.Tables {
		if err := t.WriteMarkdown(&markdown); err != nil {
			return err
		}
		markdown.WriteByte('\n')
	}
	if err := atomicfile.Write(filepath.Join(folder, "tables.md"), pages.Printable(markdown.Bytes())); err != nil {
		return err
	}
	text, err := json.MarshalIndent(numbers, "", "\t")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(folder, "result.json"), text)
}

// Publish prints the page for a terminal to out and writes its folder, which it makes;
// messages gets the page's path. With an empty folder it writes no files.
func (p *Page) Publish(folder string, numbers any, out, messages io.Writer) error {
	if err := p.WriteText(out); err != nil {
		return err
	}
	if folder == "" {
		fmt.Fprintln(messages, "nothing is written: pass -o DIR to keep the tables")
		return nil
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	if err := p.WriteWith(folder, numbers); err != nil {
		return err
	}
	fmt.Fprintf(messages, "look at %s\n", filepath.Join(folder, PageName))
	return nil
}

// WriteText prints summary and tables for a terminal.
func (p *Page) WriteText(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%s\n\n", p.Summary); err != nil {
		return err
	}
	for _, t := range p.Tables {
		if err := t.WriteText(w); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}

// Add saves a figure in the page's folder, as name.png and name.svg, and shows
// it on the page.
func (p *Page) Add(folder, name, caption string, figure *Figure) error {
	for _, ext := range []string{".png", ".svg"} {
		if err := figure.Save(filepath.Join(folder, name+ext)); err != nil {
			return err
		}
	}
	p.Pictures = append(p.Pictures, Picture{File: name + ".svg", Caption: caption})
	return nil
}

// Paragraphs returns the summary cut at empty lines.
func (p *Page) Paragraphs() []string {
	var all []string
	for text := range strings.SplitSeq(strings.ReplaceAll(p.Summary, "\r\n", "\n"), "\n\n") {
		if text = strings.TrimSpace(text); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// Classes returns, for each column, the style of its cells.
func (t *Table) Classes() []string {
	var classes []string
	for _, left := range t.flushLeft() {
		if left {
			classes = append(classes, "text")
		} else {
			classes = append(classes, "number")
		}
	}
	return classes
}
