package filter

import (
	"example.org/centipawn/internal/enum"
)

// Duplicates says what becomes of samples with equal positions. Positions are
// equal if pieces, side to move, castling rights and a possible en passant capture
// are, whatever the counters, or if one is the mirror image of the other.
type Duplicates uint8

const (
	KeepAll   Duplicates = iota // keep all of them
	KeepFirst                   // keep the first in the order of the input
	KeepMean                    // keep the first, with the mean of all labels
	DropAll                     // drop every position that occurs more than once
)

var duplicatesNames = []string{KeepAll: "keep", KeepFirst: "first", KeepMean: "mean", DropAll: "drop"}

// String returns "keep", "first", "mean" or "drop".
func (d Duplicates) String() string { return enum.Name(duplicatesNames, d) }

// MarshalText and UnmarshalText make Duplicates a flag for flag.TextVar.
func (d Duplicates) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText sets d from its name.
func (d *Duplicates) UnmarshalText(text []byte) error { return enum.Parse(d, duplicatesNames, text) }
