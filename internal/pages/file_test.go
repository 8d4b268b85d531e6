package pages

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const script = `</script><script>alert(1)</script><img/src=x/onerror=alert(1)>` + "\x07"

// TestFile: a page is one file without an address in it, in the same bytes each time, and text stays text.
func TestFile(t *testing.T) {
	for _, name := range []string{"fit", "advice", "match", "loop"} {
		f := &File{
			Name: name, Title: script, Text: script, Answers: map[string]any{"/api/items": Items(script, "report")},
			Packed: map[string]any{"/api/game?game=1": script}, Pictures: []Picture{{URL: "data:image/svg+xml;base64,", Caption: script}},
		}
		text, err := f.text()
		if err != nil {
			t.Fatal(err)
		}
		again, err := f.text()
		if err != nil || !bytes.Equal(text, again) {
			t.Errorf("%s: other bytes the second time, %v", name, err)
		}
		if bytes.Contains(text, []byte("alert(1)</script>")) || bytes.Contains(text, []byte("<img/src")) || bytes.Contains(text, []byte("\x07")) {
			t.Errorf("%s: text of an answer became markup", name)
		}
		for _, found := range regexp.MustCompile(`(?:src|href)="([^"]{0,40})`).FindAllSubmatch(text, -1) {
			if to := string(found[1]); !strings.HasPrefix(to, "data:") && !strings.HasPrefix(to, "#") {
				t.Errorf("%s needs %s", name, to)
			}
		}
	}
}

// TestNonce: a file whose answers differ has another nonce, so that no answer can have known it.
func TestNonce(t *testing.T) {
	nonce := func(answer string) string {
		text, err := (&File{Name: "fit", Answers: map[string]any{"/api/fit": answer}}).text()
		if err != nil {
			t.Fatal(err)
		}
		return string(regexp.MustCompile(`script-src 'nonce-([0-9a-f]{64})'`).FindSubmatch(text)[1])
	}
	if a, b := nonce("a"), nonce("b"); a == b {
		t.Errorf("two files have the nonce %s", a)
	}
}

// TestBundle: a module comes with all that it imports, under names that need no address.
func TestBundle(t *testing.T) {
	for _, name := range []string{"fit.js", "advice.js", "match.js", "loop.js"} {
		var all struct{ Imports map[string]string }
		if err := json.Unmarshal(bundle(name), &all); err != nil {
			t.Fatal(err)
		}
		for module, address := range all.Imports {
			text, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(address, "data:text/javascript;base64,"))
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range regexp.MustCompile(`(?m)^(?:import|export)\b[^"\n]*\bfrom "([^"\n]+)"`).FindAllSubmatch(text, -1) {
				if _, there := all.Imports[string(found[1])]; !there {
					t.Errorf("%s imports %s, which is not there", module, found[1])
				}
			}
		}
		if all.Imports["pages/uplot.js"] == "" {
			t.Errorf("%s: no curves among %d modules", name, len(all.Imports))
		}
	}
}

// TestWrite: a folder that is not there is an error that names it.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "index.html")
	if err := (&File{Name: "fit"}).Write(path); err == nil || !strings.Contains(err.Error(), "none") {
		t.Error(err)
	}
}
