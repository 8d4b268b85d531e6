package extract

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
)

// TestControlCharacters: names of files, and what lines hold, cannot steer the terminal.
func TestControlCharacters(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "\x1b[2J.csv")
	if err := os.WriteFile(name, []byte(head+good(3)+"\x1b]0;x\a,7\n"), 0o666); err != nil {
		t.Skip("no such names here: ", err)
	}
	for _, args := range [][]string{{}, {"-bad", "0"}, {"-set", "\x1b[31m"}, {"-o", "\x1b[31m.xyz"}} {
		var stderr bytes.Buffer
		args = append([]string{"-o", filepath.Join(dir, "\x1b.matrix")}, append(args, name)...)
		err := Main(t.Context(), args, cli.Streams{Out: &stderr, Err: &stderr})
		cli.Report(&stderr, "extract", err)
		if text := stderr.String(); strings.ContainsAny(text, "\x1b\a") || !strings.Contains(text, `\x1b`) {
			t.Errorf("%q: %q", args, text)
		}
	}
}

// TestAllBad: if no line gives a position, the first bad one and its reason are named.
func TestAllBad(t *testing.T) {
	name := filepath.Join(t.TempDir(), "in.csv")
	if err := os.WriteFile(name, []byte(head+"\nnothing,7\n4k3/8/8/8/8/8/8/14PK1 w - - 0 1,9\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "x.matrix")
	refused(t, []string{"-o", out, name}, nil, out, "in.csv:3: no position: all of 2 lines are bad, this one: bad FEN: unknown piece 'o' on rank 8 (-reject FILE")
}

// TestTrust: labels that contradict the material are refused, and -trust reads them as the
// flags say.
func TestTrust(t *testing.T) {
	const name = "../../datasets/sample/sample.csv.zst"
	dir := t.TempDir()
	out := filepath.Join(dir, "x.matrix")
	refused(t, []string{"-pov", "mover", "-o", out, name}, nil, out, "(or -trust, if you know that the labels are right)")
	var stderr bytes.Buffer
	if err := Main(t.Context(), []string{"-pov", "mover", "-trust", "-o", out, name}, cli.Streams{Out: &stderr, Err: &stderr}); err != nil {
		t.Fatal(err)
	}
	if want := "warning: D02: scores are not the mover's view"; !strings.Contains(stderr.String(), want) {
		t.Errorf("%q, want %q in it", &stderr, want)
	}
}
