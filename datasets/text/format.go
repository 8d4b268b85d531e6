package text

import (
	"fmt"
	"strings"

	"example.org/centipawn/datasets"
)

// A format is how the lines of one table, or of EPD, are read.
type format struct {
	in     *datasets.Input
	unit   datasets.Unit
	pov    datasets.POV
	sep    byte
	width  int        // number of columns of the first line
	role   []role     // of each column up to the last one that is read
	column [roles]int // 0-based, -1 for none
	header bool       // the first line holds names
	extras bool       // there are columns of moves, depths, trees or evaluations
	evals  bool       // the offset is an evaluation, as it stands

	castling  datasets.Castling
	resultPOV datasets.POV
	coding    coding // of results
	sure      bool   // further lines would not change it
	unread    string // places that may hold labels and are not read
	ignored   string // other columns

	epd      bool        // lines are EPD: the columns are slots
	slots    [roles]slot // of an EPD
	wanted   []role      // those that have a slot
	counting counting    // what one number after a position is
	decimals bool        // a comma between digits is a decimal one
	steps    []step      // of the first line; nil if values are not enclosed there
}

// newFormat returns a format with what options say of labels.
func newFormat(opt datasets.Options) *format {
	return &format{evals: opt.Eval != "", unit: opt.Unit, pov: opt.POV, castling: opt.Castling, resultPOV: opt.ResultPOV, coding: coding{convention: datasets.CodesPoints}}
}

// Columns implements [datasets.Layout].
func (f *format) Columns() datasets.Columns {
	return datasets.Columns{
		FEN:    f.column[roleFEN] + 1,
		Score:  f.column[roleScore] + 1,
		Result: f.column[roleResult] + 1,
		Game:   f.column[roleGame] + 1,
		Ply:    f.column[rolePly] + 1,
		Move:   f.column[roleMove] + 1,
		Depth:  f.column[roleDepth] + 1,
		Tree:   f.column[roleTree] + 1,
		Side:   f.column[roleSide] + 1,
		Offset: f.column[roleOffset] + 1,
		Places: f.describeEPD(),
		Mate:   f.column[roleMate] + 1,
		Codes:  f.codes(),
		Unread: f.unread, Ignored: f.ignored,
	}
}

// codes returns those of results, if they are not points.
func (f *format) codes() datasets.ResultCodes {
	if f.coding.convention == datasets.CodesPoints || f.column[roleResult] < 0 {
		return datasets.CodesAuto
	}
	return f.coding.convention
}

// describeEPD names the slots, as in "EPD: result in c9, game in id".
func (f *format) describeEPD() string {
	if !f.epd {
		return ""
	}
	parts := make([]string, len(f.wanted))
	for i, r := range f.wanted {
		parts[i] = fmt.Sprintf("%s in %v", roleNames[r], f.slots[r])
	}
	return strings.TrimSuffix("EPD: "+strings.Join(parts, ", "), ": ")
}

// assignRoles inverts column into role.
func (f *format) assignRoles() error {
	for r, c := range f.column {
		for role(r) != roleNone && c >= len(f.role) {
			f.role = append(f.role, roleNone)
		}
		if role(r) == roleNone || c < 0 {
			continue
		}
		if other := f.role[c]; other != roleNone {
			return fmt.Errorf("column %d cannot be both %s and %s", c+1, roleNames[other], roleNames[r])
		}
		f.role[c] = role(r)
	}
	return nil
}

// hasExtras reports whether there are columns of moves, depths or trees.
func (f *format) hasExtras() bool {
	return f.column[roleMove] >= 0 || f.column[roleDepth] >= 0 || f.column[roleTree] >= 0 || f.evals
}

// counters returns how many of the numbers after a position are counters of its FEN.
func (f *format) counters(line *fenFields) (int, error) {
	switch {
	case f.counting == countLabels:
		return 0, nil
	case f.counting == countOne && (line.n == 2 || line.valueFollows() || line.n == 1 && line.clock() > maxClock):
		return 0, fmt.Errorf("%w: the first lines have the half-move clock and no move number after the position, and here is something else", datasets.ErrColumns)
	case line.n != 1:
		return line.n, nil
	case f.counting == countTwo && f.bare():
		return 0, fmt.Errorf("%w: one number after the position, where the first lines have two: a counter of the FEN is missing", datasets.ErrColumns)
	case f.counting == countValue || f.counting == countNone && f.bare():
		return 0, nil
	}
	return 1, nil
}

// bare reports whether labels are values without a name, which a number may be taken for.
func (f *format) bare() bool {
	for _, r := range f.wanted {
		if f.slots[r].kind == bareSlot {
			return true
		}
	}
	return false
}
