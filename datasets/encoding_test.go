package datasets_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/datasets"
)

// TestEncodings: every format of text is read from UTF-16 as from UTF-8.
func TestEncodings(t *testing.T) {
	for name, text := range map[string]string{
		"t.csv":   "fen,eval,result\n" + white + ",+56,1-0\n" + black + ",-54,½\n",
		"t.txt":   white + " | 56 | 1.0\r\n" + black + " | -54 | 0.5\r\n",
		"t.epd":   "4k3/8/8/8/4P3/8/8/4K3 w - - ce 31; c9 \"1-0\";\n4k3/8/8/8/4P3/8/8/4K3 b - - ce 9; c9 \"0-1\";\n",
		"t.jsonl": "{\"fen\": \"" + white + "\", \"cp\": 3, \"mate\": null}\n{\"fen\": \"" + black + "\", \"cp\": null, \"mate\": -3}\n",
		"t.pgn":   "[Event \"é\"]\n[Result \"1-0\"]\n\n1. e4 {+0.31/12 0.5s} e5 2. Nf3 Nc6 1-0\n",
		"t.plain": "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmove e2e4\nscore 30\nply 0\nresult 1\ne\n",
	} {
		want := rowsOf(t, name, []byte(text))
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			for _, mark := range []string{"", "\ufeff"} {
				var b []byte
				for _, c := range utf16.Encode([]rune(mark + text)) {
					b = order.AppendUint16(b, c)
				}
				if diff := cmp.Diff(want, rowsOf(t, name, b)); diff != "" {
					t.Errorf("%s, %v, mark %q: as UTF-8 -, as UTF-16 +\n%s", name, order, mark, diff)
				}
			}
		}
	}
}

// rowsOf returns the rows of a file as text.
func rowsOf(t *testing.T, name string, content []byte) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := datasets.Open([]string{path}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	rows := readAll(t, r)
	if len(rows) == 0 {
		t.Errorf("%s: no rows", name)
	}
	return append(rows, fmt.Sprint(len(rows)))
}
