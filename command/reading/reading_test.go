package reading

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A file that is named twice is read once: its numbers are not defined twice.
func TestReadOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.c", "b.c"} {
		if err := os.WriteFile(name, []byte("int "+name[:1]+" = 1;\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	r := Flags(fs, "into", "")
	if err := fs.Parse([]string{"-into", "*.c", "-into", "./a.c"}); err != nil {
		t.Fatal(err)
	}
	texts, err := r.Read()
	if err != nil || len(texts) != 2 || texts[0].Name != "a.c" || texts[1].Name != "b.c" {
		t.Errorf("%v, %v", texts, err)
	}
}

// A pattern that no shell has expanded means the files that match it, in their order; a file that
// has the name of a pattern means itself.
func TestPatterns(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"src/b.c", "src/a.c", "src/a.h", "src/sub/c.c", "a1.c", "a[1].c"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte("int a = 1;\n"), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		args []string
		want []string
	}{
		{[]string{"src/*.c"}, []string{"src/a.c", "src/b.c"}},
		{[]string{"src/?.h", "src/*/*.c"}, []string{"src/a.h", "src/sub/c.c"}},
		{[]string{"src/*.[ch]", "src/b.c"}, []string{"src/a.c", "src/a.h", "src/b.c"}},
		{[]string{"a[1].c"}, []string{"a[1].c"}},
		{[]string{"a[12].c"}, []string{"a1.c"}},
	} {
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		r := Flags(flags, "into", "")
		for _, arg := range tt.args {
			if err := flags.Set("into", arg); err != nil {
				t.Fatal(err)
			}
		}
		texts, err := r.Read()
		var got []string
		for _, text := range texts {
			got = append(got, filepath.ToSlash(text.Name))
		}
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, %v, want %q", tt.args, got, err, tt.want)
		}
	}
	r := &Reading{}
	if err := r.addFiles("none/*.c"); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "none/*.c") {
		t.Errorf("a pattern of nothing: %v", err)
	}
}
