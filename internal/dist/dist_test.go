package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLicences: the terms of every module that a command links are in the archive, of a choice the one
// that we take, and those of what is embedded.
func TestLicences(t *testing.T) {
	t.Chdir("../..")
	dir := t.TempDir()
	if err := writeLicences(dir); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range files {
		all = append(all, f.Name())
	}
	modules, err := linkedModules()
	if err != nil {
		t.Fatal(err)
	}
	for module := range modules {
		prefix := strings.NewReplacer("/", "_", "@", "_").Replace(module)
		if !slices.ContainsFunc(all, func(name string) bool { return strings.HasPrefix(name, prefix) }) {
			t.Errorf("no terms of %s", module)
		}
	}
	for _, want := range []string{"go_LICENSE", "uplot_LICENSE", "cm-chessboard_LICENSE", "pictures_of_pieces.txt"} {
		if !slices.Contains(all, want) {
			t.Errorf("no %s among %v", want, all)
		}
	}
	if !slices.ContainsFunc(all, func(name string) bool { return strings.HasSuffix(name, "licenses_ftl.txt") }) {
		t.Error("the terms of FreeType are missing")
	}
}

// TestRefused: what is under the GPL, or under no terms, is not linked.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	if err := copyLicences(t.TempDir(), "x@v1", dir); err == nil || !strings.Contains(err.Error(), "no licence") {
		t.Errorf("no terms: %v", err)
	}
	for _, text := range []string{"\t\t GNU GENERAL PUBLIC LICENSE\n Version 3", "GNU Affero General Public License\nVersion 3"} {
		if err := os.WriteFile(filepath.Join(dir, "COPYING"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := copyLicences(t.TempDir(), "x@v1", dir); err == nil || !strings.Contains(err.Error(), "GPL") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestPacked: archives of equal files are equal, whatever their times; commands can be run.
func TestPacked(t *testing.T) {
	made := func() string {
		dir := t.TempDir()
		for _, name := range []string{"x/README.md", "x/bin/fit", "x/a/b"} {
			name = filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte("text"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	want := []string{"x/README.md -rw-r--r--", "x/a/b -rw-r--r--", "x/bin/fit -rwxr-xr-x"}
	for kind, pack := range map[string]func(dir, root string) ([]byte, error){"tar": tarred, "zip": zipped} {
		one, err := pack(made(), "x")
		if err != nil {
			t.Fatal(err)
		}
		two, err := pack(made(), "x")
		if err != nil || !bytes.Equal(one, two) {
			t.Errorf("%s: two archives of equal files differ (%v)", kind, err)
		}
		if got := contents(t, kind, one); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}

// contents lists the files of an archive with their modes.
func contents(t *testing.T, kind string, data []byte) (list []string) {
	t.Helper()
	if kind == "zip" {
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.File {
			list = append(list, f.Name+" "+f.Mode().String())
		}
		return list
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, h.Name+" "+h.FileInfo().Mode().String())
	}
}
