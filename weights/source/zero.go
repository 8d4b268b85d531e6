package source

import (
	"fmt"
	"strings"
)

// pair returns the edit of a single 0 that stands for both halves of a pair: a pair in the form
// of its nearest neighbour, unless both halves still round to 0.
func (s spot) pair(a, b edit) (edit, error) {
	zero := s.array.text(s.index)
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
	text, err := s.array.like(like, values)
	a.text, a.name = text, strings.TrimSuffix(a.name, ".mg")
	return a, err
}

// neighbour returns the nearest slot that is a pair and no single 0, −1 without one.
func (s spot) neighbour() int {
	slot := s.index / 2
	for far := 1; far < s.array.size(); far++ {
		for _, i := range []int{slot - far, slot + far} {
			if i >= 0 && i < s.array.size() && !(spot{s.array, 2 * i}).shared() {
				return i
			}
		}
	}
	return -1
}

// like returns a pair in the form of the one at a slot, with other values, which stand in the
// order of Values.
func (a *Array) like(slot int, values [2]float64) (string, error) {
	first, second := 2*slot, 2*slot+1
	list := a.lists[a.places[first].list]
	if a.places[first].pos > a.places[second].pos { // eg: 2, mg: 1
		first, second, values = second, first, [2]float64{values[1], values[0]}
	}
	layout := layoutOf([]*Array{a})
	out, done := []byte(nil), list.pos
	for i, index := range []int{first, second} {
		p := a.places[index]
		text, err := numeral(a.text(index), values[i])
		if err != nil {
			return "", err
		}
		out = append(out, a.src[done:p.pos]...)
		out = layout.aligned(out, int(p.end-p.pos), a.half(index), text)
		done = p.end
	}
	return string(append(out, a.src[done:list.end]...)), nil
}
