package building

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// TestCopied: objects, histories, Cargo's builds, the run itself and what it prints are not copied.
func TestCopied(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"src/eval.h": "int Tempo = 12;\n", "src/eval.o": "stale", ".git/HEAD": "x", "Cargo.toml": "", "target/debug/engine": "x", "src/target/data": "kept",
		"engine": "stale", "run/prove.lock": "", "evening/variants.lock": "", "evening/source/src/eval.h": "int Tempo = 12;\n",
	} {
		put(t, name, text)
	}
	if err := os.Symlink("src", "link"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("src/eval.h", "eval.h"); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create("out.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	defer func(before *os.File) { os.Stdout = before }(os.Stdout)
	os.Stdout = out
	files, err := list(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.path)
	}
	if want := []string{"Cargo.toml", "engine", "eval.h", "link", "src/eval.h", "src/target/data"}; !slices.Equal(names, want) {
		t.Errorf("copied %v, want %v", names, want)
	}
	if _, err := copyAll(t.Context(), files, "copy"); err != nil {
		t.Fatal(err)
	}
	if path, err := filepath.EvalSymlinks("copy/eval.h"); err != nil || !strings.HasSuffix(filepath.ToSlash(path), "copy/src/eval.h") {
		t.Errorf("a link to a file leads to %s, %v", path, err)
	}
}
