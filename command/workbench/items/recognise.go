package items

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"example.org/centipawn/command/advise"
	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/improve"
	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats" // known by content
	"example.org/centipawn/internal/report"
	"example.org/centipawn/matrix"
	"example.org/centipawn/neural"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/weights"
)

// folders are the kinds of folders by the files in them: a folder has all files of its row.
var folders = []struct {
	kind  Kind
	files []string
}{
	{Matrix, []string{"manifest.json", "indptr.npy"}},
	{Match, []string{"match.json", "games.jsonl"}},
	{Run, []string{"run.json", "init.json"}},
	{Report, []string{finding.ReportName}},
	{Advice, []string{advise.FileName, report.PageName}},
	{Improve, []string{improve.StateName}},
	{Sigmazero, []string{"run.json", "start.nn"}},
	{Experiment, []string{report.PageName, "result.json", "tables.md"}},
}

var errUnknown = errors.New("neither weights, nor a network, nor positions, nor advice, nor a folder of a matrix, a fit, a match, a run or an experiment")

// recognise makes an item of a file or folder by what is in it.
func recognise(path string) (*Item, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	item := &Item{Path: path}
	if info.IsDir() {
		return item, item.openFolder()
	}
	if !info.Mode().IsRegular() { // a pipe can be read once, and waits for its writer
		return nil, fmt.Errorf("%s: not a regular file: %w", path, errUnknown)
	}
	return item, item.openFile()
}

func (item *Item) openFolder() (err error) {
	for _, f := range folders {
		if !hasAll(item.Path, f.files) {
			continue
		}
		item.Kind = f.kind
		switch f.kind {
		case Matrix:
			var m *matrix.Matrix
			m, err = matrix.Open(item.Path)
			item.source = newSource(item.Path, m)
		case Match:
			item.Match = &FollowedMatch{path: item.Path}
		}
		return err
	}
	return fmt.Errorf("%s: %w", item.Path, errUnknown)
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
	f, err := os.Open(item.Path)
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
		item.File, err = weights.Read(item.Path)
		return err
	}
	if advise.IsReport(head[:n]) {
		item.Kind = Advice
		return nil
	}
	if nn.IsFile(head[:n]) {
		item.Kind = Network
		item.Network = sync.OnceValues(func() (*neural.Network, error) { return neural.Read(item.Path) })
		return nil
	}
	if err := hasSample(item.Path); err != nil {
		return fmt.Errorf("%s: %w: %w", item.Path, errUnknown, err)
	}
	item.Kind, item.source = Data, newSource(item.Path, nil)
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
