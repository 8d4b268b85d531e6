//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !nommap

package memory

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is read of a file that was cut short is an error with its name, under Guard.
func TestGuard(t *testing.T) {
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
