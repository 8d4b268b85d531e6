package datasets_test

import (
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/datasets/input"
)

// TestHashFile: the hash of a file is that of "abc" in FIPS 180-4, and an absent one is an error.
func TestHashFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "abc")
	if err := os.WriteFile(path, []byte("abc"), 0o666); err != nil {
		t.Fatal(err)
	}
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if got, err := input.HashFile(path); got != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if _, err := input.HashFile(path + "x"); err == nil {
		t.Error("no error without the file")
	}
}
