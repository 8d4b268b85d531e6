package shards

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
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
	var want []byte
	for trial := range 50 {
		parts := make([]Sums, 1+random.IntN(pieces))
		for _, i := range random.Perm(pieces) {
			if err := parts[random.IntN(len(parts))].Add(i, slices.Clone(vectors[i])); err != nil {
				t.Fatal(err)
			}
		}
		for len(parts) > 1 {
			i := 1 + random.IntN(len(parts)-1)
			if err := parts[i].Merge(&parts[0]); err != nil {
				t.Fatal(err)
			}
			parts = parts[1:]
		}
		got, _ := parts[0].MarshalBinary()
		if trial == 0 {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("trial %d: other bytes", trial)
		}
		total, err := parts[0].Total(pieces)
		if err != nil || len(total) != 3 {
			t.Fatal(total, err)
		}
	}
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
	text, _ := s.MarshalBinary()
	for n := range text {
		if err := new(Sums).UnmarshalBinary(text[:n]); err == nil {
			t.Errorf("the first %d of %d bytes were read", n, len(text))
		}
	}
}

func TestRange(t *testing.T) {
	for total := range 40 {
		for of := 1; of < 12; of++ {
			next := 0
			for i := range of {
				low, high := Shard{i, of}.Range(total)
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
