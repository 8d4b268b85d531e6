package items

import (
	"os"
	"path/filepath"

	"example.org/centipawn/weights"
)

// published returns the published weights with which fits among the items began.
func published(items []*Item) (list []*Item) {
	for _, item := range items {
		if item.Kind != Weights || start(item.File) != weights.NamePublished {
			continue
		}
		name := weights.NamePublished + ":" + item.File.Set
		if f, err := weights.Find(name, ""); err == nil { // a set of another version may have none
			list = append(list, &Item{Kind: Weights, Path: name, File: f})
		}
	}
	return list
}

// start names the weights that a fit began with or, if these were zero, was pulled to.
func start(f *weights.File) string {
	p := &f.Provenance
	if p.Start == "" && p.Prior != nil {
		return p.Prior.Name
	}
	return p.Start
}

// begin notes when weights were fitted, and with which of the items each fit began.
func begin(items []*Item) {
	last := make(map[string]string) // of each run
	for _, item := range items {
		if item.Kind != Weights || item.File.Provenance.Loss == "" {
			continue
		}
		if info, err := os.Stat(item.Path); err == nil {
			item.Time = info.ModTime().UnixMilli()
		}
		if run := filepath.Dir(filepath.Dir(item.Path)); item.iteration != "" {
			item.Began, last[run] = last[run], item.Label
			continue
		}
		for _, other := range items {
			if item.Began == "" && other != item && other.Kind == Weights && other.begins(item.File) {
				item.Began = other.Label
			}
		}
	}
}

// begins reports whether a fit says by name that it began with the item.
func (item *Item) begins(f *weights.File) bool {
	name := start(f)
	if name == weights.NamePublished {
		name += ":" + f.Set
	}
	return name != "" && item.File.Set == f.Set && item.iteration == "" && filepath.Base(item.Path) == name
}
