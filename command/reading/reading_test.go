package reading

import (
	"flag"
	"os"
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
