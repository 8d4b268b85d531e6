// Package disktest tests that nothing is lost where an operation of the disk fails, as
// SQLite's tests do: it counts the operations of a writer, and lets the k-th fail, for
// every k.
package disktest

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"centipawn/disk"
)

// ErrFault is the error of an operation that was made to fail.
var ErrFault = errors.New("injected fault")

// A Writer is what is tested.
type Writer struct {
	// Prepare fills a new folder with what is there before.
	Prepare func(t *testing.T, dir string)
	// Run writes. Its result depends on nothing but the folder.
	Run func(dir string) error
	// Journal says which files may hold less or more after a fault, from which the next
	// run goes on. Nil: none.
	Journal func(name string) bool
}

// Test checks, for every operation of w.Run:
//
//   - One that fails alone gives an error, and leaves what was there before or, if it is
//     one of the last, the whole new content, and no temporary file. There is no error
//     only if all is written.
//   - If all after it fail too, as of a disk that is gone, nothing is lost, and the next
//     run completes what this one has begun.
func Test(t *testing.T, w Writer) {
	t.Helper()
	before, whole := w.content(t)
	for _, m := range []struct {
		name  string
		check func(t *testing.T, op, dir string, err error)
	}{
		{"once", func(t *testing.T, op, dir string, err error) {
			now := w.snapshot(t, dir)
			if op == "remove" { // what could not be removed is there still
				now = kept(now)
			}
			if !maps.Equal(now, whole) && (err == nil || !maps.Equal(now, before)) {
				t.Errorf("error %v, and there is %v, neither what was before, %v, nor the new content, %v", err, names(now), names(before), names(whole))
			}
		}},
		{"for ever", func(t *testing.T, op, dir string, err error) {
			if now := kept(w.snapshot(t, dir)); !contains(now, before) && !contains(now, whole) {
				t.Errorf("error %v, and there is %v: something of %v is lost", err, names(now), names(before))
			}
			if err := w.Run(dir); err != nil {
				t.Errorf("the next run: %v", err)
			}
			if now := w.snapshot(t, dir); !maps.Equal(now, whole) {
				t.Errorf("the next run leaves %v, want %v", names(now), names(whole))
			}
		}},
	} {
		for k := 1; w.fail(t, m.name, k, m.check); k++ {
		}
	}
}

// content returns the files before and after a run without faults.
func (w Writer) content(t *testing.T) (before, whole map[string]string) {
	t.Helper()
	dir := t.TempDir()
	w.Prepare(t, dir)
	before = w.snapshot(t, dir)
	if err := w.Run(dir); err != nil {
		t.Fatal(err)
	}
	return before, w.snapshot(t, dir)
}

// fail lets operation k fail, once or for ever. It returns false if there are not as many.
func (w Writer) fail(t *testing.T, mode string, k int, check func(t *testing.T, op, dir string, err error)) bool {
	t.Helper()
	dir := t.TempDir()
	w.Prepare(t, dir)
	n, failed, what := 0, "", ""
	restore := disk.Inject(func(op, path string) error {
		n++
		if n < k || n > k && mode == "once" {
			return nil
		}
		if n == k {
			failed, what = op, op+" "+strings.TrimPrefix(path, dir)
		}
		return ErrFault
	})
	err := w.Run(dir)
	restore()
	if n < k {
		return false
	}
	t.Run(mode+" "+what, func(t *testing.T) { check(t, failed, dir, err) })
	return true
}

// snapshot returns the files of a folder by their names.
func (w Writer) snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || w.Journal != nil && w.Journal(e.Name()) {
			return err
		}
		text, err := os.ReadFile(path)
		files[strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(dir)+"/")] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// kept returns the files that are of use: the temporary ones are not, and what was put
// aside to be replaced counts as what it was.
func kept(files map[string]string) map[string]string {
	list := map[string]string{}
	for name, text := range files {
		if old := strings.ReplaceAll(name, ".old", ""); !strings.Contains(name, ".partial") && (old == name || files[old] == "") {
			list[old] = text
		}
	}
	return list
}

// contains reports whether all files of b are in a.
func contains(a, b map[string]string) bool {
	for name, text := range b {
		if now, ok := a[name]; !ok || now != text {
			return false
		}
	}
	return true
}

func names(files map[string]string) []string { return slices.Sorted(maps.Keys(files)) }
