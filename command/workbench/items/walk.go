package items

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/centipawn/command/improve"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/loop"
	"example.org/centipawn/weights"
)

// What of a folder is looked at.
const (
	deepest     = 4    // folders below an argument
	mostEntries = 5000 // files and folders of all arguments
)

// An entry is what is known of a path.
type entry struct {
	item  *Item // nil: it is none
	fault string
	name  string // its label, unless another item has that

	stamp    stamp // nil: weights by name
	err      error // of the last time that it was recognised
	unstable stamp // of a data file that has changed
	again    bool  // it may have been read while it was written
	at       int   // the last look that found it
}

// A walk is one look at the arguments.
type walk struct {
	*Project
	first bool
	seen  map[string]bool // the paths of items, and of all else that was looked at
	list  []*entry
	left  int // what was not looked at
	files int // how many were

	iterations []*entry        // of runs
	skipped    map[string]bool // folders that are not looked into
	improves   int             // how many folders of an improve the walk is in
}

// argument adds the items of an argument. After the first look, one that cannot be read adds none.
func (w *walk) argument(name string) error {
	path := filepath.Clean(name)
	info, err := os.Stat(path)
	if err != nil {
		if e := w.known[name]; e != nil && e.stamp == nil || w.first && !weights.IsFile(name) {
			return w.named(name)
		}
		return err
	}
	e, err := w.entry(path, info, filepath.Base(path))
	if e.item != nil {
		w.add(path, e)
		w.parts(path, filepath.Base(path), 0, e.item)
		return nil
	}
	if !info.IsDir() || !errors.Is(err, errUnknown) {
		return err
	}
	before := len(w.list)
	w.within(path, "", 1)
	if w.first && len(w.list) == before {
		cli.Printf(w.messages, "%s: nothing in it is recognised yet\n", name)
	}
	return nil
}

// named adds weights by name, once.
func (w *walk) named(name string) error {
	e := w.known[name]
	if e == nil {
		f, err := weights.Find(name, "")
		if err != nil {
			return err
		}
		e = &entry{item: &Item{Kind: Weights, Path: name, File: f}, name: filepath.Base(name)}
		e.item.describe()
		w.known[name] = e
	}
	w.add(name, e)
	return nil
}

// add adds an item, unless it is there, and of a run the weights of its iterations.
func (w *walk) add(path string, e *entry) {
	if w.seen[path] {
		return
	}
	w.seen[path] = true
	w.list = append(w.list, e)
	for n := 1; e.item.Kind == Run; n++ {
		path := loop.WeightsFile(e.item.Path, n)
		info, err := os.Stat(path)
		if err != nil || w.seen[path] {
			return
		}
		found, _ := w.entry(path, info, fmt.Sprintf("%s, iteration %d", e.name, n))
		if found.item == nil || found.item.Kind != Weights {
			continue
		}
		if found.item.iteration == "" { // it is new
			found.item.iteration = found.name
		}
		w.seen[path] = true
		w.iterations = append(w.iterations, found)
	}
}

// within adds the items in a folder and, down to the deepest, in the folders in it that are none themselves. Names
// that begin with a dot are left out, and folders that are links.
func (w *walk) within(dir, below string, depth int) {
	list, err := os.ReadDir(dir)
	if err != nil {
		if w.first {
			cli.Printf(w.messages, "skipped: %v\n", err)
		}
		return
	}
	for _, in := range list {
		if strings.HasPrefix(in.Name(), ".") {
			continue
		}
		if w.files++; w.files > mostEntries {
			w.left++
			continue
		}
		path := filepath.Join(dir, in.Name())
		info, err := os.Stat(path)
		if err != nil {
			continue // it has gone in the meantime, or is a link to nothing
		}
		name := filepath.Join(below, in.Name())
		e, err := w.entry(path, info, name)
		switch {
		case e.item != nil:
			w.add(path, e)
			w.parts(path, name, depth, e.item)
		case w.skipped[path]:
		case in.IsDir() && errors.Is(err, errUnknown) && depth < deepest:
			w.within(path, name, depth+1)
		case in.IsDir() && errors.Is(err, errUnknown):
			w.left++
		}
	}
}

// parts adds what is in the folder of an item: matches, weights, networks. Of an improve the many weights that its search
// has tried are left out.
func (w *walk) parts(path, name string, depth int, item *Item) {
	switch {
	case !item.HasPage():
	case depth >= deepest:
		w.left++
	case item.Kind == Improve:
		w.skipped[filepath.Join(path, improve.Points)] = true
		w.improves++
		w.within(path, name, depth+1)
		w.improves--
	default:
		w.within(path, name, depth+1)
	}
}

// entry returns what is known of a path, recognised anew if it has changed. What can not be read as it is now stays
// what it was; the reason is its fault.
func (w *walk) entry(path string, info os.FileInfo, name string) (*entry, error) {
	e := w.known[path]
	if e == nil {
		e = &entry{name: name}
		w.known[path] = e
	}
	e.at = w.looks
	now := stampOf(path, info)
	if e.stamp.same(now) && !e.again {
		return e, e.err
	}
	text := e.item == nil && errors.Is(e.err, errUnknown) || e.item != nil && e.item.Kind == Data
	if text && !info.IsDir() && !e.unstable.same(now) { // it may be growing: it is read when it no longer does
		e.unstable = now
		return e, e.err
	}
	item, err := recognise(path)
	e.again = err != nil && !errors.Is(err, errUnknown) && time.Since(info.ModTime()) < settled
	switch {
	case err == nil:
		w.prepare(item, info)
		item.part = item.Kind == Weights && w.improves > 0
		e.item, e.fault = item, ""
	case info.IsDir() && errors.Is(err, errUnknown):
		e.item, e.fault = nil, ""
	case e.item == nil && !errors.Is(err, errUnknown) && (e.err == nil || e.err.Error() != err.Error()):
		cli.Printf(w.messages, "skipped: %v\n", err)
	case e.item != nil:
		e.fault = fmt.Sprintf("it has changed and cannot be read now, and is shown as it was before: %v", err)
	}
	e.stamp, e.err = now, err
	return e, err
}

// settled is the time after which a file that cannot be read is not tried again unless it changes: the clock of a file
// system is coarse.
const settled = 3 * time.Second

// prepare makes an item that was recognised one of the project.
func (w *walk) prepare(item *Item, info os.FileInfo) {
	item.describe()
	item.Read = w.looks
	if item.source != nil {
		item.kept = w.kept
	}
	if item.Kind == Weights && item.File.Provenance.Loss != "" {
		item.Time = info.ModTime().UnixMilli()
	}
}

// A stamp is the files by which an item was recognised, as they were then.
type stamp []os.FileInfo

// same reports whether none of the files has changed.
func (s stamp) same(t stamp) bool {
	return slices.EqualFunc(s, t, func(a, b os.FileInfo) bool {
		return os.SameFile(a, b) && (a.IsDir() || a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()))
	})
}

// stampOf returns the stamp of a path. The settings of a match are no part of it: its reader finds them changed itself.
func stampOf(path string, info os.FileInfo) stamp {
	s := stamp{info}
	if !info.IsDir() {
		return s
	}
	for _, f := range folders {
		if !hasAll(path, f.files) {
			continue
		}
		for _, name := range f.files {
			if f.kind == Match {
				s = append(s, info)
			} else if info, err := os.Stat(filepath.Join(path, name)); err == nil {
				s = append(s, info)
			}
		}
		return s
	}
	return s
}

// removed marks the items that are not there any more, or are others now, and returns what was removed: first what just
// was, then what was before and has not come back.
func (w *walk) removed(before []*Item, gone []Gone) []Gone {
	now := make(map[*Item]bool)
	for _, e := range w.list {
		now[e.item] = true
	}
	for _, item := range before {
		if now[item] {
			continue
		}
		item.leave()
		if !w.seen[item.Path] {
			gone = slices.Concat([]Gone{{item.Label, item.Kind, time.Now().UnixMilli(), item.Path}}, gone)
		}
	}
	gone = slices.DeleteFunc(slices.Clone(gone), func(g Gone) bool { return w.seen[g.path] })
	for len(gone) > mostGone {
		delete(w.labels, gone[len(gone)-1].path)
		gone = gone[:len(gone)-1]
	}
	maps.DeleteFunc(w.known, func(_ string, e *entry) bool { return e.at != w.looks && e.stamp != nil })
	return gone
}

// label gives the items that are new labels: their names, with the folder where two have the same, and a number where
// that is not enough. Others keep theirs.
func (w *walk) label() {
	count, taken := make(map[string]int), make(map[string]bool)
	for _, label := range w.labels {
		count[label]++
		taken[label] = true
	}
	for _, e := range w.list {
		if w.labels[e.item.Path] == "" {
			count[weights.OneLine(e.name)]++
		}
	}
	for _, e := range w.list {
		if label, ok := w.labels[e.item.Path]; ok {
			if e.item.Label == "" {
				e.item.Label = label
			}
			continue
		}
		name := weights.OneLine(e.name)
		if count[name] > 1 && e.item.iteration == "" {
			name = weights.OneLine(filepath.Join(filepath.Base(filepath.Dir(e.item.Path)), filepath.Base(e.item.Path)))
		}
		label := name
		for n := 2; taken[label]; n++ {
			label = fmt.Sprintf("%s (%d)", name, n)
		}
		e.item.Label, taken[label], w.labels[e.item.Path] = label, true, label
	}
}
