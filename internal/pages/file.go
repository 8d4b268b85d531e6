package pages

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"
	"unicode"

	"example.org/centipawn/internal/atomicfile"
)

// A File is a page with its answers: one HTML file that needs no server and no network.
type File struct {
	Name  string // of the page, such as "fit"
	Title string

	// Answers are the answers to the page's module, by path, "/api/fit", or by path and one parameter,
	// "/api/game?game=5". If both are there, they are objects, and members of the latter go first.
	Answers map[string]any
	Packed  map[string]any // long answers, compressed in the file

	Text     string    // output of the command, below the page
	Pictures []Picture // below that
}

// A Picture is shown below the page.
type Picture struct {
	URL     template.URL // the picture itself, "data:…"
	Caption string
}

// Write writes the file, under a temporary name first. Equal pages have equal bytes.
func (f *File) Write(path string) error {
	text, err := f.text()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, text)
}

// text returns the whole file.
func (f *File) text() ([]byte, error) {
	body, err := f.body()
	if err != nil {
		return nil, err
	}
	answers, err := json.Marshal(f.Answers)
	if err != nil {
		return nil, err
	}
	packed, err := pack(f.Packed)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	for _, part := range [][]byte{body, answers, packed} {
		h.Write(part)
	}
	nonce := hex.EncodeToString(h.Sum(nil)) // of the contents: no text in the answers can contain it
	var b bytes.Buffer
	fmt.Fprintf(&b, head, policy(nonce), template.HTMLEscapeString(string(Printable([]byte(f.Title)))), nonce, Style(), nonce, bundle(f.Name+".js"))
	fmt.Fprintf(&b, "<script type=\"application/json\" id=\"answers\">%s</script>\n<script type=\"application/gzip\" id=\"packed\">%s</script>\n", answers, packed)
	fmt.Fprintf(&b, "<script type=\"module\" nonce=\"%s\">import \"%s%s.js\"</script>\n</head>\n<body>\n", nonce, scheme, f.Name)
	fmt.Fprintf(&b, "<div id=\"cm-chessboard-sprite\" class=\"visually-hidden\" aria-hidden=\"true\">%s</div>\n", sprite())
	b.Write(body)
	b.WriteString("</body>\n</html>\n")
	return b.Bytes(), nil
}

const head = `<!doctype html>
<html lang="en" class="file">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<link rel="icon" href="data:,">
<style nonce="%s">%s</style>
<script type="importmap" nonce="%s">%s</script>
`

// policy is the content security policy of a file: its own scripts, styles and pictures, and no request. The board
// uses style attributes to move a piece.
func policy(nonce string) string {
	return fmt.Sprintf("default-src 'none'; script-src 'nonce-%s'; style-src 'nonce-%s'; style-src-attr 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'", nonce, nonce)
}

// body returns the contents of the page.
func (f *File) body() ([]byte, error) {
	var b bytes.Buffer
	t := template.Must(Template(f.Name).ParseFS(files, "templates/file.html"))
	if err := t.ExecuteTemplate(&b, "file", f); err != nil {
		return nil, err
	}
	return Printable(b.Bytes()), nil
}

// pack compresses answers.
func pack(answers map[string]any) ([]byte, error) {
	if len(answers) == 0 {
		return nil, nil
	}
	text, err := json.Marshal(answers)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return []byte(base64.StdEncoding.EncodeToString(b.Bytes())), nil
}

// sprite returns the pictures of the pieces, as a part of the page.
func sprite() []byte {
	text := asset("vendor/cm-chessboard/pieces/standard.svg")
	return bytes.TrimPrefix(text, []byte(`<?xml version="1.0" encoding="UTF-8"?>`))
}

// Printable replaces control characters, which names from data may contain: HTML and XML allow only newline, tab
// and return.
func Printable(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if unicode.IsControl(r) && !strings.ContainsRune("\n\t\r", r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// Items returns the answer to "/api/items" for a page of one item.
func Items(label, kind string) any {
	return []map[string]string{{"label": label, "kind": kind, "about": ""}}
}
