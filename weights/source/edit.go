package source

import (
	"fmt"
	"strings"

	"example.org/centipawn/weights"
)

// An edit replaces a number.
type edit struct {
	spot  spot
	text  string
	name  string // of the weight
	half  int    // of a pair
	value float64
}

// edit returns the number's text for a weight: as it is if it holds the weight.
func (s spot) edit(w weights.Named) (edit, error) {
	e := edit{spot: s, text: s.array.Text(s.index), name: w.Name, half: s.index % 2, value: w.Value}
	if s.holds(w.Value) {
		return e, nil
	}
	var err error
	e.text, err = s.array.Numeral(s.index, w.Value)
	return e, err
}

// pair returns the edit of a single 0 that stands for both halves of a pair: a pair in the form
// of its nearest neighbour, unless both halves still round to 0.
func (s spot) pair(a, b edit) (edit, error) {
	zero := s.array.Text(s.index)
	if s.holds(a.value) && s.holds(b.value) {
		a.text = zero
		return a, nil
	}
	like := s.neighbour()
	if like < 0 {
		return a, fmt.Errorf("a single %s stands for both halves, and no pair beside it shows how to write one: write a pair", zero)
	}
	values := [2]float64{}
	values[a.half], values[b.half] = a.value, b.value
	text, err := s.array.Like(like, values)
	a.text, a.name = text, strings.TrimSuffix(a.name, ".mg")
	return a, err
}

// neighbour returns the nearest slot that is a pair and no single 0, −1 without one.
func (s spot) neighbour() int {
	slot := s.index / 2
	for far := 1; far < s.array.Size(); far++ {
		for _, i := range []int{slot - far, slot + far} {
			if i >= 0 && i < s.array.Size() && !s.array.Shared(2*i) {
				return i
			}
		}
	}
	return -1
}
