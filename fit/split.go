package fit

import "fmt"

// Split says which rows are kept for the test. Nothing but the row's own
// cluster (or position) and the seed decides, so that a row stays on its side
// when others are appended.
type Split struct {
	// By is the unit that is kept together. Zero means SplitGame.
	By SplitBy

	// Share is the expected share of the test, above 0 and below 1. Zero means 0.25.
	Share float64

	// Seed chooses one of many splits. Zero means 1.
	Seed uint64
}

// SplitBy is the unit that a split keeps together.
type SplitBy uint8

const (
	// SplitGame keeps the rows of a cluster, the matrix's game, on one side.
	SplitGame SplitBy = iota

	// SplitPosition keeps only equal positions together. Neighbours of a test row
	// in its own game are then in training and the test looks better than it is:
	// it is there to show that.
	SplitPosition

	// SplitNone trains on all rows.
	SplitNone
)

var splitNames = []string{SplitGame: "game", SplitPosition: "position", SplitNone: "none"}

// String returns "game", "position" or "none".
func (s SplitBy) String() string { return nameOf(splitNames, s) }

// MarshalText writes the name.
func (s SplitBy) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name.
func (s *SplitBy) UnmarshalText(text []byte) error { return parseName(s, splitNames, text) }

// WithDefaults returns s with its zero fields set to their defaults.
func (s Split) WithDefaults() Split {
	if s.Share == 0 {
		s.Share = 0.25
	}
	if s.Seed == 0 {
		s.Seed = 1
	}
	return s
}

func (s Split) check() error {
	if int(s.By) >= len(splitNames) {
		return fmt.Errorf("fit: unknown split %v", s.By)
	}
	if !(s.Share > 0 && s.Share < 1) {
		return fmt.Errorf("fit: Split.Share is %g: want more than 0 and less than 1", s.Share)
	}
	return nil
}

// Part is a part of a set.
type Part uint8

// The parts.
const (
	AllRows Part = iota
	Train
	Test
)

var partNames = []string{AllRows: "all", Train: "train", Test: "test"}

// String returns "all", "train" or "test".
func (p Part) String() string { return nameOf(partNames, p) }

// MarshalText writes the name.
func (p Part) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a name.
func (p *Part) UnmarshalText(text []byte) error { return parseName(p, partNames, text) }

// divider decides the part of a row.
type divider struct {
	by    SplitBy
	whole Part   // with SplitNone, the part of every row
	salt  uint64 // from the seed
	below uint64 // test if the hash is less
}

func newDivider(s Split) divider {
	return divider{by: s.By, whole: Train, salt: mix(s.Seed), below: uint64(s.Share * (1 << 64))}
}

// part returns Train or Test.
func (d *divider) part(game uint32, position uint64) Part {
	id := position
	switch d.by {
	case SplitNone:
		return d.whole
	case SplitGame:
		id = uint64(game)
	}
	if mix(d.salt^id) < d.below {
		return Test
	}
	return Train
}

// mix scatters x over all 64 bits. Equal inputs give equal outputs, different
// ones different outputs.
//
// Source: the finaliser of SplitMix64, G. Steele, D. Lea, C. Flood, "Fast
// Splittable Pseudorandom Number Generators" (2014), figure 17.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
