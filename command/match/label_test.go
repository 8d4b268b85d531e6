package match

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"centipawn/cli"
)

// TestLabel: the scores are those of the player's search, and what cannot be is refused with what to pass.
func TestLabel(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.epd"), filepath.Join(dir, "out.epd")
	if err := os.WriteFile(in, []byte("4k3/8/8/8/8/8/8/Q3K3 w - - c9 \"1-0\"; eval \"-7\"; id \"g1\";\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	std := cli.Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &said}
	if err := runLabel(t.Context(), []string{"-by", "builtin", "-nodes", "500", "-o", out, in}, std); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(text), `c9 "1-0"`) || strings.Contains(string(text), `"-7"`) || strings.Contains(string(text), `eval "-`) {
		t.Errorf("%s%s, %v", said.String(), text, err)
	}
	said.Reset()
	if err := runLabel(t.Context(), []string{"-by", "builtin", "-nodes", "1", "-o", out, in}, std); err != nil || !strings.Contains(said.String(), "1 without a score\nwithout a score: the limit") {
		t.Errorf("one node: %v, %s", err, said.String())
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := runLabel(ctx, []string{"-by", "builtin", "-o", out, in}, std); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "lost") {
		t.Errorf("stopped: %v", err)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"-by", "builtin", "-o", out}, "no input"},
		{[]string{"-by", "builtin", in}, "pass -o FILE"},
		{[]string{"-o", out, in}, "-by is missing"},
		{[]string{"-by", "builtin", "-o", dir + "/x.csv", in}, "want .epd"},
		{[]string{"-by", "builtin", "-tc", "1+0", "-o", out, in}, "a position has no clock"},
		{[]string{"-by", "builtin", "-concurrency", "0", "-o", out, in}, "want 1 or more"},
	} {
		said.Reset()
		if err := runLabel(t.Context(), tt.args, std); err == nil || !strings.Contains(err.Error()+said.String(), tt.want) {
			t.Errorf("%q: %v %s, want %q", tt.args, err, said.String(), tt.want)
		}
	}
}
