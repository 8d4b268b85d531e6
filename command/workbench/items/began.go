package items

import (
	"path/filepath"

	"example.org/centipawn/weights"
)

// published returns the names of the published weights with which fits among the items began.
func published(list []*entry) (names []string) {
	for _, e := range list {
		if e.item.Kind == Weights && start(e.item.File) == weights.NamePublished {
			names = append(names, weights.NamePublished+":"+e.item.File.Set)
		}
	}
	return names
}

// start names the weights that a fit began with or, if these were zero, was pulled to.
func start(f *weights.File) string {
	p := &f.Provenance
	if p.Start == "" && p.Prior != nil {
		return p.Prior.Name
	}
	return p.Start
}

// begin returns by fit the label of the weights with which it began, if they are among the items.
func begin(items []*Item) map[*Item]string {
	began, last := make(map[*Item]string), make(map[string]string) // last: of each run
	for _, item := range items {
		if item.Kind != Weights || item.File.Provenance.Loss == "" {
			continue
		}
		if run := filepath.Dir(filepath.Dir(item.Path)); item.iteration != "" {
			began[item], last[run] = last[run], item.Label
			continue
		}
		for _, other := range items {
			if began[item] == "" && other != item && other.Kind == Weights && other.begins(item.File) {
				began[item] = other.Label
			}
		}
	}
	return began
}

// begins reports whether a fit says by name that it began with the item.
func (item *Item) begins(f *weights.File) bool {
	name := start(f)
	if name == weights.NamePublished {
		name += ":" + f.Set
	}
	return name != "" && item.File.Set == f.Set && item.iteration == "" && filepath.Base(item.Path) == name
}
