package cli

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestScreen: what is written in pieces, cut within a character, gets to the terminal as
// in one piece, and escapes do not.
func TestScreen(t *testing.T) {
	const text = "größer ½ ♞ \x1b[31mred\x1b[0m \xff.\n"
	for _, size := range []int{1, 2, 3, 5, 100} {
		f, err := os.Create(filepath.Join(t.TempDir(), "terminal"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		s := &screen{file: f}
		for at := 0; at < len(text); at += size {
			part := text[at:min(at+size, len(text))]
			if n, err := io.WriteString(s, part); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		got, err := os.ReadFile(f.Name())
		if want := Printable(text); err != nil || string(got) != want {
			t.Errorf("pieces of %d: %q, %v, want %q", size, got, err, want)
		}
	}
}
