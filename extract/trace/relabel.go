package trace

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/matrix"
)

// positionsSetting is the setting of a matrix that names the positions of its rows.
const positionsSetting = "positions"

// Relabel returns the rows of traces with other labels: those of the positions of files, the n-th row that of the
// n-th position. Rows that were read without [Options.Positions] become what they are with these. Of others
// the positions must be the same, and constants, trees and sides stay.
func Relabel(set *matrix.Set, files []string) (*matrix.Matrix, error) {
	var memory *matrix.Memory
	w, err := ofPositions(files, func(s matrix.Schema) (_ matrix.Writer, err error) {
		memory, err = matrix.NewMemory(s)
		return memory, err
	})(set.Schema())
	if err != nil {
		return nil, err
	}
	p := w.(*positioned)
	from := set.Provenance()
	p.again = slices.ContainsFunc(from.Settings, func(s matrix.Setting) bool { return s.Name == positionsSetting })
	from.Settings = slices.DeleteFunc(slices.Clone(from.Settings), func(s matrix.Setting) bool { return s.Name == positionsSetting })
	if err := matrix.Copy(cloning{w}, set); err != nil {
		return nil, errors.Join(err, w.Abort())
	}
	if err := w.Close(from); err != nil {
		return nil, err
	}
	return memory.Matrix()
}

// A cloning writer gives its writer blocks that share nothing with where they come from.
type cloning struct{ matrix.Writer }

// Write implements [matrix.Writer].
func (c cloning) Write(b *matrix.Block) error {
	return c.Writer.Write(&matrix.Block{
		Start: slices.Clone(b.Start), Columns: slices.Clone(b.Columns), Counts: slices.Clone(b.Counts),
		MG: slices.Clone(b.MG), EG: slices.Clone(b.EG), Score: slices.Clone(b.Score), Result: slices.Clone(b.Result),
		Weight: slices.Clone(b.Weight), Offset: slices.Clone(b.Offset), Expected: slices.Clone(b.Expected),
		Tree: slices.Clone(b.Tree), Side: slices.Clone(b.Side), Game: slices.Clone(b.Game), Ply: slices.Clone(b.Ply),
		Source: slices.Clone(b.Source), Material: slices.Clone(b.Material), Hash: slices.Clone(b.Hash),
	})
}

// moved is the error of a row whose position is another one than before.
func (p *positioned) moved() error {
	return fmt.Errorf("%s: position %d is not the one that the row was counted from: the n-th row needs the n-th position; lines that were dropped shift all that follow", strings.Join(p.files, ", "), p.rows)
}
