package directions

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights/blend"
)

// Gram returns the matrix of a blend whose directions are those of the list, or their parts by phase: the mean over rows
// of the products of their changes of expected score. Nil if the list has not measured all of them.
func (l *List) Gram(b *blend.Blend) (gram [][]float64) {
	if l.Changes == nil {
		return nil
	}
	var places []int
	for _, d := range b.Directions {
		place := slices.Index(l.Changes.Names, d.Name)
		if place < 0 {
			return nil
		}
		places = append(places, place)
	}
	for _, i := range places {
		var row []float64
		for _, j := range places {
			row = append(row, l.Changes.Gram[i][j])
		}
		gram = append(gram, row)
	}
	return gram
}

// GramOf returns the Gram matrix of a blend if weights directions has measured it in the folder of the fits, all of them in
// one, and says so; nil otherwise.
func GramOf(b *blend.Blend, fits []string, w io.Writer) ([][]float64, error) {
	folder := filepath.Dir(fits[0])
	if slices.ContainsFunc(fits, func(path string) bool { return filepath.Dir(path) != folder }) {
		return nil, nil
	}
	name := filepath.Join(folder, ListName)
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	list, err := Read(folder)
	if err != nil {
		return nil, err
	}
	gram := list.Gram(b)
	if gram == nil {
		cli.Printf(w, "likeness  of the weights: %s has not measured these directions\n", name)
		return nil, nil
	}
	cli.Printf(w, "likeness  of the directions, and their sizes: %s\n", name)
	return gram, nil
}
