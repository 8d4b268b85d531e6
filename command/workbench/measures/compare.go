// Package measures computes the numbers of the workbench's pages from open items: test rows and what a change of
// weights does to them, the errors of several files on the same rows, the positions of a data file, what each piece
// adds to an evaluation, the tables of a weights file. It knows nothing of requests.
package measures

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/queue"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/guard"
	"example.org/centipawn/weights/paired"
)

// A Comparison is the differences of two files, except their weights.
type Comparison struct {
	Inputs  []inputChange  `json:"inputs"` // settings in which the files differ
	Command string         `json:"command"`
	Matches []Played       `json:"matches"` // open matches between the two
	Guard   *guard.Report  `json:"guard"`   // as weights diff prints it; null: no rows, or see Sets
	Sets    string         `json:"sets"`    // of files of different sets, why there is no guard
	Errors  *paired.Errors `json:"errors"`  // of the old file, then of the new one; null: no rows
	Lacking string         `json:"lacking"` // why there are no errors

	Codes map[note.Code]note.Explanation `json:"codes"` // of the guard's reasons and of the warnings of both files
	Sizes map[string]float64             `json:"sizes"` // by weight of the new file: what one centipawn of it adds to the rows, root mean square; with a formula, one of it at the file's weights
}

// An inputChange is a setting in which two files differ.
type inputChange struct {
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// A Played is a match between two weights files, as far as it was played.
type Played struct {
	Label string `json:"label"`
	Games int    `json:"games"`
	Elo   string `json:"elo"` // of the new file against the old one

	// The same as numbers: low and high bound 95 %; null: not bounded.
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// Compare compares two files, on the rows of an item unless that is nil. Files of different sets are each counted by
// its own.
func Compare(ctx context.Context, old, fresh, on *items.Item) (*Comparison, error) {
	codes := append(old.File.Provenance.Warnings.Codes(), fresh.File.Provenance.Warnings.Codes()...)
	c := &Comparison{Inputs: []inputChange{}, Codes: note.Explained(codes...)}
	for _, in := range weights.Compare(old.File, fresh.File).Inputs {
		c.Inputs = append(c.Inputs, inputChange(in))
	}
	if on == nil {
		return c, nil
	}
	files, err := counted(ctx, on, old, fresh)
	if err != nil {
		return nil, err
	}
	var lacking error
	c.Guard, c.Errors, lacking, err = paired.Judge(ctx, files[0], files[1], telling(ctx, files))
	if lacking != nil {
		c.Lacking = lacking.Error()
	}
	if c.Guard != nil {
		maps.Copy(c.Codes, note.Explained(c.Guard.Reasons.Codes()...))
	}
	if errors.Is(err, paired.ErrSets) {
		c.Sets, err = fmt.Sprintf("%s is of set %s, %s of set %s: each is counted by its own, and how far apart they are is not measured.",
			old.Label, weights.OneLine(old.File.Set), fresh.Label, weights.OneLine(fresh.File.Set)), nil
	}
	if err != nil {
		return nil, err
	}
	found, err := on.Rows(ctx, fresh.File.Set)
	if err == nil {
		c.Sizes, err = found.Sizes(ctx, fresh.File)
	}
	return c, err
}

// telling returns options by which a measure of files says how far it has come.
func telling(ctx context.Context, files []paired.File) paired.Options {
	of := plaintext.Count(files[0].Rows.Rows(), "row")
	return paired.Options{Progress: func(p rows.Progress) { queue.Tell(ctx, p.Stage, int64(p.Done), int64(p.Total), of) }}
}

// counted returns files with the rows of an item, counted by the set of each.
func counted(ctx context.Context, on *items.Item, list ...*items.Item) (files []paired.File, err error) {
	sets := make(map[string]*matrix.Set)
	for _, item := range list {
		if of := on.Set(); of != "" && of != item.File.Set {
			return nil, fmt.Errorf("%s has counts of set %s, and %s is of set %s: choose a data file, whose positions can be counted by any set",
				on.Label, weights.OneLine(of), item.Label, weights.OneLine(item.File.Set))
		}
		if sets[item.File.Set] == nil {
			data, err := on.Rows(ctx, item.File.Set)
			if err != nil {
				return nil, err
			}
			sets[item.File.Set] = data.Set
		}
		files = append(files, paired.File{File: item.File, Name: item.Label, Start: path.Base(item.Path), Rows: sets[item.File.Set]})
	}
	return files, nil
}

// FileErrors are the errors of several files on the same rows, each compared with the first.
type FileErrors struct {
	Labels []string `json:"labels"`
	*paired.Errors
}

// ErrorsOf measures files on the same rows, as Compare measures two.
func ErrorsOf(ctx context.Context, list []*items.Item, on *items.Item) (*FileErrors, error) {
	files, err := counted(ctx, on, list...)
	if err != nil {
		return nil, err
	}
	out := &FileErrors{}
	for _, item := range list {
		out.Labels = append(out.Labels, item.Label)
	}
	out.Errors, err = paired.Measure(ctx, files, telling(ctx, files))
	return out, err
}
