// Package shardstest checks that a type of partial results keeps the contract of package shards. Every
// type does so in a test of its own package; a test of the module sees to it that none is left out.
package shardstest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/internal/shards"
)

// trials is how many orders and groupings are tried.
const trials = 20

// Laws checks a type: parts returns results of work that, put together, is all there is, made again in
// each call; whole is the result of all of it, by a run without shards; fresh returns one of no
// work.
//
// Parts that are merged in any order and grouping, as they are or after they were written and read, give
// the bytes of whole. What is merged stays as it is. A text that is cut off anywhere, damaged, or
// another kind's is an error, and a clear one.
func Laws[P shards.Partial[P]](t *testing.T, fresh func() P, parts func() []P, whole P) {
	t.Helper()
	want := write(t, whole)
	random := rand.New(rand.NewPCG(1, 2))
	for trial := range trials {
		list := parts()
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for i := range list {
			if trial%2 == 1 || random.IntN(2) == 0 {
				list[i] = read(t, fresh(), write(t, list[i]))
			}
		}
		for len(list) > 1 {
			a := random.IntN(len(list))
			b := (a + 1 + random.IntN(len(list)-1)) % len(list)
			merge(t, list[a], list[b])
			list = append(list[:b], list[b+1:]...)
		}
		if trial%3 == 0 {
			none := fresh()
			merge(t, none, list[0])
			list[0] = none
		}
		if got := write(t, list[0]); !bytes.Equal(got, want) {
			t.Fatalf("trial %d: merged parts are %d bytes that differ from the %d of a run without shards", trial, len(got), len(want))
		}
	}
	faults(t, fresh(), want)
}

// write returns the bytes of a result.
func write[P shards.Partial[P]](t *testing.T, p P) []byte {
	t.Helper()
	text, err := p.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// read returns a result that was written, into p.
func read[P shards.Partial[P]](t *testing.T, p P, text []byte) P {
	t.Helper()
	if err := p.UnmarshalBinary(text); err != nil {
		t.Fatal(err)
	}
	if again := write(t, p); !bytes.Equal(again, text) {
		t.Fatal("what was read is written as other bytes")
	}
	return p
}

// merge adds b to a.
func merge[P shards.Partial[P]](t *testing.T, a, b P) {
	t.Helper()
	before := write(t, b)
	if err := a.Merge(b); err != nil {
		t.Fatal(err)
	}
	if after := write(t, b); !bytes.Equal(after, before) {
		t.Fatal("Merge has changed its argument")
	}
}

// faults reads texts that are not a part.
func faults[P shards.Partial[P]](t *testing.T, p P, text []byte) {
	t.Helper()
	for n := range text {
		if err := p.UnmarshalBinary(text[:n]); !errors.Is(err, shards.ErrCut) && !errors.Is(err, shards.ErrForeign) {
			t.Fatalf("the first %d of %d bytes: error %v", n, len(text), err)
		}
	}
	damaged := bytes.Clone(text)
	damaged[len(text)/2] ^= 1
	foreign, err := shards.Marshal("something else", func(*shards.Coder) {})
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string][]byte{"a bit that was turned": damaged, "a byte more": append(bytes.Clone(text), 0)} {
		if err := p.UnmarshalBinary(text); !errors.Is(err, shards.ErrCut) && !errors.Is(err, shards.ErrForeign) {
			t.Errorf("%s: error %v", what, err)
		}
	}
	for _, text := range [][]byte{foreign, []byte("fen,score\n"), []byte("{}")} {
		if err := p.UnmarshalBinary(text); !errors.Is(err, shards.ErrForeign) {
			t.Errorf("%.20q: error %v", text, err)
		}
	}
}
