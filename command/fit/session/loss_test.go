package session

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
)

// TestAutoLoss: results without a score are fitted by the sigmoid loss, unless another was given.
func TestAutoLoss(t *testing.T) {
	dir := t.TempDir()
	const fen = "8/8/4k3/8/4K3/4P3/8/8 w - - "
	files := map[string]string{
		"results.epd": fen + `c9 "1-0";` + "\n" + fen + `c9 "1/2-1/2";` + "\n",
		"scores.epd":  fen + `c9 "1-0"; ce 90;` + "\n" + fen + `c9 "1/2-1/2"; ce 80;` + "\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		args, file string
		want       bool
	}{{"", "results.epd", true}, {"-loss squared", "results.epd", false}, {"", "scores.epd", false}} {
		var diag bytes.Buffer
		args := append(strings.Fields(tt.args), "-test", "none", filepath.Join(dir, tt.file))
		_, err := Run(t.Context(), options(t, args...), cli.Streams{Out: &bytes.Buffer{}, Err: &diag})
		chosen := strings.Contains(diag.String(), "no row has a score: results are fitted, as with -loss sigmoid\n")
		lacks := err != nil && strings.Contains(err.Error(), "results are fitted with -loss sigmoid")
		if chosen != tt.want || tt.want && lacks || tt.args != "" && !lacks {
			t.Errorf("%s %s: %v, %s", tt.args, tt.file, err, &diag)
		}
	}
}
