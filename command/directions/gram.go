package directions

import (
	"slices"

	"example.org/centipawn/weights/blend"
)

// Gram returns the matrix of a blend whose directions are those of the list, or their parts by phase: the mean over rows
// of the products of their changes of expected score. Nil if the list has not measured all of them.
func (l *List) Gram(b *blend.Blend) (gram [][]float64) {
	if l.Whole == nil || l.Split == nil {
		return nil
	}
	for _, table := range []struct {
		names []string
		gram  [][]float64
	}{{l.Whole.Names, l.Whole.Gram}, {l.Split.Names, l.Split.Gram}} {
		if gram = among(table.names, table.gram, b); gram != nil {
			return gram
		}
	}
	return nil
}

// among returns the rows and columns of a matrix that a blend's directions have; nil if one has none.
func among(names []string, all [][]float64, b *blend.Blend) (gram [][]float64) {
	var places []int
	for _, d := range b.Directions {
		place := slices.Index(names, d.Name)
		if place < 0 {
			return nil
		}
		places = append(places, place)
	}
	for _, i := range places {
		var row []float64
		for _, j := range places {
			row = append(row, all[i][j])
		}
		gram = append(gram, row)
	}
	return gram
}
