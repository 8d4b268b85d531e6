package items

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"example.org/centipawn/weights"
)

// A Project is what arguments hold: it is looked at again and again while files come, change and go.
type Project struct {
	names    []string
	messages io.Writer
	kept     *counts

	looking sync.Mutex
	looks   int
	known   map[string]*entry // what was looked at, by path
	labels  map[string]string // by path, also of what was removed: a label never comes to mean another path
	now     atomic.Pointer[Snapshot]
}

// A Snapshot is what is open at a time. It does not change. An item that is the same in two of them is the same pointer.
type Snapshot struct {
	Number int // of the looks that found something new
	Items  []*Item
	Gone   []Gone // what was removed, the last first
	Left   int    // files and folders that were not looked at, since there are too many or they lie too deep

	began  map[*Item]string
	faults map[*Item]string
}

// A Gone is an item whose file or folder was removed.
type Gone struct {
	Label string `json:"label"`
	Kind  Kind   `json:"kind"`
	At    int64  `json:"at"` // when that was noticed, in milliseconds since 1970
	path  string
}

// A Listed is an item as pages list it.
type Listed struct {
	*Item
	Began string `json:"began,omitempty"` // of fitted weights: the label of those that the fit began with, if they are open
	Fault string `json:"fault,omitempty"` // why the file as it is now cannot be read: the item is what it was before
}

// mostGone is how many removed items are named.
const mostGone = 200

// Watch opens arguments: files and folders, recognised by their contents, and weights by name. A folder of an unknown
// kind stands for the items in it and in its folders; messages names the files there that cannot be read. An argument
// that is none of these is an error.
func Watch(names []string, messages io.Writer) (*Project, error) {
	p := &Project{names: names, messages: messages, kept: newCounts(), known: make(map[string]*entry), labels: make(map[string]string)}
	p.now.Store(&Snapshot{})
	return p, p.look(true)
}

// Open returns the items of arguments as they are now.
func Open(names []string, messages io.Writer) ([]*Item, error) {
	p, err := Watch(names, messages)
	if err != nil {
		return nil, err
	}
	return p.Now().Items, nil
}

// Now returns what is open.
func (p *Project) Now() *Snapshot { return p.now.Load() }

// Folder returns the first argument that is a folder of items, where notes of runs are kept; "" if there is none.
func (p *Project) Folder() string {
	p.looking.Lock()
	defer p.looking.Unlock()
	for _, name := range p.names {
		path := filepath.Clean(name)
		if e := p.known[path]; e == nil || e.item != nil {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path
		}
	}
	return ""
}

// Look looks at the files again, and lets go of the rows of those that are gone.
func (p *Project) Look() {
	_ = p.look(false) // errors of arguments are those of the first look
	p.kept.Drop(func(key counted) bool { return key.of.gone.Load() })
}

// look makes the next snapshot. Items come in the order of the arguments, then iterations, published weights with which
// a fit began, and the default weights.
func (p *Project) look(first bool) error {
	p.looking.Lock()
	defer p.looking.Unlock()
	p.looks++
	w := &walk{Project: p, first: first, seen: make(map[string]bool), skipped: make(map[string]bool)}
	for _, name := range p.names {
		if err := w.argument(name); err != nil && first {
			return err
		}
	}
	w.list = append(w.list, w.iterations...)
	for _, name := range append(published(w.list), weights.NameBuiltin) {
		_ = w.named(name) // a set of another version may have no published weights
	}
	before := p.now.Load()
	next := &Snapshot{Number: before.Number + 1, Left: w.left, Gone: before.Gone, faults: make(map[*Item]string)}
	for _, e := range w.list {
		next.Items = append(next.Items, e.item)
		if e.fault != "" {
			next.faults[e.item] = e.fault
		}
	}
	next.Gone = w.removed(before.Items, before.Gone)
	if !first && before.same(next) {
		return nil
	}
	w.label()
	next.began = begin(next.Items)
	p.now.Store(next)
	return nil
}

// same reports whether nothing has changed from one snapshot to another.
func (s *Snapshot) same(next *Snapshot) bool {
	if s.Left != next.Left || !slices.Equal(s.Items, next.Items) || len(s.faults) != len(next.faults) {
		return false
	}
	for item, fault := range next.faults {
		if s.faults[item] != fault {
			return false
		}
	}
	return true
}

// Listed returns the items as pages list them.
func (s *Snapshot) Listed() []Listed {
	list := make([]Listed, len(s.Items))
	for i, item := range s.Items {
		list[i] = Listed{item, s.began[item], s.faults[item]}
	}
	return list
}

// Began returns the label of the weights that a fit began with; "" if they are not open.
func (s *Snapshot) Began(item *Item) string { return s.began[item] }
