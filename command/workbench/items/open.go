package items

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/loop"
	"example.org/centipawn/weights"
)

// Open returns the items of arguments: files and folders, recognised by their contents, and weights by name. A
// folder of an unknown kind stands for the items in it; messages names the files there that are skipped. The
// default weights come last, unless an argument names them, after published ones with which a fit among the
// items began.
func Open(names []string, messages io.Writer) (items []*Item, err error) {
	for _, name := range names {
		found, err := openName(name, messages)
		if err != nil {
			return nil, err
		}
		items = append(items, found...)
	}
	slices.SortStableFunc(items, func(a, b *Item) int { return cmp.Compare(a.iteration, b.iteration) }) // iterations follow what was named
	items = append(items, published(items)...)
	items = append(items, &Item{Kind: Weights, Path: weights.NameBuiltin, File: weights.Builtin()})
	seen := make(map[string]bool)
	items = slices.DeleteFunc(items, func(item *Item) bool {
		was := seen[item.Path]
		seen[item.Path] = true
		return was
	})
	label(items)
	kept := newCounts()
	for _, item := range items {
		item.describe()
		if item.source != nil {
			item.kept = kept
		}
	}
	begin(items)
	return items, nil
}

// openName returns the items of an argument.
func openName(name string, messages io.Writer) ([]*Item, error) {
	if _, err := os.Stat(name); err != nil && !weights.IsFile(name) {
		f, err := weights.Find(name, "")
		if err != nil {
			return nil, err
		}
		return []*Item{{Kind: Weights, Path: name, File: f}}, nil
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

// withIterations returns an item and, of a run, the weights of its iterations after it.
func (item *Item) withIterations(messages io.Writer) []*Item {
	items := []*Item{item}
	for n := 1; item.Kind == Run; n++ {
		path := loop.WeightsFile(item.Path, n)
		if _, err := os.Stat(path); err != nil {
			break
		}
		f, err := weights.Read(path)
		if err != nil {
			cli.Printf(messages, "skipped: %v\n", err)
			continue
		}
		items = append(items, &Item{Kind: Weights, Path: path, File: f, iteration: fmt.Sprintf("%s, iteration %d", filepath.Base(item.Path), n)})
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
			cli.Printf(messages, "skipped: %v\n", err)
		}
	}
	if len(items) == 0 {
		return nil, fmt.Errorf("%s: no file or folder in it is recognised: %w", dir, errUnknown)
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
		if count[name] > 1 && item.iteration == "" {
			name = filepath.Join(filepath.Base(filepath.Dir(item.Path)), name)
		}
		item.Label = weights.OneLine(name)
		for n := 2; taken[item.Label]; n++ {
			item.Label = fmt.Sprintf("%s (%d)", weights.OneLine(name), n)
		}
		taken[item.Label] = true
	}
}
