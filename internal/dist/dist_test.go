package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
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
	parts, err := linkedParts()
	if err != nil {
		t.Fatal(err)
	}
	for module := range parts {
		prefix := strings.NewReplacer("/", "_", "@", "_").Replace(module)
		if !slices.ContainsFunc(all, func(name string) bool { return strings.HasPrefix(name, prefix) }) {
			t.Errorf("no terms of %s", module)
		}
	}
	for _, want := range []string{"go_LICENSE", "uplot_LICENSE", "cm-chessboard_LICENSE"} {
		if !slices.Contains(all, want) {
			t.Errorf("no %s among %v", want, all)
		}
	}
	if !slices.ContainsFunc(all, func(name string) bool { return strings.HasSuffix(name, "licenses_ftl.txt") }) {
		t.Error("the terms of FreeType are missing")
	}
}

// noticeRow is a row of a table of NOTICE: the name, its licence and whose it is.
var noticeRow = regexp.MustCompile(`(?m)^\| ([^ |:][^|]*?) \| ([^|]+) \| ([^|]+) \|$`)

// TestNotice: NOTICE names all that is linked or embedded, with its terms, and nothing else.
func TestNotice(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range noticeRow.FindAllStringSubmatch(string(text), -1) {
		named[m[1]] = true
	}
	parts, err := linkedParts()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"module": true, "part": true, "pictures of pieces": true} // heads, and what is inside a part
	for part := range parts {
		path, _, _ := strings.Cut(part, "@")
		want[path] = true
		if !named[path] {
			t.Errorf("NOTICE does not name %s", path)
		}
	}
	for name := range named {
		if !want[name] {
			t.Errorf("NOTICE names %s, which no command links", name)
		}
	}
	if !named["pictures of pieces"] {
		t.Error("NOTICE does not name the pictures of pieces")
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
