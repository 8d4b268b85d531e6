package datasets

import (
	"fmt"

	"centipawn/board"
	"centipawn/winprob"
)

// A fixedLayout is one whose labels mean what its format says, in White's view
// when they have been read by its rules.
type fixedLayout interface {
	layout
	// written returns the score of a sample as it is by the format's rules,
	// whatever the options say of it.
	written(s *Sample) label
}

// A convention is what options say of the labels of a [fixedLayout].
type convention struct {
	format         Format
	pov, resultPOV POV
	score, result  bool // are wanted
	game, ply      bool
	file           uint64 // hash of the file's name
}

// newConvention returns what options say. Names of columns are faults, for there
// are none; - is no name.
func newConvention(format Format, name []byte, opt Options) (convention, error) {
	c := convention{format: format, pov: opt.POV, resultPOV: opt.ResultPOV, file: hashBytes(name)}
	for _, o := range []struct {
		role   role
		name   string
		wanted *bool
	}{
		{roleFEN, opt.FEN, new(bool)}, {roleScore, opt.Score, &c.score}, {roleResult, opt.Result, &c.result},
		{roleGame, opt.Game, &c.game}, {rolePly, opt.Ply, &c.ply},
	} {
		if o.name != "" && (o.name != noColumn || o.role == roleFEN) {
			return c, fmt.Errorf("%w: %s %s: %v has no columns", ErrNoColumn, roleFlags[o.role], o.name, format)
		}
		*o.wanted = o.name == ""
	}
	if opt.Unit != UnitCentipawns {
		return c, fmt.Errorf("-unit %v: the unit of scores is known in %v: leave the flag away", opt.Unit, format)
	}
	return c, nil
}

// apply turns the labels of a sample into White's view, forgets those that are
// not wanted, and counts the score.
func (c *convention) apply(s *Sample, n *Counts) {
	black := s.Position.SideToMove() == board.Black
	if black && c.pov == POVMover {
		s.Score = s.Score.Neg()
	}
	if black && c.resultPOV == POVMover {
		s.Result = s.Result.reversed()
	}
	if !c.score {
		s.Score = winprob.NoScore
	}
	if !c.result {
		s.Result = Unknown
	}
	if !c.ply {
		s.Ply = plyOf(&s.Position)
	}
	n.score(s.Score)
}

// score counts a score whose format marks no mates but by their distance.
func (n *Counts) score(s winprob.Score) {
	_, known := s.MateDistance()
	switch {
	case s == winprob.NoScore:
		n.Unscored++
	case known:
		n.Mates++
	case s.Mate() != 0:
		n.Codes++
	}
}

// written implements [fixedLayout].
func (c *convention) written(s *Sample) label {
	score := s.Score
	if c.pov == POVMover && s.Position.SideToMove() == board.Black {
		score = score.Neg()
	}
	switch {
	case score == winprob.NoScore:
		return label{score: score}
	case score.Mate() != 0:
		return label{score: score, kind: labelMate}
	}
	return label{score: score, kind: labelNumber, raw: float64(score)}
}

// describe says what a file has, but for what is not wanted.
func (c *convention) describe(what string, has Columns) Columns {
	has.FEN, has.Places = 1, fmt.Sprintf("%v: %s", c.format, what)
	for _, r := range []struct {
		wanted bool
		column *int
		role   role
	}{{c.score, &has.Score, roleScore}, {c.result, &has.Result, roleResult}, {c.game, &has.Game, roleGame}, {c.ply, &has.Ply, rolePly}} {
		if !r.wanted && *r.column > 0 {
			*r.column = 0
			has.Places += fmt.Sprintf(", without the %s", roleNames[r.role])
		}
	}
	return has
}

// extend returns a new sample at the end of those of dst. What only some formats
// know is not known.
func (p *Parsed) extend(c *Chunk, line int) *Sample {
	p.Samples = append(p.Samples, Sample{Expected: noExpected, Source: c.Source, Line: line, Left: NoLeft})
	return &p.Samples[len(p.Samples)-1]
}
