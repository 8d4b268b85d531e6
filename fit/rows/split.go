package rows

import (
	"fmt"
	"math"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/internal/splitmix"
)

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

	// Sealed is the share of a third part that neither training nor test sees,
	// for one last look when all choices are made. Zero means none.
	Sealed float64

	// Train is the share of the training games that are used, for learning curves; the rest
	// counts as sealed. A smaller share is a part of every larger one. Zero means all.
	Train float64
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

var SplitNames = []string{SplitGame: "game", SplitPosition: "position", SplitNone: "none"}

// String returns "game", "position" or "none".
func (s SplitBy) String() string { return enum.Name(SplitNames, s) }

// MarshalText writes the name.
func (s SplitBy) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name.
func (s *SplitBy) UnmarshalText(text []byte) error { return enum.Parse(s, SplitNames, text) }

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

func (s Split) Check() error {
	if int(s.By) >= len(SplitNames) {
		return fmt.Errorf("fit: unknown split %v", s.By)
	}
	if !(s.Share > 0 && s.Share < 1) {
		return fmt.Errorf("fit: Split.Share is %g: want more than 0 and less than 1", s.Share)
	}
	if !(s.Sealed >= 0 && s.Sealed+s.Share < 1) {
		return fmt.Errorf("fit: Split.Sealed is %g: want 0 or more, and less than 1 together with the test's share %g", s.Sealed, s.Share)
	}
	if !(s.Train >= 0 && s.Train <= 1) {
		return fmt.Errorf("fit: Split.Train is %g: want 0, which is all, to 1", s.Train)
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
	Sealed
)

var PartNames = []string{AllRows: "all", Train: "train", Test: "test", Sealed: "sealed"}

// String returns "all", "train", "test" or "sealed".
func (p Part) String() string { return enum.Name(PartNames, p) }

// MarshalText writes the name.
func (p Part) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a name.
func (p *Part) UnmarshalText(text []byte) error { return enum.Parse(p, PartNames, text) }

// Divider decides the part of a row.
type Divider struct {
	By    SplitBy
	Whole Part   // with SplitNone, the part of every row
	salt  uint64 // from the seed
	below uint64 // test if the hash is less
	seal  uint64 // sealed if the hash is not less
	used  uint64 // training that is used, if another hash is not more

	// A Fold of the training games, if there are folds, is the test; all else that
	// is no training is left out as if it were sealed.
	Fold, Folds int

	// Open makes the sealed part the test, and leaves the test out.
	Open bool
}

func NewDivider(s Split) Divider {
	d := Divider{By: s.By, Whole: Train, salt: splitmix.Mix(s.Seed), below: uint64(s.Share * (1 << 64)), seal: math.MaxUint64, used: math.MaxUint64}
	if s.Sealed > 0 {
		d.seal = -uint64(s.Sealed * (1 << 64))
	}
	if s.Train > 0 && s.Train < 1 {
		d.used = uint64(s.Train * (1 << 64))
	}
	return d
}

// Part returns Train, Test or Sealed.
func (d *Divider) Part(game uint32, position uint64) Part {
	part, id := d.Whole, uint64(game)
	if d.By == SplitPosition {
		id = position
	}
	if d.By != SplitNone {
		switch hash := splitmix.Mix(d.salt ^ id); {
		case hash < d.below:
			part = Test
		case hash >= d.seal:
			part = Sealed
		default:
			part = Train
		}
	}
	switch {
	case d.Open && part == Sealed:
		return Test
	case d.Open, part == Train && splitmix.Mix(^d.salt^id) > d.used:
		return Sealed
	case d.Folds == 0:
		return part
	}
	return d.foldOf(part, game)
}

// foldOf returns the part of a row in cross-validation.
func (d *Divider) foldOf(part Part, game uint32) Part {
	switch {
	case part != Train:
		return Sealed
	case splitmix.Mix(splitmix.Mix(d.salt)^uint64(game))%uint64(d.Folds) == uint64(d.Fold):
		return Test
	}
	return Train
}

// Share returns n/of times 2⁶⁴, as far as it can be held; 0 for n = 0.
func Share(n, of int) uint64 {
	if n >= of && n > 0 {
		return math.MaxUint64
	}
	return uint64(float64(n) / float64(of) * (1 << 64))
}
