package memory

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
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

// What is read of a file that was cut short is an error with its name, under Guard.
func TestGuard(t *testing.T) {
	if !Maps {
		t.Skip("needs files that are mapped")
	}
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, make([]byte, 1<<16), 0o600); err != nil {
		t.Fatal(err)
	}
	data, release, err := MapFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	sum := byte(0)
	if err := Guard(func() error { sum += data[1<<15]; return nil }); err == nil || !strings.HasPrefix(err.Error(), path+": cannot be read any more") {
		t.Errorf("%v after reading %d", err, sum)
	}
}
