package directions

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/directions"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights"
)

// Format is that of directions.json.
const Format = "centipawn directions 1"

// tool is the program that makes lists, and its version.
const tool = "centipawn weights directions " + cli.Version

// A List is the directions that were made from one set of games. It is plain data, and holds no time and
// no number of threads: equal inputs give equal bytes of JSON.
type List struct {
	Format string `json:"format"` // Format
	Tool   string `json:"tool"`   // program and version
	Old    string `json:"old"`    // base name of the old weights' file
	Set    string `json:"set"`    // of terms
	Inputs string `json:"inputs"` // hash of rows, old weights and program: directions of others are made again
	Rows   int    `json:"rows"`

	Directions []Direction `json:"directions"`
	Skipped    []Skipped   `json:"skipped"` // recipes that were not followed

	// Changes are those of the expected scores by the directions, in their order, and then by their parts by phase, as
	// blend.Split makes and names them: NAME.mg, NAME.eg and NAME.rest. Nil until all are made.
	Changes *directions.Table `json:"changes,omitempty"`

	Warnings note.List `json:"warnings,omitempty"` // about rows and K
}

// A Direction is a fit that begins with the old weights and holds on to them.
type Direction struct {
	Name    string `json:"name"`    // such as scores-3000
	Why     string `json:"why"`     // what it differs in
	Command string `json:"command"` // of fit, that makes it alone, with base names of files
	File    string `json:"file"`    // base name of its weights, in the folder of the list
	SHA256  string `json:"sha256"`  // of the file
	Key     string `json:"key"`     // hash of what it depends on, beside Inputs of the list
	Target  string `json:"target"`  // what the labels are: result, score, blend, probability or teacher

	K float64 `json:"k,omitempty"` // of the expected scores of the fit; 0 of choices

	// Train and Test are its errors on its own labels; nil if there is no such row, or it was fitted to choices.
	Train *Errors `json:"train,omitempty"`
	Test  *Errors `json:"test,omitempty"`

	Warnings note.List `json:"warnings,omitempty"` // of the fit

	// Weights are those of File.
	Weights *weights.File `json:"-"`
}

// Errors are mean squared differences between expected scores and labels, without intercepts, by K of the fit.
type Errors struct {
	Rows   int     `json:"rows"`
	Old    float64 `json:"old"`
	New    float64 `json:"new"`
	Change float64 `json:"change"` // New minus Old: negative is better

	// Interval is the change's, by resampling games; nil of few games.
	Interval *fit.Interval `json:"interval,omitempty"`
}

// Skipped is a direction that was not made.
type Skipped struct {
	Name string `json:"name"`
	Why  string `json:"why"` // what is missing
}

// Read reads the list in a folder that [Make] has completed, with the weights. One that is not complete, and files
// that are not those of the list, are errors.
func Read(dir string) (*List, error) {
	l, err := readList(dir)
	if err != nil {
		return nil, err
	}
	if l.Changes == nil {
		return nil, fmt.Errorf("%s: it is not complete: weights directions with the same arguments goes on", filepath.Join(dir, ListName))
	}
	for i := range l.Directions {
		if err := l.Directions[i].read(dir); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// readList reads the list alone.
func readList(dir string) (*List, error) {
	path := filepath.Join(dir, ListName)
	text, err := atomicfile.ReadFile(path, atomicfile.SmallLimit)
	if err != nil {
		return nil, err
	}
	l := new(List)
	if err := json.Unmarshal(text, l); err != nil || l.Format != Format {
		return nil, fmt.Errorf("%s: not a list of directions of this program: pass another folder, or remove it", path)
	}
	return l, nil
}

// read reads the weights, and refuses a file that is another one now.
func (d *Direction) read(dir string) (err error) {
	path := filepath.Join(dir, d.File)
	if filepath.Base(d.File) != d.File {
		return fmt.Errorf("%s: the file of %s is in another folder", filepath.Join(dir, ListName), d.Name)
	}
	switch sum, err := input.HashFile(path); {
	case err != nil:
		return err
	case sum != d.SHA256:
		return fmt.Errorf("%s: it has changed since it was made: run weights directions again", path)
	}
	d.Weights, err = weights.Read(path)
	return err
}

// write writes the list.
func (l *List) write(dir string) error {
	text, err := json.MarshalIndent(l, "", "\t")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(filepath.Join(dir, ListName), append(text, '\n')); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	return nil
}
