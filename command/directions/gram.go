package directions

import (
	"slices"

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
