package filter

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/winprob"
)

// A Selection is what becomes of the samples of a [Survey].
type Selection struct {
	survey *Survey
	names  []string
	fate   []uint8 // by sample
	order  []uint32
	seed   uint64
}

// Fates of samples; from dropped on, by which filter they were dropped.
const (
	kept uint8 = iota
	relabelled
	dropped
)

// Select decides what becomes of the samples. The survey belongs to the selection
// then: labels of duplicates become their means.
func (v *Survey) Select(o Options) *Selection {
	o = o.WithDefaults()
	s := &Selection{survey: v, fate: make([]uint8, v.rows), seed: o.Seed}
	if o.Duplicates != KeepAll {
		name := map[Duplicates]string{KeepFirst: "duplicate", KeepMean: "duplicate (mean label)", DropAll: "duplicated position"}
		s.unite(s.drops(name[o.Duplicates]), o.Duplicates)
	}
	if o.PerGame > 0 {
		s.limit(s.drops(fmt.Sprintf("over %d a game (seed %d)", o.PerGame, o.Seed)), o.PerGame)
	}
	if !o.Balance.IsZero() {
		s.balance(s.drops(fmt.Sprintf("balance %v (seed %d)", o.Balance, o.Seed)), o.Balance)
	}
	s.order = nil
	return s
}

// drops adds a filter and returns the fate of what it drops.
func (s *Selection) drops(name string) uint8 {
	s.names = append(s.names, name)
	return dropped + uint8(len(s.names)-1)
}

// Names returns the names of the filters in their order.
func (s *Selection) Names() []string { return s.names }

// ErrChanged is the error of a second pass that meets other samples than the
// first.
var ErrChanged = errors.New("the input is not what it was in the first pass: it has changed since")

// Judge returns the index in Names of the filter that drops the ith sample of the
// survey, −1 if it is kept. Its labels may become those of all its duplicates. It
// is safe for concurrent use.
func (s *Selection) Judge(i int, sample *datasets.Sample, key uint64) (by int, err error) {
	if i >= s.survey.rows || s.survey.at(uint32(i)).key != key {
		return 0, ErrChanged
	}
	switch fate := s.fate[i]; fate {
	case kept:
		return -1, nil
	case relabelled:
		s.survey.at(uint32(i)).label(sample)
		return -1, nil
	default:
		return int(fate - dropped), nil
	}
}

// groups calls f with every group of the samples that are left, in the order of
// compare, equal ones in that of the input. group is a hash that separates groups.
func (s *Selection) groups(group func(*Digest) uint64, compare func(a, b *Digest) int, f func([]uint32)) {
	for _, bucket := range s.buckets(group) {
		slices.SortFunc(bucket, func(i, j uint32) int {
			return cmp.Or(compare(s.survey.at(i), s.survey.at(j)), cmp.Compare(i, j))
		})
		for len(bucket) > 0 {
			n, first := 1, group(s.survey.at(bucket[0]))
			for n < len(bucket) && group(s.survey.at(bucket[n])) == first {
				n++
			}
			f(bucket[:n])
			bucket = bucket[n:]
		}
	}
}

// bucketBits is that of the number of buckets: so that their sorting takes few
// comparisons, each of which is a walk through memory.
const bucketBits = 16

// buckets puts the samples that are left into buckets by the first bits of their
// hashes.
func (s *Selection) buckets(hash func(*Digest) uint64) [][]uint32 {
	var ends [1<<bucketBits + 1]int
	of := func(i int) int { return int(hash(s.survey.at(uint32(i))) >> (64 - bucketBits)) }
	for i, fate := range s.fate {
		if fate < dropped {
			ends[of(i)+1]++
		}
	}
	for b := range 1 << bucketBits {
		ends[b+1] += ends[b]
	}
	s.order = slices.Grow(s.order[:0], ends[1<<bucketBits])[:ends[1<<bucketBits]]
	at := ends
	for i, fate := range s.fate {
		if fate < dropped {
			s.order[at[of(i)]] = uint32(i)
			at[of(i)]++
		}
	}
	buckets := make([][]uint32, 1<<bucketBits)
	for b := range buckets {
		buckets[b] = s.order[ends[b]:ends[b+1]]
	}
	return buckets
}

// unite drops duplicates.
func (s *Selection) unite(fate uint8, policy Duplicates) {
	key := func(d *Digest) uint64 { return d.key }
	byKey := func(a, b *Digest) int { return cmp.Compare(a.key, b.key) }
	s.groups(key, byKey, func(same []uint32) {
		if len(same) == 1 {
			return
		}
		for _, i := range same {
			s.fate[i] = fate
		}
		switch policy {
		case KeepFirst:
			s.fate[same[0]] = kept
		case KeepMean:
			s.fate[same[0]] = relabelled
			*s.survey.at(same[0]) = s.survey.mean(same)
		}
	})
}

// limit keeps the n samples of each game whose hashes are least.
func (s *Selection) limit(fate uint8, n int) {
	game := func(d *Digest) uint64 { return splitmix.Mix(uint64(d.game)) }
	byGame := func(a, b *Digest) int {
		if a.game != b.game {
			return cmp.Compare(a.game, b.game)
		}
		return cmp.Compare(s.rank(a, saltGame), s.rank(b, saltGame))
	}
	s.groups(game, byGame, func(game []uint32) {
		for _, i := range game[min(n, len(game)):] {
			s.fate[i] = fate
		}
	})
}

// balance drops samples so that the others have the mix.
func (s *Selection) balance(fate uint8, b winprob.Balance) {
	var mix winprob.Mix
	for i, f := range s.fate {
		if d := s.survey.at(uint32(i)); f < dropped {
			mix[d.bin][d.whites()]++
		}
	}
	chances := b.Chances(&mix)
	for i, f := range s.fate {
		d := s.survey.at(uint32(i))
		if f < dropped && float64(s.rank(d, saltBalance)>>11)/(1<<53) >= chances[d.bin][d.whites()] {
			s.fate[i] = fate
		}
	}
}

// Salts keep the random choices of filters apart.
const (
	saltGame    = 0x67616d65
	saltBalance = 0x6d6978
)

// rank returns the random number of a sample, which depends on its position, its
// game and the seed.
func (s *Selection) rank(d *Digest, salt uint64) uint64 {
	return splitmix.Mix(splitmix.Mix(s.seed^salt<<32) ^ splitmix.Mix(d.key^splitmix.Mix(uint64(d.game))))
}
