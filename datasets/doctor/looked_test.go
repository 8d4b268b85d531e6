package doctor_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/datasets/doctor"
)

// TestLookedAt: figures of some rows are not said to be the file's.
func TestLookedAt(t *testing.T) {
	for _, tt := range []struct {
		rows int
		want string
	}{
		{10_000, "centipawns, White's view: correlation"},
		{300_000, "centipawns, White's view; in the "},
	} {
		text := []byte("fen,eval\n")
		for i := range tt.rows {
			text = fmt.Appendf(text, "4k3/8/8/8/4P3/8/8/4K3 w - - %d 1,%d\n", i%90, 20+i%100)
		}
		packer, err := zstd.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		d := examine(t, write(t, "t.csv.zst", []string{string(packer.EncodeAll(text, nil))}), doctor.Options{Lines: 1})
		var b strings.Builder
		if err := d.Write(&b); err != nil || !strings.Contains(b.String(), tt.want) {
			t.Errorf("%d rows: %v\n%s", tt.rows, err, &b)
		}
	}
}

// TestOneRow: one row has no correlation, and none is printed.
func TestOneRow(t *testing.T) {
	for name, text := range map[string]string{
		"t.csv": "fen,eval\n4k3/8/8/8/4P3/8/8/4K3 w - - 0 1,35\n",
		"t.epd": "4k3/8/8/8/4P3/8/8/4K3 w - - c9 \"1-0\";\n",
	} {
		var b strings.Builder
		err := examine(t, write(t, name, []string{text}), doctor.Options{Lines: 1}).Write(&b)
		if err != nil || !strings.Contains(b.String(), "one row has no correlation") || strings.Contains(b.String(), "+0.00") {
			t.Errorf("%s: %v\n%s", name, err, &b)
		}
	}
}
