package shards_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	. "example.org/centipawn/internal/shards"
	"example.org/centipawn/internal/shards/shardstest"
)

func TestSumsOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const pieces = 37
	vectors := make([][]float64, pieces)
	for i := range vectors {
		for range 3 {
			vectors[i] = append(vectors[i], math.Ldexp(random.Float64()-0.5, random.IntN(60)))
		}
	}
	all := func(pieces []int) *Sums {
		s := new(Sums)
		for _, i := range pieces {
			if err := s.Add(i, slices.Clone(vectors[i])); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	one := make([]int, pieces)
	for i := range one {
		one[i] = i
	}
	whole := all(one)
	if total, err := whole.Total(pieces); err != nil || len(total) != 3 {
		t.Fatal(total, err)
	}
	parts := func() (list []*Sums) {
		of := make([][]int, 1+random.IntN(pieces))
		for _, i := range random.Perm(pieces) {
			k := random.IntN(len(of))
			of[k] = append(of[k], i)
		}
		for _, pieces := range of {
			list = append(list, all(pieces))
		}
		return list
	}
	shardstest.Laws(t, func() *Sums { return new(Sums) }, parts, whole)
}

func TestSumsFaults(t *testing.T) {
	var s Sums
	for _, i := range []int{0, 1, 3} {
		if err := s.Add(i, []float64{1}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Total(4); err == nil {
		t.Error("a total without piece 2")
	}
	for _, i := range []int{0, 1, 3} {
		if err := s.Add(i, []float64{1}); err == nil {
			t.Errorf("piece %d was added twice", i)
		}
	}
	if err := s.Add(2, []float64{1, 2}); err == nil {
		t.Error("a longer vector was added")
	}
}

func TestRange(t *testing.T) {
	for total := range 40 {
		for of := 1; of < 12; of++ {
			next := 0
			for i := range of {
				low, high := Shard{Index: i, Of: of}.Range(total)
				if low != next || high < low || high-low > total/of+1 {
					t.Fatalf("%d of %d of %d: %d to %d", i, of, total, low, high)
				}
				next = high
			}
			if next != total {
				t.Fatalf("%d parts of %d end at %d", of, total, next)
			}
		}
	}
}
