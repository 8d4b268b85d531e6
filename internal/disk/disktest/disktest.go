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

	"example.org/centipawn/internal/disk"
	"example.org/centipawn/internal/long"
)

// ErrFault is the error of an operation that was made to fail.
var ErrFault = errors.New("injected fault")

// A Writer is what is tested.
type Writer struct {
	// Prepare fills a new folder with what is there before.
	Prepare func(t *testing.T, dir string)
	// Run writes. Its result depends on nothing but the folder.
	Run func(dir string) error
	// Journal says which files grow as Run goes on. Nil: none, and Run writes all or
	// nothing. With a journal it may stop between two files, and the next run goes on.
	Journal func(name string) bool
	// Content returns of a file's text what does not differ between runs. Nil: all.
	Content func(name, text string) string
}

// Test checks, for every operation of w.Run (with -short, for every fifth):
//
//   - One that fails alone gives an error, and leaves what was there before or, if it is
//     one of the last, the whole new content, and no temporary file. There is no error
//     only if all is written.
//   - If all after it fail too, as of a disk that is gone, nothing is lost.
//   - The next run completes what this one has begun.
func Test(t *testing.T, w Writer) {
	t.Helper()
	x := &test{Writer: w}
	x.content(t)
	step := 1
	if long.Short(t) {
		step = 5
	}
	for k := 1; x.fail(t, "once", k, x.once); k += step {
	}
	for k := 1; x.fail(t, "for ever", k, x.forEver); k += step {
	}
}

type test struct {
	Writer
	before, whole map[string]string
}

func (w *test) once(t *testing.T, op, dir string, err error) {
	now := w.snapshot(t, dir)
	if op == "remove" { // what could not be removed is there still
		now = kept(now)
	}
	switch {
	case maps.Equal(now, w.whole):
	case err == nil:
		t.Errorf("no error, and there is %v, not %v", names(now), names(w.whole))
	case w.Journal == nil && !maps.Equal(now, w.before):
		t.Errorf("error %v, and there is %v, neither what was before, %v, nor the new content, %v", err, names(now), names(w.before), names(w.whole))
	case w.Journal != nil:
		w.between(t, now)
	}
	w.again(t, dir)
}

// between checks that each file is the old or the new one.
func (w *test) between(t *testing.T, now map[string]string) {
	for name, text := range now {
		old, was := w.before[name]
		if fresh, is := w.whole[name]; !w.Journal(name) && !(was && text == old) && !(is && text == fresh) {
			t.Errorf("%s is neither the old nor the new one", name)
		}
	}
	for name := range w.before {
		if _, is := now[name]; !is {
			t.Errorf("%s is lost", name)
		}
	}
}

func (w *test) forEver(t *testing.T, _, dir string, err error) {
	now := kept(w.snapshot(t, dir))
	if w.Journal == nil && !contains(now, w.before) && !contains(now, w.whole) {
		t.Errorf("error %v, and there is %v: something of %v is lost", err, names(now), names(w.before))
	}
	if w.Journal != nil {
		w.between(t, now)
	}
	w.again(t, dir)
}

// again runs once more, without faults.
func (w *test) again(t *testing.T, dir string) {
	if err := w.Run(dir); err != nil {
		t.Errorf("the next run: %v", err)
	}
	if now := w.snapshot(t, dir); !maps.Equal(now, w.whole) {
		t.Errorf("the next run leaves %v, want %v", names(now), names(w.whole))
	}
}

// content notes the files before and after a run without faults.
func (w *test) content(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	w.Prepare(t, dir)
	w.before = w.snapshot(t, dir)
	if err := w.Run(dir); err != nil {
		t.Fatal(err)
	}
	w.whole = w.snapshot(t, dir)
}

// fail lets operation k fail, once or for ever. It returns false if there are not as many.
func (w *test) fail(t *testing.T, mode string, k int, check func(t *testing.T, op, dir string, err error)) bool {
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
func (w *test) snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name := strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(dir)+"/")
		files[name] = string(text)
		if w.Content != nil {
			files[name] = w.Content(name, string(text))
		}
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
