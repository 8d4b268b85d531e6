package loop

import (
	"strings"

	"example.org/centipawn/weights"
)

// pieces are the kinds of pieces that have a value, cheapest first.
var pieces = [...]string{"pawn", "knight", "bishop", "rook", "queen"}

// materialOf begins the names of terms that are piece values.
const materialOf = "material."

// A Value is what a kind of piece is worth in centipawns.
type Value struct {
	Name   string     `json:"name"` // "pawn" to "queen"
	MG     float64    `json:"mg"`
	EG     float64    `json:"eg"`
	StdErr [2]float64 `json:"stderr,omitzero"` // middlegame and endgame; 0: not known
}

// Values returns what the pieces are worth by some weights: their terms
// material.<piece>, or the means of tables that hold their value. Pieces of which a set
// says nothing are omitted.
func Values(f *weights.File) []Value {
	var list []Value
	for _, piece := range pieces {
		v := Value{Name: piece}
		if t, ok := f.Term(materialOf + piece); ok {
			v.MG, v.EG, v.StdErr = t.MG.Value, t.EG.Value, [2]float64{t.MG.StdErr, t.EG.StdErr}
			if !t.Tapered {
				v.MG, v.EG, v.StdErr = t.Value.Value, t.Value.Value, [2]float64{t.Value.StdErr, t.Value.StdErr}
			}
		} else if g, ok := tableOf(f, piece); ok {
			v.MG = g.Mean(func(t weights.Term) weights.Weight { return t.MG })
			v.EG = g.Mean(func(t weights.Term) weights.Weight { return t.EG })
		} else {
			continue
		}
		list = append(list, v)
	}
	return list
}

// tableOf returns the piece-square table that holds the value of a kind of piece.
func tableOf(f *weights.File, piece string) (weights.Group, bool) {
	for _, g := range f.Groups() {
		if g.Board && g.Tapered && strings.HasSuffix(g.Name, "."+piece) && !f.NamesMaterial() {
			return g, true
		}
	}
	return weights.Group{}, false
}
