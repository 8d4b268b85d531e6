package workbench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats" // known by content
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// A Kind is what an argument was recognised as.
type Kind string

// The kinds.
const (
	Weights Kind = "weights" // a weights file, or published weights by name
	Data    Kind = "data"    // positions with labels
	Matrix  Kind = "matrix"  // a design matrix
	Report  Kind = "report"  // the folder of fit -report
	Match   Kind = "match"   // the folder of a match or tournament
	Run     Kind = "run"     // the folder of a loop
)

// folders tells kinds of folders by files that are in them, all of one row.
var folders = []struct {
	kind  Kind
	files []string
}{
	{Matrix, []string{"manifest.json", "indptr.npy"}},
	{Match, []string{"match.json", "games.jsonl"}},
	{Run, []string{"run.json", "init.json"}},
	{Report, []string{finding.ReportName}},
}

var errUnknown = errors.New("neither weights, nor positions, nor a folder of rows, of a fit, a match or a run")

// recognise makes an item of a file or folder by what is in it.
func recognise(path string) (*Item, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	item := &Item{path: path, rows: newCache[string, *rowSet](mostSets)}
	if info.IsDir() {
		return item, item.openFolder()
	}
	if !info.Mode().IsRegular() { // a pipe can be read once, and waits for who writes it
		return nil, fmt.Errorf("%s: no regular file: %w", path, errUnknown)
	}
	return item, item.openFile()
}

func (item *Item) openFolder() (err error) {
	for _, f := range folders {
		if !hasAll(item.path, f.files) {
			continue
		}
		item.Kind = f.kind
		if f.kind == Matrix {
			item.matrix, err = matrix.Open(item.path)
		}
		return err
	}
	return fmt.Errorf("%s: %w", item.path, errUnknown)
}

func hasAll(dir string, names []string) bool {
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// headSize is how much of a file is looked at.
const headSize = 4096

func (item *Item) openFile() error {
	f, err := os.Open(item.path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, headSize)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if isWeights(head[:n]) {
		item.Kind = Weights
		item.File, err = weights.Read(item.path)
		return err
	}
	if err := hasSample(item.path); err != nil {
		return fmt.Errorf("%s: %w: %w", item.path, errUnknown, err)
	}
	item.Kind = Data
	return nil
}

// isWeights reports whether the first field of a file says that it is a weights file.
func isWeights(head []byte) bool {
	d := json.NewDecoder(bytes.NewReader(head))
	want := []json.Token{json.Delim('{'), "format", weights.Format}
	for _, w := range want {
		if t, err := d.Token(); err != nil || t != w {
			return false
		}
	}
	return true
}

// hasSample returns nil if a file has a labelled position near its beginning.
func hasSample(path string) error {
	r, err := datasets.Open([]string{path}, datasets.Options{})
	if err != nil {
		return err
	}
	defer r.Close()
	var chunk datasets.Chunk
	var parsed datasets.Parsed
	if err := r.Next(&chunk); err != nil {
		return err
	}
	chunk.Parse(&parsed)
	if len(parsed.Samples) == 0 {
		return errors.New("no position in its first lines")
	}
	return nil
}
