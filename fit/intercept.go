package fit

import (
	"example.org/centipawn/fit/rows"
)

// Intercept says which rows share an intercept: a nuisance that is fitted and belongs to no weight.
// The zero value is an intercept for each source of the data, which is reported.
//
// Groups that lie within games, those of [ByGame] and [ByTree], may be as many as a third of the
// rows: their intercepts are eliminated, so that the loss compares rows of one group only, and thrown
// away.
type Intercept uint8

// The intercept policies: one for each source, none, and columns of groups, which | combines.
const (
	WithIntercept Intercept = 0
	NoIntercept   Intercept = 1

	BySource Intercept = Intercept(rows.BySource) << 1
	ByGame   Intercept = Intercept(rows.ByGame) << 1
	ByTree   Intercept = Intercept(rows.ByTree) << 1
	BySide   Intercept = Intercept(rows.BySide) << 1
)

// grouping returns the columns of intercepts that are eliminated, 0 for none.
func (i Intercept) grouping() rows.Grouping {
	if i == BySource {
		return 0
	}
	return rows.Grouping(i >> 1)
}

// String returns "source", "none", or columns such as "tree,side".
func (i Intercept) String() string {
	switch i {
	case WithIntercept:
		return rows.BySource.String()
	case NoIntercept:
		return "none"
	}
	return rows.Grouping(i >> 1).String()
}

// MarshalText writes the name.
func (i Intercept) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText reads a name; "with" is "source".
func (i *Intercept) UnmarshalText(text []byte) error {
	switch string(text) {
	case "with", "source":
		*i = WithIntercept
		return nil
	case "none":
		*i = NoIntercept
		return nil
	}
	g, err := rows.ParseGrouping(string(text))
	*i = Intercept(g) << 1
	return err
}
