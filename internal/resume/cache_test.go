package resume

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCache: answers come back from the file, a record that a kill has torn is asked for again, and a
// file of other answers, or of too many, is refused.
func TestCache(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cache")
	c, err := OpenCache(path, "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"one", "two"} {
		if err := c.Put(KeyOf("a", word), word); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()-1); err != nil {
		t.Fatal(err)
	}
	if c, err = OpenCache(path, "test"); err != nil {
		t.Fatal(err)
	}
	one, first := c.Get(KeyOf("a", "one"))
	_, second := c.Get(KeyOf("a", "two"))
	_, other := c.Get(KeyOf("aone"))
	if one != "one" || !first || second || other || c.Asked != 3 || c.Found != 1 || c.Dropped == "" {
		t.Errorf("%q %v %v %v %+v", one, first, second, other, c)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	refused(t, path, "other", "no cache of other: pass another file as -cache")
	if err := os.Truncate(path, maxCache+1); err != nil {
		t.Fatal(err)
	}
	refused(t, path, "test", "at most 256 MB of answers are read: pass another file as -cache")
}

func refused(t *testing.T, path, of, want string) {
	t.Helper()
	if _, err := OpenCache(path, of); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}
