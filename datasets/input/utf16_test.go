package input_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"example.org/centipawn/datasets/input"
)

// encode writes a text as UTF-16, after a mark if it has one.
func encode(text string, order binary.AppendByteOrder) (b []byte) {
	for _, c := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, c)
	}
	return b
}

// TestUTF16: UTF-16 is read as UTF-8, whatever its order and with a byte order mark or without;
// records of zeros and other bytes stay what they are.
func TestUTF16(t *testing.T) {
	const mark = "\ufeff"
	long := strings.Repeat("4k3/8/8/8/8/8/8/4K3 w - - 0 1,½\r\n", 5000) + "𝄞 end"
	plain := "fen,eval,result\n" + long
	little, big := binary.LittleEndian, binary.BigEndian
	record := append([]byte("\xff\xfe"), make([]byte, 400)...)
	for name, tt := range map[string]struct {
		in   []byte
		want string
	}{
		"little":                     {encode(mark+plain, little), mark + plain},
		"big":                        {encode(mark+plain, big), mark + plain},
		"little without a mark":      {encode(plain, little), plain},
		"big without a mark":         {encode(plain, big), plain},
		"short":                      {encode(mark+"a,b", little), mark + "a,b"},
		"foreign letters":            {encode(mark+"[Event \"Чемпионат\"]\n[Site \"?\"]\n", little), mark + "[Event \"Чемпионат\"]\n[Site \"?\"]\n"},
		"half a character":           {append(encode(mark+"abcdefgh", little), 'x'), mark + "abcdefgh\ufffd"},
		"half a pair":                {append(encode(mark+"abcdefghijkl", little), 0x34, 0xd8), mark + "abcdefghijkl\ufffd"},
		"UTF-8":                      {[]byte(plain), plain},
		"a record like a mark":       {record, string(record)},
		"zeros":                      {make([]byte, 300), string(make([]byte, 300))},
		"nothing":                    {nil, ""},
		"a text shorter than a mark": {[]byte("a"), "a"},
	} {
		path := filepath.Join(t.TempDir(), "in")
		if err := os.WriteFile(path, tt.in, 0o600); err != nil {
			t.Fatal(err)
		}
		text, err := input.OpenText(path, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := io.ReadAll(text)
		if err != nil || !bytes.Equal(got, []byte(tt.want)) {
			t.Errorf("%s: %v, %.60q, want %.60q", name, err, got, tt.want)
		}
		text.Close()
	}
	var wide []byte
	for _, c := range "\ufefffen,eval\n" + strings.Repeat("x", 20) {
		wide = little.AppendUint32(wide, uint32(c))
	}
	if _, err := input.OpenText("-", bytes.NewReader(wide)); err == nil || !strings.Contains(err.Error(), "UTF-32") {
		t.Errorf("UTF-32: %v", err)
	}
}
