// Package syzygytest makes tables for tests that need none of the real ones.
package syzygytest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Folder returns a new folder of two tables that say the same of all their positions: with a rook more the
// side wins, with a queen more it wins, but not within fifty moves.
func Folder(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"KRvK.rtbw": constant(4, 4, 0), "KQvK.rtbw": constant(5, 3, 1)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// constant is the file of a table of two kings and a piece: magic number, flags, the order of the pieces,
// and one value for each side to move (0 loss, 1 blessed loss, 2 draw, 3 cursed win, 4 win).
func constant(piece, white, black byte) string {
	return "q\xe8#]\x01\x00\x66" + string([]byte{piece * 0x11}) + "\xee\x00\x80" + string([]byte{white, 0x80, black}) + strings.Repeat("\x00", 66)
}
