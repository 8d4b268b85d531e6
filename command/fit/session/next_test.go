package session

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
)

// A trace whose old weights are all 0 is fitted without a word of how far it is from them, and the
// next step is the match that its engine can play.
func TestNextOfTrace(t *testing.T) {
	dir := t.TempDir()
	trace, start, out := filepath.Join(dir, "t.trace"), filepath.Join(dir, "old.json"), filepath.Join(dir, "new.json")
	text := "# set t\n# column 1 a\n"
	for i := range 400 {
		text += fmt.Sprintf("%s qid:%d 1:%d\n", [...]string{"1-0", "0-1", "1/2-1/2", "1-0"}[i%4], i/2, [...]int{2, -2, 1, 1}[i%4])
	}
	old := `{"format": "centipawn weights", "version": 1, "set": "t", "set_hash": "", "phase": "", "unit": "centipawns, White-relative", "terms": [{"name": "a", "value": 0}], "provenance": {}}`
	for name, data := range map[string]string{trace: text, start: old} {
		if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opt := options(t, "-loss", "sigmoid", "-k", "1", "-start", start, "-o", out, "-quick", trace)
	f, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	f.Next(&printed)
	prove := "next: match prove -into SOURCE -from " + start + " -build COMMAND -engine PROGRAM -o DIR " + out + "\n"
	if !strings.HasPrefix(printed.String(), prove) || f.Guard != nil {
		t.Errorf("%s%+v", &printed, f.Guard)
	}
}
