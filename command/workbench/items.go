package workbench

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/loop"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// An Item is one of the things that the server shows.
type Item struct {
	Label string `json:"label"` // one of a kind: requests know the item by it
	Kind  Kind   `json:"kind"`
	About string `json:"about"` // what is in it, a line

	File   *weights.File `json:"-"` // of weights
	name   string        // its label, where that is not the path's last part
	path   string
	matrix *matrix.Matrix

	evaluators pool
	rows       *cache[string, *rowSet] // by set
	following  following
}

// Open returns the items of arguments: files and folders by what is in them, and weights by name. A
// folder of none of the kinds stands for the items in it; what is passed over there is said on messages.
// The default weights come last, if nobody named them.
func Open(names []string, messages io.Writer) (items []*Item, err error) {
	for _, name := range names {
		found, err := openName(name, messages)
		if err != nil {
			return nil, err
		}
		items = append(items, found...)
	}
	slices.SortStableFunc(items, func(a, b *Item) int { return cmp.Compare(a.name, b.name) }) // iterations behind what was named
	items = append(items, &Item{Kind: Weights, path: weights.NameBuiltin, File: weights.Builtin()})
	seen := make(map[string]bool)
	kept := items[:0]
	for _, item := range items {
		if !seen[item.path] {
			kept = append(kept, item)
		}
		seen[item.path] = true
	}
	label(kept)
	for _, item := range kept {
		item.describe()
	}
	return kept, nil
}

// openName returns the items of an argument.
func openName(name string, messages io.Writer) ([]*Item, error) {
	if _, err := os.Stat(name); err != nil && !weights.IsFile(name) {
		f, err := weights.Find(name, "")
		if err != nil {
			return nil, err
		}
		return []*Item{{Kind: Weights, path: name, File: f}}, nil
	}
	path := filepath.Clean(name)
	item, err := recognise(path)
	if err == nil {
		return item.withIterations(messages), nil
	}
	if info, e := os.Stat(path); e != nil || !info.IsDir() || !errors.Is(err, errUnknown) {
		return nil, err
	}
	return openWithin(path, messages)
}

// withIterations returns an item and, of a run, the weights of its iterations behind it.
func (item *Item) withIterations(messages io.Writer) []*Item {
	items := []*Item{item}
	for n := 1; item.Kind == Run; n++ {
		path := loop.WeightsFile(item.path, n)
		if _, err := os.Stat(path); err != nil {
			break
		}
		f, err := weights.Read(path)
		if err != nil {
			cli.Printf(messages, "passed over: %v\n", err)
			continue
		}
		items = append(items, &Item{Kind: Weights, path: path, File: f, name: fmt.Sprintf("%s, iteration %d", filepath.Base(item.path), n)})
	}
	return items
}

// openWithin returns the items in a folder.
func openWithin(dir string, messages io.Writer) (items []*Item, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		item, err := recognise(filepath.Join(dir, e.Name()))
		if err == nil {
			items = append(items, item.withIterations(messages)...)
		} else if !errors.Is(err, errUnknown) {
			cli.Printf(messages, "passed over: %v\n", err)
		}
	}
	if len(items) == 0 {
		return nil, fmt.Errorf("%s: nothing in it is known: %w", dir, errUnknown)
	}
	return items, nil
}

// label gives the items labels: their base names, with the folder where two have the same, and a number
// where that is not enough.
func label(items []*Item) {
	count := make(map[string]int)
	for _, item := range items {
		count[item.base()]++
	}
	taken := make(map[string]bool)
	for _, item := range items {
		name := item.base()
		if count[name] > 1 && item.name == "" {
			name = filepath.Join(filepath.Base(filepath.Dir(item.path)), name)
		}
		item.Label = weights.OneLine(name)
		for n := 2; taken[item.Label]; n++ {
			item.Label = fmt.Sprintf("%s (%d)", weights.OneLine(name), n)
		}
		taken[item.Label] = true
	}
}

// base is what an item is called where nothing else has the name.
func (item *Item) base() string { return cmp.Or(item.name, filepath.Base(item.path)) }

// describe says what is in the item.
func (item *Item) describe() {
	switch item.Kind {
	case Weights:
		item.About = fmt.Sprintf("%d weights of set %s", len(item.File.Weights()), weights.OneLine(item.File.Set))
	case Matrix:
		item.About = fmt.Sprintf("%d rows of set %s", item.matrix.Rows(), weights.OneLine(item.matrix.Schema().Set))
	case Data:
		item.About = "positions with labels"
	case Report:
		item.About = "the report of a fit"
	case Match:
		item.About = "games between players"
	case Run:
		item.About = "a loop: games, fits, games"
	}
}

// item returns the item of a kind that a request gives by a name.
func (s *Server) item(r *http.Request, name string, kind Kind) (*Item, error) {
	return s.labelled(r.URL.Query().Get(name), name, kind)
}

// labelled returns the item of a kind with a label; without one, the first of the kind. It is asked for by a name.
func (s *Server) labelled(label, name string, kind Kind) (*Item, error) {
	for _, item := range s.items {
		if item.Kind == kind && (item.Label == label || label == "") {
			return item, nil
		}
	}
	return nil, requestError{http.StatusNotFound, fmt.Errorf("%s: nothing of the kind %s has the name %q here", name, kind, label)}
}
