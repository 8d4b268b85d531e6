package memory

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// A file is mapped as it is, an empty one and one that is cut short meanwhile too.
func TestMapFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, want := range [][]byte{{}, []byte("odd"), bytes.Repeat([]byte("0123456789abcdef"), 1000)} {
		if err := os.WriteFile(path, want, 0o600); err != nil {
			t.Fatal(err)
		}
		data, release, err := MapFile(path)
		if err != nil || !bytes.Equal(data, want) {
			t.Fatalf("%d bytes: %v, want %d", len(data), err, len(want))
		}
		if err := release(); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := MapFile(path + "x"); !os.IsNotExist(err) {
		t.Errorf("no file: %v", err)
	}
}
