package linear

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"example.org/centipawn/internal/shards/shardstest"
)

// TestContract: grams of segments keep the contract of package shards, and their sum is that of all rows.
func TestContract(t *testing.T) {
	const order, segments = 5, 9
	rng := rand.New(rand.NewPCG(7, 8))
	var grams [segments]*Gram
	exact := NewGram(order)
	for i := range grams {
		grams[i] = NewGram(order)
		for _, r := range randomRows(rng, 30, order) {
			grams[i].AddRow(r.source, r.entries, r.y, r.w)
			exact.AddRow(r.source, r.entries, r.y, r.w)
		}
	}
	fresh := func() *GramPart { return newGramPart(order, 3) }
	of := func(list ...int) *GramPart {
		p := fresh()
		for _, i := range list {
			if err := p.add(i, grams[i]); err != nil {
				t.Fatal(err)
			}
		}
		return p
	}
	whole := of(0, 1, 2, 3, 4, 5, 6, 7, 8)
	shardstest.Laws(t, fresh, func() []*GramPart { return []*GramPart{of(8, 0), of(), of(2, 3, 4), of(1, 7), of(5, 6)} }, whole)

	got, err := whole.whole(segments)
	if err != nil {
		t.Fatal(err)
	}
	sameSystem(t, got.System(true), exact.System(true))
	one, err := of(0).whole(1)
	if err != nil || !reflect.DeepEqual(one.System(true), grams[0].System(true)) {
		t.Errorf("the sums of one segment are not its own: %v", err)
	}
	if _, err := of(0, 2).whole(3); err == nil {
		t.Error("a sum without segment 1")
	}
	if err := fresh().Merge(newGramPart(order, 1)); err == nil {
		t.Error("sums of other sources were merged")
	}
}
