// Package fixed has what formats share whose labels mean what the format says, and are in no
// columns.
package fixed

import (
	"fmt"
	"slices"
	"strconv"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/winprob"
)

// A Convention is what options say of the labels of a [FixedLayout].
type Convention struct {
	in                        *datasets.Input
	format                    string
	score, result, games, ply bool // are wanted
}

// NewConvention returns what options say. Names of columns are faults, for the
// format has none; - does not count as a name. Units are those, beside centipawns, that the format
// may be said to have.
func NewConvention(format string, in *datasets.Input, units ...datasets.Unit) (Convention, error) {
	c := Convention{in: in, format: format}
	for _, o := range []struct {
		flag, name string
		wanted     *bool
	}{
		{"-fen", in.FEN, new(bool)}, {"-score", in.Score, &c.score}, {"-result", in.Result, &c.result},
		{"-game", in.Game, &c.games}, {"-ply", in.Ply, &c.ply},
	} {
		if o.name != "" && (o.name != datasets.NoColumn || o.flag == "-fen") {
			return c, fmt.Errorf("%w: %s %s: %s has no columns", datasets.ErrNoColumn, o.flag, o.name, format)
		}
		*o.wanted = o.name == ""
	}
	if in.Unit != datasets.UnitCentipawns && !slices.Contains(units, in.Unit) {
		return c, fmt.Errorf("-unit %v: %s fixes the unit of scores: omit -unit", in.Unit, format)
	}
	return c, nil
}

// Apply turns the labels of a sample into White's view, forgets those that are
// not wanted, and counts the score.
func (c *Convention) Apply(s *datasets.Sample, n *datasets.Counts) {
	black := s.Position.SideToMove() == board.Black
	if black && c.in.POV == datasets.POVMover {
		s.Score = s.Score.Neg()
	}
	if black && c.in.ResultPOV == datasets.POVMover {
		s.Result = s.Result.Reversed()
	}
	if !c.score {
		s.Score = winprob.NoScore
	}
	if !c.result {
		s.Result = datasets.Unknown
	}
	if !c.ply {
		s.Ply = datasets.PlyOf(&s.Position)
	}
	n.Score(s.Score)
}

// Written implements [FixedLayout].
func (c *Convention) Written(s *datasets.Sample) datasets.Label {
	score := s.Score
	if c.in.POV == datasets.POVMover && s.Position.SideToMove() == board.Black {
		score = score.Neg()
	}
	return datasets.LabelOf(score)
}

// Describe says what a file has, but for what is not wanted.
func (c *Convention) Describe(what string, has datasets.Columns) datasets.Columns {
	has.FEN, has.Places = 1, fmt.Sprintf("%s: %s", c.format, what)
	for _, r := range []struct {
		wanted bool
		column *int
		name   string
	}{{c.score, &has.Score, "score"}, {c.result, &has.Result, "result"}, {c.games, &has.Game, "game"}, {c.ply, &has.Ply, "ply"}} {
		if !r.wanted && *r.column > 0 {
			*r.column = 0
			has.Places += ", without the " + r.name
		}
	}
	return has
}

// GameID returns the hash of a game by its number in the file.
func (c *Convention) GameID(number int) uint32 {
	var buf [20]byte
	return game.HashID(strconv.AppendInt(buf[:0], int64(number), 10), c.in.File)
}

// GameOf returns the game of a sample: id, unless ids are not wanted.
func (c *Convention) GameOf(s *datasets.Sample, id uint32) uint32 {
	if !c.games {
		return game.Skeleton(&s.Position)
	}
	return id
}
